"""The workspace of the tool: it comes to rest before a wall, slides along it, and may always go back."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from predictor.model.files.robot_file import read_robot
from predictor.model.kinematics import tool_pose
from tests.planner.teleoperation.leading import LIMITS, assert_possible, led_by

ROBOT = read_robot(Path(__file__).parents[3] / "scenarios/robots/shiyan7_like.toml")
START = tuple(np.radians([0.0, -120.0, -109.0, 0.0, -40.0, 0.0]).tolist())
P = tool_pose(ROBOT, START)[:3, 3]
ONE_MICRON = 1e-6
NEAR = 2e-3  # [m] of a wall, where a tool comes to rest


def box(low, high):
    return replace(LIMITS, workspace=(tuple((P + low).tolist()), tuple((P + high).tolist())))


def led(velocity, limits, periods=40):
    return led_by(ROBOT, [[*velocity, 0.0, 0.0, 0.0]] * periods, start_q=START, limits=limits)


@pytest.mark.parametrize("axis", range(3))
@pytest.mark.parametrize("sign", [-1.0, 1.0])
def test_the_tool_comes_to_rest_before_a_wall_and_is_told_which(axis, sign):
    velocity = sign * 0.04 * np.eye(3)[axis]
    course = led(velocity, box(-0.1, 0.1))
    assert_possible(course)
    went = sign * (course.poses[:, axis, 3] - P[axis])
    assert went.max() <= 0.1 + ONE_MICRON
    assert went[-1] > 0.1 - NEAR
    assert course.states[-1].at_rest
    (note,) = course.notes[-1]
    assert note.startswith(f"clamped_workspace: {'xyz'[axis]} ")


def test_a_tool_at_a_wall_slides_along_it():
    course = led((0.0, 0.03, 0.02), box((-1.0, -0.02, -1.0), (1.0, 0.02, 1.0)))
    moved = course.poses[-1, :3, 3] - P
    assert moved[1] <= 0.02 + ONE_MICRON
    assert moved[2] > 0.1


def test_a_tool_outside_its_workspace_is_led_back_but_not_further_out():
    outside = box((0.05, -1.0, -1.0), (1.0, 1.0, 1.0))
    assert led((-0.03, 0.0, 0.0), outside).drift == 0.0
    back = led((0.03, 0.0, 0.0), outside, periods=20)
    assert back.poses[-1, 0, 3] - P[0] > 0.05
    assert not any(back.notes)
