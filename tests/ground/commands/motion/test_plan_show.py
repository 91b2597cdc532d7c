"""`farhand plan show`: a plan as lines over time, and as a picture."""

import json

import msgspec
import pytest

from ground.cli import main
from ground.command_list import BAD_FILE, DONE, FAILED
from telemetry.plan.judged import PlanLines
from tests.ground.commands.test_verify_command import FIXTURES, SURVEY, THROUGH_IT

ELBOW = """
name = "elbow"
summary = "the elbow goes aside"
robot = "station_arm"
scene = "station"
start_q_deg = [0.0, 0.0, -30.0, 130.0, 80.0, 0.0, 0.0]
margins = { geometry_m = 0.02, tracking_m = 0.02, model_m = 0.02 }

[[step]]
move = { plane_deg = 20.0 }
"""


def shown(capsys, *arguments):
    code = main(["plan", "show", *arguments, "--json"])
    return code, json.loads(capsys.readouterr().out)["plans"]


def test_lines_run_from_start_to_end_with_a_mark_at_the_end_of_each_move(capsys):
    code, (plan,) = shown(capsys, "survey")
    assert code == DONE
    assert [(mark["step"], mark["kind"]) for mark in plan["marks"]] == [
        (1, "joint"), (4, "joint"), (5, "line"), (7, "joint"),
    ]  # fmt: skip
    assert plan["marks"][-1]["t_s"] == plan["t_s"][-1]
    assert len(plan["q"]) == len(plan["clearance_m"]) == len(plan["t_s"])


def test_speeds_are_shares_of_their_limits_and_never_beyond_them(capsys):
    _, (plan,) = shown(capsys, "survey")
    shares = [abs(share) for row in plan["speed"] for share in row]
    assert 0.98 < max(shares) <= 1.0 + 1e-9


def test_a_locked_joint_never_turns_and_on_the_line_z_alone_gives_way(capsys):
    _, (plan, locked) = shown(capsys, "survey", "--lock", "joint_2_deg=-123.8")
    assert (plan["locked"], locked["locked"]) == ([], ["joint_2"])
    second = [row[1] for row in locked["q"]]
    assert max(second) - min(second) < 1e-12
    at_s = [mark["t_s"] for mark in locked["marks"] if mark["step"] in (4, 5)]
    (x0, y0, z0), (x1, y1, z1) = (locked["p_base_tool"][locked["t_s"].index(t)] for t in at_s)
    assert (x0, y0, x1, y1) == pytest.approx((1.0459, 0.0, 1.046, 0.6), abs=2e-4)
    assert min(abs(z0 - 0.115), abs(z1 - 0.115)) > 0.01


def test_a_picture_is_drawn_as_its_name_says(tmp_path, capsys):
    picture = tmp_path / "survey.svg"
    assert main(["plan", "show", "survey", "--picture", str(picture)]) == DONE
    assert picture.stat().st_size > 10_000
    assert "4 moves, 200 mm clear at least" in capsys.readouterr().out


def test_a_tool_that_stays_is_drawn_as_one_place(tmp_path, capsys):
    from ground.report.figures.plan_figure import plan_figure

    (path := tmp_path / "elbow.toml").write_text(ELBOW)
    code, (plan,) = shown(capsys, str(path))
    assert (code, plan["marks"][0]["kind"]) == (DONE, "plane")
    x = [place[0] for place in plan["p_base_tool"]]
    low, high = plan_figure([msgspec.convert(plan, PlanLines)]).axes[3].get_xlim()
    assert max(x) - min(x) < 1e-6 < 0.1 < high - low


def test_a_plan_that_is_refused_is_shown_as_far_as_it_can_be_flown(tmp_path, capsys):
    path = tmp_path / "mine.toml"
    path.write_text(SURVEY.replace("to_m = [1.046, 0.6, 0.115]", THROUGH_IT))
    assert main(["plan", "show", str(path)]) == FAILED
    assert "1 moves" in (told := capsys.readouterr().out) and "REFUSED: step 4" in told


def test_a_picture_of_another_kind_is_refused_before_anything_is_planned(tmp_path, capsys):
    assert main(["plan", "show", "survey", "--picture", str(tmp_path / "a.jpg")]) == BAD_FILE
    assert "must end in .svg, .png" in capsys.readouterr().err


def test_a_picture_shows_the_fixtures_that_stand_meanwhile(tmp_path, capsys):
    plan, picture = tmp_path / "led.toml", tmp_path / "led.svg"
    plan.write_text(SURVEY + FIXTURES)
    assert main(["plan", "show", str(plan), "--picture", str(picture)]) == DONE
    assert "along" in picture.read_text() and "bus" in picture.read_text()
    assert "fixture along: tube of 0.80 m" in capsys.readouterr().out
