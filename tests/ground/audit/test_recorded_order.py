"""What the gate sent is placed where it left, whatever its recorder heard first."""

import pytest

from ground.audit.gate_clock import OwnClock
from ground.audit.gate_records import WANTED, GateRecords
from ground.audit.law_on_record import roles_on_record
from ground.audit.recorded_order import feed
from ground.faults.ground_faults import Killed
from telemetry.agreed.run_settings import NS_PER_S
from telemetry.recording.reading.deliveries import read_deliveries
from telemetry.recording.reading.opened_records import opening
from tests.ground.audit.doctored import flown, tape_of

A_TICK_S = 0.25  # that whatever is sent may be off by, and the LAN


class Noted:
    """Takes what an audit is fed with."""

    def __init__(self):
        self.left_ns, self._record = {}, 0

    def at(self, place):
        self._record = place.record

    def on_sent(self, at_ns, sender, kind, *, body):
        self.left_ns.setdefault(self._record, at_ns)

    def on_heard(self, *message, **named): ...

    on_persisted = on_restart = on_heard


@pytest.fixture(scope="module")
def restarted(tmp_path_factory):
    """A flight whose console starts again, and numbers its acts anew."""
    killed = Killed(participant="operator", at_s=6.0, duration_s=1.0)
    return tape_of(flown(tmp_path_factory.mktemp("restarted") / "flown.mcap", faults=(killed,))).slim()


@pytest.mark.parametrize("late_s", [0.0, 0.1])
def test_each_message_left_just_before_it_was_received_though_acts_have_the_same_numbers(
    restarted, late_s, tmp_path
):
    tape = restarted.copy()
    tape.rows.sort(key=lambda row: row.at_s + late_s * (row.record.role == "gate"))
    deliveries = read_deliveries(tape.write(tmp_path / "late.mcap"))
    records, noted = GateRecords(roles_on_record(tape.about.files)), Noted()
    take = opening(deliveries, WANTED, records.on_record)
    for record, name in deliveries.records():
        take(record, name)
    feed(noted, records, OwnClock())
    received_s = {number: row.at_s for number, row in enumerate(tape.rows, 1)}
    early_s = [received_s[number] - at_ns / NS_PER_S for number, at_ns in noted.left_ns.items()]
    assert len(early_s) > 200 and max(early_s) < 2 * A_TICK_S
