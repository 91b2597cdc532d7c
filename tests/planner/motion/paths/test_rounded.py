"""A rounded path: through its ends, and nothing jumps on it."""

import numpy as np
import pytest

from planner.motion.paths.rounded import rounded

WEIGHT = np.array([1.0, 0.5, 2.0])
PLACES = np.array([[0.0, 0.0, 0.0], [1.0, 0.4, -0.2], [1.2, -0.6, 0.3], [2.0, 0.0, 0.0]])
HALVES = np.array([0.0, 0.4, 0.2, 0.0])
STEP = 1e-5
CURVED = 20.0  # s^-3: no third derivative of these paths is greater than a thousand of these


def path():
    return rounded(PLACES, HALVES, weight=WEIGHT)


def test_it_begins_and_ends_exactly_at_the_first_and_last_place():
    assert np.array_equal(path().at(0.0).q, PLACES[0])
    assert np.array_equal(path().at(1.0).q, PLACES[-1])


def test_position_slope_and_curvature_are_those_of_one_smooth_curve():
    for s in np.linspace(STEP, 1.0 - STEP, 1501):
        before, here, after = (path().at(s + k * STEP) for k in (-1, 0, 1))
        assert (after.q - before.q) / (2.0 * STEP) == pytest.approx(here.q_s, abs=1e-3)
        assert (after.q_s - before.q_s) / (2.0 * STEP) == pytest.approx(here.q_ss, abs=1000.0 * CURVED * STEP)


def test_a_corner_is_passed_inside_of_the_triangle_of_its_bend():
    bent = path()
    middle = bent.at(float(0.5 * (bent.begins[1] + bent.begins[2]) / bent.begins[-1])).q
    come = HALVES[1] * (PLACES[1] - PLACES[0]) / bent.lengths[0]
    leave = HALVES[1] * (PLACES[2] - PLACES[1]) / bent.lengths[1]
    assert middle == pytest.approx(PLACES[1] + 7.0 / 64.0 * (leave - come), abs=1e-12)


def test_two_places_are_a_straight_line():
    line = rounded(PLACES[[0, 3]], np.zeros(2), weight=WEIGHT)
    assert line.at(0.25).q == pytest.approx(0.75 * PLACES[0] + 0.25 * PLACES[3])
    assert np.array_equal(line.at(0.5).q_ss, np.zeros(3))
