"""`farhand robot import`: what it writes, what it tells, and what it refuses."""

import json

import pytest

from ground.cli import main
from predictor.model.files.robot_file import describe_robot
from tests.predictor.model.files.urdf_texts import ARM


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Return a folder to work in, with a URDF."""
    (tmp_path / "arm.urdf").write_text(ARM)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_an_import_writes_a_robot_file_and_tells_what_is_to_be_filled_in(folder, capsys):
    assert main(["robot", "import", "arm.urdf"]) == 0
    told = capsys.readouterr().out
    assert "arm.toml: 4 joints, 2 capsules, 0 mesh files" in told
    assert "fill in    home_deg, home_m;" in told
    assert "no volume  mast, left, right: give it one, or --accept-bare LINK" in told
    assert describe_robot(folder / "arm.toml").table.name == "lift"


def test_a_base_is_bolted_unless_somebody_says_that_it_floats(folder, capsys):
    command = "farhand robot import arm.urdf --out arm.toml"
    assert main(["robot", "import", "arm.urdf"]) == 0
    told = capsys.readouterr().out
    assert "base       bolted to the ground; its file gives it 2 kg" in told
    assert f"bolted    {command}\n" in told and f"floating  {command} --floating\n" in told
    assert describe_robot(folder / "arm.toml").robot.platform is None
    assert main(["robot", "import", "arm.urdf", "--floating", "--out", "free.toml"]) == 0
    assert "base       floats, 2 kg" in capsys.readouterr().out
    assert describe_robot(folder / "free.toml").robot.platform.mass == 2.0


def test_the_mass_of_a_base_that_floats_and_is_not_weighed_is_to_be_filled_in(folder):
    base, rest = ARM.split('<link name="mast">')
    (folder / "arm.urdf").write_text(base[: base.index("<inertial>")] + '</link><link name="mast">' + rest)
    assert main(["robot", "import", "arm.urdf", "--floating"]) == 0
    assert "platform.mass" in describe_robot(folder / "arm.toml").missing


def test_what_was_made_is_told_as_json(folder, capsys):
    assert main(["robot", "import", "arm.urdf", "--out", "own.toml", "--json", "-"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["file"], told["joints"], told["flyable"]) == ("own.toml", 4, False)
    assert "lift.jerk_max_m" in told["missing"]


@pytest.mark.parametrize(
    ("arguments", "code", "problem"),
    [
        (["arm.urdf", "--out", "arm.urdf"], 3, "must end in .toml"),
        (["none.urdf"], 3, "none.urdf: cannot be read"),
        (["arm.urdf", "--out", "nowhere/arm.toml"], 3, "cannot be written"),
        (["arm.urdf", "--density", "-5"], 2, "1 to 30000 kg/m^3"),
    ],
)
def test_what_cannot_be_imported_is_told_in_one_line(folder, capsys, arguments, code, problem):
    assert main(["robot", "import", *arguments]) == code
    told = capsys.readouterr().err
    assert problem in told
    assert told.count("\n") == 1
    assert [path.name for path in folder.iterdir()] == ["arm.urdf"]


def test_a_robot_file_that_somebody_filled_in_is_never_written_over(folder, capsys):
    (folder / "arm.toml").write_text("mine")
    assert main(["robot", "import", "arm.urdf"]) == 3
    assert "is there already" in capsys.readouterr().err
    assert (folder / "arm.toml").read_text() == "mine"
