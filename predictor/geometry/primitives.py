"""Simple solids as meshes that contain them: round ones are cut from outside, never from inside."""

import math

import numpy as np

from predictor.geometry.mesh import Array, Mesh, mesh_of

SIDES = 32  # of what is round
_QUADS = ((0, 2, 3, 1), (4, 5, 7, 6), (0, 1, 5, 4), (2, 6, 7, 3), (0, 4, 6, 2), (1, 3, 7, 5))


def box_mesh(size: Array) -> Mesh:
    """Return a box with whole edges `size` (3,) about the origin."""
    corners = np.array([[i & 1, i >> 1 & 1, i >> 2] for i in range(8)]) - 0.5
    faces = [triangle for a, b, c, d in _QUADS for triangle in ((a, b, c), (a, c, d))]
    return mesh_of(corners * size, np.array(faces))


def cylinder_mesh(radius: float, height: float) -> Mesh:
    """Return a prism around a cylinder about the origin, its axis along z."""
    wide, half = radius / _ROUND, height / 2.0
    return _lathe(-half, [(wide, -half), (wide, half)], half)


def cone_mesh(radius: float, height: float) -> Mesh:
    """Return a pyramid around a cone on z, its base at -height / 2, its tip at +height / 2."""
    return _lathe(-height / 2.0, [(radius / _ROUND, -height / 2.0)], height / 2.0)


def sphere_mesh(radius: float) -> Mesh:
    """Return a polyhedron around a sphere about the origin."""
    angles = [math.pi * (2 * k / SIDES - 0.5) for k in range(1, SIDES // 2)]
    inner = _lathe(-1.0, [(math.cos(angle), math.sin(angle)) for angle in angles], 1.0)
    a, b, c = (inner.vertices[inner.faces[:, k]] for k in range(3))
    normals = np.cross(b - a, c - a)
    nearest = (a * normals).sum(axis=1) / np.linalg.norm(normals, axis=1)
    return mesh_of(inner.vertices * (radius / nearest.min()), inner.faces)


_ROUND = math.cos(math.pi / SIDES)  # a polygon around a circle is so much wider at its corners


def _lathe(bottom: float, rings: list[tuple[float, float]], top: float) -> Mesh:
    """Return what rings of (radius, height), upwards, make about z, closed on the axis at both ends."""
    angles = 2.0 * np.pi * np.arange(SIDES) / SIDES
    circle = np.column_stack([np.cos(angles), np.sin(angles), np.zeros(SIDES)])
    points = [circle * radius + [0.0, 0.0, height] for radius, height in rings]
    vertices = np.concatenate([[[0.0, 0.0, bottom]], *points, [[0.0, 0.0, top]]])
    here, last = np.arange(SIDES), len(vertices) - 1
    following, first = np.roll(here, -1), 1 + SIDES * (len(rings) - 1)
    faces = [np.column_stack([np.zeros_like(here), 1 + following, 1 + here])]
    for start in range(1, first, SIDES):
        a, b, above = start + here, start + following, SIDES
        faces += [np.column_stack([a, b, b + above]), np.column_stack([a, b + above, a + above])]
    faces.append(np.column_stack([np.full(SIDES, last), first + here, first + following]))
    return mesh_of(vertices, np.concatenate(faces))
