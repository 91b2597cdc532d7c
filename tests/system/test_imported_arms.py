"""Arms that others describe: imported from URDF, filled in as the import asks, flown with their meshes."""

import re

import numpy as np
import pytest

from ground.cli import main
from ground.command_list import BAD_FILE, DONE
from ground.rehearsal.virtual_flight import Flight, fly
from ground.scenario.scenario import load
from predictor.model.files.robot_file import read_robot
from predictor.model.kinematics import tool_pose
from tests.shared_data import shared_file

MODEL_ERROR_M = 0.002  # between the flight and its prediction: servos lag a little
FASTEST_DEG = 60.0  # what is filled in: speeds of a careful hand, reached in a second
SCENE = """\
name = "far"

[[box]]
name = "wall"
body = "base"
centre = [0.0, 0.0, -30.0]
size = [1.0, 1.0, 1.0]
"""
SCENARIO = """\
name = "imported"
summary = "a joint move and a line"
robot = "arm.toml"
scene = "far.toml"
duration_s = 90.0
start_q_deg = {start}
link = {{ up_s = 0.5, down_s = 0.5 }}
margins = {{ geometry_m = 0.001, tracking_m = 0.001, model_m = 0.001 }}

[[act]]
[act.plan]
[[act.plan.move]]
to_deg = {goal}
[[act.plan.move]]
to_m = {end}
"""
URDF = """\
<robot name="one">
  <link name="base"/>
  <link name="arm"/>
  <joint name="waist" type="revolute">
    <parent link="base"/><child link="arm"/><axis xyz="0 0 1"/>
    <limit lower="-1" upper="1" velocity="1" effort="1"/>
  </joint>
</robot>
"""
ARMS = {  # file, home, where the flight starts, where its line begins [deg], and how far the line goes [m]
    "iiwa14": (
        "kuka_lbr_iiwa14/lbr_iiwa_14_r820.urdf",
        [0, 30, 0, -80, 0, 60, 0],
        [10, 30, 0, -70, 0, 50, 0],
        [0, 40, 0, -90, 0, 50, 0],
        (0.1, 0.0, 0.0),
    ),
    "mh6": (
        "motoman_mh6/mh6.urdf",
        [0, 0, 0, 0, 60, 0],
        [20, -10, 10, 0, 50, 0],
        [0, 0, 0, 0, 60, 0],
        (0.0, 0.0, -0.2),
    ),
    "ur5e": (
        "ur5e/ur5e.urdf",
        [0, -90, 90, -90, -90, 0],
        [10, -100, 80, -80, -80, 10],
        [0, -90, 90, -90, -90, 0],
        (0.0, 0.0, -0.1),
    ),
    "ssrms": (
        "canadarm2/ssrms.urdf",
        [0, 0, 0, 120, 0, 0, 0],  # at zero its booms lie side by side
        [10, 10, -20, 90, -20, 0, 0],
        [0, 20, -30, 110, -30, 10, 0],
        (0.0, 0.0, 0.8),
    ),
}


def filled(text, home):
    """A robot file with what only its owner knows: a safe pose, how fast and suddenly its joints may move."""
    known = {
        r'^home_deg = "\?"': f"home_deg = {list(map(float, home))}",
        r'^acceleration_max_deg = "\?"': f"acceleration_max_deg = {FASTEST_DEG}",
        r'^jerk_max_deg = "\?"': f"jerk_max_deg = {4 * FASTEST_DEG}",
    }
    for unknown, value in known.items():
        text = re.sub(unknown, value, text, flags=re.MULTILINE)
    return re.sub(r"^speed_max_deg = (\S+)", _careful, text, flags=re.MULTILINE)


def _careful(speed):
    return f"speed_max_deg = {min(float(speed[1]), FASTEST_DEG)}"


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=pytest.mark.long if name == "iiwa14" else pytest.mark.sweep) for name in ARMS],
)
def test_an_arm_is_imported_filled_in_and_flies_a_joint_move_and_a_line(tmp_path, capsys, name):
    file, home, start, goal, way = ARMS[name]
    arm, scenario = tmp_path / "arm.toml", tmp_path / "imported.toml"
    source = str(shared_file(f"data/robots/{file}"))
    assert main(["robot", "import", source, "--out", str(arm), "--density", "900"]) == DONE
    arm.write_text(filled(arm.read_text(), home))
    robot = read_robot(arm)
    end = (tool_pose(robot, np.radians(goal))[:3, 3] + way).round(4).tolist()
    (tmp_path / "far.toml").write_text(SCENE)
    scenario.write_text(SCENARIO.format(start=list(map(float, start)), goal=list(map(float, goal)), end=end))
    summary = fly(load(str(scenario)), Flight(seed=1, coded=False))
    assert summary.ok and summary.contacts == []
    assert summary.clearance.min_truth_m >= summary.clearance.min_predicted_m - MODEL_ERROR_M


def test_an_arm_that_is_not_filled_in_is_refused_before_anything_starts(tmp_path, capsys):
    (tmp_path / "far.toml").write_text(SCENE)
    (tmp_path / "arm.urdf").write_text(URDF)
    scenario = tmp_path / "imported.toml"
    scenario.write_text(
        SCENARIO.replace("arm.toml", "arm.urdf").format(start=[0.0], goal=[0.0], end=[0.0] * 3)
    )
    assert main(["rehearse", str(scenario), "--headless", "--fast"]) == BAD_FILE
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    assert "acceleration_max_deg, jerk_max_deg of waist" in told
    assert "farhand robot import" in told
