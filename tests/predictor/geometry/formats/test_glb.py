"""GLB files: nodes placed in one another, and numbers that are declared and not there."""

import json
import struct

import numpy as np
import pytest

from predictor.geometry.formats.glb import read_glb
from predictor.geometry.mesh import MeshError
from tests.predictor.geometry.solids import CUBE, volume

BINARY = CUBE.vertices.astype("<f4").tobytes() + CUBE.faces.astype("<u2").tobytes()


def glb(binary=BINARY, **changes):
    described = {
        "asset": {"version": "2.0"},
        "scenes": [{"nodes": [0]}],
        "nodes": [{"children": [1], "scale": [2, 2, 2]}, {"mesh": 0, "translation": [1, 0, 0]}],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "indices": 1}]}],
        "accessors": [
            {"bufferView": 0, "componentType": 5126, "count": 8, "type": "VEC3"},
            {"bufferView": 1, "componentType": 5123, "count": 36, "type": "SCALAR"},
        ],
        "bufferViews": [
            {"buffer": 0, "byteLength": 96},
            {"buffer": 0, "byteOffset": 96, "byteLength": 72},
        ],
        "buffers": [{"byteLength": len(binary)}],
    }
    text = json.dumps(described | changes).encode()
    text += b" " * (-len(text) % 4)
    chunks = (
        struct.pack("<I4s", len(text), b"JSON") + text + struct.pack("<I4s", len(binary), b"BIN\0") + binary
    )
    return struct.pack("<4sII", b"glTF", 2, 12 + len(chunks)) + chunks


def test_nodes_are_placed_in_one_another():
    mesh = read_glb(glb())
    assert volume(mesh) == pytest.approx(8.0)
    assert mesh.vertices.min(axis=0) == pytest.approx([2.0, 0.0, 0.0])


def test_a_turned_and_a_mirrored_node_keep_the_outside_outside():
    turn = [0.0, 0.0, np.sqrt(0.5), np.sqrt(0.5)]  # x to y
    mesh = read_glb(glb(nodes=[{"mesh": 0, "rotation": turn, "scale": [-1, 1, 3]}]))
    assert volume(mesh) == pytest.approx(3.0)
    assert mesh.vertices.min(axis=0) == pytest.approx([-1.0, -1.0, 0.0], abs=1e-12)


CUT = {"bufferView": 0, "componentType": 5126, "count": 10**6, "type": "VEC3"}


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (glb()[:-1], "declares version 2 and"),
        (glb(b""), "declares 8 rows of 12 bytes, holds 0"),
        (glb(accessors=[CUT]), "declares 1000000 rows"),
        (glb(nodes=[{"mesh": 3}]), "a part that it does not hold"),
        (glb(nodes=[{"mesh": -1}]), "a part that it does not hold"),
        (glb(nodes=[{"children": [0, 0]}]), "more than 5000 nodes"),
        (glb(nodes="x"), "description is damaged"),
        (glb(buffers=[{"uri": "http://x/y.bin"}]), "outside of the file"),
        (
            glb(extensionsRequired=["KHR_draco_mesh_compression"]),
            "draco_mesh_compression, which is not read",
        ),
        (b"PK\x03\x04" + bytes(20), "no GLB header"),
    ],
    ids=lambda value: value[:20] if isinstance(value, str) else len(value),
)
def test_what_is_wrong_is_told(content, told):
    with pytest.raises(MeshError, match=told):
        read_glb(content)
