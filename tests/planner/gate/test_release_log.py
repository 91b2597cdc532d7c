"""The release log after any damage: a new gate's epoch is above all used, and r is known or nobody's."""

import pytest

from planner.gate.release_log import read_records
from planner.gate.role import LOG
from planner.gate.set_points.stream import read_log
from telemetry.drive.persist import fail
from telemetry.drive.store import FileStore, StoreError
from telemetry.life.boot import FIRST_BOOT
from telemetry.life.contract import UNSEALED_RINGS, Persist
from telemetry.messages.command import Motion
from tests.planner.gate.gate_bench import Bench


@pytest.fixture(scope="module")
def flown(tmp_path_factory):
    """Bytes of a log of a plan that was flown, rolled back in mid-motion, and of the records in it."""
    store = FileStore(tmp_path_factory.mktemp("store"), sync=False)
    store.boot, store.keys, store.zero_utc_ns = FIRST_BOOT, UNSEALED_RINGS, lambda: None
    bench = Bench(store=store).in_plan()
    bench.judge = lambda entry: False
    bench.run(6.0)
    return store.path(LOG).read_bytes(), released(store.records(LOG))


def released(stored):
    return [record.released for record in read_records(stored, LOG) if record.released]


def restart(folder, data):
    store = FileStore(folder, sync=False)
    store.path(LOG).write_bytes(data)
    return read_log(released(store.records(LOG)), store.unreadable(LOG))


def test_a_log_damaged_at_any_place_gives_an_epoch_above_any_used(tmp_path, flown):
    data, records = flown
    used = max(record.epoch for record in records)
    for place in range(0, len(data), 7):
        assert restart(tmp_path, data[:place] + bytes([data[place] ^ 16]) + data[place + 1 :]).epoch > used


def test_a_log_whose_end_is_gone_up_to_any_byte_gives_no_r_but_that_of_its_last_record(tmp_path, flown):
    data, records = flown
    rests = {record.state.q for record in records if record.state and not any(record.state.qd)}
    for length in range(0, len(data), 7):
        r = restart(tmp_path, data[:length]).r
        assert r is None or r.q in rests


def test_a_damaged_last_record_may_have_been_released_so_that_r_comes_from_the_next_report(tmp_path, flown):
    data, _ = flown
    assert restart(tmp_path, data).r is not None
    assert restart(tmp_path, data[:-1] + bytes([data[-1] ^ 1])).r is None


def test_damage_in_the_middle_leaves_r_as_the_last_record_says(tmp_path, flown):
    data, _ = flown
    assert restart(tmp_path, data[:40] + b"?" + data[41:]).r == restart(tmp_path, data).r


class TornStore(FileStore):
    """A store that tears one record."""

    boot, keys = FIRST_BOOT, UNSEALED_RINGS

    def __init__(self, folder, fails_at):
        super().__init__(folder, sync=False)
        self.calls = iter(range(10_000))
        self.fails_at = fails_at

    def zero_utc_ns(self):
        return None

    def append(self, key, record):
        if next(self.calls) == self.fails_at:
            fail(self, Persist(key, record), "tears")
        super().append(key, record)


class TornBench(Bench):
    """A bench whose disk fails in mid-record now and then, as a driver carries it out."""

    acknowledged = ()

    def carry_out(self, effects):
        for effect in effects:
            if isinstance(effect, Persist):
                try:
                    self.store.append(effect.key, effect.record + effect.seal)
                except StoreError:
                    self.log_works = False
                    super().carry_out([effect])
                    self.log_works = True
                    break
                if effect.key == LOG:
                    self.acknowledged += (effect.record + effect.seal,)
            else:
                super().carry_out([effect])


@pytest.mark.parametrize("fails_at", range(12))
def test_what_leaves_after_a_record_was_torn_is_known_to_the_next_gate(tmp_path, fails_at):
    bench = TornBench(store=TornStore(tmp_path, fails_at))
    bench.resumed().with_plan().arm_plan()
    bench.run(8.0)
    start = restart(tmp_path, bench.store.path(LOG).read_bytes())
    assert start.epoch > max(record.epoch for record in released(bench.acknowledged))
    assert start.epoch > max([m.set_point.epoch for m in bench.all(Motion)], default=0)
    assert bench.store.records(LOG)[-1] == bench.acknowledged[-1]
