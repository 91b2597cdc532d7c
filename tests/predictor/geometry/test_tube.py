"""A tube's axis, its nearest point and its wall, against the axis sampled finely."""

import math

import numpy as np
import pytest

from predictor.geometry.fixtures.offset import FixtureError
from predictor.geometry.tube import Tube

ROUNDING = 1e-12
ZIGZAG = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [1.0, 0.8, 0.1], [2.0, 0.9, 0.4], [2.1, 0.2, 0.0]]


def random_tube(rng):
    return Tube(rng.uniform(-1.0, 1.0, (5, 3)), 0.05, halves=rng.uniform(0.0, 0.6, 3))


def test_a_cylinder_is_a_tube_of_two_points():
    tube = Tube([[0.0, 0.0, 0.0], [2.0, 0.0, 0.0]], 0.1)
    near = tube.nearest([0.5, 0.3, 0.4])
    assert tube.is_cylinder and tube.length == 2.0 and tube.least_bend == math.inf
    assert near.along == 0.5 and near.distance == pytest.approx(0.5, abs=ROUNDING)
    assert np.allclose(tube.offset([0.5, 0.3, 0.4]).inward, [0.0, -0.6, -0.8], atol=ROUNDING)


def test_beyond_an_end_the_wall_is_half_a_sphere():
    tube = Tube([[0.0, 0.0, 0.0], [2.0, 0.0, 0.0]], 0.1)
    assert tube.offset([-0.3, 0.0, 0.4]).beyond == pytest.approx(0.4, abs=ROUNDING)


def test_place_and_tangent_never_jump_along_the_axis():
    tube, step = Tube(ZIGZAG, 0.05), 5e-4
    at = [tube.at(s) for s in np.arange(0.0, tube.length, step)]
    places, tangents = np.array([p for p, _ in at]), np.array([t for _, t in at])
    moved = np.linalg.norm(np.diff(places, axis=0), axis=1)
    turned = np.linalg.norm(np.diff(tangents, axis=0), axis=1)
    assert np.allclose(moved, step, rtol=1e-4)
    assert turned.max() <= 1.001 * step / tube.least_bend
    assert np.allclose(np.linalg.norm(tangents, axis=1), 1.0, atol=ROUNDING)


def test_the_tangent_is_the_derivative_of_the_place():
    tube, h = Tube(ZIGZAG, 0.05), 1e-6
    for s in np.linspace(0.01, tube.length - 0.01, 50):
        slope = (tube.at(s + h)[0] - tube.at(s - h)[0]) / (2.0 * h)
        assert np.allclose(slope, tube.at(s)[1], atol=1e-5)


def test_the_nearest_point_is_that_of_the_axis_sampled_finely():
    rng = np.random.default_rng(1)
    for _ in range(5):
        tube = random_tube(rng)
        axis = tube.places(2e-3)
        for p in rng.uniform(-1.5, 1.5, (10, 3)):
            near, sampled = tube.nearest(p), np.linalg.norm(axis - p, axis=1).min()
            assert near.distance <= sampled + ROUNDING
            assert sampled - near.distance <= 1e-3
            assert np.allclose(tube.at(near.along)[0], near.point, atol=1e-9)


def test_the_way_to_the_wall_is_continuous_and_falls_as_fast_as_the_hand_moves():
    rng, h = np.random.default_rng(2), 1e-6
    for _ in range(20):
        tube = random_tube(rng)
        for p in rng.uniform(-1.0, 1.0, (10, 3)):
            here = tube.offset(p)
            there = tube.offset(p + h * here.inward)
            assert (here.beyond - there.beyond) / h == pytest.approx(1.0, abs=1e-4)


def test_the_way_back_turns_smoothly_past_a_corner_as_near_as_the_bend_s_centre():
    tube = Tube([[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [1.0, 1.0, 0.0]], 0.05, halves=0.2)
    inside = np.array([[0.7 + 0.3 * s, 0.4 * s, 0.0] for s in np.linspace(0.0, 1.0, 501)])
    ways = np.array([tube.offset(p).inward * (tube.offset(p).beyond + 0.05) for p in inside])
    assert tube.least_bend == pytest.approx(0.2, abs=ROUNDING)
    assert np.linalg.norm(np.diff(ways, axis=0), axis=1).max() < 0.006  # steps are 1 mm


def test_a_sharp_corner_is_round_on_its_outer_side():
    tube = Tube([[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [1.0, 1.0, 0.0]], 0.05, halves=0.0)
    assert tube.least_bend == 0.0 and tube.length == 2.0
    assert tube.nearest([1.3, -0.4, 0.0]).distance == pytest.approx(0.5, abs=ROUNDING)


def test_a_leg_that_turns_back_keeps_its_corner():
    tube = Tube([[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.5, 0.0, 0.0]], 0.05)
    assert tube.halves.tolist() == [0.0] and tube.length == 1.5
    assert tube.offset([1.2, 0.0, 0.0]).beyond == pytest.approx(0.15, abs=ROUNDING)


def test_bends_of_neighbouring_corners_share_the_leg_between_them():
    tube = Tube([[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [1.0, 0.1, 0.0], [2.0, 0.1, 0.0]], 0.05)
    assert tube.halves.tolist() == [0.05, 0.05]
    assert tube.length == pytest.approx(0.95 + 0.95 + 2.0 * 0.05 * math.pi / 2.0, abs=ROUNDING)


def test_on_the_axis_no_direction_is_better():
    assert Tube(ZIGZAG, 0.05).offset([0.2, 0.0, 0.0]).inward.tolist() == [0.0, 0.0, 0.0]


@pytest.mark.parametrize(
    ("points", "radius", "told"),
    [
        ([[0.0, 0.0, 0.0]], 0.1, "at least two"),
        ([[0.0, 0.0, 0.0], [0.0, 0.0, 0.0]], 0.1, "one place"),
        ([[0.0, 0.0, 0.0], [math.nan, 0.0, 0.0]], 0.1, "finite"),
        ([[0.0, 0.0, 0.0], [1.0, 0.0, 0.0]], -0.1, "radius"),
    ],
)
def test_what_is_no_tube_is_told_in_one_line(points, radius, told):
    with pytest.raises(FixtureError, match=told):
        Tube(points, radius)


def test_a_place_that_is_not_a_number_is_refused():
    with pytest.raises(FixtureError, match="finite"):
        Tube(ZIGZAG, 0.05).offset([math.nan, 0.0, 0.0])
