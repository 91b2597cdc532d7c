"""`farhand fixture`: a tube in words, as JSON and as a picture, and why there is none."""

import json

import msgspec
import pytest

from ground.cli import main
from ground.command_list import DONE, FAILED, USAGE
from telemetry.plan.judged import MadeTube

ASKED = ["fixture", "--scenario", "observation_pass", "--start", "1.05,-0.3,0.2", "--end", "1.05,0.5,0.2"]


def test_a_tube_is_told_with_its_key_points_length_and_clearance(capsys):
    assert main(ASKED) == DONE
    told = capsys.readouterr().out
    assert "length      0.800 m" in told and "needed" in told and "a cylinder for shiyan7_like" in told


def test_the_same_as_json(capsys):
    assert main([*ASKED, "--radius", "0.02", "--json"]) == DONE
    found = json.loads(capsys.readouterr().out)
    assert found["ok"] and found["length_m"] == pytest.approx(0.8) and found["radius_m"] == 0.02
    assert len(found["axis_m"]) == len(found["hand_clearance_m"]) and found["points_m"][0] == [
        1.05,
        -0.3,
        0.2,
    ]


def test_none_is_exit_code_1_with_the_reason(capsys):
    assert main([*ASKED[:-1], "1.05,0.3,-0.4"]) == FAILED
    assert "inside target_bus" in capsys.readouterr().out


def test_a_place_that_is_none_is_told_in_one_line(capsys):
    assert main([*ASKED[:-1], "1.05,0.3"]) == USAGE
    assert "is no place (X,Y,Z in m)" in capsys.readouterr().err


def test_a_picture_shows_it(tmp_path):
    picture = tmp_path / "tube.svg"
    assert main([*ASKED, "--picture", str(picture)]) == DONE
    assert "needed" in picture.read_text()


def test_a_picture_shows_the_side_on_which_the_tube_is_longer(capsys):
    figure = pytest.importorskip("ground.report.figures.fixture_figure")
    assert main([*ASKED, "--json", "-"]) == DONE
    found = MadeTube(**json.loads(capsys.readouterr().out) | {"obstacles": []})
    turned = msgspec.structs.replace(found, axis_m=[[y, x, z] for x, y, z in found.axis_m])
    labels = [figure.fixture_figure(each).axes[1].get_xlabel() for each in (found, turned)]
    assert sorted(labels) == ["x [m]", "y [m]"]
