"""Pieces of what stays: they contain the mesh, and neither they nor their boxes reach far from it."""

import numpy as np
import pytest

from predictor.geometry.mesh import Mesh, mesh_of, placed
from predictor.geometry.pieces import close_pieces as module
from predictor.geometry.pieces.close_pieces import TooManyPieces, close_pieces
from predictor.geometry.pieces.decompose import convex_pieces
from predictor.geometry.pieces.material import Material, allowed_excess
from predictor.geometry.primitive_meshes import box, cylinder
from predictor.geometry.scenes.covers import excess_of, resting_covers
from predictor.geometry.shapes import MeshShape
from tests.predictor.geometry.pieces.rooms import room, turned
from tests.predictor.geometry.solids import L_SHAPE, TWO_CUBES, depths, points_on, ring

ONE_NANOMETRE = 1e-9
SLANTED = mesh_of([[0, 0, 0], [0.9, 0.2, 0.4], [0.1, 0.7, 0.6]], [[0, 1, 2]])
PIPE = mesh_of(cylinder(0.4, 1.5).vertices, cylinder(0.4, 1.5).faces[:30])  # open: nothing is inside
MESHES = {
    "L": L_SHAPE,
    "two cubes": TWO_CUBES,
    "ring": placed(ring(), np.diag([0.3, 0.3, 0.3, 1.0])),
    "cylinder": placed(cylinder(0.5, 2.0), turned(0.3, (1.0, 2.0, 3.0))),
    "open pipe": PIPE,
    "slanted plate": SLANTED,
    "room": room(around=16, along=6, racks=48),
    "open room": room(around=16, along=6, racks=0, is_open=True),
}


@pytest.fixture(autouse=True)
def own_cache(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))


@pytest.fixture(scope="module")
def pieces_of():
    return {name: close_pieces(mesh, "surface") for name, mesh in MESHES.items()}


def distance_from(mesh, points):
    """Return how far points (k, 3) are from a mesh and its inside, by a library of others."""
    trimesh = pytest.importorskip("trimesh")
    bodies = trimesh.Trimesh(mesh.vertices, mesh.faces, process=False)
    _, distance, _ = trimesh.proximity.closest_point(bodies, points)
    for part in bodies.split(only_watertight=True):
        distance[part.contains(points)] = 0.0
    return distance


def points_in(box_, rng, count):
    corners = rng.choice([-1.0, 1.0], (count, 3)) * np.where(
        rng.random((count, 3)) < 0.5, 1.0, rng.random((count, 3))
    )
    return (corners * box_.half) @ box_.T[:3, :3].T + box_.T[:3, 3]


@pytest.mark.parametrize("name", MESHES)
def test_no_point_of_a_box_is_farther_from_the_material_than_is_allowed(pieces_of, name):
    rng, mesh = np.random.default_rng(1), MESHES[name]
    points = np.concatenate([points_in(piece.box, rng, 20) for piece in pieces_of[name]])
    assert distance_from(mesh, points[:3000]).max() <= allowed_excess(mesh)


@pytest.mark.parametrize("name", MESHES)
def test_each_face_lies_in_pieces_and_each_piece_in_its_box(pieces_of, name):
    mesh, pieces = MESHES[name], pieces_of[name]
    faces = np.arange(len(mesh.faces))[:: max(1, len(mesh.faces) // 60)]
    points = points_on(mesh, faces, 10, np.random.default_rng(2)).reshape(-1, 3)
    assert np.max([depths(piece.hull, points) for piece in pieces], axis=0).min() > -10.0 * ONE_NANOMETRE
    for piece in pieces:
        local = (piece.hull.vertices - piece.box.T[:3, 3]) @ piece.box.T[:3, :3]
        assert (np.abs(local) <= piece.box.half).all()


def test_the_air_of_a_room_is_free_where_few_pieces_fill_it(pieces_of):
    mesh, points = MESHES["room"], np.random.default_rng(6).uniform(-1.5, 1.5, (2000, 3))
    points = points[np.linalg.norm(points[:, :2], axis=1) < 1.4]
    few = np.mean([depths(piece, points) > 0.0 for piece in convex_pieces(mesh, most=3)], axis=1).sum()
    assert few > 0.2
    assert max(depths(piece.hull, points).max() for piece in pieces_of["room"]) < -0.1


@pytest.mark.parametrize(("extent", "allowed"), [(0.1, 0.002), (1.0, 0.01), (7.0, 0.02)])
def test_what_is_allowed_goes_with_the_size_within_bounds(extent, allowed):
    assert allowed_excess(box((extent, 0.01, 0.01))) == pytest.approx(allowed)


def test_a_place_under_a_corner_of_a_solid_is_not_taken_for_its_inside():
    standing = cylinder(0.5, 2.0)
    lying = Mesh(vertices=np.ascontiguousarray(np.roll(standing.vertices, 1, axis=1)), faces=standing.faces)
    material = Material(lying)
    for corner in lying.vertices:
        assert material.is_far(np.array([[corner[0], corner[1], -1.5]]))


def test_the_inside_of_a_solid_is_filled(pieces_of):
    axis = np.array([[1.0 * np.cos(0.3) - 2.0 * np.sin(0.3), np.sin(0.3) + 2.0 * np.cos(0.3), 3.0]])
    assert max(depths(piece.hull, axis)[0] for piece in pieces_of["cylinder"]) > 0.0


def test_a_brick_is_one_piece_and_a_room_has_one_for_each_panel():
    assert len(close_pieces(box((1.0, 2.0, 3.0)), "surface")) == 1
    mesh = room(around=16, along=6, racks=48)
    assert len(close_pieces(mesh, "surface")) == len(mesh.faces) // 12


def test_what_reaches_farthest_is_told_and_never_less_than_what_is_found(pieces_of):
    mesh, pieces = MESHES["cylinder"], pieces_of["cylinder"]
    hulls, boxes = zip(*pieces, strict=True)
    near = MeshShape(name="m", body="base", mesh=mesh, pieces=hulls, boxes=boxes)
    far = MeshShape(name="m", body="base", mesh=mesh, pieces=(mesh,))
    points = np.concatenate([points_in(piece.box, np.random.default_rng(3), 20) for piece in pieces])
    assert distance_from(mesh, points).max() <= excess_of(near)[0] <= excess_of(near)[1]
    assert 0.5 * (np.sqrt(2.0) - 1.0) <= excess_of(far)[0] < 0.5
    assert len(resting_covers(near)) == len(pieces)


def test_a_mesh_that_would_take_too_many_pieces_is_refused(monkeypatch):
    monkeypatch.setattr(module, "MOST_PIECES", 3)
    with pytest.raises(TooManyPieces, match="more than 3 would be needed to keep within 9 mm"):
        close_pieces(SLANTED, "surface")


def test_pieces_of_another_tool_are_cut_where_they_reach_too_far():
    pytest.importorskip("coacd")
    points = points_on(L_SHAPE, np.arange(len(L_SHAPE.faces)), 20, np.random.default_rng(4)).reshape(-1, 3)
    pieces = close_pieces(L_SHAPE, "coacd")
    assert np.max([depths(piece.hull, points) for piece in pieces], axis=0).min() > -10.0 * ONE_NANOMETRE
    inside = np.concatenate([points_in(piece.box, np.random.default_rng(5), 20) for piece in pieces])
    assert distance_from(L_SHAPE, inside).max() <= allowed_excess(L_SHAPE)
