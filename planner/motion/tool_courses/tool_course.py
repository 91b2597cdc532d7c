"""The exact course of the tool: a straight shift, a turn about a fixed axis, and a turn of its attitude.

    place       p(s) = centre + turned about `axis` by s angle (p(0) - centre) + s shift
    attitude    R(s) = turned about `turn_axis` by s turn (R(0))

    line    shift alone                    attitude kept, or turned to another one about one axis (slerp)
    arc     angle alone, about its centre  attitude as of a line, or turned with the arc
    orbit   an arc about a target, with which tool and camera turn as one body: what it looks at stays in view

All of it is smooth: the rates by the fraction s are exact, and change nowhere suddenly.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from planner.motion.tool_courses.tool_course_kernels import ANGLE, TURN, put_pose, put_rates, put_row
from predictor.model.quaternions import rotation_from_quaternion
from predictor.model.spatial import rotation_vector
from telemetry.messages.base import Quaternion

Array = NDArray[np.float64]

COURSE = 26
STILL = np.zeros(3)


class ToolRates(NamedTuple):
    """First and second derivative of a pose by the fraction, each (6,): place, then attitude [m, rad]."""

    v: Array
    a: Array


@dataclass(frozen=True, kw_only=True, eq=False)
class ToolCourse:
    """Where the tool is to go, in the arm base."""

    kind: str  # as messages name it: line, arc or orbit
    T_begin: Array  # (4, 4)
    shift: Array  # (3,) straight shift [m]
    swing: Array  # (3,) axis times angle of the turn of its place [rad]
    centre: Array  # (3,) that it is about [m]
    turn: Array  # (3,) the same of its attitude [rad]

    @cached_property
    def row(self) -> Array:
        """The course as kernels read it (COURSE,); not read-only, which each call would pay for."""
        row = np.empty(COURSE)
        put_row(self.T_begin, self.shift, self.swing, self.centre, self.turn, row)
        return row

    @property
    def length(self) -> float:
        """Path length of the tool [m], exact where it is straight or an arc."""
        arm = self.T_begin[:3, 3] - self.centre
        return float(np.hypot(np.linalg.norm(np.cross(self.swing, arm)), np.linalg.norm(self.shift)))

    @property
    def most_turned(self) -> float:
        """The greater of the angles by which place and attitude turn [rad]."""
        return max(float(self.row[ANGLE]), float(self.row[TURN]))

    def pose(self, s: float) -> Array:
        """Return the tool's pose (4, 4) at fraction s in [0, 1]."""
        T = np.empty((4, 4))
        put_pose(self.row, s, T)
        return T

    def rates(self, s: float) -> ToolRates:
        """Return its derivatives by the fraction there."""
        v, a = np.empty(6), np.empty(6)
        put_rates(self.row, s, self.pose(s), v, a)
        return ToolRates(v, a)


def straight(T_begin: Array, shift: Array, turn: Array = STILL) -> ToolCourse:
    """Return a straight course from a pose (4, 4) by a shift (3,) [m] and a turn (3,) of attitude [rad]."""
    return ToolCourse(
        kind="line", T_begin=T_begin, shift=shift, swing=STILL, centre=T_begin[:3, 3], turn=turn
    )


def turn_to(T_begin: Array, quat_base_tool: Quaternion | None) -> Array:
    """Return the turn (3,) [rad] from an attitude to another one, by the shorter turn; None: it is kept.

    Raises:
        ValueError: what is wanted is no rotation.
    """
    if quat_base_tool is None:
        return STILL
    return rotation_vector(rotation_from_quaternion(np.array(quat_base_tool)) @ T_begin[:3, :3].T)
