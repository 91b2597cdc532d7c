"""Position mode of teleoperation: speeds, rest, limits and attitude."""

from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from planner.teleoperation.following import holds_attitude
from planner.teleoperation.mapping import PARTS, HandMapping, wished_twist
from planner.teleoperation.step import AskedTwist, engage, step
from planner.teleoperation.tool_law import tool_motion
from predictor.model.files.robot_file import read_robot
from predictor.model.kinematics import tool_pose
from predictor.model.spatial import rotation_vector
from predictor.motion.motion import violation
from predictor.motion.stop import rest, stop
from telemetry.agreed.hand_settings import HandSettings
from telemetry.messages.handle import Steering
from tests.arms import FIVE_Q, SEVEN_Q, TEN_Q, five_joints, seven_joints, ten_joints
from tests.planner.teleoperation.leading import LIMITS

ROBOT = read_robot(Path(__file__).parents[3] / "scenarios/robots/shiyan7_like.toml")
LINE_END = rest(tuple(np.radians([29.839176, -127.321949, -96.489029, 0.0, -46.189022, 29.839176])))
MAPPING = HandMapping(period_s=0.25, hand=HandSettings(), steering=Steering())
ORIGIN = (0.1, -0.2, 0.3)
HELD = (0.1, -0.2, 0.25)  # 5 cm down
ONE_NANOMETRE_PER_SECOND = 1e-9
HALF_A_MICRORADIAN = 5e-7


def drive(hands, state=LINE_END, engagement=None, robot=ROBOT):
    """Feed a sequence of hand positions; return every state, the first included."""
    engagement = engagement or engage(robot, state)
    states = [state]
    for hand in hands:
        asked = AskedTwist(wanted(hand), PARTS["position"])
        state, engagement, *_ = step(robot, engagement, asked, newest=state, limits=LIMITS)
        states.append(state)
    return states, engagement


def wanted(hand):
    """Return the twist that a hand wants, of which this mode takes the linear part."""
    return wished_twist(np.subtract(hand, ORIGIN), np.zeros(3), MAPPING, R_base_tool=np.eye(3)).twist


def attitude_error(one, other):
    R, S = (tool_pose(ROBOT, state.q)[:3, :3] for state in (one, other))
    return np.linalg.norm(rotation_vector(R @ S.T))


def test_a_held_offset_moves_the_tool_at_constant_velocity():
    states, _ = drive([HELD] * 24)
    for state in states[12:]:
        motion = tool_motion(ROBOT, state)
        assert np.abs(motion.twist - wanted(HELD)).max() < ONE_NANOMETRE_PER_SECOND
        assert np.abs(motion.rate).max() < 1e-8


def test_a_hand_back_in_the_dead_zone_comes_to_exact_rest_and_stays_there():
    moving, engagement = drive([HELD] * 16)
    states, _ = drive([ORIGIN] * 12, moving[-1], engagement)
    resting = [state.at_rest for state in states]
    first = resting.index(True)
    assert first <= 8  # within 2 s
    assert all(resting[first:])
    assert len({state.q for state in states[first:]}) == 1


def test_a_hand_that_never_leaves_the_dead_zone_moves_nothing():
    states, _ = drive([ORIGIN, (0.104, -0.2, 0.3)] * 4)
    assert set(states) == {LINE_END}


def test_the_first_step_after_engagement_is_below_half_a_millimetre():
    (before, after), _ = drive([(9.0, 9.0, 9.0)])
    moved = tool_pose(ROBOT, after.q)[:3, 3] - tool_pose(ROBOT, before.q)[:3, 3]
    assert 0.0 < np.linalg.norm(moved) < 5e-4


@pytest.mark.parametrize("seed", range(3))
def test_no_step_exceeds_a_limit_however_the_hand_moves(seed):
    rng = np.random.default_rng(seed)
    targets = np.repeat(rng.normal(scale=0.05, size=(12, 3)), 10, axis=0)
    states, _ = drive([tuple(np.array(ORIGIN) + offset) for offset in targets])
    for before, after in pairwise(states):
        assert violation(before, after, ROBOT.limits, period_s=LIMITS.period_s) is None
        assert stop(after, ROBOT.limits, LIMITS.period_s) or after.at_rest


@pytest.mark.parametrize("seed", range(3))
def test_the_attitude_does_not_drift(seed):
    rng = np.random.default_rng(100 + seed)
    targets = np.repeat(rng.normal(scale=0.02, size=(8, 3)), 6, axis=0)
    states, engagement = drive([tuple(np.array(ORIGIN) + offset) for offset in targets])
    assert not engagement.is_braking
    assert max(attitude_error(state, LINE_END) for state in states) < 1e-9


def test_an_arm_at_the_edge_of_its_reach_brakes_and_takes_the_handle_up_again():
    outwards, inwards = (9.0, -0.2, 0.3), (-9.0, -0.2, 0.3)
    out, engagement = drive([outwards] * 160)
    for before, after in pairwise(out):
        assert violation(before, after, ROBOT.limits, period_s=LIMITS.period_s) is None
    reach = [tool_pose(ROBOT, state.q)[0, 3] for state in out]
    assert max(reach) - reach[0] > 0.1
    back, _ = drive([ORIGIN] * 12 + [inwards] * 20, out[-1], engagement)
    assert back[12].at_rest
    assert tool_pose(ROBOT, back[-1].q)[0, 3] < reach[-1] - 0.05


@pytest.mark.parametrize(("robot", "start_q"), [(seven_joints(), SEVEN_Q), (ten_joints(), TEN_Q)])
def test_a_redundant_arm_moves_its_tool_straight_without_turning_and_comes_to_rest(robot, start_q):
    states, engagement = drive([HELD] * 16 + [ORIGIN] * 12, rest(start_q), robot=robot)
    for before, after in pairwise(states):
        assert violation(before, after, robot.limits, period_s=LIMITS.period_s) is None
    assert not engagement.is_braking
    assert states[-1].at_rest
    begin, end = tool_pose(robot, start_q), tool_pose(robot, states[-1].q)
    assert end[:2, 3] == pytest.approx(begin[:2, 3], abs=1e-9)
    assert end[2, 3] < begin[2, 3] - 0.1
    assert np.abs(end[:3, :3] - begin[:3, :3]).max() < 1e-9


def test_five_joints_hold_the_place_alone_and_their_attitude_goes_free():
    robot = five_joints()
    sideways = (0.1, -0.15, 0.3)
    states, _ = drive([sideways] * 16 + [ORIGIN] * 12, rest(FIVE_Q), robot=robot)
    begin, end = tool_pose(robot, FIVE_Q), tool_pose(robot, states[-1].q)
    assert (holds_attitude(robot), holds_attitude(seven_joints())) == (False, True)
    assert end[[0, 2], 3] == pytest.approx(begin[[0, 2], 3], abs=1e-9)
    assert end[1, 3] > begin[1, 3] + 0.1
    assert np.abs(end[:3, :3] - begin[:3, :3]).max() > 0.05


def test_a_redundant_arm_keeps_its_limits_however_the_hand_moves():
    robot, rng = seven_joints(), np.random.default_rng(5)
    targets = np.repeat(rng.normal(scale=0.05, size=(6, 3)), 10, axis=0)
    states, _ = drive([tuple(np.array(ORIGIN) + offset) for offset in targets], rest(SEVEN_Q), robot=robot)
    for before, after in pairwise(states):
        assert violation(before, after, robot.limits, period_s=LIMITS.period_s) is None


@pytest.mark.parametrize(
    ("robot", "start_q"), [(seven_joints(), SEVEN_Q), (ten_joints(), TEN_Q), (five_joints(), FIVE_Q)]
)
def test_the_joints_of_a_redundant_arm_come_to_where_their_rates_take_them(robot, start_q):
    states, _ = drive([HELD] * 24, rest(start_q), robot=robot)
    T = LIMITS.period_s
    for before, after in pairwise(states):
        (q0, v0, a0), (q1, v1, a1) = ([np.array(row) for row in state] for state in (before, after))
        taken = q0 + T / 2.0 * (v0 + v1) + T * T / 12.0 * (a0 - a1)
        assert q1 == pytest.approx(taken, abs=HALF_A_MICRORADIAN)
