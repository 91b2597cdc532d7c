"""The point of a body that is seen at a pixel; rods beside a sampled oracle."""

import numpy as np
import pytest
from scene_bench import BODIES, HOME

from ground.console.motion.picked_points import _balls, _box, _mesh, picked_point
from ground.console.scene.scene_look import SceneLook
from ground.console.scene.sight import SightRay
from predictor.model.spatial import pose, rotation_from_euler_zyx

DOWN = np.array([0.0, 0.0, -1.0])


def test_a_box_is_met_at_its_face_a_rod_at_its_side_and_a_triangle_where_it_is():
    ray = SightRay(np.array([0.1, 0.05, 2.0]), DOWN)
    T = pose(rotation_from_euler_zyx(0.7, 0.0, 0.0), np.zeros(3))
    assert _box(np.array([0.3, 0.3, 0.5]), T, ray) == pytest.approx(1.5)
    rod = np.linspace([-1.0, 0.0, 0.0], [1.0, 0.0, 0.0], 400)
    assert _balls(rod, 0.1, ray) == pytest.approx(2.0 - np.sqrt(0.1**2 - 0.05**2), abs=1e-3)
    triangle = np.array([[[-1.0, -1.0, 0.2], [1.0, -1.0, 0.2], [0.0, 1.0, 0.2]]])
    assert _mesh(triangle, ray) == pytest.approx(1.8)


def test_what_lies_behind_the_eye_or_beside_the_ray_is_not_met():
    behind = SightRay(np.array([0.0, 0.0, -2.0]), DOWN)
    assert np.isinf(_box(np.full(3, 0.5), np.eye(4), behind))
    assert np.isinf(_balls(np.zeros((3, 3)), 0.5, behind))
    assert np.isinf(_mesh(np.array([[[2.0, 2.0, 0.0], [3.0, 2.0, 0.0], [2.0, 3.0, 0.0]]]), behind))


def test_the_nearest_body_is_picked_the_arm_before_what_stands_behind_it():
    segment = BODIES.arm_segments(HOME)[-1]
    middle = 0.5 * (segment.p0 + segment.p1)
    ray = SightRay(middle - 5.0 * DOWN, DOWN)
    point = picked_point(BODIES, SceneLook(commanded=HOME), ray)
    without = picked_point(BODIES, SceneLook(), ray)
    assert point is not None and point[2] > middle[2]
    assert without is None or without[2] < point[2]


def test_beside_everything_nothing_is_picked():
    assert picked_point(BODIES, SceneLook(), SightRay(np.array([0.0, 0.0, 90.0]), -DOWN)) is None
