"""Local contact: felt before a refusal, away from what is near, of the whole arm."""

import math

import numpy as np
import pytest

from haptics.forces.contact import Contact
from haptics.forces.push import ToolState
from predictor.collision.method import Gradient, build_world
from predictor.model.kinematics import tool_jacobian, tool_pose
from tests.nominal_run import MODEL

REQUIRED_M, FROM_M = 0.03, 0.05
ABOVE_TARGET_DEG = (0.0, -120.210281, -109.35832, 0.0, -40.431398, 0.0)
ROBOT = MODEL.robot


def tool_at(q, T_world_base=None):
    T = tool_pose(ROBOT, q)
    moving = np.ones(len(q), dtype=bool)
    return ToolState(
        robot=ROBOT,
        is_moving=moving,
        q=tuple(q),
        T_base_tool=T,
        T_base_sent=T,
        T_base_received=T,
        T_world_base=T_world_base,
    )


class Wall:
    """A world that is a plane above which the tool is clear."""

    base = None

    def __init__(self, height):
        self.height = height

    def gradient(self, q, T_world_base):
        return Gradient(tool_pose(ROBOT, q)[2, 3] - self.height, tool_jacobian(ROBOT, np.array(q))[2])


@pytest.fixture(scope="module")
def q():
    return np.radians(ABOVE_TARGET_DEG)


def test_the_hand_is_led_along_the_normal_of_what_the_tool_comes_near_to(q):
    z = tool_pose(ROBOT, q)[2, 3]
    push = Contact(Wall(z - 0.05), required_m=REQUIRED_M, from_m=FROM_M).push(tool_at(q))
    assert push.barriers[0].direction == pytest.approx([0.0, 0.0, 1.0], abs=1e-9)
    assert push.barriers[0].share == pytest.approx(0.36)


def test_far_away_nothing_is_felt(q):
    z = tool_pose(ROBOT, q)[2, 3]
    assert Contact(Wall(z - 0.081), required_m=REQUIRED_M, from_m=FROM_M).push(tool_at(q)) is None


def test_where_no_motion_of_the_tool_clears_the_arm_the_hand_is_led_nowhere(q):
    class Level(Wall):
        def gradient(self, q, T_world_base):
            return super().gradient(q, T_world_base)._replace(dq=np.zeros(6))

    push = Contact(Level(0.0), required_m=10.0, from_m=FROM_M).push(tool_at(q))
    assert push.barriers == () and not push.torque.any()


def test_a_pose_that_is_no_number_gives_no_direction(q):
    assert Contact(Wall(math.nan), required_m=REQUIRED_M, from_m=FROM_M).push(tool_at(q)).barriers


def test_a_base_that_floats_and_is_not_seen_gives_nothing(q):
    world = Wall(0.0)
    world.base = object()
    assert Contact(world, required_m=10.0, from_m=FROM_M).push(tool_at(q)) is None


def test_in_the_shipped_scene_no_direction_raises_the_clearance_more_than_the_one_that_is_felt(q):
    world = build_world("capsules", ROBOT, MODEL.scene)
    here = world.clearance(q).distance
    felt = Contact(world, required_m=here - 0.01, from_m=FROM_M).push(tool_at(q)).barriers[0].direction
    J, step = tool_jacobian(ROBOT, q), 1e-4

    def gain(direction):
        dq = np.linalg.solve(J, np.concatenate([step * direction, np.zeros(3)]))
        return world.clearance(q + dq).distance - here

    rng = np.random.default_rng(1)
    others = [v / np.linalg.norm(v) for v in rng.standard_normal((200, 3))]
    assert gain(felt) >= max(gain(direction) for direction in others) - 1e-7
    assert gain(felt) > 0.0
