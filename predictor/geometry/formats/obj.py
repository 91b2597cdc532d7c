"""Wavefront OBJ: vertices and polygons; names, normals, textures and materials are passed over."""

import numpy as np

from predictor.geometry.formats.limits import check_triangles
from predictor.geometry.mesh import Mesh, MeshError, mesh_of
from predictor.geometry.polygons import triangulated


def read_obj(content: bytes) -> Mesh:
    """Return the polygons of an OBJ file as triangles, in its own unit.

    Raises:
        MeshError: a number is none, or a polygon names a vertex that is not there.
    """
    positions: list[list[float]] = []
    polygons: list[list[int]] = []
    for number, line in enumerate(content.replace(b"\\\n", b" ").splitlines(), start=1):
        kind, *words = line.split() or [b"#"]
        try:
            if kind == b"v":
                x, y, z = words[:3]
                positions.append([float(x), float(y), float(z)])
            elif kind == b"f":
                polygons.append([_row(word, len(positions)) for word in words])
        except ValueError:
            raise MeshError(f"line {number}: is no vertex or polygon; export it again") from None
    vertices = np.array(positions, dtype=np.float64).reshape(-1, 3)
    return mesh_of(vertices, np.array(_triangles(polygons, vertices), dtype=np.int64))


def _row(word: bytes, count: int) -> int:
    """Return a vertex as it is counted here; a file counts from 1, or with minus signs from the last."""
    named = int(word.split(b"/", 1)[0])
    return named - 1 if named > 0 else count + named if named < 0 else -1


def _triangles(polygons: list[list[int]], vertices: np.ndarray) -> list[tuple[int, int, int]]:
    check_triangles(sum(len(polygon) - 2 for polygon in polygons if len(polygon) > 2))
    lowest = min((min(polygon) for polygon in polygons if polygon), default=0)
    highest = max((max(polygon) for polygon in polygons if polygon), default=0)
    if lowest < 0 or highest >= max(len(vertices), 1):
        wrong = highest + 1 if highest >= len(vertices) else lowest + 1
        raise MeshError(f"a polygon names vertex {wrong}, the file holds {len(vertices)}; export it again")
    return [
        triangle for polygon in polygons if len(polygon) > 2 for triangle in triangulated(polygon, vertices)
    ]
