"""The recorder: what it writes, what it tells, and that it loses nothing while the disk fails."""

import numpy as np
import pytest

from telemetry import recorder_role
from telemetry.contract import Persist, PersistFailed, Send
from telemetry.messages.acts import ScriptDone
from telemetry.messages.health import Beat, RecorderHealth, Tapped
from telemetry.reasons import Reason
from telemetry.record import LOG, Record, unpack_batch
from telemetry.recorder_role import PERIOD_NS, build
from telemetry.store import MemoryStore
from tests.nominal_run import nominal_run

SETTINGS = nominal_run()


class Bench:
    """The recorder with a store that can fail, driven as a driver would."""

    def __init__(self, store=None):
        self.store = store or MemoryStore()
        self.role = build(SETTINGS, self.store, np.random.default_rng(0))
        self.is_full = False
        self.sent = []

    def tap(self, count=1):
        for k in range(count):
            self.role.receive(Tapped(role="gate", at_ns=k, packet=bytes([k])), k)

    def tick(self):
        self.sent = []
        self._carry_out(self.role.tick(self.role.due_ns))

    def _carry_out(self, effects):
        for effect in effects:
            if isinstance(effect, Send):
                self.sent.append(effect.message)
            elif isinstance(effect, Persist) and self.is_full:
                self._carry_out(self.role.receive(PersistFailed(effect.key, "disk full"), 0))
                break
            else:
                self.store.append(effect.key, effect.record)

    @property
    def health(self):
        return [message for message in self.sent if isinstance(message, RecorderHealth)]

    @property
    def recorded(self):
        return [record for batch in self.store.records(LOG) for record in unpack_batch(batch)]


def test_what_was_tapped_is_in_the_recording_in_order():
    bench = Bench()
    bench.tap(3)
    bench.tick()
    assert bench.recorded == [Record(k + 1, k, "gate", bytes([k])) for k in range(3)]


def test_health_names_the_last_durable_number_after_it_is_written():
    bench = Bench()
    bench.tap(3)
    effects = bench.role.tick(PERIOD_NS)
    assert [type(effect) for effect in effects] == [Send, Persist, Send]
    assert effects[2].message == RecorderHealth(healthy=True, durable=3, reason="")


def test_recorder_beats_and_tells_its_health_at_5_hz_even_when_nothing_happens():
    bench = Bench()
    for k in range(1, 6):
        assert bench.role.due_ns == k * PERIOD_NS == k * 200_000_000
        bench.tick()
        assert [type(message) for message in bench.sent] == [Beat, RecorderHealth]
    assert bench.health == [RecorderHealth(healthy=True, durable=0, reason="")]


def test_full_disk_is_told_with_the_last_number_that_is_durable():
    bench = Bench()
    bench.tap(2)
    bench.tick()
    bench.is_full = True
    bench.tap(2)
    bench.tick()
    assert bench.health == [RecorderHealth(healthy=False, durable=2, reason=Reason.RECORDER_UNHEALTHY)]
    assert any(isinstance(message, Beat) for message in bench.sent)


def test_nothing_is_lost_or_doubled_when_the_disk_recovers():
    bench = Bench()
    bench.is_full = True
    for _ in range(3):
        bench.tap(2)
        bench.tick()
    bench.is_full = False
    bench.tick()
    assert bench.health == [RecorderHealth(healthy=True, durable=6, reason="")]
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
    bench.role.receive(Tapped(role="intruder", at_ns=0, packet=b""), 0)
    bench.tick()
    assert bench.recorded == []


@pytest.mark.parametrize("message", [ScriptDone(actor="op", completed=True, acts_done=1, detail="")])
def test_ordinary_message_needs_no_action(message):
    assert list(Bench().role.receive(message, 0)) == []
