"""Arcs and orbits of the tool: on their circle, exact at the ends, refused where there is no circle."""

import math

import numpy as np
import pytest

from planner.motion.tool_courses.arc import ArcError, arc_about, arc_through
from planner.motion.tool_courses.facing import facing, off_target, orbit_course
from predictor.model.spatial import pose, rotation_from_vector

RNG = np.random.default_rng(3)
CAMERA = np.array([0.0, 0.0, -1.0])  # looks against the tool's z axis
STILL = np.zeros(3)
UP = np.array([0.0, 0.0, 1.0])


def some_pose(p=(0.8, 0.1, 0.4)):
    return pose(rotation_from_vector(RNG.normal(size=3)), np.array(p))


@pytest.mark.parametrize("_", range(20))
def test_an_arc_through_three_points_begins_passes_and_ends_there(_):
    begin, through, end = RNG.normal(size=(3, 3))
    arc = arc_through(some_pose(begin), through, end, turn=STILL)
    places = np.array([arc.pose(s)[:3, 3] for s in np.linspace(0.0, 1.0, 4001)])
    assert places[0] == pytest.approx(begin, abs=1e-13)
    assert places[-1] == pytest.approx(end, abs=1e-12)
    assert np.linalg.norm(places - through, axis=1).min() < arc.length / 4000
    assert np.ptp(np.linalg.norm(places - arc.centre, axis=1)) < 1e-12


def test_a_half_circle_through_its_top_has_the_centre_between_its_ends():
    arc = arc_through(
        some_pose((1.0, 0.0, 0.0)), np.array([0.0, 1.0, 0.0]), np.array([-1.0, 0.0, 0.0]), turn=STILL
    )
    assert arc.centre == pytest.approx(STILL, abs=1e-15)
    assert arc.swing == pytest.approx([0.0, 0.0, math.pi], abs=1e-15)


@pytest.mark.parametrize(
    ("through", "end"),
    [
        ((1.0, 0.0, 0.0), (2.0, 0.0, 0.0)),
        ((0.0, 0.0, 0.0), (1.0, 0.0, 0.0)),
        ((1.0, 0.0, 0.0), (1.0, 0.0, 0.0)),
    ],
)
def test_three_points_on_a_line_are_no_arc(through, end):
    with pytest.raises(ArcError, match="a line is to_m alone"):
        arc_through(some_pose((0.0, 0.0, 0.0)), np.array(through), np.array(end), turn=STILL)


def test_an_arc_that_begins_on_its_axis_is_refused():
    with pytest.raises(ArcError, match="begins on its own axis"):
        arc_about(some_pose((0.0, 0.0, 2.0)), STILL, UP, turn=STILL)


@pytest.mark.parametrize("angle", [0.0, 100.0, math.nan])
def test_an_arc_without_an_angle_is_refused(angle):
    with pytest.raises(ArcError, match="an angle of more than 0 and at most 3600 deg"):
        arc_about(some_pose(), STILL, angle * UP, turn=STILL)


@pytest.mark.parametrize("angle", [0.7, -2.0, 2 * math.pi])
def test_on_an_orbit_the_camera_faces_the_target_all_the_way_at_one_distance(angle):
    target, begin = np.array([0.9, 0.3, -0.4]), some_pose()
    begin[:3, :3] = facing(begin[:3, :3], target - begin[:3, 3], CAMERA, up=None)
    each = orbit_course(begin, target, angle * UP, looks=CAMERA)
    for s in np.linspace(0.0, 1.0, 13):
        T = each.pose(s)
        assert off_target(T, target, CAMERA) < 1e-7
        assert np.linalg.norm(T[:3, 3] - target) == pytest.approx(np.linalg.norm(begin[:3, 3] - target))


def test_a_whole_orbit_ends_where_it_began():
    target, begin = np.array([0.9, 0.3, -0.4]), some_pose()
    begin[:3, :3] = facing(begin[:3, :3], target - begin[:3, 3], CAMERA, up=UP)
    assert orbit_course(begin, target, 2 * math.pi * UP, looks=CAMERA).pose(1.0) == pytest.approx(
        begin, abs=1e-14
    )


def test_an_orbit_that_does_not_face_its_target_says_by_how_much():
    begin = pose(np.eye(3), np.array([0.0, 0.0, 1.0]))
    with pytest.raises(ArcError, match=r"looks 45\.00 deg past it; turn it first"):
        orbit_course(begin, np.array([1.0, 0.0, 0.0]), UP, looks=CAMERA)


@pytest.mark.parametrize("looks", [CAMERA, np.array([0.0, 1.0, 0.0]), np.array([1.0, 1.0, 0.0])])
@pytest.mark.parametrize("up", [None, UP])
def test_a_facing_attitude_is_a_rotation_that_looks_ahead(looks, up):
    R, sight = some_pose()[:3, :3], np.array([0.4, 0.2, -0.3])
    found = facing(R, sight, looks, up=up)
    assert found @ found.T == pytest.approx(np.eye(3), abs=1e-14)
    assert np.linalg.det(found) == pytest.approx(1.0)
    ahead = found @ looks / np.linalg.norm(looks)
    assert ahead == pytest.approx(sight / np.linalg.norm(sight), abs=1e-14)


def test_what_looks_the_other_way_is_turned_half_round():
    found = facing(np.eye(3), np.array([0.0, 0.0, -1.0]), UP, up=None)
    assert found @ UP == pytest.approx([0.0, 0.0, -1.0], abs=1e-14)


def test_an_up_direction_points_the_tools_y_axis():
    found = facing(some_pose()[:3, :3], np.array([1.0, 0.0, 0.0]), CAMERA, up=UP)
    assert found[:, 1] == pytest.approx(UP, abs=1e-14)


def test_up_along_the_sight_is_refused():
    with pytest.raises(ArcError, match="up lies along"):
        facing(np.eye(3), UP, CAMERA, up=UP)


def test_a_target_in_the_tool_itself_is_refused():
    with pytest.raises(ArcError, match="stands in the place"):
        facing(np.eye(3), STILL, CAMERA, up=None)
