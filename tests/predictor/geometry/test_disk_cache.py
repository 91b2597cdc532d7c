"""What is kept on disk: found again in milliseconds without any library, and never believed when damaged."""

import os
import subprocess
import sys

import numpy as np
import pytest

from predictor.geometry import disk_cache as store
from predictor.geometry.disk_cache import cached_arrays
from predictor.geometry.pieces.decompose import convex_pieces
from tests.predictor.geometry.solids import L_SHAPE, binary_stl

MADE = {"points": np.arange(12.0).reshape(4, 3), "rows": np.arange(4)}


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path / "farhand" / "geometry"


@pytest.fixture
def ask():
    """Return what counts how often something had to be made."""
    calls = []

    def asked(*parts, made=MADE, is_sound=lambda arrays: True):
        found = cached_arrays(parts or ("a",), lambda: calls.append(1) or made, is_sound)
        return {name: array.tolist() for name, array in found.items()}, len(calls)

    return asked


WHOLE = {name: array.tolist() for name, array in MADE.items()}


def test_what_was_made_once_is_found_again(folder, ask):
    assert ask() == (WHOLE, 1)
    assert ask() == (WHOLE, 1)
    assert ask("b") == (WHOLE, 2)


def test_parts_are_not_run_together(folder, ask):
    ask("ab", "c")
    assert ask("a", "bc")[1] == 2


@pytest.mark.parametrize("at", [0, 31, 32, 60, -1])
def test_a_flipped_bit_makes_it_anew(folder, ask, at):
    ask()
    (path,) = folder.iterdir()
    octets = bytearray(path.read_bytes())
    octets[at] ^= 4
    path.write_bytes(octets)
    assert ask() == (WHOLE, 2)
    assert ask() == (WHOLE, 2)


@pytest.mark.parametrize("length", [0, 10, 32, 100])
def test_an_entry_that_was_cut_is_made_anew(folder, ask, length):
    ask()
    (path,) = folder.iterdir()
    path.write_bytes(path.read_bytes()[:length])
    assert ask() == (WHOLE, 2)


def test_what_its_owner_finds_unsound_is_made_anew(folder, ask):
    ask()
    assert ask(is_sound=lambda arrays: "points" not in arrays) == (WHOLE, 2)


def test_numbers_that_are_none_are_not_believed(folder, ask):
    ask(made={"points": np.array([np.nan])})
    assert ask()[1] == 2


def test_a_change_of_the_source_makes_it_anew(folder, ask, monkeypatch):
    ask()
    monkeypatch.setattr(store, "_source_digest", lambda: b"another")
    assert ask()[1] == 2


def test_a_folder_that_others_may_write_to_is_not_used(folder, ask):
    ask()
    folder.chmod(0o770)
    assert ask()[1] == 2
    assert len([*folder.iterdir()]) == 1


def test_a_disk_that_takes_nothing_costs_time_alone(tmp_path, monkeypatch, ask):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    assert ask() == (WHOLE, 1)


def test_the_oldest_entries_go_when_the_folder_is_full(folder, ask, monkeypatch):
    ask("a"), ask("b")
    size = max(path.stat().st_size for path in folder.iterdir())
    for path in folder.iterdir():
        os.utime(path, (1, 1))
    ask("b")
    monkeypatch.setattr(store, "LARGEST_FOLDER", 2 * size)
    ask("c")
    assert ask("b")[1] == 3
    assert ask("a")[1] == 4


COLD = """
import sys
sys.modules |= dict.fromkeys(("scipy", "trimesh", "coacd", "collada", "numba"))
from predictor.geometry.pieces.decompose import convex_pieces
from predictor.geometry.formats.mesh_files import read_mesh
from telemetry.files.settings import FileError
try:
    print(len(convex_pieces(read_mesh("l.stl", sys.stdin.buffer.read()))))
except FileError as error:
    print(error)
"""


@pytest.mark.real_time
def test_a_second_reading_needs_no_library(folder):
    pieces = convex_pieces(L_SHAPE)
    content = binary_stl(L_SHAPE)
    from predictor.geometry.formats.mesh_files import read_mesh

    convex_pieces(read_mesh("l.stl", content))
    run = subprocess.run([sys.executable, "-c", COLD], input=content, capture_output=True, check=True)
    assert run.stdout.decode().strip() == str(len(pieces))
