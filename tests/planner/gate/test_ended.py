"""What ended motion last is told with every status until somebody arms again: nobody takes it for rest."""

from telemetry.agreed.authority import State
from tests.planner.gate.gate_bench import Bench


def test_a_roll_back_is_told_at_rest_until_somebody_arms_again():
    bench = Bench().in_plan(released=5)
    bench.judge = lambda entry: False
    bench.run(5.0)
    assert bench.status.state == State.REST
    assert (bench.status.rolled_back, bench.status.ended_by) == (True, "too_close")
    bench.judge = lambda entry: True
    bench.arm_teleop()
    assert (bench.status.rolled_back, bench.status.ended_by) == (False, "")


def test_a_hold_is_told_also_after_it_was_left():
    bench = Bench().in_plan(released=5)
    bench.press_hold()
    bench.run(5.0)
    bench.latch()
    bench.resumed()
    assert bench.status.state == State.REST
    assert (bench.status.rolled_back, bench.status.ended_by) == (False, "operator_hold")


def test_a_plan_that_came_to_its_end_was_ended_by_nothing():
    bench = Bench().resumed().with_plan()
    bench.arm_plan()
    bench.run(6.0)
    assert (bench.status.state, bench.status.ended_by) == (State.REST, "")
