"""The cameras of a scenario that names none see the arm and its hand, whatever their size."""

from pathlib import Path

import numpy as np
import pytest

from ground.pictures.camera import CAMERAS, HEIGHT, WIDTH
from ground.pictures.default_cameras import default_cameras
from predictor.geometry.scenes.scene_file import read_scene
from predictor.geometry.shapes import Scene
from predictor.model.files.robot_file import read_robot
from predictor.model.kinematics import link_poses
from predictor.model.spatial import inverse_pose
from tests.trees import arm, at, branched, joint, scaled

SCENARIOS = Path(__file__).parents[3] / "scenarios"
ROBOT = read_robot(SCENARIOS / "robots/shiyan7_like.toml")
SCENE = read_scene(SCENARIOS / "scenes/adjacent_target.toml")
EMPTY = Scene(name="empty", boxes=(), capsules=(), bodies=())


def on_picture(camera, points):
    """Where points (k, 3) of the mount are, in halves of the picture; NaN behind the camera."""
    T = inverse_pose(camera.T_mount_camera)
    x, y, z = (points @ T[:3, :3].T + T[:3, 3]).T
    scale = np.where(z < 0.0, -1.0 / z, np.nan) / np.tan(0.5 * camera.fov)
    return np.stack([scale * x * HEIGHT / WIDTH, scale * y], axis=1)


def arm_points(robot):
    shapes, T = robot.capsules, link_poses(robot, robot.home_q)
    return np.array(
        [
            T[f, :3, :3] @ p + T[f, :3, 3]
            for f, *both in zip(shapes.frame, shapes.p0, shapes.p1, strict=True)
            for p in both
        ]
    )


@pytest.mark.parametrize("factor", [0.01, 1.0, 100.0])
def test_the_global_camera_sees_the_arm_and_fills_its_picture_with_it(factor):
    robot, scene = scaled(ROBOT, SCENE, factor)
    seen = np.abs(on_picture(default_cameras(robot, scene)[2], arm_points(robot)))
    assert 0.5 < seen.max() < 1.0


@pytest.mark.parametrize("factor", [0.01, 1.0, 100.0])
@pytest.mark.parametrize("which", [0, 1])
def test_a_hand_eye_camera_sees_the_tip_of_the_hand_and_what_lies_before_it(factor, which):
    robot, scene = scaled(ROBOT, SCENE, factor)
    points = factor * np.array([[0.0, 0.0, 0.0], [0.0, 0.0, -0.25]])
    assert np.abs(on_picture(default_cameras(robot, scene)[which], points)).max() < 1.0


def test_an_arm_of_any_tree_gets_all_cameras():
    for seed in range(5):
        cameras = default_cameras(branched(seed), EMPTY)
        assert tuple(camera.name for camera in cameras) == CAMERAS
        for camera in cameras:
            R = camera.T_mount_camera[:3, :3]
            np.testing.assert_allclose(R @ R.T, np.eye(3), atol=1e-12)


def test_an_upright_arm_is_in_sight_from_its_foot_to_its_top():
    tower = arm(joint("turn"), joint("lift", 0, T=at(0.0, 0.0, 1.5)), tip=(0.0, 0.0, 1.5))
    seen = on_picture(default_cameras(tower, EMPTY)[2], arm_points(tower))
    assert 0.6 < np.abs(seen[:, 1]).max() < 1.0
