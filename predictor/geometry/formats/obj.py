"""Wavefront OBJ: vertices and polygons are read; names, normals, textures and materials are passed over.

A mesh is written as text that every program reads, and that holds every digit.
"""

import numpy as np

from predictor.geometry.formats.limits import check_vertices, lines
from predictor.geometry.formats.polygons import Polygons, polygon_mesh
from predictor.geometry.mesh import Mesh, MeshError


def read_obj(content: bytes) -> Mesh:
    """Return the polygons of an OBJ file as triangles, in its own unit.

    Raises:
        MeshError: a number is none, or a polygon names a vertex that is not there.
    """
    positions: list[tuple[float, float, float]] = []
    polygons = Polygons()
    for number, line in lines(content.replace(b"\\\r\n", b" ").replace(b"\\\n", b" ")):
        kind, *words = line.split() or [b""]
        try:
            if kind == b"v":
                x, y, z = words[:3]
                positions.append((float(x), float(y), float(z)))
                check_vertices(len(positions))
            elif kind == b"f":
                polygons.add([_row(word, len(positions)) for word in words])
        except MeshError:
            raise
        except ValueError:
            raise MeshError(f"line {number}: is no vertex or polygon; export it again") from None
    return polygon_mesh(np.array(positions, dtype=np.float64).reshape(-1, 3), polygons)


def _row(word: bytes, count: int) -> int:
    """Return a vertex as it is counted here; a file counts from 1, or with minus signs from the last."""
    named = int(word.split(b"/", 1)[0])
    return named - 1 if named > 0 else count + named if named < 0 else -1


def obj_text(mesh: Mesh) -> bytes:
    """Return the file; corners are counted from 1."""
    corners = (f"v {x!r} {y!r} {z!r}" for x, y, z in mesh.vertices.tolist())
    faces = (f"f {a} {b} {c}" for a, b, c in (mesh.faces + 1).tolist())
    return "\n".join([*corners, *faces, ""]).encode()
