"""Boxes, cylinders, cones, balls and capsules as meshes that contain them: convex, with few faces.

   ____
 .'    '.         a round body becomes the polyhedron whose faces touch it from outside;
|   ()   |        so it is larger by a few per cent, and never smaller
 '.____.'

Shapes of a scene become such meshes too, so that whatever takes a convex piece takes them.  The mesh of a
capsule is at most 4 % thicker: its rings are drawn around the circles of 16 meridians and 8 steps of
latitude.
"""

import math
from itertools import product

import numpy as np

from predictor.geometry.mesh import Array, Integers, Mesh, mesh_of, placed
from predictor.geometry.shapes import Box, Capsule, MeshShape

SIDES = 24  # of a cylinder: 0.9 % larger than the circle
SPLITS = 2  # of an icosahedron's faces into four: 320 faces, 1.9 % larger than the ball
BOX_FACES = (
    (0, 1, 3), (0, 3, 2), (4, 6, 7), (4, 7, 5), (0, 4, 5), (0, 5, 1),
    (2, 3, 7), (2, 7, 6), (0, 2, 6), (0, 6, 4), (1, 5, 7), (1, 7, 3),
)  # fmt: skip

GOLD = (1.0 + math.sqrt(5.0)) / 2.0
ICOSAHEDRON = (
    (-1, GOLD, 0), (1, GOLD, 0), (-1, -GOLD, 0), (1, -GOLD, 0), (0, -1, GOLD), (0, 1, GOLD),
    (0, -1, -GOLD), (0, 1, -GOLD), (GOLD, 0, -1), (GOLD, 0, 1), (-GOLD, 0, -1), (-GOLD, 0, 1),
)  # fmt: skip
ICOSAHEDRON_FACES = (
    (0, 11, 5), (0, 5, 1), (0, 1, 7), (0, 7, 10), (0, 10, 11), (1, 5, 9), (5, 11, 4), (11, 10, 2),
    (10, 7, 6), (7, 1, 8), (3, 9, 4), (3, 4, 2), (3, 2, 6), (3, 6, 8), (3, 8, 9), (4, 9, 5),
    (2, 4, 11), (6, 2, 10), (8, 6, 7), (9, 8, 1),
)  # fmt: skip


def box(size: tuple[float, float, float]) -> Mesh:
    """Return a box of these whole edges [m], its middle at the origin."""
    corners = np.array(list(product((-0.5, 0.5), repeat=3))) * size
    return mesh_of(corners, np.array(BOX_FACES))


def cylinder(radius: float, length: float) -> Mesh:
    """Return a prism about a cylinder [m] along z, its middle at the origin."""
    angles = 2.0 * math.pi * np.arange(SIDES) / SIDES
    rim = radius / math.cos(math.pi / SIDES) * np.column_stack([np.cos(angles), np.sin(angles)])
    ends = [np.column_stack([rim, np.full(SIDES, z)]) for z in (-length / 2.0, length / 2.0)]
    faces = []
    for i in range(SIDES):
        j = (i + 1) % SIDES
        faces += [(i, j, SIDES + j), (i, SIDES + j, SIDES + i)]
    for i in range(1, SIDES - 1):
        faces += [(0, i + 1, i), (SIDES, SIDES + i, SIDES + i + 1)]
    return mesh_of(np.concatenate(ends), np.array(faces))


def cone(radius: float, height: float) -> Mesh:
    """Return a pyramid about a cone [m] on z, its base at -height / 2, its tip at height / 2."""
    angles = 2.0 * math.pi * np.arange(SIDES) / SIDES
    rim = radius / math.cos(math.pi / SIDES) * np.column_stack([np.cos(angles), np.sin(angles)])
    base = np.column_stack([rim, np.full(SIDES, -height / 2.0)])
    faces = [(i, (i + 1) % SIDES, SIDES) for i in range(SIDES)]
    faces += [(0, i + 1, i) for i in range(1, SIDES - 1)]
    return mesh_of(np.vstack([base, [0.0, 0.0, height / 2.0]]), np.array(faces))


def ball(radius: float) -> Mesh:
    """Return a polyhedron about a ball [m], its middle at the origin."""
    corners, faces = np.array(ICOSAHEDRON) / math.hypot(1.0, GOLD), np.array(ICOSAHEDRON_FACES)
    for _ in range(SPLITS):
        corners, faces = _split(corners, faces)
    a, b, c = (corners[faces[:, k]] for k in range(3))
    normals = np.cross(b - a, c - a)
    depth = np.einsum("ij,ij->i", normals, a) / np.linalg.norm(normals, axis=1)
    return mesh_of(corners * radius / depth.min(), faces)


def _split(corners: Array, faces: Integers) -> tuple[Array, Integers]:
    """Return each face as four, their corners on the unit ball."""
    edges = np.sort(faces[:, [[0, 1], [1, 2], [2, 0]]].reshape(-1, 2), axis=1)
    unique, row = np.unique(edges, axis=0, return_inverse=True)
    middles = corners[unique].mean(axis=1)
    middles /= np.linalg.norm(middles, axis=1)[:, None]
    m = len(corners) + row.reshape(-1, 3)
    a, b, c = faces.T
    parts = [(a, m[:, 0], m[:, 2]), (m[:, 0], b, m[:, 1]), (m[:, 2], m[:, 1], c), tuple(m.T)]
    return np.concatenate([corners, middles]), np.concatenate([np.column_stack(part) for part in parts])


MERIDIANS, LATITUDES = 16, 8
AROUND = 1.0 / (math.cos(math.pi / MERIDIANS) * math.cos(0.5 * math.pi / LATITUDES))  # faces touch the sphere


def as_mesh(shape: Box | Capsule | MeshShape) -> MeshShape:
    """Return a shape as a mesh of one convex piece; a mesh as it is."""
    if isinstance(shape, MeshShape):
        return shape
    mesh = box_mesh(shape) if isinstance(shape, Box) else capsule_mesh(shape)
    return MeshShape(name=shape.name, body=shape.body, mesh=mesh, pieces=(mesh,))


def box_mesh(shape: Box) -> Mesh:
    """Return the surface of a box."""
    x, y, z = (2.0 * shape.half).tolist()
    return placed(box((x, y, z)), shape.T_base_box)


def capsule_mesh(capsule: Capsule) -> Mesh:
    """Return a convex surface around a capsule; one whose ends coincide is a sphere."""
    axis = capsule.p1 - capsule.p0
    length = float(np.linalg.norm(axis))
    z = axis / length if length > 0.0 else np.array([0.0, 0.0, 1.0])
    x = np.cross(z, np.eye(3)[np.abs(z).argmin()])
    x /= np.linalg.norm(x)
    y = np.cross(z, x)
    radius = AROUND * capsule.radius
    south = [(capsule.p0, step) for step in range(1 - LATITUDES // 2, 1)]
    north = [(capsule.p1, step) for step in range(0 if length > 0.0 else 1, LATITUDES // 2)]  # one equator
    rings = [
        _ring(end, np.array([x, y, z]), radius=radius, latitude=math.pi * step / LATITUDES)
        for end, step in (*south, *north)
    ]
    poles = [capsule.p0 - radius * z, capsule.p1 + radius * z]
    return mesh_of(np.concatenate([*rings, poles]), np.array(_ring_faces(len(rings))))


def _ring(centre: Array, axes: Array, *, radius: float, latitude: float) -> Array:
    turn = 2.0 * math.pi * np.arange(MERIDIANS) / MERIDIANS
    c, s = radius * math.cos(latitude), radius * math.sin(latitude)
    local = np.stack([c * np.cos(turn), c * np.sin(turn), np.full(MERIDIANS, s)], axis=1)
    ring: Array = centre + local @ axes
    return ring


def _ring_faces(rings: int) -> list[tuple[int, int, int]]:
    south, north = rings * MERIDIANS, rings * MERIDIANS + 1
    faces, last = [], (rings - 1) * MERIDIANS
    for k in range(MERIDIANS):
        j = (k + 1) % MERIDIANS
        faces += [(south, j, k), (north, last + k, last + j)]
        for ring in range(0, last, MERIDIANS):
            a, b, c, d = ring + k, ring + j, ring + j + MERIDIANS, ring + k + MERIDIANS
            faces += [(a, b, c), (a, c, d)]
    return faces
