"""Distances of segments and boxes: against a search, projections, in degenerate cases, with NaN."""

import math

import numpy as np
import pytest

from predictor.collision.capsules.arm_and_scene.distance_kernels import (
    segment_box,
    segment_box_depth,
    segment_segment,
)
from predictor.collision.capsules.one_pose.witness_kernels import segment_box_witness, segment_segment_witness
from tests.reference import arm_clearance as oracle

ONE_PICOMETRE = 1e-12
ONE_NANOMETRE = 1e-9
HALF = np.array([0.5, 0.3, 0.2])
ORIGIN = np.zeros(3)
X, Y, Z = np.eye(3)


def vector(x):
    return tuple(map(float, x))


def between_segments(p0, p1, q0, q1):
    return math.sqrt(segment_segment(vector(p0), vector(p1 - p0), vector(q0), vector(q1 - q0))[0])


def to_box(p0, p1, half=HALF):
    return segment_box(vector(p0), vector(p1 - p0), vector(half))[0]


def test_segments_are_as_far_apart_as_the_ternary_search_says():
    points = np.random.default_rng(1).uniform(-1.0, 1.0, (2000, 4, 3))
    found = [between_segments(*four) for four in points]
    assert np.abs(found - oracle.segment_segment(*points.transpose(1, 0, 2))).max() < ONE_NANOMETRE


def test_segment_and_box_are_as_far_apart_as_the_ternary_search_says():
    points = np.random.default_rng(2).uniform(-1.0, 1.0, (4000, 2, 3))
    found = np.array([to_box(p0, p1) for p0, p1 in points])
    assert np.abs(found - oracle.segment_box(points[:, 0], points[:, 1], HALF)).max() < ONE_NANOMETRE
    assert 500 < (found < 0.0).sum() < 3500  # both sides of the surface were met


def test_segments_on_the_lattice_meet_every_degenerate_case():
    points = np.random.default_rng(3).integers(-1, 2, (3000, 4, 3)).astype(float)
    found = [between_segments(*four) for four in points]
    assert np.abs(found - oracle.segment_segment(*points.transpose(1, 0, 2))).max() < ONE_NANOMETRE


def test_segment_along_the_faces_and_edges_of_a_box():
    points = np.random.default_rng(4).integers(-2, 3, (3000, 2, 3)) * HALF
    found = [to_box(p0, p1) for p0, p1 in points]
    assert np.abs(found - oracle.segment_box(points[:, 0], points[:, 1], HALF)).max() < 2 * ONE_NANOMETRE


def test_nearly_parallel_segments_keep_the_stated_error():
    rng = np.random.default_rng(5)
    for tilt in 10.0 ** rng.uniform(-10, -3, 500):
        p0, p1 = rng.uniform(-1.0, 1.0, (2, 3))
        q0 = p0 + 0.01 * rng.uniform(-1.0, 1.0, 3)
        q1 = q0 + (p1 - p0) * rng.uniform(-2.0, 2.0) + tilt * rng.uniform(-1.0, 1.0, 3)
        expected = oracle.segment_segment(*(p[None] for p in (p0, p1, q0, q1)))[0]
        assert abs(between_segments(p0, p1, q0, q1) - expected) < ONE_NANOMETRE


def test_two_points_are_as_far_apart_as_points():
    assert between_segments(X, X, Y, Y) == pytest.approx(math.sqrt(2.0))
    assert between_segments(X, X, X, X) == 0.0


def test_a_point_and_a_segment_meet_at_the_foot_or_at_an_end():
    assert between_segments(Y, Y, -X, X) == between_segments(-X, X, Y, Y) == 1.0
    assert between_segments(3.0 * X, 3.0 * X, -X, X) == 2.0
    assert between_segments(Y, Y, X, X) == pytest.approx(math.sqrt(2.0))


def test_parallel_segments_side_by_side():
    assert between_segments(ORIGIN, X, Y, X + Y) == 1.0
    assert between_segments(ORIGIN, X, X + Y, Y) == 1.0
    assert between_segments(ORIGIN, X, 3.0 * X, 2.0 * X) == 1.0


def test_a_segment_through_the_middle_of_a_box_is_as_deep_as_its_nearest_face():
    assert to_box(-2.0 * X, 2.0 * X) == pytest.approx(-0.2)
    assert to_box(ORIGIN, ORIGIN) == pytest.approx(-0.2)


def test_a_segment_across_an_edge_leaves_over_that_edge():
    corner = np.array([0.5, 0.3, 0.0])
    aslant = np.array([1.0, -1.0, 0.0])  # it cuts the corner of the largest face
    found = to_box(corner - 0.05 * (X + Y) - aslant, corner - 0.05 * (X + Y) + aslant)
    assert found == pytest.approx(-0.1 / math.sqrt(2.0))


def test_a_segment_within_a_face_is_at_distance_zero():
    assert to_box(HALF * [-0.5, 0.5, 1.0], HALF * [0.5, 0.5, 1.0]) == 0.0


def test_no_shift_shorter_than_the_depth_parts_a_segment_from_a_box():
    rng = np.random.default_rng(9)
    for p0, p1 in rng.uniform(-0.6, 0.6, (200, 2, 3)):
        depth = -to_box(p0, p1)
        if depth > 0.0:
            ways = rng.normal(size=(50, 3))
            shifts = 0.999 * depth * ways / np.linalg.norm(ways, axis=1)[:, None]
            assert max(to_box(p0 + shift, p1 + shift) for shift in shifts) < 0.0
            normal = np.array(segment_box_depth(vector(p0), vector(p1 - p0), vector(HALF))[1])
            assert abs(to_box(p0 + depth * normal, p1 + depth * normal)) < ONE_PICOMETRE


def test_nearest_points_lie_on_both_and_the_normal_leads_from_one_to_the_other():
    rng = np.random.default_rng(10)
    for p0, p1, q0, q1 in rng.uniform(-0.8, 0.8, (500, 4, 3)):
        p, u = vector(p0), vector(p1 - p0)
        distance, s, normal = segment_box_witness(p, u, vector(HALF))
        on_box = p0 + s * (p1 - p0) - distance * np.array(normal)
        assert distance == segment_box(p, u, vector(HALF))[0]
        assert abs(to_box(on_box, on_box)) < ONE_NANOMETRE
        distance, s, normal = segment_segment_witness(p, u, vector(q0), vector(q1 - q0))
        on_other = p0 + s * (p1 - p0) - distance * np.array(normal)
        assert between_segments(on_other, on_other, q0, q1) < ONE_NANOMETRE
        assert np.linalg.norm(normal) == pytest.approx(1.0)


@pytest.mark.parametrize("u", [ORIGIN, X, Y, Z, X + Y])
@pytest.mark.parametrize("v", [ORIGIN, X, Z])
def test_axes_that_cross_have_a_normal_to_both(u, v):
    distance, _, normal = segment_segment_witness(vector(-0.5 * u), vector(u), vector(-0.5 * v), vector(v))
    assert distance == 0.0
    assert np.linalg.norm(normal) == pytest.approx(1.0)
    assert abs(normal @ u) < ONE_PICOMETRE and abs(normal @ v) < ONE_PICOMETRE


def test_distance_is_the_same_from_either_side():
    for four in np.random.default_rng(6).uniform(-1.0, 1.0, (200, 4, 3)):
        p0, p1, q0, q1 = four
        assert between_segments(p0, p1, q0, q1) == pytest.approx(
            between_segments(q1, q0, p1, p0), abs=ONE_NANOMETRE
        )


@pytest.mark.parametrize("bad", [math.nan, math.inf, -math.inf])
@pytest.mark.parametrize("place", range(12))
def test_what_is_not_finite_never_has_a_finite_distance(bad, place):
    p, u, q, v = np.random.default_rng(7).uniform(-1.0, 1.0, (4, 3))
    (p, u, q, v)[place // 3][place % 3] = bad
    assert not math.isfinite(segment_segment(vector(p), vector(u), vector(q), vector(v))[0])
    if place < 6:
        assert not math.isfinite(segment_box(vector(p), vector(u), vector(HALF))[0])
