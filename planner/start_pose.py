"""Does the arm stand where a plan says that it begins?  If not: by how much, and the way out.

    a plan's own start ---- r        each joint within 0.25 deg, or as many metres as that has radians

What is flown is planned and judged from where the arm is; but who wrote a plan looked at it from its start.
"""

from collections.abc import Sequence

from predictor.model.joint_words import named, told
from predictor.model.robot import Robot
from telemetry.plan.freshness import farthest
from telemetry.reasons import Reason, cause

BEGINS_WITHIN = 0.004363323129985824  # 0.25 deg [rad or m]


def off_start(robot: Robot, start: Sequence[float], rest_q: Sequence[float]) -> str:
    """Return why a plan that begins at `start` (n,) cannot begin at `rest_q` (n,) [rad or m], or empty."""
    apart = farthest(start, rest_q)
    if apart is None:
        return f"the plan's start has {len(start)} joints, the arm has {len(rest_q)}"
    if apart.by <= BEGINS_WITHIN:
        return ""
    joint, k = robot.commanded[apart.joint], apart.joint
    figures = f"{named(robot.commanded, k)} is at {told(joint, rest_q[k])}, the plan's start at "
    tolerance = told(joint, BEGINS_WITHIN)
    cure = "plan a joint move to its start"
    return f"{cause(Reason.START_MISMATCH)}: {figures}{told(joint, start[k])} ({tolerance} tolerated); {cure}"
