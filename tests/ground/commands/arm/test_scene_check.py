"""`farhand scene check`: a scene or a mesh in words and as JSON; mistakes are one line."""

import json
from pathlib import Path

import pytest

from ground.cli import main
from ground.command_list import BAD_FILE, DONE, USAGE
from tests.mesh_scene import write_l, write_scene
from tests.nominal_run import ROBOT, SCENE


def test_a_scene_is_told_with_its_meshes(tmp_path, capsys):
    assert main(["scene", "check", str(write_scene(tmp_path))]) == DONE
    text = capsys.readouterr().out
    assert "station" in text and "target_handrail" in text and "nothing is doubtful" in text


def test_a_bare_mesh_is_told(tmp_path, capsys):
    assert main(["scene", "check", str(write_l(tmp_path / "l.obj")), "--json", "-"]) == DONE
    told = json.loads(capsys.readouterr().out)
    assert (told["kind"], told["meshes"][0]["faces"], told["meshes"][0]["watertight"]) == ("mesh", 24, True)


def test_an_arm_in_a_scene_is_told_with_mounts_ready_to_be_written_down(tmp_path, capsys):
    scene = tmp_path / "scene.toml"
    scene.write_text(Path(SCENE).read_text().partition("[[mount]]")[0])
    assert main(["scene", "check", str(scene), "--robot", ROBOT]) == DONE
    head, _, mounts = capsys.readouterr().out.partition("[[mount]]")
    assert "at home" in head
    scene.write_text(scene.read_text() + "[[mount]]" + mounts.partition("\n\nbase ")[0])
    assert main(["scene", "check", str(scene), "--robot", ROBOT]) == DONE
    assert "nothing is doubtful" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "code", "told"),
    [
        (["chek", SCENE], USAGE, "did you mean 'check'"),
        (["check", "problems.json"], BAD_FILE, "neither a scene file nor a mesh"),
        (["check", "nowhere.toml"], BAD_FILE, "cannot be read"),
        (["check", "l.obj", "--robot", ROBOT], USAGE, "a bare mesh stands nowhere"),
        (["check", SCENE, "--json", "/nowhere/facts.json"], BAD_FILE, "cannot be written"),
    ],
)
def test_a_mistake_is_one_line(capsys, arguments, code, told):
    assert main(["scene", *arguments]) == code
    output, error = capsys.readouterr()
    assert output == "" and told in error and len(error.splitlines()) == 1
