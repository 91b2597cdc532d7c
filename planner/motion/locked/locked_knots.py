"""The places of a course that are solved beforehand, while joints are locked, and where it is lost."""

import numpy as np
from numpy.typing import NDArray

from planner.motion.locked.point import Freedom, NoPointError, SingularPointError, settle
from planner.motion.paths.knots_kernels import LARGEST_KNOT_STEP
from planner.motion.paths.lost import at_place
from planner.motion.paths.path import PathLost
from predictor.model.joint_words import named, told
from telemetry.agreed.reasons import Reason, cause
from telemetry.plan.giving import COORDINATES

Array = NDArray[np.float64]

KNOTS = 101  # places of a course
LIMIT_ROUNDING = 1e-9  # [rad or m]


def solve_knots(freedom: Freedom, first: Array, count: int = KNOTS) -> Array:
    """Solve a course at equal fractions, each place from where the two before it lead; (count, n).

    Raises:
        PathLost: it cannot be followed; where, and why.
    """
    knots, farthest = [first], LARGEST_KNOT_STEP * (KNOTS - 1) / (count - 1)
    for s in np.linspace(0.0, 1.0, count)[1:].tolist():
        try:
            q = settle(freedom, 2.0 * knots[-1] - knots[-2] if len(knots) > 1 else first, s)
        except NoPointError as error:
            raise lost_at(freedom, s, error) from None
        if np.abs(q - knots[-1]).max() > farthest:
            raise lost_at(freedom, s, SingularPointError())
        _check_limits(freedom, q, s)
        knots.append(q)
    return np.array(knots)


def _check_limits(freedom: Freedom, q: Array, s: float) -> None:
    """Raise what the first joint that would pass its limit makes impossible."""
    robot = freedom.task.robot
    for i in freedom.moves:
        low, high = robot.limits.q_min[i], robot.limits.q_max[i]
        if not low - LIMIT_ROUNDING <= q[i] <= high + LIMIT_ROUNDING:
            joint = robot.commanded[i]
            asked = f"{named(robot.commanded, int(i))} would have to come to {told(joint, q[i])}"
            within = f"{told(joint, low)} to {told(joint, high)}"
            raise PathLost(Reason.LIMIT, f"{asked}, beyond {within}, {at_place(freedom.task.course, s)}")


def lost_at(freedom: Freedom, s: float, error: NoPointError) -> PathLost:
    """Say where the line is lost, and to whom."""
    moving = f"the {len(freedom.moves)} joints that move"
    where = at_place(freedom.task.course, s)
    if isinstance(error, SingularPointError):
        return PathLost(Reason.SINGULAR, f"{cause(Reason.SINGULAR)} with {moving} {where}")
    held = ", ".join(COORDINATES[row] for row in freedom.exact) + freedom.task.axes.words
    return PathLost(Reason.UNREACHABLE, f"{moving} do not hold {held} {where}")
