"""Whether a surface is closed, and how much it encloses, as trimesh sees it; and whether it is convex.

A surface is convex where each corner lies under each face: told edge by edge, and nothing else passes.
"""

from itertools import permutations

import numpy as np
import pytest

from predictor.geometry import primitive_meshes
from predictor.geometry.hull import convex_hull
from predictor.geometry.mesh import Mesh, cleaned, joined, mesh_of, placed
from predictor.geometry.primitive_meshes import ball, cylinder
from predictor.geometry.surfaces import is_closed, is_convex, open_edges, volume_of, winding
from tests.convex_bodies import box, pebble, pose


@pytest.fixture(scope="module")
def creation():
    import trimesh  # nobody else needs it: a quarter of a second of every worker

    return trimesh.creation


@pytest.mark.parametrize(("kind", "sizes"), [("annulus", (0.2, 0.5, 1.0)), ("icosphere", (2,))])
def test_a_closed_surface_encloses_what_trimesh_says(creation, kind, sizes):
    body = getattr(creation, kind)(*sizes)
    mesh = Mesh(vertices=np.array(body.vertices) + 3.0, faces=np.array(body.faces))
    assert open_edges(mesh) == 0
    assert volume_of(mesh) == pytest.approx(body.volume)


def test_a_surface_without_a_face_is_open_along_its_edges(creation):
    body = creation.box()
    assert open_edges(Mesh(vertices=np.array(body.vertices), faces=np.array(body.faces[1:]))) == 3


def test_a_surface_with_one_face_turned_over_is_not_closed(creation):
    body = creation.box()
    faces = np.array(body.faces)
    faces[0] = faces[0][::-1]
    assert open_edges(Mesh(vertices=np.array(body.vertices), faces=faces)) > 0


def test_two_bodies_that_share_an_edge_have_an_inside():
    box = primitive_meshes.box((1.0, 1.0, 1.0))
    beside = Mesh(vertices=box.vertices + np.array([1.0, 1.0, 0.0]), faces=box.faces)
    assert is_closed(cleaned(joined([box, beside])).mesh)


TILTED = pose(np.random.default_rng(1), away=3000.0)
CUBE = convex_hull(box(0.5, 0.5, 0.5))
PEBBLE = pebble(np.random.default_rng(2), 200)
INSIDE_OUT = mesh_of(PEBBLE.vertices, PEBBLE.faces[:, ::-1])


def rises(mesh):
    """How far any corner lies beyond any face, every corner by every face."""
    a, b, c = (mesh.vertices[mesh.faces[:, k]] for k in range(3))
    normals = np.cross(b - a, c - a)
    normals /= np.linalg.norm(normals, axis=1)[:, None]
    return (mesh.vertices @ normals.T - np.einsum("fi,fi->f", normals, a)).max()


def chequered(cells):
    """A cube with so many squares along each edge, and corners in the plane of each of its sides."""
    ticks = np.linspace(-0.5, 0.5, cells + 1)
    u, v = (grid.ravel() for grid in np.meshgrid(ticks, ticks, indexing="ij"))
    k = np.arange(u.size).reshape(cells + 1, -1)
    a, b, c, d = (each.ravel() for each in (k[:-1, :-1], k[1:, :-1], k[1:, 1:], k[:-1, 1:]))
    squares = np.concatenate([np.stack([a, b, c], axis=1), np.stack([a, c, d], axis=1)])
    sides = [
        mesh_of(np.outer(u, x) + np.outer(v, y) + 0.5 * np.cross(x, y), squares)
        for x, y in permutations(np.eye(3), 2)
    ]
    whole = joined(sides)
    corners, rows = np.unique(np.round(whole.vertices, 9), axis=0, return_inverse=True)
    return mesh_of(corners, rows.ravel()[whole.faces])


def dented(mesh, by):
    """The mesh with the corner that is farthest along z moved down."""
    corners = mesh.vertices.copy()
    corners[(corners @ [0.01, 0.02, 1.0]).argmax(), 2] -= by
    return mesh_of(corners, mesh.faces)


def twice_around():
    """A closed surface over a star of five points: no edge is bent inwards, and it goes around twice."""
    turn = 0.4 * np.pi * np.arange(5)
    rim = np.stack([np.cos(turn), np.sin(turn), 0.0 * turn], axis=1)
    star = [(k, (k + 2) % 5) for k in range(5)]
    faces = [(5, i, j) for i, j in star] + [(6, j, i) for i, j in star]
    return mesh_of(np.concatenate([rim, [[0.0, 0.0, 1.0], [0.0, 0.0, -1.0]]]), faces)


def beside(mesh, x):
    """The mesh and once more beside it, with corners that are in one place made one."""
    T = np.eye(4)
    T[:3, 3] = x
    both = joined([mesh, placed(mesh, T)])
    corners, rows = np.unique(both.vertices, axis=0, return_inverse=True)
    return mesh_of(corners, rows.ravel()[both.faces])


@pytest.mark.parametrize(
    "mesh",
    [CUBE, PEBBLE, ball(0.3), cylinder(0.3, 0.8), chequered(20), pebble(np.random.default_rng(3), 2000)],
    ids=["cube", "pebble", "ball", "cylinder", "chequered", "fine"],
)
def test_a_convex_surface_is_told_wherever_it_is(mesh):
    assert rises(mesh) < 1e-12
    assert is_convex(mesh)
    assert is_convex(placed(mesh, TILTED))


@pytest.mark.parametrize(
    "mesh",
    [dented(PEBBLE, 0.1), dented(chequered(20), 1e-6), beside(CUBE, (2.0, 0.0, 0.0)),
     beside(CUBE, (1.0, 1.0, 0.0)), beside(CUBE, (1.0, 1.0, 1.0)), INSIDE_OUT],
    ids=["dent", "slight dent", "two bodies", "touching at an edge", "touching at a corner", "inside out"],
)  # fmt: skip
def test_a_surface_with_a_corner_beyond_a_face_is_not_convex(mesh):
    assert rises(mesh) > 1e-8
    assert not is_convex(mesh)


def test_a_surface_that_is_open_or_leaves_a_corner_out_is_not_convex():
    assert not is_convex(mesh_of(PEBBLE.vertices, PEBBLE.faces[1:]))
    assert not is_convex(mesh_of([*PEBBLE.vertices, np.zeros(3)], PEBBLE.faces))


def test_a_surface_that_goes_around_twice_is_not_convex():
    mesh = twice_around()
    assert winding(mesh.vertices[mesh.faces], np.zeros(3)) == pytest.approx(2.0)
    assert not is_convex(mesh)
