"""What a course asks of the tool, coordinate by coordinate, and how far the tool is from it.

    place       e = p(s) - p(q) [m]
    attitude    e = 2 b, where (a, b) is the quaternion of E = R(s) R(q)^T

2 b has the turn's axis and the length 2 sin(angle / 2), so it is zero with the turn, smooth up to half a
turn, and its derivatives have no angle in them.  With w the rate of R(s), that of E is W = w - E J_w q_s:

    2 b_s = a W + W x b,    2 a_s = -W . b
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from planner.motion.tool_courses.tool_course import ToolCourse
from predictor.model.kinematics import tool_jacobian, tool_jacobian_rate, tool_pose
from predictor.model.quaternions import rotation_from_quaternion
from predictor.model.robot import Robot
from predictor.model.spatial import pose_difference, quaternion_from_rotation
from telemetry.messages.base import Quaternion
from telemetry.plan.giving import FRAME_AXES, TOOL_AXES, axes_of

Array = NDArray[np.float64]


class TaskAxes(NamedTuple):
    """By which coordinates are counted."""

    R: Array  # (3, 3) in the base
    words: str  # behind the name of a coordinate; empty: those of the base


AXES_OF_BASE = TaskAxes(np.eye(3), "")


class TaskError(NamedTuple):
    """The error of the tool against the wanted pose, and its rates."""

    error: Array  # (6,) [m, 2 sin(angle / 2)] in the task's axes
    J: Array  # (6, n) by which it falls with the joints
    rate: Array  # (6,) by which it grows with the fraction while the joints stand


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class CourseTask:
    """A course that the tool of a robot is to follow."""

    robot: Robot
    course: ToolCourse
    axes: TaskAxes = AXES_OF_BASE

    def turned(self, rows: Array) -> Array:
        """Return rows (6, ...) of places and turns, in the axes of the base, in the task's own."""
        if self.axes is AXES_OF_BASE:
            return rows
        return np.concatenate([self.axes.R.T @ rows[:3], self.axes.R.T @ rows[3:]])

    def missed_along(self, knots: Array) -> Array:
        """Return how far the tool is from the course at knots (k, n) of equal fractions: (k, 6) in base."""
        rows = zip(knots, np.linspace(0.0, 1.0, len(knots)), strict=True)
        return np.array([pose_difference(tool_pose(self.robot, q), self.course.pose(s)) for q, s in rows])

    def miss(self, q: Array, s: float) -> TaskError:
        """Return how joints q (n,) miss the wanted pose at fraction s."""
        T_wanted, T_base_tool = self.course.pose(s), tool_pose(self.robot, q)
        E = T_wanted[:3, :3] @ T_base_tool[:3, :3].T
        a, *axis = quaternion_from_rotation(E)
        error = np.concatenate([T_wanted[:3, 3] - T_base_tool[:3, 3], np.multiply(2.0, axis)])
        J, rate = tool_jacobian(self.robot, q), self.course.rates(s).v
        spin = a * np.eye(3) - _crossing(*axis)  # 2 b_s = spin W
        J[3:] = spin @ E @ J[3:]
        rate[3:] = spin @ rate[3:]
        return TaskError(self.turned(error), self.turned(J), self.turned(rate))

    def bend(self, q: Array, q_s: Array, s: float) -> Array:
        """Return what J q_ss must be (6,) for the error's second derivative to vanish at rates q_s (n,)."""
        T_wanted, T_base_tool, wanted = self.course.pose(s), tool_pose(self.robot, q), self.course.rates(s)
        E = T_wanted[:3, :3] @ T_base_tool[:3, :3].T
        a, *axis = quaternion_from_rotation(E)
        b, turning = np.array(axis), E @ (tool_jacobian(self.robot, q)[3:] @ q_s)
        change = tool_jacobian_rate(self.robot, q, q_s) @ q_s
        W = wanted.v[3:] - turning
        crossing = _crossing(*W)
        W_s = wanted.a[3:] - crossing @ turning - E @ change[3:]  # without what q_ss does
        b_s, a_s = 0.5 * (a * W + crossing @ b), -0.5 * float(W @ b)
        turned = a_s * W + a * W_s + _crossing(*W_s) @ b + crossing @ b_s
        return self.turned(np.concatenate([wanted.a[:3] - change[:3], turned]))


def axes_for(gives: str, T_begin: Array, quat_base_frame: Quaternion | None) -> TaskAxes:
    """Return the axes that are meant by what gives way on a course from a pose (4, 4)."""
    named = axes_of(gives)
    if named == TOOL_AXES:
        return TaskAxes(T_begin[:3, :3], " in axes of the tool")
    if named == FRAME_AXES and quat_base_frame is not None:
        return TaskAxes(rotation_from_quaternion(np.array(quat_base_frame)), " in axes of the frame")
    return AXES_OF_BASE


def _crossing(x: float, y: float, z: float) -> Array:
    """Return the matrix (3, 3) by which a vector is crossed from the left."""
    return np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])
