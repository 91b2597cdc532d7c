"""Fifty damaged files made of real ones: one line each, or a mesh that is sound."""

import re
import subprocess
import sys

import numpy as np
import pytest

from predictor.geometry.formats.mesh_files import read_mesh
from predictor.geometry.formats.stl import read_stl
from predictor.geometry.mesh import Mesh
from telemetry.files.settings import FileError
from tests.predictor.geometry.solids import binary_stl, obj
from tests.shared_data import shared_file

REAL = [
    "robots/canadarm2/meshes/joint_v3_0.stl",
    "robots/panda/meshes/collision/hand.obj",
    "robots/canadarm2/meshes/link_joint_v2_1.dae",
    "robots/ur5_mbm/meshes/robotiq/inner_knuckle_coarse.STL",
    "scenes/iss_exterior/iss.dae",
]
ONE_GIB = 1 << 30


def cut(content, rng):
    return content[: int(rng.integers(len(content)))]


def flipped(content, rng):
    octets = bytearray(content)
    for at in rng.integers(len(octets), size=20):
        octets[at] ^= 1 << int(rng.integers(8))
    return bytes(octets)


def recounted(content, rng):
    """Return a file in which one number of its text, or the count of its header, is another."""
    if b"\0" in content:
        return content[:80] + rng.integers(256, size=4, dtype=np.uint8).tobytes() + content[84:]
    found = [*re.finditer(rb"\b\d+\b", content)]
    one = found[int(rng.integers(len(found)))]
    return content[: one.start()] + str(rng.integers(2**40)).encode() + content[one.end() :]


def mixed(content, rng):
    """Return a file whose middle was written over by another part of it."""
    length = len(content) // 10
    to, source = rng.integers(len(content) - length, size=2)
    return content[:to] + content[source : source + length] + content[to + length :]


def is_sound(mesh: Mesh) -> bool:
    a, b, c = (mesh.vertices[mesh.faces[:, k]] for k in range(3))
    areas = np.linalg.norm(np.cross(b - a, c - a), axis=1)
    return bool(np.isfinite(mesh.vertices).all() and areas.min() > 0.0 and mesh.faces.min() >= 0)


@pytest.mark.parametrize("name", REAL)
@pytest.mark.parametrize("damaged", [cut, flipped, recounted, mixed])
def test_a_damaged_file_is_one_line_or_a_sound_mesh(name, damaged):
    path = shared_file(f"data/{name}")
    content = path.read_bytes()
    for seed in range(3):
        damage = damaged(content, np.random.default_rng(seed))
        assert damage != content
        try:
            assert is_sound(read_mesh(path, damage))
        except FileError as error:
            assert "\n" not in str(error) and len(str(error)) < 500


HOSTILE = """
import resource, sys, time
resource.setrlimit(resource.RLIMIT_AS, (2 << 30, 2 << 30))  # so that a reader that fails spares the machine
from predictor.geometry.formats.mesh_files import read_mesh
from telemetry.files.settings import FileError

XML, LARGEST = b'<?xml version="1.0"?><COLLADA>', 64_000_000
UNIT = b'<asset><unit meter="%s"/></asset></COLLADA>'
PLY = b"ply\\nformat ascii 1.0\\nelement %s\\nend_header\\n"


def glb(text):
    size, parts = len(text), len(text) + 20
    return b"glTF" + b"".join(n.to_bytes(4, "little") for n in (2, parts, size)) + b"JSON" + text


FILES = {
    "elements.dae": lambda: XML + b"<a/>" * 15_000_000,
    "numbers.dae": lambda: XML + UNIT % (b"1 " * 31_000_000),
    "list.wrl": lambda: b"#VRML V2.0 utf8\\nShape { geometry Box { size [" + b"1 " * 31_000_000 + b"]",
    "lines.obj": lambda: b"\\n" * LARGEST,
    "vertices.obj": lambda: b"v 0 0 0\\n" * 8_000_000,
    "long.obj": lambda: b"f" + b" 1" * 31_000_000,
    "faces.obj": lambda: b"v 0 0 0\\nv 1 0 0\\nv 1 1 0\\n" + b"f 1 2 3\\n" * 7_900_000,
    "vertices.stl": lambda: b"solid\\n" + b"vertex 1 2 3\\n" * 4_900_000,
    "words.stl": lambda: b"solid " + b"a " * 31_000_000,
    "rows.ply": lambda: PLY % b"vertex 1400000\\nproperty list int int x" + b"1 1\\n" * 15_000_000,
    "nodes.glb": lambda: glb(b"[" * 63_000_000),
    "numbers.wrl": lambda: b"#VRML V2.0 utf8\\nShape { geometry Box { size " + b"1 " * 31_000_000,
    "nodes.wrl": lambda: b"#VRML V2.0 utf8\\n" + b"Group { } " * 6_000_000,
}
for name in FILES:
    content, start = FILES[name](), time.monotonic()
    try:
        read_mesh(name, content)
        print(name, "was read | 0")
    except FileError as error:
        print(error, "|", round(time.monotonic() - start, 1), flush=True)
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024)
"""


@pytest.mark.sweep
def test_files_made_to_take_all_memory_or_time_are_told_in_one_line():
    run = subprocess.run([sys.executable, "-c", HOSTILE], capture_output=True, text=True, check=True)
    *lines, most = run.stdout.splitlines()
    assert len(lines) == 13
    assert [line for line in lines if float(line.rpartition("|")[2]) > 10.0 or "was read" in line] == []
    assert int(most) < ONE_GIB


def test_a_damaged_mesh_is_told_whatever_its_name_says():
    solid = read_stl(binary_stl(Mesh(vertices=np.eye(3), faces=np.array([[0, 1, 2]]))))
    for name in ("a.ply", "a.glb", "a.dae", "a.wrl", "a.stl"):
        with pytest.raises(FileError, match=f"^{name}: "):
            read_mesh(name, obj(solid))
