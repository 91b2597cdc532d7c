"""What a view has to show follows from arm and scene alone, whatever their size."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from ground.pictures.extent import arm_extent, extent
from predictor.geometry.scenes.scene_file import read_scene
from predictor.geometry.shapes import Box
from predictor.model.files.robot_file import read_robot
from predictor.model.reach import reach
from tests.trees import at, scaled, some_q

SCENARIOS = Path(__file__).parents[3] / "scenarios"
ROBOT = read_robot(SCENARIOS / "robots/shiyan7_like.toml")
SCENE = read_scene(SCENARIOS / "scenes/adjacent_target.toml")


def test_the_arm_at_home_and_the_scene_are_inside():
    shown = extent(ROBOT, SCENE.boxes, SCENE.capsules)
    assert shown.holds(arm_extent(ROBOT, ROBOT.home_q))
    assert shown.low == pytest.approx((-0.6, -0.6, -1.0))  # of the platform
    assert shown.high == pytest.approx((1.5, 0.75, 1.282))  # of the target, and of the elbow


@pytest.mark.parametrize("factor", [0.01, 100.0])
def test_a_scene_of_another_size_is_shown_alike(factor):
    robot, scene = scaled(ROBOT, SCENE, factor)
    usual, other = (extent(arm, of.boxes, of.capsules) for arm, of in ((ROBOT, SCENE), (robot, scene)))
    np.testing.assert_allclose(other.centre, factor * usual.centre, rtol=1e-9)
    assert other.radius == pytest.approx(factor * usual.radius)


def test_of_a_station_only_the_part_that_the_arm_can_come_to_counts():
    hull = Box(name="hull", body="base", T_base_box=at(0.0, 0.0, -50.0), half=np.array([80.0, 80.0, 50.0]))
    far = replace(hull, name="far", T_base_box=at(500.0, 0.0, 0.0))
    shown, most = extent(ROBOT, (hull, far), ()), reach(ROBOT)
    assert shown.low == pytest.approx((-most, -most, -most))
    assert shown.high == pytest.approx((most, most, 1.282))


def test_no_pose_of_the_arm_is_beyond_its_reach():
    farthest = 0.0
    for q in some_q(ROBOT, 1, 300):
        arm = arm_extent(ROBOT, tuple(q))
        farthest = max(farthest, float(np.abs([arm.low, arm.high]).max()))
    assert 0.8 * reach(ROBOT) < farthest <= reach(ROBOT)
