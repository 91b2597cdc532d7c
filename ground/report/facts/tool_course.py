"""What became of the tool under a hand, as telemetry shows it: from its first arming to the end."""

import math
from typing import NamedTuple

import numpy as np

from ground.report.facts.facts import Facts
from predictor.run_model import read_model
from telemetry.agreed.run_settings import RunSettings


class ToolCourse(NamedTuple):
    """Where a hand has led the tool, measured against where it took it."""

    moved_m: float  # at the end
    turned_deg: float
    strayed_m: float  # of its place, at most on the way


def tool_course(facts: Facts, run: RunSettings) -> ToolCourse | None:
    """Return it; None: no hand was armed, or no report seen since."""
    armed_s = min((at_s for at_s, act in facts.arms if act == "ArmTeleop"), default=math.inf)
    seen = [report.q for at_s, report in facts.seen if at_s >= armed_s]
    if not seen:
        return None
    from predictor.model.kinematics import tool_pose  # these load numba, which few reports need
    from predictor.model.spatial import rotation_vector

    robot = read_model(run).robot
    poses = np.array([tool_pose(robot, q) for q in seen])
    away = np.linalg.norm(poses[:, :3, 3] - poses[0, :3, 3], axis=1)
    turned = np.linalg.norm(rotation_vector(poses[-1, :3, :3] @ poses[0, :3, :3].T))
    return ToolCourse(float(away[-1]), math.degrees(turned), float(away.max()))
