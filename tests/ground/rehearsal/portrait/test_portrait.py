"""A portrait has all of an arm in sight, whatever its size, with its volumes around what is seen of it."""

from dataclasses import replace

import numpy as np
import pytest

from ground.pictures.extent import grid_step
from ground.rehearsal.portrait.portrait import portrait
from ground.rehearsal.portrait.portrait_eye import FILLED, portrait_eye
from ground.rehearsal.portrait.portrait_marks import JOINT
from ground.rehearsal.portrait.portrait_solids import portrait_solids
from predictor.geometry.mesh import Mesh
from predictor.geometry.shapes import Scene
from predictor.model.robot import Part
from tests.trees import X, Y, arm, at, branched, joint, scaled

EMPTY = Scene(name="empty", boxes=(), capsules=(), bodies=())
ARM = arm(joint("shoulder", axis=Y), joint("elbow", 0, axis=Y, T=at(0.1, -0.2, 0.4)))
MARKS = 0.12  # share of a small picture that grid, numbers and scale take
SIZE = {"width": 120, "height": 90}
CORNERS = np.array([[x, y, z] for x in (-0.1, 0.1) for y in (-0.1, 0.1) for z in (0.0, 0.4)])
QUADS = ((0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3))
BLOCK = Mesh(
    vertices=CORNERS,
    faces=np.array([face for a, b, c, d in QUADS for face in ((a, b, c), (a, c, d))]),
)


@pytest.mark.parametrize("factor", [0.3, 18.0])
def test_arms_of_all_sizes_fill_their_portrait_alike(factor):
    usual = portrait(ARM, **SIZE).astype(int)
    other = portrait(scaled(ARM, EMPTY, factor)[0], **SIZE).astype(int)
    assert usual.shape == (90, 120, 3)
    assert np.mean(np.abs(usual - other) > 40) < MARKS


def test_all_of_an_arm_is_in_sight_and_as_large_as_it_may_be():
    points = np.random.default_rng(0).uniform((-3.0, 0.0, -1.0), (4.0, 0.5, 2.0), (400, 3))
    eye = portrait_eye(points, width=400, height=300)
    x, y = np.abs(eye.pixels(points) - (199.5, 149.5)).T
    assert x.max() <= 200 * FILLED + 1 and y.max() <= 150 * FILLED + 1
    assert x.max() > 190 * FILLED or y.max() > 142 * FILLED


def test_a_long_arm_is_seen_from_its_side():
    points = np.random.default_rng(0).uniform((-1.0, -0.1, -0.1), (1.0, 0.1, 0.1), (2000, 3))
    eye = portrait_eye(points, width=400, height=300)
    assert abs(eye.R[:, 2] @ X) < 0.4


def test_a_portrait_shows_meshes_and_around_them_the_volumes_that_keep_them_clear():
    small = replace(ARM.capsules, radius=0.01 * np.ones(3))
    bare = replace(ARM, parts=tuple(Part(name=f"part {f}", frame=f, mesh=BLOCK) for f in range(3)))
    thin = portrait(replace(bare, capsules=small), **SIZE)
    shelled = portrait(replace(bare, capsules=replace(small, radius=0.2 * np.ones(3))), **SIZE)
    assert tinted(shelled) > 3 * tinted(thin) + 50


def tinted(picture):
    """How many pixels have the colour of a shell."""
    red, _, blue = picture.astype(int).transpose(2, 0, 1)
    return (blue - red > 40).sum()


def test_joints_that_slide_and_branches_have_their_marks():
    picture = portrait(branched(2), width=240, height=180).astype(float) / 255.0
    assert (np.linalg.norm(picture - np.array(JOINT), axis=2) < 0.1).sum() > 30


@pytest.mark.parametrize(("radius", "grid"), [(0.3, 0.1), (0.7, 0.2), (1.5, 0.5), (9.0, 2.0), (15.0, 5.0)])
def test_the_lines_of_the_grid_are_a_round_number_apart(radius, grid):
    assert grid_step(radius) == pytest.approx(grid)


def test_an_arm_of_which_only_lengths_are_known_is_shown_by_its_bones():
    shapes = ARM.capsules
    none = replace(
        shapes, names=(), frame=shapes.frame[:0], p0=shapes.p0[:0], p1=shapes.p1[:0], radius=shapes.radius[:0]
    )
    bare = replace(ARM, capsules=none, self_pairs=ARM.self_pairs[:0])
    assert [solid.name for solid in portrait_solids(bare)] == ["bone 0", "bone 1", "bone 2"]
    assert portrait(bare, **SIZE).shape == (90, 120, 3)
