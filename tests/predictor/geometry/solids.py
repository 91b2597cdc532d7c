"""Small meshes made in code, and the bytes of files that hold them."""

import struct

import numpy as np

from predictor.geometry.formats.polygons import triangulated
from predictor.geometry.mesh import Mesh, joined, mesh_of

_QUADS = ((0, 2, 3, 1), (4, 5, 7, 6), (0, 1, 5, 4), (2, 6, 7, 3), (0, 4, 6, 2), (1, 3, 7, 5))


def box(low, high):
    """Return the surface of a box: 8 corners, 12 triangles."""
    corners = [[(low, high)[i >> k & 1][k] for k in range(3)] for i in range(8)]
    faces = [triangle for a, b, c, d in _QUADS for triangle in ((a, b, c), (a, c, d))]
    return mesh_of(np.array(corners, dtype=float), np.array(faces))


CUBE = box((0.0, 0.0, 0.0), (1.0, 1.0, 1.0))
TWO_CUBES = joined([CUBE, box((2.0, 0.0, 0.0), (3.0, 1.0, 1.0))])


def binary_stl(mesh: Mesh, *, declared: int | None = None) -> bytes:
    """Return a binary STL file that declares as many triangles as it holds, or as it is told."""
    count = len(mesh.faces) if declared is None else declared
    rows = [struct.pack("<12fH", 0.0, 0.0, 0.0, *mesh.vertices[face].ravel(), 0) for face in mesh.faces]
    return bytes(80) + struct.pack("<I", count) + b"".join(rows)


def ascii_stl(mesh: Mesh) -> bytes:
    """Return an ASCII STL file."""
    lines = ["solid made"]
    for face in mesh.faces:
        corners = "\n".join(f"vertex {x:.9g} {y:.9g} {z:.9g}" for x, y, z in mesh.vertices[face])
        lines.append(f"facet normal 0 0 0\nouter loop\n{corners}\nendloop\nendfacet")
    return "\n".join([*lines, "endsolid made\n"]).encode()


def obj(mesh: Mesh) -> bytes:
    """Return an OBJ file."""
    vertices = [f"v {x:.9g} {y:.9g} {z:.9g}" for x, y, z in mesh.vertices]
    faces = [f"f {a + 1} {b + 1} {c + 1}" for a, b, c in mesh.faces]
    return "\n".join([*vertices, *faces, ""]).encode()


def volume(mesh: Mesh) -> float:
    """Return the signed volume inside a closed surface."""
    a, b, c = (mesh.vertices[mesh.faces[:, k]] for k in range(3))
    return float(np.einsum("ij,ij->i", a, np.cross(b, c)).sum() / 6.0)


def prism(outline, height=1.0):
    """Return a closed prism over a polygon (n, 2) that is seen counter-clockwise from above."""
    n = len(outline)
    flat = np.column_stack([np.asarray(outline, dtype=float), np.zeros(n)])
    top = np.array(triangulated([*range(n)], flat))
    here, following = np.arange(n), np.roll(np.arange(n), -1)
    sides = np.concatenate(
        [
            np.column_stack([here, following, following + n]),
            np.column_stack([here, following + n, here + n]),
        ]
    )
    faces = np.concatenate([top[:, ::-1], top + n, sides])
    return mesh_of(np.concatenate([flat, flat + np.array([0.0, 0.0, height])]), faces)


L_SHAPE = prism([(0, 0), (3, 0), (3, 1), (1, 1), (1, 3), (0, 3)])


def ring(sides=24, inner=1.0, outer=1.5, height=1.0):
    """Return a closed ring around z, as a bearing is one."""
    angles = 2.0 * np.pi * np.arange(sides) / sides
    circle = np.column_stack([np.cos(angles), np.sin(angles)])
    corners = [(outer, 0.0), (outer, height), (inner, height), (inner, 0.0)]
    vertices = np.concatenate([np.column_stack([r * circle, np.full(sides, z)]) for r, z in corners])
    here, following = np.arange(sides), np.roll(np.arange(sides), -1)
    faces = []
    for k in range(4):
        low, high = k * sides, (k + 1) % 4 * sides
        faces += [
            np.column_stack([low + here, low + following, high + following]),
            np.column_stack([low + here, high + following, high + here]),
        ]
    return mesh_of(vertices, np.concatenate(faces))


def depths(hull: Mesh, points):
    """Return how deep each point lies in a convex mesh; negative: outside."""
    a, b, c = (hull.vertices[hull.faces[:, k]] for k in range(3))
    normals = np.cross(b - a, c - a)
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    return (((a * normals).sum(axis=1))[None, :] - np.asarray(points) @ normals.T).min(axis=1)


def points_on(mesh: Mesh, faces, count, rng):
    """Return `count` random points on each of some faces."""
    weights = rng.dirichlet(np.ones(3), (len(faces), count))
    return np.einsum("fkc,fcd->fkd", weights, mesh.vertices[mesh.faces[faces]])
