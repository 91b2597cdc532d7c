"""What is told of a scene, and what is doubted in it."""

import json
from pathlib import Path

import msgspec
import numpy as np
import pytest

from predictor.geometry.scenes.scene_facts import scene_facts
from predictor.geometry.scenes.scene_file import read_scene
from tests.mesh_scene import STATION, write_l, write_scene
from tests.nominal_run import SCENE

CRATE = '\n[[box]]\nname = "crate"\nbody = "target"\ncentre = [1.05, 0.3, -0.42]\nsize = [0.5, 0.5, 0.5]\n'
BARE = '\n[[body]]\nname = "tug"\n'
BEAD = '\n[[sphere]]\nname = "bead"\nbody = "tug"\ncentre = [0.0, 0.0, 0.3]\nradius = 0.1\n'
LOAD = '\n[[body]]\nname = "tug"\ncarrier = "joint_3"\n' + BEAD


def doubted(facts):
    """Return what is doubted and why, in one text each."""
    return [f"{doubt.what} {doubt.why}" for doubt in facts.doubts]


@pytest.fixture
def facts(tmp_path):
    return lambda more: scene_facts(read_scene(write_scene(tmp_path, more)))


def test_the_shipped_scene_is_told_without_a_doubt():
    told = scene_facts(read_scene(SCENE))
    assert [(body.name, body.mass) for body in told.bodies] == [("base", 0.0), ("target", 80.0)]
    first = told.shapes[0]
    assert (first.name, first.kind, first.volume) == ("platform", "box", pytest.approx(1.44))
    assert told.doubts == [] and json.loads(json.dumps(msgspec.to_builtins(told)))["kind"] == "scene"


def test_a_mesh_is_told_with_its_covers(facts):
    (mesh,) = facts(STATION).meshes
    assert (mesh.faces, mesh.watertight, mesh.pieces) == (24, True, mesh.covers)
    assert mesh.volume == pytest.approx(8.0 * (0.5 * 0.1 * 0.1 + 0.1 * 0.1 * 0.6))
    assert mesh.cover_volume >= mesh.volume * (1.0 - 0.2)
    np.testing.assert_allclose(np.subtract(mesh.high, mesh.low), [1.0, 0.2, 1.2])


@pytest.mark.parametrize(
    ("more", "told"),
    [
        (STATION + "scale = [1e3, 1e3, 1e3]\n", "mesh station extends over 1,200 m: millimetres?"),
        (STATION + "scale = [1e-3, 1e-3, 1e-3]\n", "mesh station extends over 1.2 mm: another unit?"),
        (CRATE, "crate lies wholly in target_bus"),
        (BARE, "body tug has no shape: nothing keeps the arm clear of it"),
        (LOAD.replace('"joint_3"', '"base"'), "body tug has no mass, but rides on the platform"),
        (LOAD, "body tug has no mass, but is carried by joint_3"),
    ],
)
def test_what_may_be_meant_otherwise_is_told(facts, more, told):
    assert doubted(facts(more)) == [told]


def test_an_open_mesh_is_doubted(tmp_path):
    scene = write_scene(tmp_path)
    path = write_l(tmp_path / "meshes/l.obj")
    path.write_text("\n".join(Path(path).read_text().splitlines()[:-1]) + "\n")
    told = scene_facts(read_scene(scene))
    assert told.meshes[0].volume is None
    assert doubted(told) == ["mesh station is not closed (3 open edges)"]


def test_a_body_that_a_joint_carries_is_told_with_its_shapes(facts):
    last = facts(LOAD).bodies[-1]
    assert (last.carrier, last.shapes) == ("joint_3", ["bead"])


def test_a_mesh_that_is_inside_out_is_doubted(tmp_path):
    scene = write_scene(tmp_path)
    path = tmp_path / "meshes/l.obj"
    rows = [line.split() for line in path.read_text().splitlines()]
    path.write_text(
        "\n".join(" ".join([row[0], *(row[:0:-1] if row[0] == "f" else row[1:])]) for row in rows)
    )
    (told,) = doubted(scene_facts(read_scene(scene)))
    assert told.startswith("mesh station is inside out")
