"""Distances of segments and boxes: against a ternary search, at every degenerate case, with NaN."""

import math

import numpy as np
import pytest

from predictor.collision.distance import point_segment_squared, segment_box, segment_segment
from tests.reference import arm_clearance as oracle

ONE_NANOMETRE = 1e-9
HALF = np.array([0.5, 0.3, 0.2])
ORIGIN = np.zeros(3)
X, Y, Z = np.eye(3)


def test_segments_are_as_far_apart_as_the_ternary_search_says():
    points = np.random.default_rng(1).uniform(-1.0, 1.0, (2000, 4, 3))
    found = [segment_segment(*four) for four in points]
    assert np.abs(found - oracle.segment_segment(*points.transpose(1, 0, 2))).max() < ONE_NANOMETRE


def test_segment_and_box_are_as_far_apart_as_the_ternary_search_says():
    points = np.random.default_rng(2).uniform(-1.0, 1.0, (4000, 2, 3))
    found = np.array([segment_box(p0, p1, HALF) for p0, p1 in points])
    assert np.abs(found - oracle.segment_box(points[:, 0], points[:, 1], HALF)).max() < ONE_NANOMETRE
    assert 500 < (found < 0.0).sum() < 3500  # both sides of the surface were met


def test_segments_on_the_lattice_meet_every_degenerate_case():
    points = np.random.default_rng(3).integers(-1, 2, (3000, 4, 3)).astype(float)
    found = [segment_segment(*four) for four in points]
    assert np.abs(found - oracle.segment_segment(*points.transpose(1, 0, 2))).max() < ONE_NANOMETRE


def test_segment_along_the_faces_and_edges_of_a_box():
    points = np.random.default_rng(4).integers(-2, 3, (3000, 2, 3)) * HALF
    found = [segment_box(p0, p1, HALF) for p0, p1 in points]
    assert np.abs(found - oracle.segment_box(points[:, 0], points[:, 1], HALF)).max() < 2 * ONE_NANOMETRE


def test_nearly_parallel_segments_keep_the_stated_error():
    rng = np.random.default_rng(5)
    for tilt in 10.0 ** rng.uniform(-10, -5, 300):
        p0, p1 = rng.uniform(-1.0, 1.0, (2, 3))
        q0 = p0 + 0.01 * rng.uniform(-1.0, 1.0, 3)
        q1 = q0 + (p1 - p0) * rng.uniform(-2.0, 2.0) + tilt * rng.uniform(-1.0, 1.0, 3)
        expected = oracle.segment_segment(*(p[None] for p in (p0, p1, q0, q1)))[0]
        assert abs(segment_segment(p0, p1, q0, q1) - expected) < 1e-6


def test_two_points_are_as_far_apart_as_points():
    assert segment_segment(X, X, Y, Y) == pytest.approx(math.sqrt(2.0))
    assert segment_segment(X, X, X, X) == 0.0


def test_a_point_and_a_segment_meet_at_the_foot_or_at_an_end():
    assert point_segment_squared(Y, -X, X) == 1.0
    assert point_segment_squared(3.0 * X, -X, X) == 4.0
    assert point_segment_squared(Y, X, X) == 2.0


def test_parallel_segments_side_by_side():
    assert segment_segment(ORIGIN, X, Y, X + Y) == 1.0
    assert segment_segment(ORIGIN, X, X + Y, Y) == 1.0
    assert segment_segment(ORIGIN, X, 3.0 * X, 2.0 * X) == 1.0


def test_a_segment_through_the_middle_of_a_box_is_as_deep_as_its_nearest_face():
    assert segment_box(-2.0 * X, 2.0 * X, HALF) == pytest.approx(-0.2)
    assert segment_box(ORIGIN, ORIGIN, HALF) == pytest.approx(-0.2)


def test_a_segment_within_a_face_is_at_distance_zero():
    assert segment_box(HALF * [-0.5, 0.5, 1.0], HALF * [0.5, 0.5, 1.0], HALF) == 0.0


def test_distance_is_the_same_from_either_side():
    for four in np.random.default_rng(6).uniform(-1.0, 1.0, (200, 4, 3)):
        p0, p1, q0, q1 = four
        assert segment_segment(p0, p1, q0, q1) == pytest.approx(
            segment_segment(q1, q0, p1, p0), abs=ONE_NANOMETRE
        )


@pytest.mark.parametrize("bad", [math.nan, math.inf, -math.inf])
@pytest.mark.parametrize("place", range(12))
def test_what_is_not_finite_is_never_far_away(bad, place):
    points = np.random.default_rng(7).uniform(-1.0, 1.0, (4, 3))
    points.flat[place] = bad
    assert math.isnan(segment_segment(*points))
    if place < 6:
        assert math.isnan(segment_box(points[0], points[1], HALF))
