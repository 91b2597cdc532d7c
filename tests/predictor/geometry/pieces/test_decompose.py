"""Convex pieces: they contain the mesh, leave no room inside a solid, and waste little."""

import numpy as np
import pytest

from predictor.geometry.formats.mesh_files import read_mesh
from predictor.geometry.mesh import joined, mesh_of
from predictor.geometry.pieces.decompose import convex_pieces, decomposed
from predictor.geometry.pieces.inside_lattice import CELLS
from predictor.geometry.surfaces import is_closed
from tests.predictor.geometry.solids import (
    CUBE,
    L_SHAPE,
    TWO_CUBES,
    box,
    depths,
    points_on,
    ring,
    volume,
)
from tests.shared_data import shared_file

ONE_NANOMETRE = 1e-9
OPEN_BOX = mesh_of(CUBE.vertices, CUBE.faces[2:])  # its bottom is missing
ROOM = mesh_of(CUBE.vertices, CUBE.faces[:, ::-1])  # a box seen from inside
MESHES = {"L": L_SHAPE, "ring": ring(), "two cubes": TWO_CUBES, "open box": OPEN_BOX, "room": ROOM}
REAL = [
    "robots/ur5_mbm/meshes/ur5/collision/upperarm.stl",
    "robots/motoman_mh6/meshes/collision/MH6_L_AXIS.stl",
    "robots/canadarm2/meshes/joint_v3_0.stl",
]


@pytest.fixture(autouse=True)
def own_cache(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))


def read_shared(name):
    path = shared_file(f"data/{name}")
    return read_mesh(path, path.read_bytes())


def least_deep_face(mesh, pieces):
    """Return the depth of the corner that sticks out most, of each face in the piece that holds it best."""
    in_piece = np.array([depths(piece, mesh.vertices) for piece in pieces])
    return in_piece[:, mesh.faces].min(axis=2).max(axis=0).min()


def never_in_a_piece(mesh, pieces, rng):
    """Return random points inside of a closed mesh, deeper than a cell, that no piece holds."""
    trimesh = pytest.importorskip("trimesh")
    solid = trimesh.Trimesh(mesh.vertices, mesh.faces, process=False)
    points = rng.uniform(mesh.vertices.min(axis=0), mesh.vertices.max(axis=0), (1500, 3))
    points = points[solid.contains(points)]
    _, distance, _ = trimesh.proximity.closest_point(solid, points)
    points = points[distance > np.sqrt(3.0) * np.ptp(mesh.vertices, axis=0).max() / CELLS]
    assert len(points) > 50
    return points[np.max([depths(piece, points) for piece in pieces], axis=0) < -ONE_NANOMETRE]


@pytest.mark.parametrize("mesh", MESHES.values(), ids=MESHES)
@pytest.mark.parametrize("most", [64, 1])
def test_each_face_lies_in_a_piece(mesh, most):
    pieces = convex_pieces(mesh, most=most)
    assert len(pieces) <= most
    assert least_deep_face(mesh, pieces) > -ONE_NANOMETRE


@pytest.mark.parametrize("name", REAL)
def test_pieces_of_a_real_link_hold_its_faces_and_its_inside(name):
    mesh = read_shared(name)
    pieces = convex_pieces(mesh)
    assert least_deep_face(mesh, pieces) > -ONE_NANOMETRE
    assert len(never_in_a_piece(mesh, pieces, np.random.default_rng(6))) == 0


def test_a_point_deep_in_a_thick_shell_is_in_a_piece():
    hole = mesh_of(box((1, 1, 1), (2, 2, 2)).vertices, CUBE.faces[:, ::-1])
    pieces = convex_pieces(joined([box((0, 0, 0), (3, 3, 3)), hole]))
    points = np.random.default_rng(7).uniform(-1.4, 1.4, (4000, 3))
    points = 1.5 + points[np.abs(points).max(axis=1) > 0.6]
    assert np.max([depths(piece, points) for piece in pieces], axis=0).min() > 0.0


@pytest.mark.parametrize(("name", "most"), [("L", 1.01), ("ring", 1.2), ("two cubes", 1.0001)])
def test_pieces_waste_little_volume(name, most):
    pieces = convex_pieces(MESHES[name])
    rng = np.random.default_rng(8)
    low, high = MESHES[name].vertices.min(axis=0), MESHES[name].vertices.max(axis=0)
    points = rng.uniform(low, high, (20_000, 3))
    share = np.mean(np.max([depths(piece, points) for piece in pieces], axis=0) > 0.0)
    assert share * np.prod(high - low) < most * volume(MESHES[name]) + 0.03 * np.prod(high - low)


@pytest.mark.parametrize(
    "mesh", [pytest.param(L_SHAPE, id="L"), pytest.param(ring(), id="ring", marks=pytest.mark.sweep)]
)
def test_pieces_by_coacd_hold_each_face_too(mesh):
    pieces = convex_pieces(mesh, method="coacd", most=16)
    assert 1 < len(pieces) <= 16
    # what is left over of a face that was halved often is taken in as a whole, so each point of it is in one
    points = points_on(mesh, np.arange(len(mesh.faces)), 20, np.random.default_rng(9)).reshape(-1, 3)
    assert np.max([depths(piece, points) for piece in pieces], axis=0).min() > -ONE_NANOMETRE * 10.0


def test_a_room_keeps_its_air():
    pieces = convex_pieces(ROOM)
    assert max(depths(piece, np.array([[0.5, 0.5, 0.5]]))[0] for piece in pieces) < -0.4


def test_a_convex_body_is_one_piece():
    (piece,) = decomposed(CUBE)
    assert (piece.patches, volume(piece.hull)) == (1, pytest.approx(1.0))


def test_a_piece_of_several_patches_says_so():
    (piece,) = decomposed(L_SHAPE, most=1)
    assert piece.patches > 1


def test_an_unknown_method_is_told_those_that_there_are():
    with pytest.raises(ValueError, match="no 64 pieces by 'voxels'; there are surface, coacd"):
        convex_pieces(CUBE, method="voxels")


def test_solids_of_these_tests_are_closed():
    assert [is_closed(mesh) for mesh in MESHES.values()] == [True, True, True, False, True]
