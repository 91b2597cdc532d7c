"""`farhand new`: files that work as they are, never over another one, and whose names are names of files."""

import re

import pytest

from ground.cli import main
from ground.command_list import BAD_FILE, DONE, USAGE
from ground.commands.new_file import FOLDERS
from ground.scenario.opened_plan import open_plan
from ground.scenario.scenario import load
from predictor.geometry.scenes.scene_file import read_scene
from predictor.model.files.robot_file import describe_robot
from tests.ground.guide import templates

LEFT_OUT = re.compile(r"^# (?=\[|\w+ = )", re.MULTILINE)


@pytest.fixture
def folder(tmp_path, monkeypatch, capsys):
    """Return a folder in which one file of each kind was begun."""
    monkeypatch.chdir(tmp_path)
    assert [main(["new", kind, f"my_{kind}"]) for kind in FOLDERS] == [DONE] * 4
    assert "farhand rehearse my_scenario.toml --headless --fast  " in capsys.readouterr().out
    return tmp_path


def assert_usable(folder):
    path = {kind: folder / f"my_{kind}.toml" for kind in FOLDERS}
    assert load(str(path["scenario"])).name == "my_scenario"
    assert read_scene(path["scene"]).name == "my_scene"
    assert describe_robot(path["robot"]).missing == ()
    assert open_plan(str(path["plan"]), scenario=None).name == "my_plan"


def test_each_new_file_is_usable_as_it_is(folder):
    assert_usable(folder)


def test_what_is_left_out_of_a_new_file_can_be_put_in(folder):
    for kind in FOLDERS:
        text = (folder / f"my_{kind}.toml").read_text()
        put_in, count = LEFT_OUT.subn("", text)
        assert count
        (folder / f"my_{kind}.toml").write_text(put_in)
    assert_usable(folder)


def test_a_new_scenario_takes_a_new_arm_a_new_scene_and_a_new_plan(folder):
    own = (folder / "my_scenario.toml").read_text()
    own = own.replace('"shiyan7_like"', '"my_robot.toml"').replace('"adjacent_target"', '"my_scene.toml"')
    (folder / "own.toml").write_text(own)
    assert load(str(folder / "own.toml")).robot == str(folder / "my_robot.toml")
    head, _, rest = (folder / "my_scenario.toml").read_text().partition("[[act]]")
    expect = rest[rest.index("[expect]") :]
    (folder / "planned.toml").write_text(f'{head}[[act]]\n[act.plan]\nfile = "my_plan.toml"\n\n{expect}')
    assert len(load(str(folder / "planned.toml")).acts[0].plan.steps) == 4


@pytest.mark.parametrize("kind", FOLDERS)
def test_a_file_that_is_there_stays_as_it_is(folder, kind, capsys):
    (folder / f"my_{kind}.toml").write_text("mine")
    assert main(["new", kind, f"my_{kind}"]) == BAD_FILE
    assert capsys.readouterr().err.startswith(f"farhand: my_{kind}.toml: is there already, and stays")
    assert (folder / f"my_{kind}.toml").read_text() == "mine"


@pytest.mark.parametrize("name", ["", "../up", "a b", "a/b", ".toml", 81 * "a", 'x"', "x\ny"])
def test_a_name_that_is_none_of_a_file_is_told_in_one_line(tmp_path, monkeypatch, capsys, name):
    monkeypatch.chdir(tmp_path)
    assert main(["new", "robot", name]) == USAGE
    told = capsys.readouterr().err
    assert told.count("\n") == 1 and "is no name of a file here; give at most 80 letters" in told
    assert [*tmp_path.iterdir()] == []


@pytest.mark.parametrize(
    ("kind", "name"), [("scenario", "escape"), ("robot", "two_arms"), ("plan", "survey")]
)
def test_the_name_of_a_shipped_one_is_refused(tmp_path, monkeypatch, capsys, kind, name):
    monkeypatch.chdir(tmp_path)
    assert main(["new", kind, f"{name}.toml"]) == USAGE
    assert "is the name of a shipped one; give another" in capsys.readouterr().err
    assert [*tmp_path.iterdir()] == []


@pytest.mark.parametrize("path", templates.written(), ids=lambda path: path.stem)
def test_what_a_new_file_says_of_its_keys_is_what_the_guide_says_now(path):
    assert templates.written()[path] == path.read_text(), "run: python -m tests.ground.guide.make"
