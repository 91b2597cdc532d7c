"""Small meshes made in code, and the bytes of files that hold them."""

import struct

import numpy as np

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
