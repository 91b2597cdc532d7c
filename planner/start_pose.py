"""Does the arm stand where a plan says that it begins?  If not: by how much.

    a plan's own start ---- r        each joint within 0.25 deg, or as many metres as that has radians

What is flown is planned and judged from where the arm is; but who wrote a plan looked at it from its start.
"""

from collections.abc import Sequence

from predictor.model.joint_words import named, told
from predictor.model.robot import Robot
from telemetry.plan.freshness import farthest

BEGINS_WITHIN = 0.004363323129985824  # 0.25 deg [rad or m]


def off_start(robot: Robot, start: Sequence[float], rest_q: Sequence[float]) -> str:
    """Return why a plan that begins at `start` (n,) cannot begin at `rest_q` (n,) [rad or m], or empty."""
    apart = farthest(start, rest_q)
    if apart is None:
        return f"the plan's start has {len(start)} joints, the arm has {len(rest_q)}"
    if apart.by <= BEGINS_WITHIN:
        return ""
    joint, k = robot.commanded[apart.joint], apart.joint
    is_at, begins = told(joint, rest_q[k]), told(joint, start[k])
    tolerance = f"{told(joint, BEGINS_WITHIN)} tolerated"
    return f"{named(robot.commanded, k)} is at {is_at}, the plan begins at {begins}, {tolerance}"
