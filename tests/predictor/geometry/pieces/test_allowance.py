"""No mesh is more work to take apart than is allowed: each step tells its own; the refusal is one line."""

import numpy as np
import pytest

from predictor.geometry.mesh import mesh_of
from predictor.geometry.pieces import allowance as module
from predictor.geometry.pieces import close_pieces as by_closeness
from predictor.geometry.pieces.allowance import WORK_OF_A_HULL, Allowance, TooMuchWork
from predictor.geometry.pieces.close_pieces import TooManyPieces, close_pieces
from predictor.geometry.pieces.inside_lattice import inside_lattice_of
from predictor.geometry.pieces.material import Material, box_around
from predictor.geometry.pieces.patches import convex_patches
from predictor.geometry.pieces.surface_pieces import (
    MergeLimits,
    block_of,
    merged_blocks,
    nearest_pairs,
    surface_pieces,
)
from predictor.geometry.scenes.scene_file import read_scene
from telemetry.files.settings import FileError
from tests.predictor.geometry.solids import CUBE, TWO_CUBES, ring

STAYS = '[[body]]\nname = "heap"'
IS_CARRIED = f'{STAYS}\ncarrier = "elbow"'
MESH = '[[mesh]]\nname = "m"\nbody = "heap"\nfile = "heap.obj"'


@pytest.fixture(autouse=True)
def own_cache(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))


def heap(count):
    """Return random triangles that share no corner, in a cube of 1 m."""
    corners = np.random.default_rng(11).random((3 * count, 3))
    return mesh_of(corners, np.arange(3 * count))


def spent(monkeypatch):
    monkeypatch.setattr(module, "MOST_WORK", 0)
    return Allowance(12)


SOLID = inside_lattice_of(TWO_CUBES)
BLOCKS = [block_of(TWO_CUBES.vertices[k : k + 8], 1, SOLID) for k in (0, 8)]
STEPS = {
    "gap": lambda left: Material(TWO_CUBES).gap(box_around(TWO_CUBES, 0.0), left),
    "patches": lambda left: convex_patches(CUBE, left),
    "nearest": lambda left: nearest_pairs(3 * BLOCKS, left),
    "merged": lambda left: merged_blocks(
        BLOCKS, np.array([[0, 1]]), SOLID, limits=MergeLimits(most=1, slack=0.0, allowance=left)
    ),
}


@pytest.mark.parametrize("step", STEPS.values(), ids=STEPS)
def test_each_step_goes_no_further_when_nothing_is_left(step, monkeypatch):
    step(Allowance(12))
    with pytest.raises(TooMuchWork, match="its 12 triangles are too much work"):
        step(spent(monkeypatch))


@pytest.mark.parametrize("mesh", [heap(1), ring()], ids=["slanted", "ring"])
def test_each_close_piece_is_work(mesh, monkeypatch):
    count = len(close_pieces(mesh, "surface"))
    monkeypatch.setattr(module, "MOST_WORK", WORK_OF_A_HULL * count)
    with pytest.raises(TooMuchWork):
        close_pieces(mesh, "surface")


@pytest.mark.parametrize("most_work", [100, 21_000, 300_000])
def test_few_pieces_of_a_heap_are_given_up_wherever_its_work_ends(most_work, monkeypatch):
    monkeypatch.setattr(module, "MOST_WORK", most_work)
    with pytest.raises(TooMuchWork):
        surface_pieces(heap(400), 8)


@pytest.mark.parametrize("body", [STAYS, IS_CARRIED], ids=["stays", "is carried"])
def test_a_scene_with_a_heap_is_refused_in_one_line(tmp_path, monkeypatch, body):
    monkeypatch.setattr(module, "MOST_WORK", 100_000)
    mesh = heap(400)
    rows = [f"v {x} {y} {z}" for x, y, z in mesh.vertices] + [f"f {a} {b} {c}" for a, b, c in mesh.faces + 1]
    (tmp_path / "heap.obj").write_text("\n".join(rows))
    (tmp_path / "scene.toml").write_text(f'name = "heap"\n{body}\n{MESH}\n')
    told = (
        r"scene\.toml: mesh\[0\]: cannot be taken apart into convex pieces: its 400 triangles are too much"
        r" work; export it with fewer, joined at their edges, or draw boxes in its place"
    )
    with pytest.raises(FileError, match=told):
        read_scene(tmp_path / "scene.toml")


def test_large_bodies_that_are_too_many_or_too_much_work_are_refused_before_any_is_looked_at(monkeypatch):
    monkeypatch.setattr(by_closeness, "convex_hull", lambda points: pytest.fail("looked at"))
    monkeypatch.setattr(module, "MOST_WORK", 4 * WORK_OF_A_HULL)
    with pytest.raises(TooMuchWork):
        close_pieces(heap(5), "surface")
    monkeypatch.setattr(by_closeness, "MOST_PIECES", 3)
    with pytest.raises(TooManyPieces, match="more than 3 would be needed"):
        close_pieces(heap(5), "surface")
