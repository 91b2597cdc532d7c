"""The log is one chain, whatever dies or fails on the way, and sealed by the audit key of the run."""

import hashlib
from itertools import islice

import pytest

from ground.audit.log_chain import chain_fault, opened, seal_fault
from planner.gate.release_log import AuditKey, LoggedEvent, ReleaseLog
from planner.gate.role import LOG
from telemetry.agreed.authority import State
from telemetry.agreed.keys import Keyring
from telemetry.drive.store import FileStore, MemoryStore
from telemetry.files.settings import FileError
from telemetry.life.contract import Persist, PersistFailed
from telemetry.messages.acts import Disarm
from tests.planner.gate.gate_bench import OTHER, Bench, settings

SECRET, KEY_ID, ZERO_NS = bytes(range(32)), 0x8003, 10**18
RUN = settings().run_id


KEYS = {"gate": Keyring(holder="gate", key_id=KEY_ID, audit=SECRET)}


class KeyedStore(MemoryStore):
    """A store of a run that has keys and a time."""

    keys = KEYS

    def zero_utc_ns(self):
        return ZERO_NS


def faults(stored):
    records = [opened(each) for each in stored]
    return chain_fault(records, RUN), seal_fault(records, RUN, {KEY_ID: SECRET})


@pytest.fixture(scope="module")
def flown():
    """The log of a plan that was flown, rolled back in mid-motion."""
    bench = Bench(store=KeyedStore()).in_plan()
    bench.judge = lambda entry: False
    bench.run(6.0)
    return bench.store.records(LOG)


def test_all_that_is_written_is_one_chain_under_the_seal_of_the_run(flown):
    assert len(flown) > 15 and faults(flown) == (None, None)


def test_the_head_is_in_every_status_and_is_that_of_the_newest_record_then():
    bench = Bench(store=KeyedStore()).in_plan()
    bench.run(0.3)
    stored = bench.store.records(LOG)
    heads = [status.log for status in bench.all(type(bench.status)) if status.log]
    assert all(opened(stored[head.number - 1]).digest == head.sha256 for head in heads)
    assert heads[-1].number >= len(stored) - 1


def test_a_record_has_the_times_of_the_run_and_from_the_first_tick_on_of_utc():
    first, *others = Bench(store=KeyedStore()).in_plan().logged
    assert (first.at_ns, first.utc_ns) == (0, 0)
    assert all(record.utc_ns == ZERO_NS + record.at_ns for record in others)
    assert [record.at_ns for record in others] == sorted(record.at_ns for record in others)


@pytest.mark.parametrize("written", range(0, 16, 2))
def test_a_gate_that_was_killed_behind_any_record_goes_on_with_the_chain(flown, written):
    store = KeyedStore()
    for record in flown[:written]:
        store.append(LOG, record)
    Bench(store=store).resumed()
    assert len(store.records(LOG)) > written and faults(store.records(LOG)) == (None, None)


def test_a_gate_that_was_killed_at_any_octet_of_a_record_goes_on_with_the_chain(tmp_path, flown):
    store = FileStore(tmp_path, sync=False)
    for record in flown[:3]:
        store.append(LOG, record)
    whole = store.path(LOG).read_bytes()
    for length in range(len(whole) - len(flown[2]) - 8, len(whole)):
        store.path(LOG).write_bytes(whole[:length])
        again = FileStore(tmp_path, sync=False)
        log = ReleaseLog(again.records(LOG), AuditKey.of_run(KEY_ID, SECRET, RUN), run_id=RUN)
        again.append(LOG, b"".join(log.next_record(None, None, (0, 0))))
        assert len(again.records(LOG)) == 3 and faults(again.records(LOG)) == (None, None)


class FailingBench(Bench):
    """A bench whose disk refuses one record of the log."""

    def __init__(self, fails_at):
        self.fails_at, self.asked = fails_at, iter(range(10_000))
        super().__init__(store=KeyedStore())

    def carry_out(self, effects):
        super().carry_out(self.kept(effects))

    def kept(self, effects):
        for effect in effects:
            self.log_works = True
            if isinstance(effect, Persist) and effect.key == LOG:
                self.log_works = next(self.asked) != self.fails_at
            yield effect


@pytest.mark.parametrize("fails_at", range(16))
def test_a_record_that_fails_leaves_a_chain_that_is_whole(fails_at):
    bench = FailingBench(fails_at)
    bench.resumed().with_plan().arm_plan()
    bench.run(3.0)
    bench.press_hold()
    bench.run(2.0)
    stored = bench.store.records(LOG)
    assert next(bench.asked) > fails_at and faults(stored) == (None, None)
    assert len(bench.events("HOLD")) == 1


def test_events_of_a_record_that_failed_are_told_of_in_the_next_one_and_what_never_left_is_not():
    bench = Bench(store=KeyedStore()).in_plan()
    left = len(bench.motions("motion"))
    bench.log_works = False
    bench.run(3.0)
    bench.press_hold()
    bench.log_works = True
    bench.run(2.0)
    assert len(bench.events("set-point")) == left == len(bench.motions("motion"))
    assert len(bench.events("HOLD")) == 1
    assert faults(bench.store.records(LOG)) == (None, None)


def test_a_record_of_events_that_fails_ends_motion_and_takes_back_nothing_that_has_left():
    bench = Bench(store=KeyedStore()).in_plan()
    before, in_flight = bench.gate.stream.r, bench.motions()
    bench.give(PersistFailed(LOG, "disk full", events_alone(bench)))
    assert bench.gate.stream.last == in_flight[-1] and bench.gate.stream.r == before
    assert bench.gate.state is State.STOPPING
    bench.run(3.0)
    assert {point.kind for point in bench.motions()[len(in_flight) :]} == {"stop"}


def events_alone(bench):
    """Take the record of events that a tick would write now."""
    log = bench.role._log
    return log.write(None, LoggedEvent(at_ns=bench.now_ns, event="state"), bench.now_ns).record


def test_without_a_log_hold_is_sent_at_once_and_told_of_once_it_can_be_written():
    bench = Bench(store=KeyedStore()).in_plan()
    bench.log_works = False
    bench.press_hold()
    assert bench.gate.state is State.STOPPING
    bench.run(4.0)
    assert bench.gate.state is State.HELD and not bench.events("HOLD")
    bench.log_works = True
    bench.run(1.5)
    assert len(bench.events("HOLD")) == 1


def test_events_that_wait_for_a_failing_log_are_bounded_and_those_without_room_are_counted():
    bench = Bench(store=KeyedStore()).resumed()
    bench.log_works = False
    for _ in range(400):
        bench.act(Disarm(), by=OTHER)
    bench.run(0.3)
    bench.log_works = True
    bench.run(1.5)
    (lost,) = bench.events("events lost")
    count = int(lost.detail.split()[0])
    assert len(bench.events("Disarm")) + count == 400 and count >= 400 - 256


def test_where_one_disk_is_slow_the_record_that_was_written_first_is_the_first_of_the_chain(flown):
    bench = Bench(store=KeyedStore()).in_plan()
    bench.act(Disarm(), by=OTHER)
    late = iter(bench.role.tick(bench.role.due_ns))
    waits = list(islice(late, 1))
    bench.carry_out(waits)
    bench.press_hold()
    bench.carry_out(late)
    assert faults(bench.store.records(LOG)) == (None, None)


def test_a_log_of_a_former_version_is_refused_in_one_line_that_says_what_to_do():
    store = KeyedStore()
    store.append(LOG, b"\x84\xa5epoch\x01\xa3seq\x00\xa5state\xc0\xadexecute_at_ns\x00")
    with pytest.raises(FileError, match=r"^release_log.log: record 1: is of another version.*new run$"):
        Bench(store=store)


def test_the_seal_of_another_run_or_key_is_not_this_ones():
    digest = hashlib.sha256(b"record").digest()
    keys = [
        AuditKey.of_run(KEY_ID, SECRET, RUN),
        AuditKey.of_run(KEY_ID, SECRET, "another"),
        AuditKey.of_run(KEY_ID, SECRET[::-1], RUN),
    ]
    assert len({key.seal(digest) for key in keys}) == 3 and not any(AuditKey().seal(digest))
