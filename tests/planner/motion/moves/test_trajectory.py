"""Set-points of planned moves: durations, limits and straightness."""

from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from planner.motion.moves.trajectory import build_trajectory
from planner.motion.paths.path import Refusal
from planner.motion.timing.quintic_law import peaks_of, rates
from predictor.model.files.robot_file import read_robot
from predictor.model.kinematics import tool_pose
from predictor.motion.stop import moves, rest, state_within
from telemetry.agreed.reasons import Reason
from telemetry.messages.plan import ArcMove, JointMove, LineMove, PlaneMove
from tests.arms import two_arms
from tests.straight_lines import line

ROBOT = read_robot(Path(__file__).parents[4] / "scenarios/robots/shiyan7_like.toml")
PERIOD_S = 0.25
FOLDED = tuple(np.radians([20.0, -100.0, -80.0, 0.0, 0.0, 0.0]))
HOME = tuple(np.radians([0.0, -90.0, -90.0, 0.0, 0.0, 0.0]))
LINE_START = tuple(np.radians([0.0, -120.210281, -109.35832, 0.0, -40.431398, 0.0]))
LINE = LineMove(p_base_tool=(1.046, 0.6, 0.115))
PASS = (JointMove(q=HOME), JointMove(q=LINE_START), LINE)
TENTH_OF_A_MILLIMETRE = 1e-4


def plan(start_q, *asked):
    return build_trajectory(ROBOT, start_q, asked, period_s=PERIOD_S)


def fine_states(trajectory, parts=10):
    """The motion law between the set-points on a finer grid."""
    for begin, end in pairwise([rest(trajectory.start_q), *trajectory.states]):
        move = moves(begin, end, PERIOD_S)
        yield from (state_within(move, k * PERIOD_S / parts) for k in range(parts))
    yield trajectory.states[-1]


def test_by_the_quintic_law_the_sources_line_takes_7_18_s_and_joint_1_speed_decides():
    trajectory = plan(LINE_START, LINE)
    minimum = trajectory.spans[0].figures.minimum
    assert minimum.duration_s == pytest.approx(7.182, abs=1e-3)
    assert (minimum.joint, minimum.quantity) == (0, "speed")


def test_acceleration_alone_would_allow_6_866_s():
    found = peaks_of(rates(line(ROBOT, LINE_START, LINE.p_base_tool, quat_base_tool=None)))
    assert np.max(np.sqrt(found.acceleration / ROBOT.limits.qdd_max)) == pytest.approx(6.866, abs=1e-3)


def test_asking_for_5_s_warns_and_gives_the_shortest_duration():
    refusal = plan(LINE_START, LineMove(p_base_tool=LINE.p_base_tool, duration=5.0))
    assert refusal.reason is Reason.DURATION_TOO_SHORT
    assert "asked 5.00 s; shortest " in refusal.detail
    assert "by the quintic law shortest 7.18 s: joint 1 speed decides" in refusal.detail


def test_a_longer_duration_is_flown_as_asked_in_whole_periods():
    trajectory = plan(LINE_START, LineMove(p_base_tool=LINE.p_base_tool, duration=9.9))
    assert trajectory.duration_s == 10.0
    assert trajectory.shortest_s < 10.0


def test_each_move_ends_at_rest_and_the_next_begins_there():
    trajectory = plan(FOLDED, *PASS)
    assert [span.first for span in trajectory.spans[1:]] == [span.last + 1 for span in trajectory.spans[:-1]]
    assert all(trajectory.states[span.last].at_rest for span in trajectory.spans)
    assert trajectory.states[trajectory.spans[0].last].q == HOME
    assert trajectory.spans[-1].last == len(trajectory.states) - 1


def test_flown_plan_keeps_every_limit_on_a_ten_times_finer_grid():
    limits, rounding = ROBOT.limits, 1.0 + 1e-9
    states = list(fine_states(plan(FOLDED, *PASS)))
    q, qd, qdd = (np.array(rows) for rows in zip(*states, strict=True))
    jerk = np.diff(qdd, axis=0) / (PERIOD_S / 10)
    assert (np.abs(qd) <= np.array(limits.qd_max) * rounding).all()
    assert (np.abs(qdd) <= np.array(limits.qdd_max) * rounding).all()
    assert (np.abs(jerk) <= np.array(limits.qddd_max) * (1.0 + 1e-6)).all()
    assert (q >= limits.q_min).all() and (q <= limits.q_max).all()


def test_shortest_moves_are_flown_near_their_limits():
    states = list(fine_states(plan(LINE_START, LINE)))
    assert max(abs(state.qd[0]) for state in states) > 0.95 * ROBOT.limits.qd_max[0]


def test_line_is_straight_between_the_set_points():
    begin, end = tool_pose(ROBOT, LINE_START)[:3, 3], np.array(LINE.p_base_tool)
    along = (end - begin) / np.linalg.norm(end - begin)
    for state in fine_states(plan(LINE_START, LINE)):
        offset = tool_pose(ROBOT, state.q)[:3, 3] - begin
        assert np.linalg.norm(offset - along * (along @ offset)) < TENTH_OF_A_MILLIMETRE


def test_a_move_of_no_length_takes_one_period():
    trajectory = plan(HOME, JointMove(q=HOME))
    assert trajectory.states == (rest(HOME),)


@pytest.mark.parametrize("move", [ArcMove(), PlaneMove(turn=0.0), LINE])
def test_a_refused_move_is_named_by_its_number(move):
    far = LineMove(p_base_tool=(3.0, 0.0, 0.0)) if move is LINE else move
    refusal = plan(FOLDED, PASS[0], far)
    assert isinstance(refusal, Refusal)
    assert refusal.reason is Reason.UNREACHABLE
    assert refusal.detail.startswith("move 2: ")


def test_no_moves_make_no_plan():
    assert plan(HOME).reason is Reason.NO_REMAINDER


def flown(*moves, start=(0.1, 0.2, 0.3, 0.1, 0.2)):
    """The rest poses after moves of the arm with two tools, or why it does not fly them."""
    plan = build_trajectory(two_arms(), start, moves, period_s=PERIOD_S)
    return plan if isinstance(plan, Refusal) else [plan.states[span.last].q for span in plan.spans]


def test_each_move_brings_the_joints_of_its_own_tool_and_the_others_stay():
    first, second, third = flown(
        JointMove(tool="right", q=(0.2, -0.1)),
        JointMove(tool="left", joints=("left_2",), q=(0.5,)),
        JointMove(q=(0.0, 0.0, 0.0, 0.0, 0.0)),
    )
    assert first == pytest.approx((0.1, 0.2, 0.3, 0.2, -0.1))
    assert second == pytest.approx((0.1, 0.5, 0.3, 0.2, -0.1))
    assert third == pytest.approx((0.0,) * 5)


def test_a_line_is_the_named_tool_s_and_leaves_the_other_arm_where_it_is():
    robot, start = two_arms(), (0.1, 0.2, 0.3, 0.1, 0.2)
    end = tool_pose(robot.with_tool("right"), start)[:3, 3] + (0.1, 0.0, 0.0)
    [rest_q] = flown(LineMove(tool="right", p_base_tool=tuple(end)))
    assert rest_q == pytest.approx((0.1, 0.2, 0.3, 0.2, 0.2), abs=1e-9)


def test_an_unknown_tool_or_joint_is_refused_with_the_nearest():
    refusal = flown(JointMove(tool="lefd", q=(0.0,)))
    assert refusal[:2] == (Reason.UNKNOWN_TOOL, "move 1: tree has no tool 'lefd'; did you mean 'left'?")
    refusal = flown(JointMove(joints=("left_4",), q=(0.0,)))
    assert "the arm has no joint 'left_4'; did you mean 'left_3'" in refusal.detail
