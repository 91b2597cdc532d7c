"""Attitude and pose modes: the tool turns about its own point, on every arm as far as its joints can."""

from functools import cache
from pathlib import Path

import numpy as np
import pytest

from planner.motion.locked_joints import frozen
from planner.teleoperation.step import dexterity
from predictor.model.files.robot_file import read_robot
from predictor.model.kinematics import tool_jacobian
from predictor.model.spatial import rotation_vector
from tests.arms import FIVE_Q, SEVEN_Q, TEN_Q, five_joints, seven_joints, ten_joints
from tests.planner.teleoperation.leading import PERIOD_S, assert_possible, led_by

FILES = Path(__file__).parents[3] / "scenarios/robots"
ROBOT = read_robot(FILES / "shiyan7_like.toml")
START = tuple(np.radians([0.0, -120.0, -109.0, 0.0, -40.0, 0.0]).tolist())
NO_DRIFT = 1e-9  # [m]
STILL = np.zeros(6)
ABOUT_Y, ABOUT_Z = np.array([0.0, 0.0, 0.0, 0.0, 0.08, 0.0]), np.array([0.0, 0.0, 0.0, 0.0, 0.0, 0.08])


def turn_of(course):
    return rotation_vector(course.poses[-1, :3, :3] @ course.poses[0, :3, :3].T)


@cache
def shipped(path):
    """Return an arm, and a pose amid its ranges that is not near a singular one."""
    robot = read_robot(path)
    return robot, supple(robot)


def supple(robot):
    """Return a pose amid the ranges that is not near a singular one."""
    low, high = (np.clip(row, -2.5, 2.5) for row in (robot.limits.q_min, robot.limits.q_max))
    rng = np.random.default_rng(1)
    poses = (low + (high - low) * rng.uniform(0.2, 0.8, robot.n) for _ in range(1000))
    return next(q for q in poses if dexterity(robot, q) > 0.15)


def test_the_place_of_a_turning_tool_does_not_drift():
    rng = np.random.default_rng(2)
    twists = np.hstack([np.zeros((60, 3)), np.repeat(rng.normal(scale=0.06, size=(10, 3)), 6, axis=0)])
    course = led_by(ROBOT, [*twists, *[STILL] * 24], start_q=START, mode="attitude")
    assert_possible(course)
    assert course.states[-1].at_rest and not course.engagement.is_braking
    assert np.abs(turn_of(course)).max() > 0.05
    assert course.drift < NO_DRIFT


def test_what_is_turned_adds_up_and_ends_at_exact_rest():
    course = led_by(ROBOT, [ABOUT_Z] * 20 + [STILL] * 12, start_q=START, mode="attitude")
    assert turn_of(course) == pytest.approx([0.0, 0.0, 20 * PERIOD_S * 0.08], abs=1e-9)
    assert course.states[-1].at_rest
    assert not any(course.notes)


def test_the_first_turning_step_is_small_however_much_is_wanted():
    course = led_by(ROBOT, [100.0 * ABOUT_Y], start_q=START, mode="attitude")
    assert 0.0 < np.linalg.norm(turn_of(course)) < 1e-3


def test_a_tool_in_pose_mode_moves_and_turns_at_once():
    twist = np.array([0.0, 0.02, 0.0, 0.0, 0.0, 0.08])
    course = led_by(ROBOT, [twist] * 16 + [STILL] * 12, start_q=START, mode="pose")
    assert_possible(course)
    moved = course.poses[-1, :3, 3] - course.poses[0, :3, 3]
    assert moved == pytest.approx([0.0, 16 * PERIOD_S * 0.02, 0.0], abs=1e-9)
    assert turn_of(course) == pytest.approx([0.0, 0.0, 16 * PERIOD_S * 0.08], abs=1e-9)


@pytest.mark.parametrize("mode", ["attitude", "pose"])
@pytest.mark.parametrize(
    ("robot", "start_q"), [(ROBOT, START), (seven_joints(), SEVEN_Q), (ten_joints(), TEN_Q)]
)
def test_an_arm_that_holds_attitudes_turns_as_wanted_and_keeps_its_limits(robot, start_q, mode):
    course = led_by(robot, [ABOUT_Y] * 12 + [STILL] * 24, start_q=start_q, mode=mode)
    assert_possible(course)
    assert turn_of(course) == pytest.approx([0.0, 12 * PERIOD_S * 0.08, 0.0], abs=0.03)
    assert course.drift < NO_DRIFT


@pytest.mark.parametrize(
    ("robot", "start_q"), [(five_joints(), FIVE_Q), (frozen(ROBOT, {2: START[2]}), START)]
)
def test_with_too_few_joints_the_place_is_held_and_the_turn_is_followed_as_far_as_they_can(robot, start_q):
    course = led_by(robot, [ABOUT_Z] * 16 + [STILL] * 24, start_q=start_q, mode="attitude")
    assert_possible(course)
    assert course.states[-1].at_rest
    assert course.drift < NO_DRIFT
    assert turn_of(course)[2] > 0.02


def test_a_turn_that_no_joint_can_make_moves_nothing_but_a_little():
    J = tool_jacobian(five_joints(), FIVE_Q)
    free = np.linalg.svd(J)[0][:, -1]  # the twist that no joint helps to make
    wanted = np.concatenate([np.zeros(3), 0.08 * free[3:] / np.linalg.norm(free[3:])])
    course = led_by(five_joints(), [wanted] * 12 + [STILL] * 12, start_q=FIVE_Q, mode="attitude")
    assert_possible(course)
    assert course.drift < NO_DRIFT


@pytest.mark.parametrize("mode", ["position", "attitude", "pose"])
@pytest.mark.parametrize("path", sorted(FILES.glob("*.toml")), ids=lambda path: path.stem)
def test_every_shipped_arm_is_led_in_every_mode_within_its_limits(path, mode):
    robot, start_q = shipped(path)
    rng = np.random.default_rng(4)
    twists = np.repeat(rng.normal(scale=(0.03,) * 3 + (0.08,) * 3, size=(3, 6)), 6, axis=0)
    course = led_by(robot, [*twists, *[STILL] * 30], start_q=start_q, mode=mode)
    assert_possible(course)
    assert course.states[-1].at_rest and course.states[-1].q != course.states[0].q
    assert not any(note.startswith("braked") for notes in course.notes for note in notes)
    assert mode != "attitude" or course.drift < NO_DRIFT


def test_an_arm_turned_into_its_limits_goes_slower_says_why_and_comes_back():
    course = led_by(ROBOT, [2.0 * ABOUT_Y] * 60, start_q=START, mode="attitude")
    assert_possible(course)
    told = {note for notes in course.notes for note in notes}
    assert told and all(note.startswith("slower: ") for note in told)
    assert course.drift < NO_DRIFT
    back = led_by(ROBOT, [-ABOUT_Y] * 12, start_q=course.states[-1].q, mode="attitude")
    assert_possible(back)
    assert turn_of(back)[1] < -0.1
