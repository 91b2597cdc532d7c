"""Scripted faults begin and end when the scenario says."""

from ground.faults.space_faults import DownlinkBlackout, OnboardHold, UplinkBlackout
from ground.rehearsal.spacecraft.scripted_faults import FaultSchedule, loss_notice
from telemetry.life.contract import NEVER_NS

SECOND = 1_000_000_000


def test_events_come_once_each_in_order_of_time():
    long = UplinkBlackout(at_s=1.0, duration_s=4.0)
    short = DownlinkBlackout(at_s=2.0, duration_s=1.0)
    schedule = FaultSchedule((long, short))
    assert schedule.due_ns == SECOND
    seen = [(event.at_ns / SECOND, event.fault.kind, event.begins) for event in schedule.pop(10 * SECOND)]
    assert seen == [
        (1.0, "uplink_blackout", True),
        (2.0, "downlink_blackout", True),
        (3.0, "downlink_blackout", False),
        (5.0, "uplink_blackout", False),
    ]
    assert schedule.pop(10 * SECOND) == []
    assert schedule.due_ns == NEVER_NS


def test_a_fault_without_duration_begins_before_it_ends():
    schedule = FaultSchedule((OnboardHold(at_s=1.0),))
    assert schedule.pop(SECOND - 1) == []
    assert [event.begins for event in schedule.pop(SECOND)] == [True, False]


def test_notices_name_the_fault_and_the_lost_packet():
    begin, end = FaultSchedule((UplinkBlackout(at_s=0.0, duration_s=0.8),)).pop(SECOND)
    assert (begin.notice().kind, begin.notice().begins, end.notice().begins) == (
        "uplink_blackout",
        True,
        False,
    )
    assert loss_notice("uplink", "blackout").kind == "uplink_loss"
