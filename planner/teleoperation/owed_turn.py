"""The turn that the hand has asked for and the tool has not made yet: what is asked adds up exactly.

    turn asked --> attitude asked - attitude of the newest set-point - turn of a stop from there --> rate

The tool turns as fast as it may so that its own stop ends no further than where the hand has asked for.  So
it comes to rest just there when the hand stands still, and while that turns steadily, so does where the stop
ends, and with it the tool.  What shared control does not give is not owed, and after `drop` only the stop is.
"""

import math

import numpy as np
from numpy.typing import NDArray

from planner.teleoperation.mapping import at_most
from planner.teleoperation.tool_law import (
    TURN,
    AxisLimits,
    ToolLimits,
    ToolMotion,
    axis_limits,
    coast,
    stop_distance,
    towards_rate,
)
from predictor.model.spatial import rotation_from_vector, rotation_vector

Array = NDArray[np.float64]

LEAST_TURN = 1e-6  # [rad] less is not worth a motion
RATE_HALVINGS = 40  # of the range of a rate


class OwedTurn:
    """What the tool still has to turn, from one set-point of an epoch to the next."""

    def __init__(self, turning_max: float, limits: ToolLimits) -> None:
        """Owe nothing; `turning_max` is the tool's greatest rate [rad/s]."""
        self._rate_max, self._limits = turning_max, limits
        bounds = axis_limits(limits)[-1]
        self._most = turning_max * limits.period_s + stop_distance(turning_max, 0.0, bounds)  # beyond a stop
        self._R_asked = np.eye(3)  # (3, 3) attitude in base axes at which the tool is to come to rest
        self._is_dropped = True  # that is where its stop ends

    def drop(self) -> None:
        """Owe no more than the tool turns while it stops."""
        self._is_dropped = True

    def ask(self, w: Array, motion: ToolMotion) -> Array:
        """Return the rate (3,) at which to turn on, when the hand turns at w (3,) [rad/s] for a period.

        It is a mean one: where the stop ends shall go on by so much in the next period.  `motion` is the
        tool's at the newest set-point.
        """
        T, coasting = self._limits.period_s, coast(motion, self._limits)[TURN]
        R_base_tool = motion.T_base_tool[:3, :3]
        R_before = rotation_from_vector(coasting) @ R_base_tool if self._is_dropped else self._R_asked
        owed = vector_near(rotation_from_vector(T * w) @ R_before @ R_base_tool.T, coasting)
        beyond = at_most(owed - coasting, self._most)
        self._R_asked, self._is_dropped = rotation_from_vector(coasting + beyond) @ R_base_tool, False
        return at_most(beyond / T, self._rate_max) if math.hypot(*beyond) >= LEAST_TURN else np.zeros(3)

    def give(self, asked: Array, given: Array, motion: ToolMotion) -> Array:
        """Return the rate (3,) that the tool is to go towards, when it is given that for what was asked.

        What is not given is not owed any more.
        """
        T, each = self._limits.period_s, axis_limits(self._limits)[TURN]
        self._R_asked = rotation_from_vector(T * (given - asked)) @ self._R_asked
        if not given.any():
            return np.zeros(3)
        most = np.abs(given) * (self._rate_max / math.hypot(*given))
        rows = zip(motion.twist[TURN], motion.rate[TURN], T * given, most, each, strict=True)
        return np.array([rate_to((v, a), way, most=top, limits=bounds) for v, a, way, top, bounds in rows])


def vector_near(R: Array, near: Array) -> Array:
    """Return the rotation vector (3,) [rad] of a rotation that is nearest to another, by whole turns too."""
    v = rotation_vector(R)
    angle = float(np.linalg.norm(v))
    if angle == 0.0:
        return v
    axis = v / angle
    return v + axis * math.tau * round((float(axis @ near) - angle) / math.tau)


def rate_to(begin: tuple[float, float], way: float, *, most: float, limits: AxisLimits) -> float:
    """Return the greatest rate, at most `most`, with which one component goes no further than it shall.

    Its stop, begun one period later, then ends by at most `way` from where the one begun now (v, a) ends.
    """
    sign, end = math.copysign(1.0, way), stop_distance(*begin, limits) + way

    def is_further(rate: float) -> bool:
        after = towards_rate(begin, sign * rate, limits)
        return sign * (after.shift + stop_distance(after.v, after.a, limits) - end) > 0.0

    if not is_further(most):
        return sign * most
    low, high = 0.0, most
    for _ in range(RATE_HALVINGS):
        middle = 0.5 * (low + high)
        low, high = (low, middle) if is_further(middle) else (middle, high)
    return sign * low
