"""A pass flown by an arm whose frames are anybody's: everything reads the tree of joints alone."""

import math
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from ground.operator.act_tables import PlanTable
from ground.operator.script.script import ScriptAct
from ground.rehearsal.virtual_flight import Flight, fly
from ground.scenario.scenario import load, run_settings
from predictor.model.files import robot_file
from telemetry.agreed.run_settings import RunSettings
from telemetry.messages.command import Motion
from telemetry.plan.move_table import MoveTable
from tests.short_flights import steered_into_the_target
from tests.trees import reframed

SAME = 1e-11  # [rad]


def read_reframed(path, read):
    """Read the arm as its file says, but in frames of its own."""
    usual = robot_file.describe_toml(path, read)
    return replace(usual, robot=reframed(usual.robot, seed=5))


def steered(robot=None):
    """A plan of a line, and a hand that steers into the target, by the shipped arm or a file of another."""
    line = ScriptAct(plan=PlanTable(moves=(MoveTable(to_m=(1.046, 0.05, 0.115)),)))
    whole = steered_into_the_target()
    return msgspec.structs.replace(whole, acts=(line, *whole.acts), robot=robot or whole.robot)


def set_points(scenario):
    """Fly a scenario; return its set-points with their times."""
    flown = []

    def observe(at_ns, role, message):
        if isinstance(message, Motion) and role == "bridge":
            flown.append((at_ns, message.set_point))

    assert fly(scenario, Flight(seed=1, witness=observe, coded=False)).ok
    return flown


@pytest.fixture(scope="module")
def usual():
    return set_points(steered())


@pytest.fixture
def arm(tmp_path):
    """The same robot file, of another kind."""
    (tmp_path / "arm.tree").write_bytes(Path(load("observation_pass").robot).read_bytes())
    return str(tmp_path / "arm.tree")


def test_an_arm_in_frames_of_its_own_flies_the_same_pass(usual, arm, monkeypatch):
    monkeypatch.setitem(robot_file.READERS, ".tree", read_reframed)
    other = set_points(steered(arm))
    assert [at_ns for at_ns, _ in other] == [at_ns for at_ns, _ in usual]
    for (_, a), (_, b) in zip(usual, other, strict=True):
        assert (a.kind, a.epoch, a.seq) == (b.kind, b.epoch, b.seq)
        assert b.q == pytest.approx(a.q, abs=SAME)


def read_endless(path, read):
    """Read the arm as if its last joint had no stops."""
    usual = robot_file.describe_toml(path, read)
    limits = usual.robot.limits
    low, high = ((*ends[:-1], most) for ends, most in ((limits.q_min, -math.inf), (limits.q_max, math.inf)))
    return replace(usual, robot=replace(usual.robot, limits=replace(limits, q_min=low, q_max=high)))


@pytest.mark.long
def test_an_arm_whose_last_joint_has_no_stops_flies_the_same_pass(usual, arm, monkeypatch):
    monkeypatch.setitem(robot_file.READERS, ".tree", read_endless)
    run = run_settings(steered(arm), seed=1, run_id="tree")
    assert msgspec.json.decode(msgspec.json.encode(run), type=RunSettings).reach[5] == (-1e6, 1e6)
    other = set_points(steered(arm))
    assert [(at_ns, point.q) for at_ns, point in other] == [(at_ns, point.q) for at_ns, point in usual]
