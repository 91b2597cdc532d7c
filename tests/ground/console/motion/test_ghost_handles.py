"""A ghost of the tool is pulled by its handles, whatever the view."""

import numpy as np
import pytest

from ground.console.motion.ghost_handles import Pull, handle_at, stepped
from ground.console.scene.sight import AXES, MIDDLE, RING, RINGS, GhostLook, SightRay
from predictor.model.spatial import pose, rotation_from_euler_zyx, rotation_vector

ONE_MICRON = 1e-6
R = rotation_from_euler_zyx(0.4, -0.3, 0.2)
P = np.array([1.2, -0.3, 0.7])
GHOST = GhostLook(pose(R, P), np.eye(3), 0.3, np.zeros((0, 3)))
EYE = np.array([3.0, -4.0, 2.5])


def at(x, y, z):
    """A place beside the ghost."""
    return P + np.array([x, y, z])


def seen(point):
    """The ray of a perspective through a point."""
    towards = np.asarray(point) - EYE
    return SightRay(EYE, towards / np.linalg.norm(towards), widens=1e-3)


def flat(point, along):
    """The ray of a flat view through a point."""
    return SightRay(np.asarray(point) - 10.0 * np.asarray(along), np.asarray(along), pixel=2e-3)


@pytest.mark.parametrize("axis", range(3))
def test_an_arrow_is_taken_where_it_is_seen_and_leads_along_its_axis_alone(axis):
    unit = np.eye(3)[axis]
    begun = seen(P + 0.25 * unit)
    assert handle_at(GHOST, begun) == AXES[axis]
    T = Pull(GHOST, AXES[axis], begun).at(seen(P + 0.75 * unit))
    assert np.abs(T[:3, 3] - (P + 0.5 * unit)).max() < ONE_MICRON
    assert np.array_equal(T[:3, :3], R)


@pytest.mark.parametrize("ring", range(3))
def test_a_ring_turns_the_ghost_about_its_axis_at_its_place(ring):
    axis, one, other = np.roll(np.eye(3), -ring, axis=0)
    rim = lambda angle: P + RING * 0.3 * (np.cos(angle) * one + np.sin(angle) * other)  # noqa: E731
    begun = seen(rim(0.7))
    assert handle_at(GHOST, begun) == RINGS[ring]
    T = Pull(GHOST, RINGS[ring], begun).at(seen(rim(1.9)))
    assert rotation_vector(T[:3, :3] @ R.T) == pytest.approx(1.2 * axis, abs=1e-9)
    assert np.array_equal(T[:3, 3], P)


def test_the_middle_is_pulled_in_the_plane_of_the_picture():
    along = np.array([0.0, 1.0, 0.0])
    begun = flat(P, along)
    assert handle_at(GHOST, begun) == MIDDLE
    T = Pull(GHOST, MIDDLE, begun).at(flat(at(0.2, 0.9, -0.1), along))
    assert np.abs(T[:3, 3] - (at(0.2, 0.0, -0.1))).max() < ONE_MICRON


def test_a_ring_that_is_seen_from_its_edge_still_turns_as_its_near_side_is_pulled():
    along = np.array([0.0, 1.0, 0.0])  # the ring about z is a line there, its near side at -y
    begun = flat(at(0.1, 0.0, 0.0), along)
    T = Pull(GHOST, "turn z", begun).at(flat(at(0.1 + RING * 0.3 * 0.5, 0.0, 0.0), along))
    assert rotation_vector(T[:3, :3] @ R.T) == pytest.approx([0.0, 0.0, 0.5], abs=1e-9)


def test_an_axis_that_points_at_the_eye_does_not_throw_the_ghost_away():
    along = np.array([0.0, 1.0, 0.0])
    T = Pull(GHOST, "y", flat(P, along)).at(flat(at(0.3, 0.0, 0.3), along))
    assert np.array_equal(T, GHOST.T_base_tool)


def test_beside_its_handles_a_press_belongs_to_the_view():
    assert handle_at(GHOST, seen(at(0.6, 0.6, 0.6))) == ""


def test_a_step_goes_along_or_about_an_axis():
    T = stepped(GHOST.T_base_tool, np.eye(3), name="z", step=-0.01)
    assert T[:3, 3] == pytest.approx(at(0.0, 0.0, -0.01))
    T = stepped(GHOST.T_base_tool, np.eye(3), name="turn x", step=0.1)
    assert rotation_vector(T[:3, :3] @ R.T) == pytest.approx([0.1, 0.0, 0.0])
