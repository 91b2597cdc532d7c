"""Convex patches: each face in one of them, and no face inside the hull of any."""

import numpy as np
import pytest

from predictor.geometry.formats.mesh_files import read_mesh
from predictor.geometry.hull import convex_hull, hull_of
from predictor.geometry.pieces.allowance import Allowance
from predictor.geometry.pieces.patches import DENT, convex_patches
from tests.predictor.geometry.solids import CUBE, L_SHAPE, TWO_CUBES, depths, points_on, ring
from tests.shared_data import shared_file

MESHES = {"cube": CUBE, "two cubes": TWO_CUBES, "L": L_SHAPE, "ring": ring()}
REAL = "data/robots/kuka_lbr_iiwa14/meshes/collision/link_1.stl"


def deepest(mesh, patch):
    """Return how deep a random point of any face lies in the hull of a patch that is not flat."""
    rng, found = np.random.default_rng(4), -np.inf
    for name in np.unique(patch):
        points = mesh.vertices[np.unique(mesh.faces[patch == name])]
        if hull_of(points) is not None:
            others = points_on(mesh, np.flatnonzero(patch != name), 40, rng).reshape(-1, 3)
            if len(others):
                found = max(found, depths(convex_hull(points), others).max())
    return found


@pytest.mark.parametrize("mesh", MESHES.values(), ids=MESHES)
def test_no_face_passes_through_the_hull_of_a_patch(mesh):
    patch = convex_patches(mesh, Allowance(len(mesh.faces)))
    assert deepest(mesh, patch) <= 2.0 * DENT * np.linalg.norm(np.ptp(mesh.vertices, axis=0))


def test_no_face_of_a_real_link_passes_through_the_hull_of_a_patch():
    path = shared_file(REAL)
    mesh = read_mesh(path, path.read_bytes())
    patch = convex_patches(mesh, Allowance(len(mesh.faces)))
    assert deepest(mesh, patch) <= 2.0 * DENT * np.linalg.norm(np.ptp(mesh.vertices, axis=0))


def test_the_guard_sees_a_hull_that_is_cut():
    everything = (L_SHAPE.vertices[L_SHAPE.faces][:, :, 1] == 1.0).all(axis=1).astype(int)
    assert set(everything) == {0, 1}
    assert deepest(L_SHAPE, everything) > 0.1


@pytest.mark.parametrize(("name", "count"), [("cube", 1), ("two cubes", 2)])
def test_a_convex_body_is_one_patch(name, count):
    assert sorted(np.unique(convex_patches(MESHES[name], Allowance(1)))) == [*range(count)]


@pytest.mark.parametrize("mesh", MESHES.values(), ids=MESHES)
def test_a_patch_lies_on_its_own_hull(mesh):
    for name in np.unique(patch := convex_patches(mesh, Allowance(len(mesh.faces)))):
        points = mesh.vertices[np.unique(mesh.faces[patch == name])]
        assert np.abs(depths(convex_hull(points), points)).max() < 2.0 * DENT * 10.0
