"""STL, binary and ASCII.

    binary   80 bytes of anything | u32 number of triangles | each 50 bytes: normal, three corners, u16
    ASCII    solid ... facet normal x y z  outer loop  vertex x y z (three times)  endloop  endfacet ...

A binary file may begin with "solid" as well, so the length decides: it is binary exactly where the number of
triangles that it declares is what it holds.  Some programs write a few bytes behind the last triangle.
"""

import struct

import numpy as np

from predictor.geometry.formats.limits import check_triangles, check_vertices, lines
from predictor.geometry.mesh import Mesh, MeshError, mesh_of

HEADER, TRIANGLE = 84, 50  # bytes
_ROW = np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("attribute", "<u2")])


def read_stl(content: bytes) -> Mesh:
    """Return the triangles of an STL file, in its own unit.

    Raises:
        MeshError: it is cut, declares more than it holds, or is no STL.
    """
    declared = struct.unpack_from("<I", content, 80)[0] if len(content) >= HEADER else 0
    held = max(len(content) - HEADER, 0) // TRIANGLE
    if len(content) >= HEADER and declared == held:
        return _binary(content, declared)
    if content[:200].lstrip()[:5].lower() == b"solid" and b"\0" not in content:
        return _ascii(content)
    if len(content) < HEADER:
        raise MeshError(f"holds {len(content)} bytes, its header alone takes {HEADER}; export it again")
    if 0 < declared < held:
        return _binary(content, declared)
    raise MeshError(f"declares {declared} triangles, holds {held}; it is damaged: export it again")


def _binary(content: bytes, count: int) -> Mesh:
    check_triangles(count)
    rows = np.frombuffer(content, dtype=_ROW, count=count, offset=HEADER)
    return mesh_of(rows["corners"].astype(np.float64), np.arange(3 * count))


def _ascii(content: bytes) -> Mesh:
    corners: list[tuple[float, float, float]] = []
    facets = 0
    for number, line in lines(content):
        kind, *words = line.lower().split(None, 4) or [b""]
        facets += kind == b"endfacet"
        if kind == b"vertex":
            try:
                x, y, z = words
                corners.append((float(x), float(y), float(z)))
            except ValueError:
                raise MeshError(f"line {number}: a vertex is not three numbers; export it again") from None
            check_vertices(len(corners))
    if len(corners) != 3 * facets:
        raise MeshError(
            f"holds {len(corners)} vertices for {facets} triangles; it is damaged: export it again"
        )
    return mesh_of(np.array(corners), np.arange(len(corners)))
