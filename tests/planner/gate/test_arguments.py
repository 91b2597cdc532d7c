"""What the screens are told of a command: what it asks for, once, and when it is executed."""

import pytest

from planner.gate.arguments import arguments_of
from predictor.motion.stop import rest
from telemetry.messages.queue import CommandChanges
from tests.planner.gate.gate_bench import HOME, Bench


def told(bench, kind):
    """All changes of one kind of command, by its number."""
    lives = {}
    for message in bench.all(CommandChanges):
        for change in message.changes:
            if change.kind == kind:
                lives.setdefault((change.epoch, change.seq), []).append(change)
    return lives


def test_a_set_point_of_a_plan_tells_once_which_and_the_joint_that_moves_most():
    before = HOME[0]
    for (_, seq), (first, *later) in told(Bench().in_plan(), "motion").items():
        asked = first.arguments
        assert (asked.source.plan_id, asked.source.index) == ("plan", seq - 1)
        assert asked.largest == (0, pytest.approx(asked.q[0] - before))
        assert all(change.arguments is None for change in later)
        before = asked.q[0]


def test_a_released_set_point_tells_when_it_is_executed_in_ground_time():
    bench = Bench().in_plan()
    bench.press_hold()
    bench.run(3.0)
    for kind in ("motion", "stop"):
        sent = {(point.epoch, point.seq): point.execute_at_ns for point in bench.motions(kind)}
        lives = told(bench, kind)
        for number, at_ns in sent.items():
            (executes_ns,) = [change.executes_ns for change in lives[number] if change.state == "released"]
            assert bench.gate.clock.to_spacecraft(executes_ns) == pytest.approx(at_ns, abs=10_000_000)


def test_a_hold_tells_who_pressed_it_and_a_stop_has_no_source():
    bench = Bench().in_plan()
    bench.press_hold(actor="console")
    bench.run(2.0)
    (hold,) = told(bench, "hold").values()
    assert hold[0].arguments.actor == "console"
    assert all(life[0].arguments.source is None for life in told(bench, "stop").values())


def test_a_resume_tells_the_pose_that_it_leaves_from():
    (resume,) = told(Bench().resumed(), "resume").values()
    assert resume[0].arguments.q == pytest.approx(HOME)


def test_of_another_number_of_joints_no_change_is_told():
    assert arguments_of(rest(HOME), rest(HOME[:3])).largest is None
    assert arguments_of(rest(HOME), None).largest is None
