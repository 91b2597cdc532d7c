"""What the lock of each joint would cost a redundant arm at a pose, before any joint has failed.

The relative manipulability of a lock is sqrt(det(J' J'^T) / det(J J^T)), where J' is the Jacobian without
that joint's column.  By the matrix determinant lemma its square is 1 - J_i^T (J J^T)^-1 J_i: the length of
the joint's row of the null space of J.  Of an arm with one joint more than rows that is the size of the
joint's component of the unit null vector (Lewis and Maciejewski, Dexterity optimization of kinematically
redundant manipulators in the presence of joint failures, 1994).  The squares add up to the number of
joints too many, so the worst of n joints in m rows is sqrt((n - m) / n) at best.
"""

import math

import numpy as np
from numpy.typing import NDArray

from planner.motion.rates import chain_of
from planner.motion.rates_layout import POSE_ROWS
from predictor.model.kinematics import tool_jacobian
from predictor.model.robot import Robot

Array = NDArray[np.float64]


def relative_manipulability(robot: Robot, q: Array) -> Array:
    """Return for each joint (n,) what of the manipulability at q (n,) is left when it locks: 0 none, 1 all.

    The lock of a joint that does not carry the tool costs nothing; without redundancy each lock costs all.
    """
    carries = chain_of(robot).carries
    left = np.ones(robot.n)
    J = tool_jacobian(robot, q)[:, carries]
    _, _, right = np.linalg.svd(J, full_matrices=True)
    left[carries] = np.linalg.norm(right[POSE_ROWS:], axis=0)
    return left


def best_worst_case(robot: Robot) -> float:
    """Return what the worst lock leaves at most, at any pose of any arm of so many joints."""
    length = chain_of(robot).length
    return math.sqrt(max(0, length - POSE_ROWS) / length)
