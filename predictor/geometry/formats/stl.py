"""STL, binary and ASCII.

    binary   80 bytes of anything | u32 number of triangles | each 50 bytes: normal, three corners, u16
    ASCII    solid ... facet normal x y z  outer loop  vertex x y z (three times)  endloop  endfacet ...

A binary file may begin with "solid" as well, so the length decides: it is binary exactly where the number of
triangles that it declares is what it holds.  Some programs write a few bytes behind the last triangle.
"""

import struct

import numpy as np

from predictor.geometry.formats.limits import check_triangles
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
    if content.lstrip()[:5].lower() == b"solid" and b"\0" not in content:
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
    check_triangles(content.count(b"endfacet"))
    words = content.lower().split()
    at = [index for index, word in enumerate(words) if word == b"vertex"]
    if len(at) % 3 or words.count(b"endfacet") * 3 != len(at):
        raise MeshError(f"holds {len(at)} vertices, which are no triangles; it is cut: export it again")
    try:
        corners = np.array([words[k + 1 : k + 4] for k in at], dtype=np.float64)
    except ValueError:
        raise MeshError("a vertex is not three numbers; it is damaged: export it again") from None
    return mesh_of(corners.reshape(-1, 3), np.arange(len(at)))
