"""What is left of an interrupted plan."""

from pathlib import Path

import numpy as np
import pytest
from msgspec.structs import replace

from planner.motion.moves.trajectory import build_trajectory
from planner.plans.remainder import remaining_moves
from predictor.model.files.robot_file import read_robot
from telemetry.messages.plan import ArcMove, JointMove, LineMove, PlaceMove, PlaneMove
from tests.arms import SEVEN_Q, seven_joints

ROBOT = read_robot(Path(__file__).parents[3] / "scenarios/robots/shiyan7_like.toml")
FOLDED = tuple(np.radians([20.0, -100.0, -80.0, 0.0, 0.0, 0.0]))
HOME = tuple(np.radians([0.0, -90.0, -90.0, 0.0, 0.0, 0.0]))
LINE_START = tuple(np.radians([0.0, -120.210281, -109.35832, 0.0, -40.431398, 0.0]))
MOVES = (
    JointMove(q=HOME, duration=20.0),
    JointMove(q=LINE_START),
    LineMove(p_base_tool=(1.046, 0.6, 0.115), duration=9.0),
)
PLAN = build_trajectory(ROBOT, FOLDED, MOVES, period_s=0.25)


def left(rest_q, proposed, behind=45):
    return remaining_moves(MOVES, PLAN, rest_q=rest_q, window=range(max(-1, proposed - behind), proposed + 1))


def beside(index):
    return tuple(np.array(PLAN.states[index].q) + 1e-3)


def test_all_is_left_of_a_plan_that_never_moved():
    assert left(FOLDED, -1) == MOVES
    assert left(FOLDED, 4) == MOVES


def test_nothing_is_left_of_a_plan_that_was_finished():
    assert left(PLAN.states[-1].q, len(PLAN.states) - 1) == ()


def test_an_interrupted_joint_move_goes_on_to_its_goal_in_the_shortest_time():
    assert left(beside(30), 35) == (JointMove(q=HOME), *MOVES[1:])


def test_an_interrupted_line_is_taken_up_at_its_nearest_place():
    index = PLAN.spans[2].first + 12
    back, onward = left(beside(index), index + 6)
    assert back.kind == "joint"
    assert back.q == pytest.approx(PLAN.states[index].q, abs=0.02)
    assert onward == LineMove(p_base_tool=MOVES[2].p_base_tool)


def test_finished_moves_are_not_flown_again():
    assert left(HOME, PLAN.spans[0].last + 3) == MOVES[1:]


def test_places_that_cannot_be_where_the_arm_stopped_are_not_considered():
    out_and_back = (JointMove(q=LINE_START), JointMove(q=HOME))
    plan = build_trajectory(ROBOT, HOME, out_and_back, period_s=0.25)
    last = len(plan.states) - 1
    rest_q = plan.states[2].q  # passed on the way out, and nearly again on the way back
    assert (
        remaining_moves(out_and_back, plan, rest_q=rest_q, window=range(last - 8, last)) == out_and_back[1:]
    )


ARC = ArcMove(through=(1.046, 0.3, 0.3), p_base_tool=(1.046, 0.6, 0.115))
SHORT_LINE = LineMove(p_base_tool=(1.046, 0.5, 0.2), blend=0.02)


def left_of(moves, at, rest_q=None):
    """What is left after set-point `at`, and the plan."""
    plan = build_trajectory(ROBOT, LINE_START, moves, period_s=0.25)
    index = at(plan)
    rest_q = plan.states[index].q if rest_q is None else rest_q
    return remaining_moves(moves, plan, rest_q=rest_q, window=range(index, index + 1))


def test_an_interrupted_arc_is_flown_again_from_its_begin():
    moves = (ARC, JointMove(q=HOME))
    back, *again = left_of(moves, lambda plan: plan.spans[0].first + 9)
    assert back.q == pytest.approx(LINE_START)
    assert tuple(again) == moves


def test_an_interrupted_way_to_a_place_goes_on_from_where_the_arm_rests():
    place = PlaceMove(p_base_tool=(1.046, 0.6, 0.115), duration=60.0)
    (move,) = left_of((place,), lambda plan: plan.spans[0].first + 20)
    assert move == replace(place, duration=None)


def test_an_interrupted_way_to_a_place_as_the_tool_stood_is_flown_from_its_begin():
    place = PlaceMove(p_base_tool=(0.0, 0.0, -0.1), frame="tool")
    back, again = left_of((place,), lambda plan: plan.spans[0].first + 3)
    assert back.q == pytest.approx(LINE_START) and again == place


def test_a_finished_arc_is_not_flown_again():
    moves = (ARC, JointMove(q=HOME))
    assert left_of(moves, lambda plan: plan.spans[0].last) == moves[1:]
    assert left_of(moves, lambda plan: plan.spans[1].first + 9) == moves[1:]


def test_an_interrupted_turn_of_the_elbow_is_flown_again_from_its_begin():
    robot, moves = seven_joints(), (PlaneMove(turn=0.2),)
    plan = build_trajectory(robot, SEVEN_Q, moves, period_s=0.25)
    back, *again = remaining_moves(moves, plan, rest_q=plan.states[1].q, window=range(1, 2))
    assert back.q == pytest.approx(SEVEN_Q)
    assert tuple(again) == moves


def test_moves_that_are_blended_with_an_arc_are_flown_again_with_it():
    moves = (LineMove(p_base_tool=(1.046, 0.1, 0.115), blend=0.02), ARC, SHORT_LINE)
    back, *again = left_of(moves, lambda plan: plan.spans[1].first + 3)
    assert back.q == pytest.approx(LINE_START)
    assert tuple(again) == moves


def test_blended_lines_go_on_from_where_they_were_interrupted():
    moves = (SHORT_LINE, LineMove(p_base_tool=(1.0, 0.6, 0.2)))
    assert left_of(moves, lambda plan: plan.spans[1].first + 3) == moves[1:]


def test_after_a_joint_has_failed_what_is_left_begins_where_it_followed_last():
    index = PLAN.spans[2].first + 12
    end = len(PLAN.states) - 1
    elbow = PLAN.states[index].q[1] - 1e-4
    stands = (*PLAN.states[-1].q[:1], elbow, *PLAN.states[-1].q[2:])
    back, onward = remaining_moves(
        MOVES, PLAN, rest_q=stands, window=range(end - 45, end + 1), followed={1: elbow}
    )
    assert back.q == PLAN.states[index].q
    assert onward == LineMove(p_base_tool=MOVES[2].p_base_tool)


def test_a_plan_that_asked_nothing_of_the_failed_joint_is_taken_up_where_it_was_left():
    window = range(max(-1, 20), 36)
    assert remaining_moves(MOVES, PLAN, rest_q=beside(30), window=window, followed={3: 0.0}) == (
        JointMove(q=HOME),
        *MOVES[1:],
    )
