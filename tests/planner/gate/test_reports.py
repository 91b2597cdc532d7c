"""What the gate hears of the world outside, report by report: which ends motion, and which does not."""

import pytest

from telemetry.agreed.authority import State
from telemetry.messages.command import BridgeReport, CommandState
from telemetry.messages.queue import HoldNotice
from tests.planner.gate.gate_bench import T_NS, Bench


def station(bench, **changes):
    """What the bridge reports of the set-point that was released last."""
    point = bench.motions()[-1]
    fields = {
        "is_open": True, "reason": "no_window", "epoch": point.epoch, "seq": point.seq,
        "state": CommandState.REFUSED, "hold": None, "tm_received": 0, "tm_lost": 0, "tm_duplicated": 0,
        "tm_implausible": 0,
    }  # fmt: skip
    return BridgeReport(**{**fields, **changes})


def test_a_set_point_refused_at_the_station_ends_the_motion_for_the_reason_told():
    bench = Bench().in_plan(released=2)
    bench.give(station(bench))
    assert bench.gate.state is State.STOPPING
    assert bench.last(HoldNotice).reason == "no_window"


@pytest.mark.parametrize(
    "changes", [{"state": CommandState.AT_STATION}, {"seq": 0}, {"epoch": 0}], ids=["passed", "resume", "old"]
)
def test_a_set_point_that_passed_a_refused_resume_and_a_set_point_of_an_older_epoch_end_nothing(changes):
    bench = Bench().in_plan(released=2)
    bench.give(station(bench, **changes))
    assert bench.gate.state is State.PLAN and bench.all(HoldNotice) == []


def test_a_report_that_is_not_newer_than_the_last_tells_of_no_latch():
    bench = Bench().in_plan(released=2)
    old_ns = bench.gate.watch.newest.sampled_ns
    bench.give(bench.telemetry(sampled_ns=old_ns, latched=True, mode="latched"))
    assert bench.gate.state is State.PLAN
    bench.give(bench.telemetry(sampled_ns=old_ns + T_NS, latched=True, mode="latched"))
    assert bench.gate.state is State.HELD


def test_an_arm_that_may_be_touching_is_stopped_also_if_nobody_tells_what():
    bench = Bench().in_plan(released=2)
    bench.give(bench.collisions("contact", scene=None))
    assert bench.gate.state is State.STOPPING
    assert bench.last(HoldNotice).reason == "contact_now"
