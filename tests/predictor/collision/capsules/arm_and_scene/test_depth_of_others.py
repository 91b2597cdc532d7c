"""Signed distances beside those of coal, which finds them by iteration (GJK and EPA)."""

import numpy as np
import pytest

from predictor.collision.capsules.arm_and_scene.distance_kernels import segment_box, segment_segment

coal = pytest.importorskip("coal")

ITERATED = 2e-6  # [m] what coal's own iteration leaves
HALF = (0.5, 0.3, 0.2)


def coal_distance(first, T_first, second, T_second):
    request, result = coal.DistanceRequest(), coal.DistanceResult()
    return coal.distance(first, T_first, second, T_second, request, result)


def along_z(p0, p1, radius):
    """coal's capsule lies along z."""
    run = p1 - p0
    length = np.linalg.norm(run)
    z = run / length
    x = np.cross(z, np.eye(3)[np.argmin(np.abs(z))])
    x /= np.linalg.norm(x)
    R = np.column_stack([x, np.cross(z, x), z])
    return coal.Capsule(radius, length), coal.Transform3s(R, 0.5 * (p0 + p1))


def vector(x):
    return tuple(map(float, x))


def test_capsule_and_box_are_as_far_apart_or_as_deep_as_coal_says():
    box, at_origin = coal.Box(*(2.0 * np.array(HALF))), coal.Transform3s(np.eye(3), np.zeros(3))
    ends, found, expected = np.random.default_rng(1).uniform(-0.8, 0.8, (500, 2, 3)), [], []
    for p0, p1 in ends:
        found.append(segment_box(vector(p0), vector(p1 - p0), HALF)[0] - 0.05)
        expected.append(coal_distance(*along_z(p0, p1, 0.05), box, at_origin))
    assert np.abs(np.array(found) - expected).max() < ITERATED
    assert 50 < (np.array(found) < 0.0).sum() < 450


def test_capsules_are_as_far_apart_or_as_deep_as_coal_says():
    ends, found, expected = np.random.default_rng(2).uniform(-0.5, 0.5, (500, 4, 3)), [], []
    for p0, p1, q0, q1 in ends:
        squared = segment_segment(vector(p0), vector(p1 - p0), vector(q0), vector(q1 - q0))[0]
        found.append(np.sqrt(squared) - 0.15)
        expected.append(coal_distance(*along_z(p0, p1, 0.1), *along_z(q0, q1, 0.05)))
    assert np.abs(np.array(found) - expected).max() < ITERATED
    assert 50 < (np.array(found) < 0.0).sum() < 450
