"""`farhand plan advise`: what the lock of each joint would cost."""

import json
import math

import msgspec
import pytest

from ground.cli import run_command
from ground.command_list import DONE, FAILED
from ground.commands.motion import plan_advise
from ground.commands.motion.plan_advise import as_text, plans_text
from ground.commands.output import write_figure
from ground.report.figures.lock_map import lock_map
from ground.run.kept.usage_error import UsageError
from telemetry.drive.factory import load
from telemetry.plan.judged import JudgedAgain
from telemetry.plan.planned import Advice, NotPlanned

AT = {"value": 0.1, "place_m": 0.05, "turn_rad": 0.0}
LOST = {"value": 0.9, "place_m": None, "turn_rad": None}
ELBOW = {"name": "elbow", "unit": "rad", "low": -1.0, "high": 1.0, "least": 0.0, "most": 0.2, "left": 0.014}
ELBOW |= {"gives": "x", "place_m": 0.05, "turn_rad": 0.0, "reason": "", "may_lock": [[-0.5, 0.5]]}
RAIL = {**ELBOW, "name": "rail", "unit": "m", "place_m": None, "turn_rad": None, "may_lock": []}
RAIL |= {"reason": "out of reach at 40 %", "left": 0.3}
FOUND = {"robot": "arm", "kind": "line", "ok": True, "best_left": 0.378}
FOUND |= {"joints": [{**ELBOW, "tried": [AT, LOST]}, {**RAIL, "tried": [LOST, LOST]}]}
ADVICE = msgspec.convert(FOUND, Advice)


def test_the_table_tells_what_gives_way_and_where_a_joint_may_lock():
    lines = as_text(ADVICE).splitlines()
    elbow = next(line for line in lines if line.startswith("elbow"))
    assert elbow.split("  ")[-1].strip() == "-28.6 .. 28.6 deg"
    assert "50.0 mm" in elbow
    assert "the worst lock, of elbow, leaves 0.014" in lines[1]


def test_a_joint_whose_lock_loses_the_line_says_why():
    lines = as_text(ADVICE).splitlines()
    rail = next(line for line in lines if line.startswith("rail"))
    assert "lost" in rail
    assert rail.endswith("nowhere")
    assert lines[-1] == "rail: out of reach at 40 %"


def test_the_map_is_drawn_where_nothing_can_be_followed_too(tmp_path):
    write_figure(lock_map(ADVICE), str(tmp_path / "map.svg"))
    assert "elbow" in (tmp_path / "map.svg").read_text()


def test_a_line_out_of_reach_has_no_advice(capsys):
    line = [
        "--robot",
        "shiyan7_like",
        "--start",
        "9,0,0",
        "--end",
        "1,0,0",
        "--euler-zyx-deg",
        "0,0,0",
        "--json",
        "-",
    ]
    assert run_command(["plan", "advise", *line]) == FAILED
    assert json.loads(capsys.readouterr().out)["reason"] == "unreachable"


@pytest.mark.sweep
def test_the_published_line_may_lose_z_to_joint_2_and_pitch_to_joint_5(capsys):
    line = "--robot shiyan7_like --start 1.0459,0,0.1149 --end 1.046,0.6,0.115 --euler-zyx-deg 180,0,0"
    assert run_command(["plan", "advise", *line.split(), "--json", "-"]) == DONE
    joints = {joint["name"]: joint for joint in json.loads(capsys.readouterr().out)["joints"]}
    assert [joint["gives"] for joint in joints.values()] == ["y", "z", "x", "roll", "pitch", "roll"]
    ((low, high),) = joints["joint_2"]["may_lock"]
    assert low < math.radians(-123.8) < high
    assert joints["joint_4"]["turn_rad"] < 1e-9


def test_plans_are_told_with_what_a_lock_takes_from_them():
    losses = ("z by +3.0 mm at 0 %",)
    kept = JudgedAgain(plan="survey", joint="elbow", ok=True, reason="", losses=losses)
    lost = JudgedAgain(plan="survey", joint="roll", ok=False, reason="out of reach", losses=())
    lines = plans_text([kept, lost]).splitlines()
    assert lines[-2].split() == ["survey", "elbow", "flown", *["z", "by", "+3.0", "mm", "at", "0", "%"]]
    assert "REFUSED" in lines[-1]
    assert lines[-1].endswith("out of reach")


@pytest.mark.parametrize("wrong", [[], ["survey", "--robot", "shiyan7_like"], ["--robot", "shiyan7_like"]])
def test_neither_plans_nor_a_whole_line_is_a_mistake_of_usage(wrong):
    with pytest.raises(UsageError):
        run_command(["plan", "advise", *wrong])


@pytest.mark.sweep
def test_a_stored_plan_is_judged_again_with_each_joint_locked(capsys):
    assert run_command(["plan", "advise", "survey", "--json", "-"]) == DONE
    rows = json.loads(capsys.readouterr().out)["plans"]
    assert [row["joint"] for row in rows] == [f"joint_{k}" for k in range(1, 7)]
    assert [row["ok"] for row in rows] == [False, False, True, False, False, False]


def test_arcs_and_orbits_are_advised_on_like_lines(monkeypatch, capsys):
    kinds = []

    def no_advice(asked):
        kinds.append(asked.move.kind)
        return NotPlanned(robot="arm", kind=asked.move.kind, reason="limit", detail="no")

    known = {plan_advise.ADVISE: no_advice, plan_advise.ASKED: load(plan_advise.ASKED)}
    monkeypatch.setattr(plan_advise, "load", known.get)
    common = ("advise", "--robot", "shiyan7_like", "--from-deg", "0,-120,-110,0,-40,0", "--axis", "0,0,1")
    for course in (("--centre", "1,0.3,0.1"), ("--target", "1,0,-0.3")):
        assert run_command(["plan", *common, "--angle-deg", "10", *course]) == FAILED
    assert kinds == ["arc", "orbit"]
    assert capsys.readouterr().out.startswith("no arc of arm: no")
