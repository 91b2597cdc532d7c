"""Shapes of a scene as convex meshes, so that whatever takes a convex piece takes them too.

The mesh of a box is the box.  That of a capsule contains it, and is at most 4 % thicker: its rings are drawn
around the circles of 16 meridians and 8 steps of latitude, not inside them.
"""

import math

import numpy as np
from numpy.typing import NDArray

from predictor.geometry import primitive_meshes
from predictor.geometry.mesh import Mesh, mesh_of, placed
from predictor.geometry.shapes import Box, Capsule, MeshShape

Array = NDArray[np.float64]

MERIDIANS, LATITUDES = 16, 8
AROUND = 1.0 / (math.cos(math.pi / MERIDIANS) * math.cos(0.5 * math.pi / LATITUDES))  # faces touch the sphere


def as_mesh(shape: Box | Capsule | MeshShape) -> MeshShape:
    """Return a shape as a mesh of one convex piece; a mesh as it is."""
    if isinstance(shape, MeshShape):
        return shape
    mesh = box_mesh(shape) if isinstance(shape, Box) else capsule_mesh(shape)
    return MeshShape(name=shape.name, body=shape.body, mesh=mesh, pieces=(mesh,))


def box_mesh(box: Box) -> Mesh:
    """Return the surface of a box."""
    x, y, z = (2.0 * box.half).tolist()
    return placed(primitive_meshes.box((x, y, z)), box.T_base_box)


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
