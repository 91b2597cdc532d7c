"""Bad files at the command line: one line that names file, place and cure, exit code 3, nothing started."""

import os
import re
from pathlib import Path

import msgspec
import pytest

from ground.cli import main
from ground.command_list import BAD_FILE
from ground.scenario.preflight import check_start_pose
from ground.scenario.scenario import load, run_settings
from telemetry.files.settings import FileError

SHIPPED = Path(__file__).parents[3] / "scenarios/short_link.toml"
START = re.compile(r"start_q_deg = .*")
TOUCHING = "start_q_deg = [10.0, -160.0, -80.0, 70.0, -70.0, 30.0]  # the hand in the target"


def told(capsys, *arguments: str) -> str:
    assert main(list(arguments)) == BAD_FILE
    output, error = capsys.readouterr()
    assert output == ""
    *progress, complaint = error.splitlines()
    assert complaint.startswith("farhand: ")
    assert not any(line.startswith("farhand: ") for line in progress), "one line is the error"
    return complaint


@pytest.fixture
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return tmp_path


@pytest.fixture(params=["fifo", "device", "folder"])
def no_file(request, tmp_path):
    """Something that can be opened and is no file."""
    path = tmp_path / "it.toml"
    if request.param == "fifo":
        os.mkfifo(path)
    elif request.param == "device":
        path.symlink_to("/dev/zero")
    else:
        path.mkdir()
    return str(path)


@pytest.mark.parametrize(
    "arguments",
    [
        ("rehearse", "--fast"),
        ("replay", "--headless", "--speed", "max"),
        ("replay", "--headless"),
        ("audit",),
        ("record", "info"),
        ("record", "recover"),
    ],
    ids=" ".join,
)
def test_what_is_no_file_is_refused_by_every_reader(capsys, home, no_file, arguments):
    assert "cannot be read (is a" in told(capsys, *arguments, no_file)


@pytest.mark.parametrize("part", ["robot", "scene"])
def test_a_fifo_for_a_part_of_a_scenario_is_refused(capsys, home, part):
    os.mkfifo(home / "part.toml")
    path = home / "mine.toml"
    text = SHIPPED.read_text()
    path.write_text(re.sub(rf'{part} = ".*"', f'{part} = "part.toml"', text))
    assert f"{part}: no such file" in told(capsys, "rehearse", "--fast", str(path))


@pytest.mark.real_time
@pytest.mark.parametrize("driver", ["--fast", "--headless"])
def test_an_arm_that_touches_something_at_the_start_is_not_flown(capsys, home, driver):
    path = home / "mine.toml"
    path.write_text(START.sub(TOUCHING, SHIPPED.read_text()))
    error = told(capsys, "rehearse", driver, str(path))
    assert "mine.toml: start_q_deg: " in error
    assert "inside" in error
    assert not list(home.glob("state/farhand/runs/*"))


@pytest.mark.parametrize("driver", ["--fast", "--headless"])
def test_an_unknown_collision_method_is_told_the_nearest_name(capsys, home, driver):
    path = home / "mine.toml"
    path.write_text('collision_method = "capsles"\n' + SHIPPED.read_text())
    error = told(capsys, "rehearse", driver, str(path))
    assert "collision_method: no such collision method 'capsles'; did you mean 'capsules'?" in error
    assert not list(home.glob("state/farhand/runs/*"))


def test_a_scene_that_does_not_fit_its_robot_is_told_before_anything_starts(tmp_path):
    shipped = load(str(SHIPPED))
    text = Path(shipped.scene).read_text()
    assert 'capsule = "shoulder"' in text
    scene = tmp_path / "scene.toml"
    scene.write_text(text.replace('capsule = "shoulder"', 'capsule = "sholder"'))
    run = run_settings(msgspec.structs.replace(shipped, scene=str(scene)), seed=1, run_id="run")
    with pytest.raises(FileError, match="did you mean 'shoulder'"):
        check_start_pose("mine.toml", run, shipped.start_q)


URDF = """<robot name="stick"><link name="base"/><link name="rod"/>
<joint name="swing" type="revolute"><parent link="base"/><child link="rod"/><axis xyz="0 0 1"/>
<limit lower="-1" upper="1" velocity="1" effort="1"/></joint></robot>"""


def beside(home, name, content):
    """A scenario that names a robot file beside it."""
    (home / name).write_text(content)
    path = home / "mine.toml"
    path.write_text(SHIPPED.read_text().replace('robot = "shiyan7_like"', f'robot = "{name}"'))
    return str(path)


def test_a_urdf_is_not_flown_and_it_is_told_what_makes_a_robot_file_of_it(capsys, home):
    error = told(capsys, "rehearse", "--fast", beside(home, "stick.urdf", URDF))
    assert "stick.urdf: does not say " in error
    assert "jerk_max_deg of swing" in error
    assert "`farhand robot import " in error
    assert not list(home.glob("state/farhand/runs/*"))


def test_a_robot_file_with_a_value_that_nobody_knows_yet_is_not_flown(capsys, home):
    arm = (SHIPPED.parent / "robots/shiyan7_like.toml").read_text()
    unfilled = arm.replace("jerk_max_deg = 16.0", 'jerk_max_deg = "?"', 1)
    error = told(capsys, "rehearse", "--headless", beside(home, "arm.toml", unfilled))
    assert 'arm.toml: does not say jerk_max_deg of joint_1; fill in every "?"' in error
    assert not list(home.glob("state/farhand/runs/*"))


def test_a_urdf_is_told_apart_from_a_scenario(capsys, home):
    arm = home / "arm.urdf"
    arm.write_text("<robot name='arm'/>")
    complaint = told(capsys, "rehearse", str(arm), "--fast", "--headless")
    assert "is no scenario" in complaint
    assert "`farhand robot import`" in complaint
