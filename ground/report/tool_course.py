"""What became of the tool under a hand, as telemetry shows it: from its first arming to the end."""

import math
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from ground.report.facts import Facts
from ground.scenario.expect_table import ExpectTable
from predictor.run_model import read_model
from telemetry.run_settings import RunSettings


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


def tool_rows(expect: ExpectTable, facts: Facts, run: RunSettings) -> Iterator[tuple[str, bool, Any, Any]]:
    """Where the hand has led the tool, and how near to anything; what was not measured was not so."""
    if expect.clearance_min_m is not None:
        least, wanted = facts.least_predicted_m, expect.clearance_min_m
        yield "clearance_min_m", least is not None and least >= wanted, least, wanted
    asked = (expect.tool_moved_m, expect.tool_turned_deg, expect.tool_strays_max_m)
    if asked == (None, None, None):
        return
    course = tool_course(facts, run)
    moved, turned, strayed = (None, None, None) if course is None else (round(each, 6) for each in course)
    for name, value, bounds in (
        ("tool_moved_m", moved, expect.tool_moved_m),
        ("tool_turned_deg", turned, expect.tool_turned_deg),
    ):
        if bounds is not None:
            yield name, value is not None and bounds[0] <= value <= bounds[1], value, [*bounds]
    if expect.tool_strays_max_m is not None:
        limit = expect.tool_strays_max_m
        yield "tool_strays_max_m", strayed is not None and strayed <= limit, strayed, limit
