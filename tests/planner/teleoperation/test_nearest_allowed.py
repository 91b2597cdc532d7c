"""The nearest velocity within bounds: what keeps to them is not changed, and nothing allowed is nearer."""

import numpy as np
import pytest

from planner.teleoperation.surroundings import RATE_ROUNDING as BY_ROUNDING
from planner.teleoperation.surroundings import nearest_allowed

ROUNDING = 1e-8


def bounds(seed):
    """Return a wanted velocity, and up to five bounds that standing still keeps to."""
    rng = np.random.default_rng(seed)
    normals = rng.standard_normal((rng.integers(0, 6), 3))
    least = -rng.uniform(0.0, 1.0, len(normals)) * (rng.random(len(normals)) < 0.7)
    return rng.standard_normal(3), normals / np.linalg.norm(normals, axis=1, keepdims=True), least


@pytest.mark.parametrize("seed", range(200))
def test_it_keeps_to_all_bounds_and_no_point_that_does_is_nearer(seed):
    v, normals, least = bounds(seed)
    x = nearest_allowed(v, normals, least)
    assert (normals @ x >= least - ROUNDING).all()
    assert np.linalg.norm(x) <= np.linalg.norm(v) + ROUNDING
    others = x + 0.3 * np.random.default_rng(seed).standard_normal((400, 3))
    allowed = others[(others @ normals.T >= least).all(axis=1)] if len(least) else others
    # of a nearest point of a convex set, no allowed one lies on the side of what was wanted
    assert ((allowed - x) @ (v - x) <= ROUNDING).all()


def test_what_keeps_to_the_bounds_passes_as_it_is():
    v = np.array([0.1, -0.2, 0.3])
    assert np.array_equal(nearest_allowed(v, np.eye(3), np.array([0.0, -0.2, 0.0])), v)
    assert np.array_equal(nearest_allowed(v, np.empty((0, 3)), np.empty(0)), v)


def test_the_same_bound_twice_and_a_slot_of_two_that_face_each_other_hold():
    v, down = np.array([1.0, 0.0, -1.0]), np.array([0.0, 0.0, 1.0])
    twice = nearest_allowed(v, np.array([down, down, -down]), np.zeros(3))
    assert twice == pytest.approx([1.0, 0.0, 0.0])


def test_a_corner_of_three_bounds_lets_nothing_into_it():
    assert nearest_allowed(np.array([-1.0, -2.0, -3.0]), np.eye(3), np.zeros(3)) == pytest.approx(np.zeros(3))


def test_what_passes_a_bound_by_rounding_alone_is_left_as_it_is():
    v = np.array([-BY_ROUNDING, 0.02, 0.0])
    assert np.array_equal(nearest_allowed(v, np.eye(3)[:1], np.zeros(1)), v)
    assert nearest_allowed(2.0 * v, np.eye(3)[:1], np.zeros(1))[0] == 0.0
