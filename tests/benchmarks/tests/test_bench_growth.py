"""Growth is told by its power and drawn; what cannot be drawn is refused before anything is measured."""

import json

import pytest

from ground.command_list import BAD_FILE, DONE
from ground.commands.output import write_figure
from tests.benchmarks.__main__ import main
from tests.benchmarks.problems.arms import THIRTEEN, arms
from tests.benchmarks.questions.boxes_first import WITH, WITHOUT
from tests.benchmarks.questions.growth import Curve, of_leaves
from tests.benchmarks.telling.figures import growth_figure, peers_figure

SIZES = (10, 100, 1_000, 10_000)


@pytest.mark.parametrize(("power", "ok"), [(0.5, True), (1.0, False)])
def test_a_power_is_found_from_the_larger_sizes(power, ok):
    curve = Curve("bodies", "distance", SIZES, (99.0, *(size**power for size in SIZES[1:])))
    assert curve.exponent == pytest.approx(power)
    assert curve.row()["ok"] is ok


def test_an_arm_has_as_many_leaves_as_are_asked_for():
    robot = of_leaves(arms()[THIRTEEN], 40)
    assert len(robot.capsules.names) == 40
    assert {*robot.capsules.frame} == {*arms()[THIRTEEN].capsules.frame}


def test_figures_are_drawn(tmp_path):
    curve = Curve("bodies", "distance", SIZES, (1.0, 2.0, 3.0, 4.0)).told()
    row = {
        "id": "F1",
        "case": "station",
        "peer": "a peer",
        "ratio": 3.0,
        "ok": True,
        "target": {"ratio": 2.0},
    }
    write_figure(growth_figure([curve]), str(tmp_path / "growth.svg"))
    write_figure(peers_figure([row, row | {"ratio": 0.2, "ok": False}]), str(tmp_path / "peers.png"))
    assert (tmp_path / "growth.svg").read_text().count("<path") > 10
    assert (tmp_path / "peers.png").read_bytes().startswith(b"\x89PNG")


def test_sizes_of_less_than_a_decade_tell_no_power():
    panels = [Curve("faces", WITH, (2_000, 4_000), (1.0, 2.0)), Curve("bodies", "hit", SIZES, (1.0,) * 4)]
    faces, bodies = growth_figure([curve.told() for curve in panels]).axes
    assert faces.get_legend_handles_labels()[1] == [WITH]
    assert bodies.get_legend_handles_labels()[1] == ["hit, power 0.00", "in proportion"]


def test_a_picture_that_could_not_be_drawn_is_refused_before_anything_is_measured(
    monkeypatch, tmp_path, capsys
):
    monkeypatch.setattr("tests.benchmarks.growth.curves", lambda *asked, **named: pytest.fail("measured"))
    assert main(["growth", "--picture", str(tmp_path / "nowhere" / "a.svg")]) == BAD_FILE
    assert "cannot be written" in capsys.readouterr().err


@pytest.mark.real_time
def test_growth_is_told_as_json(monkeypatch, capsys):
    curve = Curve("bodies", "distance", SIZES, (1.0, 2.0, 3.0, 4.0))
    faces = [
        Curve("faces", name, (2_000, 4_000), us) for name, us in ((WITH, (1.0, 2.0)), (WITHOUT, (3.0, 1.0)))
    ]
    monkeypatch.setattr("tests.benchmarks.growth.curves", lambda *asked, **named: [curve])
    monkeypatch.setattr("tests.benchmarks.growth.face_curves", lambda **named: faces)
    assert main(["growth", "--json"]) == DONE
    told = json.loads(capsys.readouterr().out)
    assert told["growth"] == [each.told() for each in (curve, *faces)]
    assert [(row["id"], row["ratio"], row["ok"]) for row in told["rows"][1:]] == [
        ("F18", 3.0, True),
        ("F18", 0.5, False),
    ]
    assert told["rows"][0]["id"] == "F19"
