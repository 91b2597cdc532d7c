"""The attitude that comes nearest to the wanted one where joints are locked and the place is to hold."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from planner.motion.locked.locked_knots import solve_knots
from planner.motion.locked.locks import Mask
from planner.motion.locked.point import NoPointError, freedom_of, settle
from planner.motion.locked.task import Task
from planner.motion.locked.trial import PLACES
from planner.motion.paths.path import PathLost
from predictor.model.kinematics import tool_pose
from predictor.model.spatial import pose_difference
from telemetry.plan.giving import weights_of

Array = NDArray[np.float64]

PLACE_HOLDS = "roll=1, pitch=1, yaw=1"  # the place is exact, the attitude as near as it comes
NOTICED = 1e-7  # [rad]


class OtherAttitude(NamedTuple):
    """How the tool has to be turned at most, so that its place holds."""

    turn: Array  # (3,) in base axes [rad]
    s: float  # where on the course

    def __str__(self) -> str:
        """Say it as the operator reads it."""
        angle = float(np.linalg.norm(self.turn))
        if angle <= NOTICED:
            return "the place holds, and with it the attitude"
        x, y, z = np.round(self.turn / angle, 2) + 0.0  # no -0
        return (
            f"the place holds with the attitude kept within {np.degrees(angle):.2f} deg, "
            f"turned about ({x:.2f}, {y:.2f}, {z:.2f}) most, at {100 * self.s:.0f} %"
        )


def other_attitude(task: Task, near_q: Array, locked: Mask) -> OtherAttitude | None:
    """Return how a course is followed with joints (n,) locked as in near_q (n,), place held; or None."""
    freedom = freedom_of(task, weights_of(PLACE_HOLDS), locked)
    try:
        knots = solve_knots(freedom, settle(freedom, near_q, 0.0), PLACES)
    except (NoPointError, PathLost):
        return None
    fractions = np.linspace(0.0, 1.0, PLACES).tolist()
    rows = zip(knots, fractions, strict=True)
    turns = [pose_difference(tool_pose(task.robot, q), task.course.pose(s))[3:] for q, s in rows]
    worst = int(np.argmax(np.linalg.norm(turns, axis=1)))
    return OtherAttitude(turns[worst], fractions[worst])
