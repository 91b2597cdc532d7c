"""How the distance of a pair changes with the joints, for methods whose kernels do not tell it.

What `gradient_kernels` tells, by the Jacobians of both nearest points.
"""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from predictor.model.kinematics import link_poses, tool_jacobian
from predictor.model.robot import Robot
from predictor.model.tree_layout import Tool

Array = NDArray[np.float64]


def rates(robot: Robot, q: Array, *, frames: tuple[int, int], points: Array, normal: Array) -> Array:
    """Return how fast the first of a pair leaves the second at unit speed of each joint (n,).

    Of both the frames that carry them are told, and the nearest points (2, 3) in the arm base.
    """
    first, second = frames
    dq = _speed(robot, q, first, point=points[0], normal=normal)
    dq -= _speed(robot, q, second, point=points[1], normal=normal)
    return dq


def _speed(robot: Robot, q: Array, frame: int, *, point: Array, normal: Array) -> Array:
    """Return how fast a point of a frame moves along a vector at unit speed of every joint (n,)."""
    T_base_frame, T_frame_point = link_poses(robot, q)[frame], np.eye(4)
    T_frame_point[:3, 3] = (point - T_base_frame[:3, 3]) @ T_base_frame[:3, :3]
    held = replace(robot, tool=Tool(frame, T_frame_point))
    speed: Array = normal @ tool_jacobian(held, q)[:3]
    return speed
