"""The recorder: what it writes, what it tells, and that it loses nothing while the disk fails."""

import numpy as np
import pytest

from telemetry.agreed.reasons import Reason
from telemetry.drive.store import MemoryStore, packed
from telemetry.life.beat import BEAT_NS
from telemetry.life.contract import Persist, PersistFailed, Send
from telemetry.messages.acts import ScriptDone
from telemetry.messages.health import Beat, Given, Lost, RecorderHealth, Tapped
from telemetry.recording.records.record import RECORDING_LOG, Record, unpack_batch
from telemetry.recording.writing import recorder_role
from telemetry.recording.writing.account import LostRecords
from telemetry.recording.writing.recorder_role import build
from tests.nominal_run import nominal_run
from tests.tell import tell

SETTINGS = nominal_run()


class Bench:
    """The recorder with a store that can fail, driven as a driver would."""

    def __init__(self, store=None):
        self.store = store or MemoryStore()
        self.role = build(SETTINGS, self.store, np.random.default_rng(0))
        self.is_full = False
        self.sent, self.number = [], 0

    def tap(self, count=1):
        for k in range(count):
            self.number += 1
            self.hand(self.number, at_ns=k, packet=bytes([k]))

    def hand(self, number, *, role="gate", life=1, at_ns=0, packet=b"", count=1):
        given = (Given(at_ns=at_ns, packet=packet),) * count
        tapped = Tapped(role=role, life=life, number=number, given=given)
        tell(self.role, tapped, self.role.due_ns - 1)

    def tick(self):
        self.sent = []
        self._carry_out(self.role.tick(self.role.due_ns))

    def _carry_out(self, effects):
        for effect in effects:
            if isinstance(effect, Send):
                self.sent.append(effect.message)
            elif isinstance(effect, Persist) and self.is_full:
                self._carry_out(tell(self.role, PersistFailed(effect.key, "disk full"), 0))
                break
            else:
                self.store.append(effect.key, effect.record)

    @property
    def health(self):
        return [message for message in self.sent if isinstance(message, RecorderHealth)]

    @property
    def recorded(self):
        return [record for batch in self.store.records(RECORDING_LOG) for record in unpack_batch(batch)]


def test_what_was_tapped_is_in_the_recording_in_order():
    bench = Bench()
    bench.tap(3)
    bench.tick()
    assert bench.recorded == [Record(k + 1, k, "gate", k + 1, bytes([k])) for k in range(3)]


def test_health_names_the_last_durable_number_after_it_is_written():
    bench = Bench()
    bench.tap(3)
    effects = bench.role.tick(BEAT_NS)
    assert [type(effect) for effect in effects] == [Send, Persist, Send]
    assert effects[2].message == RecorderHealth(healthy=True, durable=3, reason="", lost=())


def test_recorder_beats_and_tells_its_health_at_5_hz_even_when_nothing_happens():
    bench = Bench()
    for k in range(1, 6):
        assert bench.role.due_ns == k * BEAT_NS == k * 200_000_000
        bench.tick()
        assert [type(message) for message in bench.sent] == [Beat, RecorderHealth]
    assert bench.health == [RecorderHealth(healthy=True, durable=0, reason="", lost=())]


def test_what_waited_for_a_recorder_that_stood_still_is_written_by_as_much_as_a_log_takes():
    bench = Bench()
    for number in range(1, 31):
        bench.hand(number, packet=bytes(100_000))
    durable = []
    while bench.role.due_ns < 2 * BEAT_NS:
        bench.tick()
        durable += [health.durable for health in bench.health]
    assert [packed(batch) for batch in bench.store.records(RECORDING_LOG)]  # raises where one is too large
    assert durable == [10, 20, 30]
    assert [record.number for record in bench.recorded] == [*range(1, 31)]


def test_what_a_disk_refuses_of_it_waits_for_the_next_beat():
    bench = Bench()
    for number in range(1, 31):
        bench.hand(number, packet=bytes(100_000))
    bench.is_full = True
    bench.tick()
    assert (bench.role.due_ns, bench.health[-1].durable) == (2 * BEAT_NS, 0)


def test_full_disk_is_told_with_the_last_number_that_is_durable():
    bench = Bench()
    bench.tap(2)
    bench.tick()
    bench.is_full = True
    bench.tap(2)
    bench.tick()
    assert bench.health == [
        RecorderHealth(healthy=False, durable=2, reason=Reason.RECORDER_UNHEALTHY, lost=())
    ]
    assert any(isinstance(message, Beat) for message in bench.sent)


def test_nothing_is_lost_or_doubled_when_the_disk_recovers():
    bench = Bench()
    bench.is_full = True
    for _ in range(3):
        bench.tap(2)
        bench.tick()
    bench.is_full = False
    bench.tick()
    assert bench.health == [RecorderHealth(healthy=True, durable=6, reason="", lost=())]
    assert [record.number for record in bench.recorded] == [1, 2, 3, 4, 5, 6]


def test_waiting_batch_is_bounded_while_nothing_can_be_written(monkeypatch):
    monkeypatch.setattr(recorder_role, "BATCH_CAP", 100)
    bench = Bench()
    bench.is_full = True
    for _ in range(5):
        bench.tap(50)
        bench.tick()
    bench.is_full = False
    bench.tick()
    assert [record.number for record in bench.recorded] == [1, 2]


def test_restarted_recorder_goes_on_after_the_last_record():
    bench = Bench()
    bench.tap(2)
    bench.tick()
    again = Bench(bench.store)
    again.tap(1)
    again.tick()
    assert [record.number for record in again.recorded] == [1, 2, 3]
    assert again.health[0].durable == 3


def test_tap_of_nobody_is_not_recorded():
    bench = Bench()
    tell(bench.role, Tapped(role="intruder", life=0, number=1, given=(Given(at_ns=0, packet=b""),)), 0)
    bench.tick()
    assert bench.recorded == []


@pytest.mark.parametrize("message", [ScriptDone(completed=True, acts_done=1, detail="")])
def test_ordinary_message_needs_no_action(message):
    assert list(tell(Bench().role, message, 0)) == []


def seconds(bench, count):
    """Let ticks pass, and return whether each found the recorder healthy."""
    healthy = []
    for _ in range(5 * count):
        bench.tick()
        healthy += [health.healthy for health in bench.health]
    return healthy


def lost(bench):
    return {entry.role: entry.records for entry in bench.health[0].lost}


def test_a_single_gap_is_counted_and_told_and_the_recorder_stays_healthy():
    bench = Bench()
    for number in (1, 2, 5, 6):
        bench.hand(number, role="planner")
    assert all(seconds(bench, 2))
    assert lost(bench) == {"planner": 2}


def test_a_loss_that_goes_on_makes_the_recorder_unhealthy_until_a_second_after_it():
    bench, healthy = Bench(), []
    for number in range(1, 50, 2):
        bench.hand(number, role="planner")
        bench.tick()
        healthy += [health.healthy for health in bench.health]
    assert healthy[:2] == [True, True] and not any(healthy[2:])
    assert bench.health[0].reason == Reason.RECORDS_MISSING
    after = seconds(bench, 2)
    assert after == sorted(after) and 4 <= after.count(False) <= 6
    assert lost(bench) == {"planner": 24}


def test_a_role_that_numbers_anew_was_restarted_and_only_what_its_new_life_misses_is_lost():
    bench = Bench()
    for life, number in ((7, 1), (7, 2), (9, 1), (9, 2), (12, 4)):
        bench.hand(number, role="planner", life=life)
    bench.tick()
    assert lost(bench) == {"planner": 3}


def test_what_was_counted_as_lost_and_comes_after_all_is_not_lost():
    bench = Bench()
    for number in (1, 3, 2, 4):
        bench.hand(number, role="planner")
    bench.tick()
    assert lost(bench) == {} and len(bench.recorded) == 4


def test_records_that_are_handed_over_together_are_numbered_and_lost_one_by_one():
    bench = Bench()
    for number, count in ((1, 3), (6, 2), (4, 2), (9, 1)):  # 4 and 5 come late, 8 is missing
        bench.hand(number, role="planner", count=count)
    bench.tick()
    assert [record.in_life for record in bench.recorded] == [1, 2, 3, 6, 7, 4, 5, 9]
    assert lost(bench) == {"planner": 1}


@pytest.mark.parametrize("role", ["gate", "bridge"])
def test_a_silent_gate_or_bridge_makes_the_recorder_unhealthy_until_it_is_heard_again(role):
    bench = Bench()
    bench.hand(1, role=role)
    healthy = seconds(bench, 2)
    assert all(healthy[:5]) and not any(healthy[6:])
    bench.hand(2, role=role)
    assert all(seconds(bench, 1)[:5])


def test_a_silent_screen_does_not_make_the_recorder_unhealthy():
    bench = Bench()
    bench.hand(1, role="console")
    assert all(seconds(bench, 3))


def test_what_the_recorder_itself_cannot_keep_is_counted(monkeypatch):
    monkeypatch.setattr(recorder_role, "BATCH_CAP", 100)
    bench = Bench()
    bench.is_full = True
    bench.tap(50)
    bench.tick()
    assert lost(bench) == {"gate": 48}


def test_a_restarted_recorder_begins_with_the_numbers_that_it_hears():
    bench = Bench()
    bench.hand(400, role="planner")
    bench.tick()
    assert lost(bench) == {}


def test_a_run_adds_up_what_each_life_of_its_recorder_has_lost():
    total = LostRecords()
    for records in (0, 2, 5, 0, 1):
        told = (Lost(role="gate", records=records),) if records else ()
        total.on_health(RecorderHealth(healthy=True, durable=0, reason="", lost=told))
    assert total.by_role == {"gate": 6}
