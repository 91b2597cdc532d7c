"""A pass flown by an arm whose frames are anybody's: everything reads the tree of joints alone."""

import math
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from ground.rehearsal.world import roles
from ground.scenario import load, run_settings
from predictor.model.files import robot_file, toml_robot
from telemetry.drive.virtual_time import Timing, VirtualTime
from telemetry.messages.acts import ScriptDone
from telemetry.messages.command import Motion
from telemetry.run_settings import RunSettings
from tests.trees import reframed

SCENARIOS = Path(__file__).parents[2] / "scenarios"
S = 1_000_000_000
SAME = 1e-11  # [rad]


def read_reframed(path, read):
    """Read the arm as its file says, but in frames of its own."""
    usual = toml_robot.describe_toml(path, read)
    return replace(usual, robot=reframed(usual.robot, seed=5))


def fly(name):
    """Fly a scenario; return its set-points with their times."""
    scenario, flown = load(name), []
    run = run_settings(scenario, seed=1, run_id="tree")

    def observe(at_ns, role, message):
        if (isinstance(message, Motion) and role == "bridge") or isinstance(message, ScriptDone):
            flown.append((at_ns, message))

    timing = Timing(work_ns=round(scenario.commanding.planner_latency_s * S))
    driver = VirtualTime(roles(scenario, run), seed=1, timing=timing, observe=observe)
    driver.run(
        until_ns=round(scenario.duration_s * S),
        finished=lambda: any(isinstance(message, ScriptDone) for _, message in flown),
    )
    driver.close()
    return [(at_ns, message.set_point) for at_ns, message in flown if isinstance(message, Motion)]


def test_an_arm_in_frames_of_its_own_flies_the_same_pass(tmp_path, monkeypatch):
    monkeypatch.setitem(robot_file.READERS, ".tree", f"{__name__}:read_reframed")
    usual, other = fly("observation_pass"), fly(written(tmp_path, "observation_pass"))
    assert [at_ns for at_ns, _ in other] == [at_ns for at_ns, _ in usual]
    for (_, a), (_, b) in zip(usual, other, strict=True):
        assert (a.kind, a.epoch, a.seq) == (b.kind, b.epoch, b.seq)
        assert b.q == pytest.approx(a.q, abs=SAME)


def written(folder, name):
    """Write a scenario with a robot file of another kind; return its path."""
    (folder / "arm.tree").write_bytes((SCENARIOS / "robots/shiyan7_like.toml").read_bytes())
    text = (SCENARIOS / f"{name}.toml").read_text()
    (folder / "pass.toml").write_text(text.replace('robot = "shiyan7_like"', 'robot = "arm.tree"'))
    return str(folder / "pass.toml")


def read_endless(path, read):
    """Read the arm as if its last joint had no stops."""
    usual = toml_robot.describe_toml(path, read)
    limits = usual.robot.limits
    low, high = ((*ends[:-1], most) for ends, most in ((limits.q_min, -math.inf), (limits.q_max, math.inf)))
    return replace(usual, robot=replace(usual.robot, limits=replace(limits, q_min=low, q_max=high)))


def test_an_arm_whose_last_joint_has_no_stops_flies_the_same_pass(tmp_path, monkeypatch):
    monkeypatch.setitem(robot_file.READERS, ".tree", f"{__name__}:read_endless")
    path = written(tmp_path, "short_link")
    run = run_settings(load(path), seed=1, run_id="tree")
    assert msgspec.json.decode(msgspec.json.encode(run), type=RunSettings).reach[5] == (-1e6, 1e6)
    usual, other = fly("short_link"), fly(path)
    assert [(at_ns, point.q) for at_ns, point in other] == [(at_ns, point.q) for at_ns, point in usual]
