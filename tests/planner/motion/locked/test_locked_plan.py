"""Plans of an arm that has locked joints: joint moves and lines, as set-points."""

from pathlib import Path

import numpy as np
import pytest

from planner.motion.locked.locked_course import first_points
from planner.motion.locked_joints import locked_joints
from planner.motion.moves.adapted_moves import Adapted, adapt_to_locks
from planner.motion.moves.trajectory import Trajectory, build_trajectory
from planner.motion.paths.path import Refusal
from predictor.model.files.robot_file import read_robot
from predictor.model.kinematics import tool_pose
from predictor.model.spatial import pose, pose_difference, quaternion_from_rotation, rotation_from_euler_zyx
from telemetry.agreed.reasons import Reason
from telemetry.messages.plan import JointMove, LineMove, Move
from telemetry.plan.giving import EXACT, FREE, weights_of
from telemetry.plan.move_table import MoveTable

ARM = read_robot(Path(__file__).parents[4] / "scenarios/robots/shiyan7_like.toml")
STATION = read_robot(Path(__file__).parents[4] / "scenarios/robots/station_arm.toml")
QUAT = tuple(quaternion_from_rotation(rotation_from_euler_zyx(np.pi, 0.0, 0.0)).tolist())
LINE = LineMove(p_base_tool=(1.046, 0.6, 0.115), quat_base_tool=QUAT, begins=((1.0459, 0.0, 0.1149), QUAT))
LOCKED = locked_joints(ARM, ["joint_2"])
STAND = tuple(np.radians([5.0, -123.8, -100.0, 0.0, -40.0, 0.0]).tolist())


def planned(*moves: Move) -> Trajectory | Refusal:
    return build_trajectory(ARM, STAND, moves, period_s=0.25, locked=LOCKED)


def test_a_goal_that_would_turn_a_locked_joint_is_refused_in_words() -> None:
    goal = tuple(np.radians([0.0, -120.21, -109.36, 0.0, -40.43, 0.0]).tolist())
    refused = planned(JointMove(q=goal))
    assert isinstance(refused, Refusal)
    assert refused.reason is Reason.LOCKED_JOINT
    assert "locked at -123.8 deg; the goal asks for -120.21 deg" in refused.detail


def test_a_joint_move_onto_the_curve_and_the_line_leave_the_locked_joint_where_it_is() -> None:
    first = next(first_points(ARM, STAND, LINE, locked=LOCKED))
    plan = planned(JointMove(q=tuple(first.tolist())), LINE)
    assert isinstance(plan, Trajectory), plan
    assert {state.q[1] for state in plan.states} == {STAND[1]}
    assert {state.qd[1] for state in plan.states} == {state.qdd[1] for state in plan.states} == {0.0}


def test_a_goal_that_names_the_other_joints_alone_is_flown() -> None:
    plan = planned(JointMove(joints=("joint_1",), q=(0.3,)))
    assert isinstance(plan, Trajectory), plan
    assert plan.states[-1].q == (0.3, *STAND[1:])


def test_what_gives_way_is_read_as_it_is_written() -> None:
    assert weights_of("z, yaw") == (EXACT, EXACT, FREE, EXACT, EXACT, FREE)
    assert weights_of("nearest") == weights_of("x=1, y=1, z=1")
    assert weights_of("z=2, roll=0.5") == (EXACT, EXACT, 2.0, 0.5, EXACT, EXACT)


@pytest.mark.parametrize(
    ("gives", "said"), [("zz", "zz"), ("z=-1", "weight of z"), ("z=nan", "a number from 0"), ("z=x", "'x'")]
)
def test_what_gives_way_and_is_no_coordinate_is_refused(gives: str, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        MoveTable(to_m=(1.0, 0.0, 0.0), gives=gives)


def test_a_joint_move_gives_nothing_way() -> None:
    with pytest.raises(ValueError, match="belongs to a line"):
        MoveTable(to_deg=(0.0,), gives="z")
    assert MoveTable(to_m=(1.0, 0.0, 0.0), gives="nearest").move().gives == "nearest"


def test_moves_of_the_whole_arm_become_such_that_leave_the_locked_joint_alone() -> None:
    start = tuple(np.radians([0.0, -120.2103, -109.3583, 0.0, -40.4314, 0.0]).tolist())
    whole = (
        JointMove(q=start),
        LineMove(p_base_tool=(1.046, 0.6, 0.115)),
        JointMove(q=ARM.home_q),
    )
    adapted = adapt_to_locks(ARM, STAND, whole, locked=LOCKED)
    assert isinstance(adapted, Adapted), adapted
    assert [move.kind for move in adapted.moves] == ["joint", "line", "joint"]
    assert adapted.losses == ("move 2: z by +83.4 mm at 100 %", "move 3: joint 2 at -123.8 deg, not -90 deg")
    plan = planned(*adapted.moves)
    assert isinstance(plan, Trajectory), plan
    assert {state.q[1] for state in plan.states} == {STAND[1]}


def test_what_no_locked_arm_can_do_names_the_move() -> None:
    refused = adapt_to_locks(ARM, STAND, [LINE, LineMove(p_base_tool=(1.046, 2.4, 0.1))], locked=LOCKED)
    assert isinstance(refused, Refusal)
    assert refused.detail.startswith("move 2: the 5 joints that move do not hold x, y")


def test_where_z_is_not_what_a_lock_costs_another_coordinate_gives_way() -> None:
    start = tuple(np.radians([0.0, -120.2103, -109.3583, 0.0, -40.4314, 0.0]).tolist())
    adapted = adapt_to_locks(ARM, start, [LINE], locked=locked_joints(ARM, ["joint_6"]))
    assert isinstance(adapted, Adapted), adapted
    assert adapted.moves[-1].gives == "roll"
    assert "roll by +22" in adapted.losses[0]


def test_a_joint_that_is_locked_by_choice_stays_while_the_other_six_hold_the_whole_pose() -> None:
    start = np.radians([0.0, 0.0, 5.5, 125.9, 48.6, 0.0, 0.0])
    end = tuple((tool_pose(STATION, start)[:3, 3] + (0.5, 0.2, 0.1)).tolist())
    move = MoveTable(to_m=end, lock=("shoulder_yaw",)).move()
    plan = build_trajectory(STATION, start, [move], period_s=0.25)
    assert isinstance(plan, Trajectory), plan
    assert {state.q[1] for state in plan.states} == {start[1]}
    reached = tool_pose(STATION, plan.states[-1].q)
    wanted = pose(tool_pose(STATION, start)[:3, :3], np.array(end))
    assert np.abs(pose_difference(wanted, reached)).max() < 1e-9


def test_a_lock_of_a_joint_that_is_not_there_is_refused_with_the_nearest_name() -> None:
    home = JointMove(q=STATION.home_q, locked=("elbow",))
    refused = build_trajectory(STATION, STATION.home_q, [home], period_s=0.25)
    assert isinstance(refused, Refusal)
    assert "no joint 'elbow'" in refused.detail
