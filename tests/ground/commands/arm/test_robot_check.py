"""`farhand robot check`: what is told of an arm is what its file says, for people and for programs."""

import json
import math
from pathlib import Path

import numpy as np
import pytest

from ground.cli import main
from ground.command_list import BAD_FILE, DONE
from ground.pictures.png import SIGNATURE
from tests.predictor.geometry.fit.arm_with_solids import ARM as WITH_SOLIDS

ROBOTS = Path(__file__).parents[4] / "scenarios/robots"
ARM = ROBOTS / "shiyan7_like.toml"


def facts(capsys, file):
    assert main(["robot", "check", str(file), "--json", "-"]) == DONE
    return json.loads(capsys.readouterr().out)


def test_an_arm_that_can_fly_misses_nothing(capsys):
    told = facts(capsys, ARM)
    assert (told["ok"], told["flyable"], told["missing"]) == (True, True, [])
    assert told["name"] == "shiyan7_like"
    assert 2.0 < told["reach"] < 3.5


def test_a_link_that_moves_without_any_volume_is_told_and_cannot_fly_unless_its_file_accepts_it(
    capsys, tmp_path
):
    text = (ROBOTS / "roller_arm.toml").read_text()
    assert facts(capsys, "roller_arm")["flyable"]
    (tmp_path / "arm.toml").write_text("\n".join(x for x in text.splitlines() if "bare = true" not in x))
    assert facts(capsys, tmp_path / "arm.toml")["missing"] == ["wrist.bare"]
    assert main(["robot", "check", str(tmp_path / "arm.toml")]) == DONE
    told = capsys.readouterr().out
    assert "can fly    not yet" in told
    assert "no volume  wrist: give its frame a [[capsule]], or say `bare = true` of it" in told


def test_a_picture_is_a_png_by_its_name_too(capsys, tmp_path):
    assert main(["robot", "check", str(ARM), "--picture", str(tmp_path / "arm.jpg")]) == BAD_FILE
    assert "arm.jpg: cannot be drawn; its name must end in .png" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_the_limits_of_telemetry_are_told_in_si_and_joints_with_the_same_ones_in_one_row(capsys, tmp_path):
    text = ARM.read_text()
    assert main(["robot", "check", str(ARM)]) == DONE
    table = capsys.readouterr().out.partition("CHECKED")[2]
    found = {check["parameter"]: check for check in facts(capsys, ARM)["checks"]}
    hot, fast = found["Telemetry.temperatures[3]"], found["Telemetry.qd[1]"]
    assert (hot["unit"], hot["hard"], hot["inhibits"]) == ("K", [233.15, 353.15], True)
    assert fast["hard"] == pytest.approx([math.radians(-18.0), math.radians(18.0)])
    assert fast["jump"] is None
    (row,) = [line.split() for line in table.splitlines() if line.startswith("temperature")]
    joints, figures = (
        ["1,", "2,", "3,", "4,", "5,", "6"],
        ["253.15", "..", "343.15", "233.15", "..", "353.15"],
    )
    assert row == ["temperature", *joints, *figures, "-", "4", "-", "K", "inhibits"]
    (tmp_path / "arm.toml").write_text(text[: text.index("[[check]]")])
    assert facts(capsys, tmp_path / "arm.toml")["checks"] == []


def test_joints_are_told_in_si_with_who_carries_them(capsys):
    first, second, *_ = facts(capsys, ARM)["joints"]
    assert (first["parent"], second["parent"]) == ("", "joint_1")
    assert first["unit"] == "rad"
    assert first["limits"] == pytest.approx(
        {
            "q_min": math.radians(-170.0),
            "q_max": math.radians(170.0),
            "speed_max": math.radians(8.0),
            "acceleration_max": math.radians(4.0),
            "jerk_max": math.radians(16.0),
        }
    )


def test_shapes_are_told_with_their_volumes(capsys):
    base = facts(capsys, ARM)["shapes"][0]
    assert (base["name"], base["kind"], base["frame"]) == ("base", "capsule", 0)
    assert base["volume"] == pytest.approx(math.pi * 0.11**2 * 0.1 + 4.0 / 3.0 * math.pi * 0.11**3)


def test_people_read_a_table_in_degrees(capsys):
    assert main(["robot", "check", str(ARM)]) == DONE
    text = capsys.readouterr().out
    assert text.startswith("shiyan7_like: 6 joints, 41.5 kg, reaches ")
    assert "joint_2  revolute  joint_1     -200   20      8" in text
    assert "can fly    yes" in text


def test_what_nobody_knows_is_null_and_named_and_no_failure(capsys, tmp_path):
    arm = tmp_path / "arm.toml"
    arm.write_text(ARM.read_text().replace("speed_max_deg = 12.0", 'speed_max_deg = "?"', 1))
    told = facts(capsys, arm)
    assert (told["ok"], told["flyable"]) == (True, False)
    assert told["missing"] == ["joint_4.speed_max_deg"]
    assert told["joints"][3]["limits"]["speed_max"] is None
    assert main(["robot", "check", str(arm)]) == DONE
    assert "missing    speed_max_deg of joint_4" in capsys.readouterr().out


def test_an_arm_longer_than_its_shapes_is_refused(capsys, tmp_path):
    arm = tmp_path / "arm.toml"
    arm.write_text(ARM.read_text().replace("a = 0.907", "a = 1.814"))
    told = facts(capsys, arm)
    assert (told["ok"], told["flyable"]) == (False, False)
    assert "outside of its capsules" in told["refused"][0]


def test_bodies_are_told_with_what_they_hold(capsys, tmp_path):
    arm = tmp_path / "arm.toml"
    arm.write_text(WITH_SOLIDS)
    boom = facts(capsys, arm)["meshes"][0]
    assert (boom["name"], boom["file"], boom["frame"], boom["watertight"]) == ("boom", "box", 1, True)
    assert boom["volume"] == pytest.approx(0.8 * 0.1 * 0.1)
    assert boom["extent"] == pytest.approx([0.8, 0.1, 0.1])


def test_the_picture_is_a_png_of_the_arm(monkeypatch, tmp_path):
    drawn = []

    def portrait(robot):
        drawn.append(robot.name)
        return np.zeros((4, 6, 3), dtype=np.uint8)

    monkeypatch.setattr("ground.rehearsal.portrait.portrait.portrait", portrait)
    picture = tmp_path / "arm.png"
    assert main(["robot", "check", str(ARM), "--picture", str(picture)]) == DONE
    assert drawn == ["shiyan7_like"]
    assert picture.read_bytes().startswith(SIGNATURE)


def test_a_file_that_cannot_be_read_is_one_line(capsys, tmp_path):
    bad = tmp_path / "arm.toml"
    bad.write_text("name = 3")
    assert main(["robot", "check", str(bad)]) == BAD_FILE
    assert len(capsys.readouterr().err.splitlines()) == 1
