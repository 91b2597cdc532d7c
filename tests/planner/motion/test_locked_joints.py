"""An arm of which a joint stands leaves it there, whatever the hand or a search asks of the others."""

from pathlib import Path

import numpy as np

from planner.motion.locked_joints import ToolArms, frozen
from planner.motion.rates import chain_of
from planner.teleoperation.following import holds_attitude
from predictor.model.files.robot_file import read_robot
from predictor.model.kinematics import tool_pose
from tests.planner.teleoperation.leading import led_by

SCENARIOS = Path(__file__).parents[3] / "scenarios/robots"
ROBOT = read_robot(SCENARIOS / "shiyan7_like.toml")
STATION = read_robot(SCENARIOS / "station_arm.toml")
START = tuple(np.radians([0.0, -120.0, -109.0, 0.0, -40.0, 0.0]).tolist())
ELBOW = 1


def led(robot, q, wanted, periods=12):
    """Lead the hand for some periods; return the states."""
    twist = np.array([*wanted, 0.0, 0.0, 0.0])
    return led_by(robot, [twist] * periods, start_q=q).states


def test_with_a_joint_that_stands_the_hand_moves_the_tool_by_the_others_alone():
    states = led(frozen(ROBOT, {ELBOW: START[ELBOW]}), START, (0.0, 0.02, 0.02))
    assert {state.q[ELBOW] for state in states} == {START[ELBOW]}
    assert {(state.qd[ELBOW], state.qdd[ELBOW]) for state in states} == {(0.0, 0.0)}
    moved = tool_pose(ROBOT, states[-1].q)[:3, 3] - tool_pose(ROBOT, START)[:3, 3]
    assert moved[1] > 0.01 and moved[2] > 0.01


def test_six_joints_without_one_hold_no_attitude_and_seven_without_one_do():
    assert not holds_attitude(frozen(ROBOT, {ELBOW: START[ELBOW]}))
    assert holds_attitude(frozen(STATION, {ELBOW: STATION.home_q[ELBOW]}))


def test_a_joint_that_stands_carries_nothing_that_could_be_moved():
    chain = chain_of(frozen(ROBOT, {ELBOW: START[ELBOW]}))
    assert not chain.carries[ELBOW]
    assert (chain.length, chain.freedom) == (5, 5)


def test_the_same_arm_is_the_same_object_until_something_else_stands():
    arms = ToolArms(ROBOT)
    assert arms.by_tool[""] is ROBOT
    seen = []
    for angle in (-2.0, -2.0, -2.1):
        arms.leave({ELBOW: angle})
        seen.append(arms.by_tool[""])
    assert seen[0] is seen[1] is not seen[2]
