"""Convex hulls: they contain their points, and are never flat."""

import numpy as np
import pytest

from predictor.geometry.hull import THINNEST, convex_hull
from predictor.geometry.mesh import MeshError
from tests.predictor.geometry.solids import TWO_CUBES, depths, volume

ROUNDING = 1e-12
ONE_NANOMETRE = 1e-9


def test_it_contains_its_points_and_is_wound_outwards():
    points = np.random.default_rng(1).normal(size=(300, 3))
    hull = convex_hull(points)
    assert depths(hull, points).min() > -ROUNDING
    assert volume(hull) > 0.0


def test_the_hull_of_two_cubes_is_the_box_around_them():
    assert volume(convex_hull(TWO_CUBES.vertices)) == pytest.approx(3.0)


@pytest.mark.parametrize("dimensions", [0, 1, 2])
def test_what_is_flat_becomes_a_thin_hull_that_contains_it(dimensions):
    turned = np.linalg.qr(np.random.default_rng(2).normal(size=(3, 3)))[0]
    points = np.random.default_rng(3).normal(size=(20, 3)) * (np.arange(3) < dimensions) @ turned + 5.0
    hull = convex_hull(points)
    assert depths(hull, points).min() > (-ONE_NANOMETRE if dimensions else 0.9 * THINNEST)
    assert volume(hull) > 0.0


@pytest.mark.parametrize("points", [np.zeros((0, 3)), np.array([[0.0, 0.0, np.nan]])])
def test_a_hull_of_nothing_or_of_no_positions_is_refused(points):
    with pytest.raises(MeshError, match="at least one point"):
        convex_hull(points)
