"""STL files: the length decides what they are, and what does not fit together is told in one line."""

import struct

import numpy as np
import pytest

from predictor.geometry.formats.stl import read_stl
from predictor.geometry.mesh import MeshError
from tests.predictor.geometry.solids import CUBE, ascii_stl, binary_stl, volume


@pytest.mark.parametrize("content", [binary_stl(CUBE), ascii_stl(CUBE)], ids=["binary", "ascii"])
def test_both_kinds_give_the_same_triangles(content):
    mesh = read_stl(content)
    assert mesh.vertices[mesh.faces] == pytest.approx(CUBE.vertices[CUBE.faces])
    assert volume(mesh) == pytest.approx(1.0)


def test_a_binary_file_that_begins_with_solid_is_binary():
    content = b"solid" + binary_stl(CUBE)[5:]
    assert len(read_stl(content).faces) == 12


def test_bytes_behind_the_last_triangle_are_passed_over():
    assert len(read_stl(binary_stl(CUBE) + bytes(7)).faces) == 12


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (binary_stl(CUBE, declared=0xFFFFFFFF), "declares 4294967295 triangles, holds 12"),
        (binary_stl(CUBE)[:300], "declares 12 triangles, holds 4"),
        (b"\x01" * 80, "holds 80 bytes, its header alone takes 84"),
        (b"", "holds 0 bytes"),
        (b"\x7fELF" + bytes(200), "declares 0 triangles, holds 2"),
        (ascii_stl(CUBE)[:400], "holds 13 vertices for 4 triangles"),
        (b"solid x\nvertex 1 2\nvertex\nvertex 1 2 3 endfacet", "line 2: a vertex is not three numbers"),
        (bytes(80) + struct.pack("<I", 10**7), "declares 10000000 triangles, holds 0"),
    ],
    ids=lambda value: value[:12] if isinstance(value, str) else len(value),
)
def test_what_does_not_fit_together_is_told(content, told):
    with pytest.raises(MeshError, match=told):
        read_stl(content)


def test_ten_million_triangles_are_refused_before_memory_is_taken():
    content = np.zeros(84 + 50 * 600_000, dtype=np.uint8)
    content[80:84] = np.frombuffer(struct.pack("<I", 600_000), dtype=np.uint8)
    with pytest.raises(MeshError, match="600,000 triangles, at most 500,000"):
        read_stl(content.tobytes())
