"""PLY files, ASCII and binary in both orders, and what their headers promise in vain."""

import struct

import pytest

from predictor.geometry.formats.ply import read_ply
from predictor.geometry.mesh import MeshError
from tests.predictor.geometry.solids import CUBE, volume

ORDERS = {"binary_little_endian": "<", "binary_big_endian": ">"}


def header(form, *, vertices=8, faces=12):
    return (
        f"ply\nformat {form} 1.0\ncomment made\nelement vertex {vertices}\nproperty float x\n"
        f"property float y\nproperty float z\nproperty uchar red\nelement face {faces}\n"
        "property list uchar int vertex_indices\nend_header\n"
    ).encode()


def ply(form, **counts):
    if form == "ascii":
        rows = [f"{x} {y} {z} 7" for x, y, z in CUBE.vertices] + [f"3 {a} {b} {c}" for a, b, c in CUBE.faces]
        return header(form, **counts) + "\n".join(rows).encode()
    rows = [struct.pack(f"{ORDERS[form]}3fB", *point, 7) for point in CUBE.vertices]
    rows += [struct.pack(f"{ORDERS[form]}B3i", 3, *face) for face in CUBE.faces]
    return header(form, **counts) + b"".join(rows)


@pytest.mark.parametrize("form", ["ascii", *ORDERS])
def test_each_form_gives_the_same_triangles(form):
    mesh = read_ply(ply(form))
    assert volume(mesh) == pytest.approx(1.0)
    assert mesh.faces.tolist() == CUBE.faces.tolist()


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (ply("ascii", faces=13), "less than it declares|is cut"),
        (ply("binary_little_endian", faces=13), "less than it declares"),
        (ply("binary_little_endian", faces=2**31), "declares 2147483648 rows of face"),
        (ply("ascii", vertices=7), "export it again"),
        (ply("ascii")[:-3], "names vertex|less than|is cut"),
        (b"ply\nformat ascii 2.0\nend_header\n", "no known format"),
        (b"ply\nelement vertex x\nend_header\n", "header that is damaged"),
        (b"PK\x03\x04", "no PLY header"),
    ],
    ids=lambda value: value[:12] if isinstance(value, str) else len(value),
)
def test_what_is_wrong_is_told(content, told):
    with pytest.raises(MeshError, match=told):
        read_ply(content)
