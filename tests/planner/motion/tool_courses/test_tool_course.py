"""Courses of the tool: exact rates, and poses that turn as they are told to."""

import numpy as np
import pytest

from planner.motion.tool_courses.tool_course import ToolCourse
from predictor.model.spatial import pose, pose_difference, rotation_from_vector

STEP = 1e-5  # of the fraction, for slopes
RNG = np.random.default_rng(7)
BEGIN = pose(rotation_from_vector(np.array([0.3, -0.2, 0.9])), np.array([0.8, 0.1, 0.4]))
CENTRE = np.array([0.7, -0.2, 0.1])


def course(**parts):
    """A course from BEGIN."""
    still = np.zeros(3)
    given = {"shift": still, "swing": still, "centre": CENTRE, "turn": still} | parts
    return ToolCourse(kind="arc", T_begin=BEGIN, **given)


EVERY = [
    course(),
    course(shift=np.array([0.1, -0.2, 0.3])),
    course(swing=np.array([0.0, 0.5, 2.0])),
    course(swing=np.array([0.4, 0.0, -6.0]), turn=np.array([0.4, 0.0, -6.0])),
    course(shift=np.array([0.1, 0.2, 0.0]), swing=np.array([0.1, 0.1, 0.1]), turn=np.array([1.0, -2.0, 0.5])),
]


@pytest.mark.parametrize("each", EVERY)
def test_rates_of_a_course_are_the_slopes_of_its_poses(each):
    for s in (0.1, 0.5, 0.83):
        slope = pose_difference(each.pose(s + STEP), each.pose(s - STEP)) / (2 * STEP)
        assert each.rates(s).v == pytest.approx(slope, abs=1e-8)
        bend = (each.rates(s + STEP).v - each.rates(s - STEP).v) / (2 * STEP)
        assert each.rates(s).a == pytest.approx(bend, abs=1e-7)


@pytest.mark.parametrize("each", EVERY)
def test_a_course_begins_at_its_pose(each):
    np.testing.assert_allclose(each.pose(0.0), BEGIN, atol=1e-15)


def test_what_turns_with_its_arc_is_one_body_with_it():
    swing = np.array([0.3, -0.4, 1.2])
    each = course(swing=swing, turn=swing)
    T_turn = pose(rotation_from_vector(swing), CENTRE - rotation_from_vector(swing) @ CENTRE)
    np.testing.assert_allclose(each.pose(1.0), T_turn @ BEGIN, atol=1e-14)


def test_the_length_of_a_course_is_the_way_of_its_tool():
    for each in (EVERY[1], EVERY[2]):
        places = np.array([each.pose(s)[:3, 3] for s in np.linspace(0.0, 1.0, 2001)])
        way = np.linalg.norm(np.diff(places, axis=0), axis=1).sum()
        assert each.length == pytest.approx(way, rel=1e-6)


def test_a_course_to_nowhere_has_no_numbers():
    assert np.isnan(course(shift=np.full(3, np.nan)).pose(0.5)).any()
