"""Mesh files of any format: one clean surface, or one line that tells the file, why, and what to do."""

import numpy as np
import pytest

from predictor.geometry.formats import mesh_files
from predictor.geometry.formats.mesh_files import read_cleaned, read_mesh
from telemetry.files.settings import FileError
from tests.predictor.geometry.solids import CUBE, binary_stl, obj, volume


def test_equal_vertices_become_one():
    mesh = read_mesh("cube.STL", binary_stl(CUBE))
    assert (len(mesh.vertices), len(mesh.faces)) == (8, 12)
    assert volume(mesh) == pytest.approx(1.0)


def test_triangles_without_area_are_dropped_and_counted():
    content = obj(CUBE) + b"v 0.5 0 0\nf 1 9 2\nf 3 3 4\n"
    cleaned = read_cleaned("cube.obj", content)
    assert (len(cleaned.mesh.faces), len(cleaned.mesh.vertices), cleaned.dropped) == (12, 8, 2)


def test_a_mesh_cannot_be_changed():
    assert not read_mesh("cube.obj", obj(CUBE)).vertices.flags.writeable


@pytest.mark.parametrize(
    ("name", "content", "told"),
    [
        ("arm.step", b"", r"arm.step: .step is no mesh format that is read; export one of .stl"),
        ("arm", b"", "no ending is no mesh format"),
        ("a.obj", b"", "a.obj: holds no triangle"),
        ("a.obj", b"v 0 0 0\nv 1 0 0\nv 2 0 0\nf 1 2 3", "no triangle with an area"),
        ("a.obj", b"v 0 0 nan\nv 1 0 0\nv 2 1 0\nf 1 2 3", r"vertex 0 lies at \(0, 0, nan\)"),
        ("a.obj", b"v 0 0 1e300\nv 1 0 0\nv 2 1 0\nf 1 2 3", r"must lie within 1e\+09"),
    ],
)
def test_a_file_that_is_no_mesh_is_told_in_one_line(name, content, told):
    with pytest.raises(FileError, match=told) as caught:
        read_mesh(name, content)
    assert "\n" not in str(caught.value)


def test_a_file_that_is_too_large_is_not_looked_at(monkeypatch):
    monkeypatch.setattr(mesh_files, "LARGEST_FILE", 99)
    with pytest.raises(FileError, match="larger than 99 bytes; export it with fewer triangles"):
        read_mesh("a.stl", bytes(100))


def test_a_point_that_no_triangle_names_may_lie_anywhere():
    assert np.ptp(read_mesh("a.obj", obj(CUBE) + b"v 50 50 50\n").vertices) == pytest.approx(1.0)


def test_a_file_of_text_is_taken_apart_once(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    first = read_cleaned("a.obj", obj(CUBE) + b"f 1 1 2")
    monkeypatch.setitem(mesh_files.READERS, ".obj", None)
    again = read_cleaned("b.obj", obj(CUBE) + b"f 1 1 2")
    assert (again.dropped, again.mesh.faces.tolist()) == (first.dropped, first.mesh.faces.tolist()) != (0, [])
