"""`farhand plan advise`: what the lock of each joint would cost."""

import json
import math

import pytest

from ground.cli import DONE, FAILED
from ground.commands.plan import plan
from ground.commands.plan_advise import as_text

AT = {"value": 0.1, "place_m": 0.05, "turn_rad": 0.0}
LOST = {"value": 0.9, "place_m": None, "turn_rad": None}
ELBOW = {"name": "elbow", "unit": "rad", "low": -1.0, "high": 1.0, "least": 0.0, "most": 0.2, "left": 0.014}
ELBOW |= {"gives": "x", "place_m": 0.05, "turn_rad": 0.0, "reason": "", "may_lock": [[-0.5, 0.5]]}
RAIL = {**ELBOW, "name": "rail", "unit": "m", "place_m": None, "turn_rad": None, "may_lock": []}
RAIL |= {"reason": "out of reach at 40 %", "left": 0.3}
FOUND = {"robot": "arm", "kind": "line", "ok": True, "best_left": 0.378}
FOUND |= {"joints": [{**ELBOW, "tried": [AT, LOST]}, {**RAIL, "tried": [LOST, LOST]}]}


def test_the_table_tells_what_gives_way_and_where_a_joint_may_lock():
    lines = as_text(FOUND).splitlines()
    elbow = next(line for line in lines if line.startswith("elbow"))
    assert elbow.split("  ")[-1].strip() == "-28.6 .. 28.6 deg"
    assert "50.0 mm" in elbow
    assert "the worst lock, of elbow, leaves 0.014" in lines[1]


def test_a_joint_whose_lock_loses_the_line_says_why():
    lines = as_text(FOUND).splitlines()
    rail = next(line for line in lines if line.startswith("rail"))
    assert "lost" in rail
    assert rail.endswith("nowhere")
    assert lines[-1] == "rail: out of reach at 40 %"


def test_the_map_is_drawn_where_nothing_can_be_followed_too(tmp_path):
    pytest.importorskip("matplotlib")
    from ground.report.figures import save
    from ground.report.lock_map import lock_map

    save(lock_map(FOUND), tmp_path / "map.svg")
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
    assert plan(["advise", *line]) == FAILED
    assert json.loads(capsys.readouterr().out)["reason"] == "unreachable"


@pytest.mark.sweep
def test_the_published_line_may_lose_z_to_joint_2_and_pitch_to_joint_5(capsys):
    line = "--robot shiyan7_like --start 1.0459,0,0.1149 --end 1.046,0.6,0.115 --euler-zyx-deg 180,0,0"
    assert plan(["advise", *line.split(), "--json", "-"]) == DONE
    joints = {joint["name"]: joint for joint in json.loads(capsys.readouterr().out)["joints"]}
    assert [joint["gives"] for joint in joints.values()] == ["y", "z", "x", "roll", "pitch", "roll"]
    ((low, high),) = joints["joint_2"]["may_lock"]
    assert low < math.radians(-123.8) < high
    assert joints["joint_4"]["turn_rad"] < 1e-9
