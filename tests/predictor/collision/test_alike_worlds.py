"""A world that is moved, mirrored, scaled, grown or told in another order answers as it must, by any method.

No answer is known here, only how two of them belong together.
"""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from predictor.collision.method import METHODS
from predictor.geometry.scenes.scene_file import read_scene
from predictor.geometry.shapes import Capsule
from predictor.model.files.robot_file import read_robot
from predictor.model.joint_tree import BASE
from tests.balls import ROW, build_any
from tests.trees import at, scaled, turned

SCENARIOS = Path(__file__).parents[3] / "scenarios"
ROBOT = read_robot(SCENARIOS / "robots" / "shiyan7_like.toml")
SCENE = read_scene(SCENARIOS / "scenes" / "adjacent_target.toml")
POSES = np.random.default_rng(17).uniform(ROBOT.limits.q_min, ROBOT.limits.q_max, (150, ROBOT.n))
ROUNDING, GROWN = 1e-11, 0.03  # [m]
MOUNTS = SCENE.mounts
MIRROR = np.diag((1.0, -1.0, 1.0, 1.0))  # left is right


@pytest.fixture(params=[*METHODS, *ROW], scope="module")
def method(request):
    return request.param


def distances(method, robot=ROBOT, scene=SCENE):
    return build_any(method, robot, scene).batch(POSES).distance


def same(found, wanted, tolerance=ROUNDING):
    np.testing.assert_allclose(found, wanted, rtol=0.0, atol=tolerance)
    assert (found < 0.0).any() and (found > 0.0).any()


def sees_capsules(method):
    """Whether a capsule is one for a method; how a box around it is turned depends on x, y and z."""
    return np.allclose(distances(method), distances("capsules"), rtol=0.0, atol=ROUNDING)


def scene_of(boxes=SCENE.boxes, capsules=SCENE.capsules):
    return replace(SCENE, boxes=tuple(boxes), capsules=tuple(capsules), mounts=MOUNTS if boxes else ())


def of_points(T, points):
    return points @ T[:3, :3].T + T[:3, 3]


def capsules_of(T, capsules):
    return [replace(each, p0=of_points(T, each.p0), p1=of_points(T, each.p1)) for each in capsules]


def test_arm_and_scene_that_are_moved_together_stay_as_far_apart(method):
    T, own = at(0.4, -0.3, 0.7), ROBOT.capsules
    T[:3, :3] = turned(np.random.default_rng(2)) if sees_capsules(method) else np.eye(3)[[2, 0, 1]]
    joints = tuple(
        replace(each, T_parent_joint=T @ each.T_parent_joint) if each.parent == BASE else each
        for each in ROBOT.joints
    )
    p0, p1 = (np.where(own.frame[:, None] == 0, of_points(T, ends), ends) for ends in (own.p0, own.p1))
    moved = replace(ROBOT, joints=joints, capsules=replace(own, p0=p0, p1=p1))
    boxes = [replace(box, T_base_box=T @ box.T_base_box) for box in SCENE.boxes]
    same(distances(method, moved, scene_of(boxes, capsules_of(T, SCENE.capsules))), distances(method))


def test_a_mirrored_arm_in_a_mirrored_scene_is_as_far_from_it(method):
    own = ROBOT.capsules
    joints = tuple(
        replace(
            each,
            T_parent_joint=MIRROR @ each.T_parent_joint @ MIRROR,
            axis=-MIRROR[:3, :3] @ each.axis,  # a turn is mirrored into the other one
            pivot=MIRROR[:3, :3] @ each.pivot,
        )
        for each in ROBOT.joints
    )
    capsules = replace(own, p0=of_points(MIRROR, own.p0), p1=of_points(MIRROR, own.p1))
    boxes = [replace(box, T_base_box=MIRROR @ box.T_base_box @ MIRROR) for box in SCENE.boxes]
    mirrored = scene_of(boxes, capsules_of(MIRROR, SCENE.capsules))
    same(distances(method, replace(ROBOT, joints=joints, capsules=capsules), mirrored), distances(method))


@pytest.mark.parametrize("factor", [0.1, 7.0])
def test_distances_scale_with_all_lengths(method, factor):
    same(distances(method, *scaled(ROBOT, SCENE, factor)) / factor, distances(method), ROUNDING / factor)


def test_the_order_in_which_bodies_are_told_does_not_matter(method):
    other = scene_of(SCENE.boxes[::-1], SCENE.capsules[::-1])
    same(distances(method, scene=other), distances(method))


def test_one_body_more_never_raises_a_distance(method):
    post = Capsule(
        name="post", body="base", p0=np.array([0.5, -0.6, 0.0]), p1=np.array([0.5, -0.6, 1.5]), radius=0.05
    )
    found, before = distances(method, scene=scene_of(capsules=[*SCENE.capsules, post])), distances(method)
    assert (found <= before + ROUNDING).all()
    assert (found < before - 0.01).any()


def test_a_scene_that_grows_comes_nearer_by_as_much(method):
    """The rounded one by just that; corners of a box that grows go farther, by root three at most."""
    others = [replace(each, radius=each.radius + GROWN) for each in SCENE.capsules]
    bare = replace(ROBOT, self_pairs=np.empty((0, 2), np.int64))
    before = distances(method, bare, scene_of(boxes=()))
    nearer = before - distances(method, bare, scene_of((), others))
    assert (nearer > GROWN - ROUNDING).all() and (nearer < np.sqrt(3.0) * GROWN + ROUNDING).all()
    rounded = np.isclose(before, distances("capsules", bare, scene_of(boxes=())), rtol=0.0, atol=ROUNDING)
    np.testing.assert_allclose(nearer[rounded], GROWN, rtol=0.0, atol=ROUNDING)
