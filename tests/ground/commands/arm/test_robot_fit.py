"""`farhand robot fit`: how well volumes fill the parts of an arm, and the capsules that it is flown with."""

import json

import numpy as np
import pytest

from ground.cli import main
from ground.command_list import BAD_FILE, DONE, USAGE
from predictor.model.files.robot_file import read_robot
from tests.predictor.geometry.fit.arm_with_solids import ARM


@pytest.fixture
def arm(tmp_path):
    path = tmp_path / "arm.toml"
    path.write_text(ARM)
    return path


def facts(capsys, *arguments):
    assert main(["robot", "fit", *map(str, arguments), "--json", "-"]) == DONE
    return json.loads(capsys.readouterr().out)


def test_each_part_is_told_with_its_fill_by_the_method_that_was_asked_for(capsys, arm):
    told = facts(capsys, arm, "--method", "obb")
    boom = next(part for part in told["parts"] if part["name"] == "boom")
    assert (boom["true_of"], boom["frame"]) == ("mesh", 1)
    assert boom["true_volume"] == pytest.approx(0.8 * 0.1 * 0.1)
    assert boom["fits"][0]["fill"] == pytest.approx(1.0)
    assert told["totals"][0]["method"] == "obb"
    assert "flown" not in told


def test_bodies_that_one_capsule_holds_are_flown_as_one(capsys, arm):
    told = facts(capsys, arm, "--method", "capsule")
    assert [part["name"] for part in told["parts"]] == ["boom", "tube", "ball"]
    assert [capsule["name"] for capsule in told["flown"]["capsules"]] == ["boom", "tube"]
    assert told["trees"]["leaves"] == 2


def test_what_is_flown_holds_every_corner(capsys, arm):
    boom = facts(capsys, arm, "--method", "capsule")["flown"]["capsules"][0]
    p0, p1 = np.array(boom["p0"]), np.array(boom["p1"])
    corners = np.array(np.meshgrid([-0.8, 0.0], [-0.05, 0.05], [-0.05, 0.05])).reshape(3, -1).T
    t = np.clip((corners - p0) @ (p1 - p0) / ((p1 - p0) @ (p1 - p0)), 0.0, 1.0)
    away = np.linalg.norm(corners - p0 - t[:, None] * (p1 - p0), axis=1)
    assert (away <= boom["radius"] + 1e-12).all()


def test_people_read_percents_and_litres(capsys, arm):
    assert main(["robot", "fit", str(arm), "--method", "capsule"]) == DONE
    text = capsys.readouterr().out
    assert "PART       LITRES  CAPSULE" in text
    assert "to be flown: 2 capsules by 'capsule'" in text


def test_an_arm_that_looks_like_nothing_is_told_what_to_name(capsys, arm):
    arm.write_text(ARM[: ARM.index("[[mesh]]")] + ARM[ARM.index("[[link]]") :])
    assert main(["robot", "fit", str(arm)]) == BAD_FILE
    assert "mesh: there is none" in capsys.readouterr().err


def test_the_fitted_arm_is_a_robot_file_that_can_be_flown(capsys, arm, tmp_path):
    out = tmp_path / "fitted.toml"
    told = facts(capsys, arm, "--method", "capsule", "--out", out)
    robot = read_robot(out)
    assert (told["out"]["missing"], told["out"]["capsules"]) == ([], 2)
    assert robot.capsules.names == ("boom", "tube")
    assert len(robot.parts) == 3


def test_what_is_not_flown_is_not_written(capsys, arm, tmp_path):
    out = tmp_path / "fitted.toml"
    assert main(["robot", "fit", str(arm), "--method", "obb", "--out", str(out)]) == USAGE
    assert "not flown with 'obb'" in capsys.readouterr().err
    assert not out.exists()


def test_an_unknown_method_is_a_mistake_of_the_command(capsys, arm):
    assert main(["robot", "fit", str(arm), "--method", "capsle"]) == USAGE
    assert "capsle" in capsys.readouterr().err
