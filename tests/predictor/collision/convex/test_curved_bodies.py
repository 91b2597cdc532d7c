"""Curved bodies, told as triangles: exact meshes come as near to the curved truth as the triangles do."""

from dataclasses import replace

import numpy as np
import pytest

from predictor.collision.method import build_world
from predictor.geometry.hull import convex_hull
from predictor.geometry.mesh import mesh_of, placed
from predictor.geometry.scenes.covers import resting_covers
from predictor.geometry.shapes import MeshShape, Scene
from predictor.model.kinematics import link_poses
from predictor.model.robot import Part
from tests.convex_bodies import pose
from tests.free_floating import ROBOT
from tests.reference import curved_bodies as truth

TURN = 2.0 * np.pi
ROUND, BALL, PATCH = ((0.0, TURN), (0.0, TURN)), ((0.0, TURN), (-0.5 * np.pi, 0.5 * np.pi)), ((0.0, 1.0),) * 2
EGG, RING = truth.ellipsoid(0.3, 0.2, 0.1), truth.torus(0.3, 0.1)
FLAT = np.moveaxis(np.array(np.meshgrid(*[np.linspace(-0.3, 0.3, 4)] * 2, [0.0], indexing="ij")), 0, -1)
SAIL = truth.bezier(FLAT[:, :, 0] + np.random.default_rng(1).normal(scale=0.04, size=(4, 4, 3)))
FAR = np.eye(4)
FAR[:3, 3] = 0.7, 0.5, 0.3
UPRIGHT = pose(np.random.default_rng(2))
ABOVE = np.eye(4)
ABOVE[:3, 3] = 0.42, 0.05, 0.1  # beyond an edge of the patch
PAIRS = {
    "ellipsoid and torus": ((EGG, BALL), (RING, ROUND), FAR @ UPRIGHT),
    "two tori": ((RING, ROUND), (RING, ROUND), FAR @ UPRIGHT),
    "patch and ellipsoid": ((SAIL, PATCH), (EGG, BALL), FAR @ UPRIGHT),
    "edge of a patch and ellipsoid": ((SAIL, PATCH), (truth.ellipsoid(0.05, 0.04, 0.03), BALL), ABOVE),
}


def curved(name):
    """Distance of two curved surfaces: the first at the origin, the second where it stands."""
    (first, a), (second, b), T = PAIRS[name]
    low, high = np.array([*a, *b]).T
    bounded = [each is PATCH for each in (a, a, b, b)]
    return truth.nearest_parameters(first, truth.placed(second, T), low, high, bounded)[0]


def triangles(surface, spans, count):
    """A surface as a grid of triangles with their corners on it, and how far it is from them at most."""
    s, t = np.meshgrid(*(np.linspace(*span, count + 1) for span in spans), indexing="ij")
    points = np.moveaxis(surface(s.ravel(), t.ravel())[0], 0, 1)
    row = np.arange((count + 1) ** 2).reshape(count + 1, count + 1)
    a, b, c, d = (each.ravel() for each in (row[:-1, :-1], row[1:, :-1], row[1:, 1:], row[:-1, 1:]))
    faces = np.concatenate([np.stack([a, b, c], 1), np.stack([a, c, d], 1)])
    middle = [(s[:-1, :-1] + s[1:, 1:]).ravel() / 2, (t[:-1, :-1] + t[1:, 1:]).ravel() / 2]
    off = np.moveaxis(surface(*middle)[0], 0, 1) - 0.5 * (points[a] + points[c])
    return mesh_of(points, faces), float(np.linalg.norm(off, axis=1).max())


def told(name, count):
    """Distance by the method `mesh` of a hand and a body, and its error at most."""
    (first, a), (second, b), T = PAIRS[name]
    (mine, off), (theirs, other_off) = triangles(first, a, count), triangles(second, b, count)
    hand, q = int(ROBOT.capsules.frame.max()), np.array(ROBOT.home_q)
    theirs = placed(theirs, link_poses(ROBOT, q)[hand] @ T)
    shape = MeshShape(name="m", body="base", mesh=theirs, pieces=(convex_hull(theirs.vertices),))
    part = Part(name="hand", frame=hand, mesh=mine, pieces=(convex_hull(mine.vertices),))
    arm = replace(ROBOT, parts=(part,), self_pairs=ROBOT.self_pairs[:0])
    boxes = resting_covers(shape)
    others = tuple(n for n, f in zip(ROBOT.capsules.names, ROBOT.capsules.frame, strict=True) if f != hand)
    mounts = tuple((leaf, box.name) for leaf in others for box in boxes)
    scene = Scene(name="s", boxes=boxes, capsules=(), bodies=(), meshes=(shape,), mounts=mounts)
    return build_world("mesh", arm, scene).clearance(q).distance, off + other_off


@pytest.mark.parametrize("name", PAIRS)
def test_meshes_come_to_the_curved_distance_as_the_square_of_their_edges(name):
    exact, errors = curved(name), []
    for count in (8, 16, 32):
        distance, bound = told(name, count)
        errors.append(abs(distance - exact))
        assert distance - bound <= exact and errors[-1] <= bound  # less its error, it is on the safe side
    assert errors[2] < errors[0] / 8.0 + 1e-9


def test_parameters_and_equations_tell_one_distance_of_two_ellipsoids():
    def surface(half, T):
        R, p = T[:3, :3], T[:3, 3]
        A = R @ np.diag(1.0 / np.square(half)) @ R.T
        return lambda x: ((x - p) @ A @ (x - p) - 1.0, 2.0 * A @ (x - p))

    first, second, T = (0.3, 0.2, 0.1), (0.15, 0.25, 0.2), FAR @ UPRIGHT
    low, high = np.array([*BALL, *BALL]).T
    there = truth.placed(truth.ellipsoid(*second), T)
    found, at = truth.nearest_parameters(truth.ellipsoid(*first), there, low, high, [False] * 4)
    start = (truth.ellipsoid(*first)(*(at[:2] + 0.1))[0], there(*(at[2:] - 0.1))[0])
    algebraic = truth.nearest_algebraic(surface(first, np.eye(4)), surface(second, T), [start])
    assert algebraic == pytest.approx(found, abs=1e-10)


def test_balls_that_touch_are_at_no_distance_and_two_balls_are_as_far_as_their_centres_say():
    for apart in (0.5, 0.8):
        T = np.eye(4)
        T[:3, 3] = apart * np.array([0.6, 0.0, 0.8])
        low, high = np.array([*BALL, *BALL]).T
        ball, other = truth.ellipsoid(0.2, 0.2, 0.2), truth.placed(truth.ellipsoid(0.3, 0.3, 0.3), T)
        found = truth.nearest_parameters(ball, other, low, high, [False] * 4)[0]
        assert found == pytest.approx(apart - 0.5, abs=1e-7)
