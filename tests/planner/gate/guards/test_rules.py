"""What the gate goes by, to the last step: its rules, how long is quiet, and what a failed joint asks for."""

from dataclasses import replace
from types import SimpleNamespace

import pytest
from msgspec import structs

from planner.gate import reports
from planner.gate.guards.quiet import Quiet
from planner.gate.guards.rules import WINDOW_MARGIN_PERIODS
from planner.gate.guards.watchdogs import Watchdogs
from telemetry.agreed.limits import QUIET_NS, STANDS_RAD
from telemetry.agreed.reasons import Reason
from tests.planner.gate.gate_bench import HOME, T_NS, Bench, settings

RULES = Bench().gate.rules


@pytest.mark.parametrize(("depth", "period_s"), [(1, 0.25), (2, 0.0), (2, -1.0)])
def test_a_queue_works_with_no_depth_below_two_and_no_period_of_nothing(depth, period_s):
    commanding = structs.replace(RULES.commanding, depth=depth, period_s=period_s)
    with pytest.raises(ValueError, match=f"depth {depth} must be at least 2"):
        replace(RULES, commanding=commanding)


def test_a_depth_of_two_and_the_shortest_period_are_enough():
    commanding = structs.replace(RULES.commanding, depth=2, period_s=1e-9)
    assert replace(RULES, commanding=commanding).commanding.period_ns == 1


def test_a_stop_has_room_if_it_leaves_just_as_the_window_closes_and_not_if_later():
    rules = Bench(run=settings(windows=((0.0, 10.0),))).gate.rules
    latest_ns = 10 * 10**9 - (3 + WINDOW_MARGIN_PERIODS) * T_NS
    assert rules.has_room(latest_ns, 3)
    assert not rules.has_room(latest_ns + 1, 3)


def test_after_a_disturbance_quiet_counts_anew():
    quiet, gate = Quiet(), Bench(latched=False).run(0.5).gate
    quiet.on_telemetry(gate.watch.newest, gate.stream, in_flight=0, now_ns=0)
    assert quiet.lasts(QUIET_NS)
    quiet.disturb()
    assert not quiet.lasts(QUIET_NS)


def test_in_motion_it_is_no_ground_for_a_hold_that_a_failed_joint_stands_elsewhere():
    bench = Bench().in_plan()
    bench.gate.watch.locked[1] = HOME[1] - 1.0
    assert reports.hold_doubt(bench.gate, bench.world(), bench.now_ns, is_new=False) is None


@pytest.mark.parametrize(("off", "reason"), [(STANDS_RAD, Reason.JOINT_LOCKED), (0.999 * STANDS_RAD, None)])
def test_at_rest_a_failed_joint_stands_elsewhere_from_a_quarter_of_a_degree_on(off, reason):
    bench = Bench(latched=False).run(0.5)
    bench.gate.watch.locked[0] = HOME[0] + off
    doubt = reports.hold_doubt(bench.gate, bench.world(), bench.now_ns, is_new=False)
    assert (doubt and doubt.reason) == reason


@pytest.mark.parametrize(
    ("step_s", "told"),
    [(0.5, "the clock is 0.500 s ahead, or the delay as much shorter: step +0.500 s"),
     (-0.5, "the clock is 0.500 s back, or the delay as much longer: step -0.500 s")],
)  # fmt: skip
def test_a_step_of_time_is_told_with_what_it_may_be(step_s, told):
    watch = Watchdogs(RULES, SimpleNamespace(step_s=step_s))
    assert watch.figures_text(Reason.TIME_STEPPED) == told
    assert watch.figures_text(Reason.WORLD_CHANGED) == ""
