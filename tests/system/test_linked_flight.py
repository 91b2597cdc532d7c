"""An arm with a lead screw, a four-bar linkage and a gripper flies: what follows is seen by all who judge."""

from pathlib import Path

import numpy as np
import pytest

from ground.rehearsal.body.physics import Physics
from ground.rehearsal.roles import roles
from ground.scenario.scenario import load, run_settings
from predictor.model.checks.self_pairs import sampled_pairs
from predictor.model.files.robot_file import describe_robot, read_robot
from predictor.model.kinematics import joint_values
from telemetry.drive.uncoded_time import UncodedTime
from telemetry.drive.virtual_time import Timing
from telemetry.messages.acts import ScriptDone
from telemetry.messages.command import Motion
from telemetry.messages.health import Truth

SCENARIOS = Path(__file__).parents[2] / "scenarios"
S = 1_000_000_000
ONE_MILLIRADIAN = 1e-3  # or a millimetre
FINGER_M = 0.02  # how far the gripper opens
BODY = "mass = 0.3\ncom = [0.0, 0.0, 0.0]\ninertia = [[1e-3, 0, 0], [0, 1e-3, 0], [0, 0, 1e-3]]"
JOINTS = """
[[joint]]
name = "grip"
kind = "prismatic"
translation = [0.03, 0.0, -0.02]
axis = [1.0, 0.0, 0.0]
q_min_m = 0.0
q_max_m = 0.03
speed_max_m = 0.02
acceleration_max_m = 0.02
jerk_max_m = 0.1
[[joint]] # the other finger
name = "mimic"
parent = "joint_6"
kind = "prismatic"
translation = [-0.03, 0.0, -0.02]
axis = [-1.0, 0.0, 0.0]
follows = { joint = "grip", polynomial = [0.0, 1.0] }
[[joint]] # a rocker on the forearm, turned by the elbow
name = "rocker"
parent = "joint_3"
translation = [0.0, 0.075, 0.3]
axis = [1.0, 0.0, 0.0]
[joint.follows]
joint = "joint_3"
[joint.follows.four_bar]
ground = 0.4
input = 0.1
coupler = 0.35
output = 0.25
assembly = "open"
output_zero_deg = 110.0
[[joint]] # the nut of the screw that drives the shoulder
name = "nut"
parent = "joint_2"
kind = "prismatic"
translation = [-0.5, 0.0, 0.1]
axis = [1.0, 0.0, 0.0]
follows = { joint = "joint_2", polynomial = [0.05, 0.04, 0.01, 0.002] }
"""
SHAPES = {"grip": (7, 0.04), "mimic": (8, 0.04), "rocker": (9, 0.1), "nut": (10, 0.05)}


def linked_file(folder):
    """Write the project's arm with four joints more, three of which follow others, and its allowed pairs."""
    text = (SCENARIOS / "robots/shiyan7_like.toml").read_text()
    head, _, rest = text.partition("allowed = [")
    before, _, after = rest.partition("\n]\n")[2].partition("# The tool z axis")
    after = after.replace("[tool]", "[tool]\nframe = 6")
    for name, (frame, length) in SHAPES.items():
        after += f'[[capsule]]\nname = "{name}"\nframe = {frame}\np0 = [0.0, 0.0, 0.0]\n'
        after += (
            f'p1 = [0.0, 0.0, {length}]\nradius = 0.01\n[[link]]\nname = "{name}"\nframe = {frame}\n{BODY}\n'
        )
    path = folder / "linked.toml"
    head = head.replace("home_deg", "home_m = [0.0]\nhome_deg")

    def write(allowed):
        path.write_text(f"{head}allowed = [{allowed}\n]\n{before}{JOINTS}\n# {after}")

    write("")
    found = [pair for pair in sampled_pairs(describe_robot(path).robot, poses=60) if pair.is_allowed]
    write("".join(f'\n  {{ pair = ["{a}", "{b}"], reason = "{why}" }},' for (a, b), _, why, *_ in found))
    return path


def scenario_file(folder):
    """Write a short pass: one move of the arm that opens its gripper, too."""
    text = (SCENARIOS / "short_link.toml").read_text()
    start = "{ joint_1_deg = 20.0, joint_2_deg = -100.0, joint_3_deg = -80.0, joint_4_deg = 0.0,"
    start += " joint_5_deg = 0.0, joint_6_deg = 0.0, grip_m = 0.0 }"
    goal = f"{{ joint_1_deg = 5.0, joint_2_deg = -90.0, joint_3_deg = -85.0, grip_m = {FINGER_M} }}"
    text = text.replace('robot = "shiyan7_like"', 'robot = "linked.toml"')
    text = text.replace("start_q_deg = [20.0, -100.0, -80.0, 0.0, 0.0, 0.0]", f"start = {start}")
    text = text.replace("to_deg = [5.0, -95.0, -85.0, 0.0, 0.0, 0.0]", f"to = {goal}")
    by_hand = text.index("[[act]]\n[act.teleop]")
    (folder / "pass.toml").write_text(text[:by_hand] + text[text.index("[expect]") :])
    return str(folder / "pass.toml")


@pytest.fixture
def seen(monkeypatch):
    """Where physics had all joints after every control period."""
    rows, step = [], Physics.step

    def looked_at(self, reference):
        step(self, reference)
        rows.append(self.positions()[7:])

    monkeypatch.setattr(Physics, "step", looked_at)
    return rows


def test_an_arm_flies_with_joints_that_follow_where_their_laws_say(tmp_path, seen):
    robot = read_robot(linked_file(tmp_path))
    scenario, heard = load(scenario_file(tmp_path)), []
    run = run_settings(scenario, seed=1, run_id="linked")
    timing = Timing(work_ns=round(scenario.commanding.planner_latency_s * S))

    def observe(_, role, said):
        if isinstance(said, ScriptDone | Truth) or (isinstance(said, Motion) and role == "bridge"):
            heard.append(said)

    driver = UncodedTime(roles(scenario, run), seed=1, timing=timing, observe=observe)
    driver.run(
        until_ns=round(scenario.duration_s * S),
        finished=lambda: bool(heard) and isinstance(heard[-1], ScriptDone),
    )
    driver.close()
    last = [said.set_point for said in heard if isinstance(said, Motion)][-1]
    assert last.q == pytest.approx((*np.radians((5.0, -90.0, -85.0, 0.0, 0.0, 0.0)), FINGER_M), abs=1e-9)
    assert not any(said.contacts for said in heard if isinstance(said, Truth))
    assert max(np.abs(row - joint_values(robot, row[:7])).max() for row in seen[::10]) < ONE_MILLIRADIAN
    moved = np.abs(joint_values(robot, last.q) - joint_values(robot, scenario.start_q))[7:]
    assert np.abs(seen[-1] - seen[0])[7:] == pytest.approx(moved, abs=ONE_MILLIRADIAN)
    assert (moved > 2.0 * ONE_MILLIRADIAN).all()
