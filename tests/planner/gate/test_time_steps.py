"""Stray stamps, stepped clocks and stepped delays: none locks the gate, none lets motion pass."""

import pytest

from telemetry.agreed.authority import State
from telemetry.messages.acts import ActReply, Confirm
from telemetry.messages.queue import HoldNotice
from tests.planner.gate.gate_bench import T_NS, Bench, joint_1_move

S = 1_000_000_000
YEAR_NS = 365 * 86_400 * S
STEPS_NS = [S, -S, 3600 * S, -3600 * S, 10 * YEAR_NS, -10 * YEAR_NS, 3 * S, -3 * S]


def stepped(step_ns, seconds=3.0):
    bench = Bench().resumed()
    bench.time_step_ns = step_ns
    return bench.run(seconds)


def confirm(bench, step):
    return bench.act(Confirm(step=step))


@pytest.mark.parametrize("step_ns", STEPS_NS)
def test_one_stray_stamp_does_not_end_a_plan(step_ns):
    bench = Bench().in_plan()
    stamp_ns = bench.telemetry().sampled_ns
    bench.give(bench.telemetry(sampled_ns=stamp_ns + step_ns))
    bench.run(8.0)
    assert bench.all(HoldNotice) == []
    assert bench.gate.state is State.REST


@pytest.mark.parametrize("joints", [5, 7])
def test_a_report_of_another_arm_is_no_sign_of_life_and_raises_nothing(joints):
    bench = Bench().in_plan()
    bench.silent = {"telemetry"}
    row = (0.0,) * joints
    for _ in range(20):
        bench.run(0.1).give(bench.telemetry(q=row, hold_q=row))
    assert bench.last(HoldNotice).reason == "telemetry_stale"


@pytest.mark.parametrize("step_ns", STEPS_NS)
def test_a_step_in_mid_plan_ends_it_before_the_age_limit_of_telemetry(step_ns):
    bench = Bench().in_plan()
    bench.time_step_ns, began_ns = step_ns, bench.now_ns
    bench.run(5.0)
    told_ns = next(at for at, message in bench.sent if isinstance(message, HoldNotice))
    assert told_ns - began_ns <= S + 2 * T_NS
    assert not any(point.kind == "motion" for point in bench.motions()[-1:])


@pytest.mark.parametrize("step_ns", STEPS_NS)
def test_a_step_inhibits_arming_with_its_figure_until_exactly_that_is_confirmed(step_ns):
    bench, figure = stepped(step_ns), step_ns / S
    bench.with_plan()
    assert bench.arm_plan().reason == "time_stepped"
    assert f"step {figure:+.3f} s" in bench.last(ActReply).detail
    assert bench.status.time_step == pytest.approx(figure, abs=1e-3)
    assert confirm(bench, 0.0).reason == confirm(bench, -figure).reason == "nothing_to_confirm"
    assert confirm(bench, float("nan")).reason == "nothing_to_confirm"
    assert confirm(bench, figure).accepted
    bench.run(1.5).with_plan()
    assert bench.arm_plan().accepted


@pytest.mark.parametrize("step_ns", STEPS_NS)
def test_after_confirmation_motion_is_timed_by_the_new_clock(step_ns):
    bench = Bench().in_plan()
    bench.run(8.0)
    bench.time_step_ns = step_ns
    bench.run(3.0)
    assert confirm(bench, step_ns / S).accepted
    bench.run(1.5).with_plan(joint_1_move(start=bench.hold_q)).arm_plan()
    before = len(bench.motions())
    bench.run(2.0)
    first = bench.motions()[before]
    assert abs(first.execute_at_ns - bench.telemetry().sampled_ns) < 2 * S


def test_a_fifth_of_a_second_needs_no_confirmation():
    bench = stepped(200_000_000, 30.0)
    assert bench.status.time_step is None
    assert confirm(bench, 0.2).reason == "nothing_to_confirm"


def test_the_step_stays_to_be_confirmed_however_long_it_lasts():
    bench = stepped(3 * S, 60.0).with_plan()
    assert bench.arm_plan().reason == "time_stepped"


def test_nobody_confirms_while_the_arm_moves_or_telemetry_is_gone():
    bench = stepped(3 * S)
    bench.mode = "moving"
    bench.run(0.2)
    assert confirm(bench, 3.0).reason == "still_moving"
    bench.mode, bench.silent = "ready", {"telemetry"}
    bench.run(2.0)
    assert confirm(bench, 3.0).reason == "telemetry_stale"


def test_a_latch_is_heard_by_the_new_clock_before_anybody_has_confirmed_it():
    bench = stepped(-3600 * S)
    bench.latch("ground_silent")
    bench.run(0.2)
    assert bench.gate.state is State.HELD


def test_a_gate_that_restarts_has_confirmed_nothing():
    bench = Bench().resumed().run(10.0)
    bench.time_step_ns = 3 * S
    bench.run(3.0)
    again = Bench(store=bench.store, latched=False)
    again.time_step_ns, again.now_ns = bench.time_step_ns, bench.now_ns
    again.run(4.0).with_plan()
    assert again.arm_plan().reason == "time_stepped"
    assert confirm(again, 3.0).accepted


def test_a_gate_that_restarts_goes_on_with_the_clock_that_was_confirmed():
    bench = Bench().resumed().run(10.0)
    bench.time_step_ns = 3 * S
    bench.run(3.0)
    assert confirm(bench, 3.0).accepted
    again = Bench(store=bench.store, latched=False)
    again.time_step_ns, again.now_ns = bench.time_step_ns, bench.run(0.5).now_ns
    again.run(4.0)
    assert again.status.time_step is None
    again.time_step_ns = 0
    again.run(3.0)
    assert again.status.time_step == pytest.approx(-3.0, abs=1e-3)


@pytest.mark.parametrize(("off", "reason"), [(-0.3, ""), (-0.301, "nothing_to_confirm")])
def test_a_figure_as_far_off_as_no_step_is_may_be_confirmed_and_none_beyond(off, reason):
    assert confirm(stepped(S // 2), 0.5 + off).reason == reason
