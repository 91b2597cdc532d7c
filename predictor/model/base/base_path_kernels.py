"""Where a free base goes while its arm moves: momentum integrated on the group of poses.

    T_world_base' = T_world_base [V],     V = -H_b^-1 H_m qd         V in base axes at the base's origin

The spacecraft has no momentum: nothing has pushed it since it stood still, and no thruster or wheel works.  V
then depends on the joints alone, but not on their end: two ways to one pose of the arm leave two attitudes.

Each step is one of the Magnus series to order 6, with V at the three instants of Gauss (Blanes, Casas and
Ros, Improved high order integrators based on the Magnus expansion, BIT 40, 2000, 434-450; with the signs of
a V that stands on the right).  So a pose stays one, and a base that turns about one axis, in proportion to a
joint, is turned exactly:

    a1 = h V_2      a2 = sqrt(15) / 3 h (V_3 - V_1)      a3 = 10 / 3 h (V_1 - 2 V_2 + V_3)      b = [a1, a2]

    T exp( a1 + a3 / 12 + [20 a1 + a3 + b, a2 - [a1, b - 2 a3] / 60] / 240 )

A move is cut into so many steps that no joint goes farther than `LARGEST_STEP` in one.  Over a whole motion
within the limits of a space arm the error is then below 1e-12 rad and 1e-12 m.
"""

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from predictor.compiler.jit import array_kernel, array_part, kernel, part
from predictor.model.base.momentum_kernels import (
    Masses,
    add_momentum,
    gather,
    joint_twist,
    twist_from_momentum,
)
from predictor.model.kinematics_kernels import joint_at, tree_frames
from predictor.model.spatial_kernels import multiply_poses, pose_exp
from predictor.model.tree_layout import COLUMN, Tree

Array = NDArray[np.float64]

LARGEST_STEP = 0.05  # that no joint exceeds in one step [rad or m]
MOST_STEPS = 64  # of one move
TIME_ROUNDING = 1e-12  # of its period: a step that ends as near to a time ends there
ROOT_15 = math.sqrt(15.0)


class Craft(NamedTuple):
    """An arm on a free base, as kernels read it."""

    tree: Tree
    own: Masses


@array_part
def base_twist(craft: Craft, q: Array, qd: Array, out_twist: Array) -> None:
    """Twist (6,) of the base at its origin, in its axes, while the joints at q move with qd (n,)."""
    f = len(craft.own.mass)
    T, twist, momentum = np.empty((f, 4, 4)), np.empty(6), np.zeros(6)
    gathered = Masses(np.empty(f), np.empty((f, 3)), np.empty((f, 3, 3)))
    tree_frames(craft.tree, q, T)
    gather(craft.tree, craft.own, T, gathered)
    for joint in range(f - 1):
        joint_twist(craft.tree, T, joint, twist)
        speed = joint_at(craft.tree, joint, q)[1] * qd[int(craft.tree.rows[joint, COLUMN])]
        for i in range(6):
            twist[i] *= -speed
        add_momentum(gathered, joint + 1, twist, momentum)
    twist_from_momentum(gathered, momentum, out_twist)


@part
def state_at(move: Array, t: float, out_q: Array, out_qd: Array) -> None:
    """Joint values and speeds (n,) at time t [s] of a move (n, 6)."""
    for joint in range(len(move)):
        value, speed = 0.0, 0.0  # Horner's scheme, and the derivative by it
        for power in range(5, -1, -1):
            speed = speed * t + value
            value = value * t + move[joint, power]
        out_q[joint], out_qd[joint] = value, speed


@part
def bracket(a: Array, b: Array, out: Array) -> None:
    """Lie bracket (6,) of two twists: [a, b] = (w_a x v_b - w_b x v_a, w_a x w_b)."""
    for i in range(3):
        j, k = (i + 1) % 3, (i + 2) % 3
        out[i] = a[3 + j] * b[k] - a[3 + k] * b[j] - (b[3 + j] * a[k] - b[3 + k] * a[j])
        out[3 + i] = a[3 + j] * b[3 + k] - a[3 + k] * b[3 + j]


@array_part
def magnus(V: Array, h: float, out_u: Array) -> None:
    """Twist (6,) that in unit time does what V (3, 6), at the three instants of Gauss, does in h [s]."""
    a1, a2, a3, b = np.empty(6), np.empty(6), np.empty(6), np.empty(6)
    left, right, inner = np.empty(6), np.empty(6), np.empty(6)
    for i in range(6):  # a1, a2 and a3 of the text above
        a1[i] = h * V[1, i]
        a2[i] = ROOT_15 / 3.0 * h * (V[2, i] - V[0, i])
        a3[i] = 10.0 / 3.0 * h * (V[0, i] - 2.0 * V[1, i] + V[2, i])
    bracket(a1, a2, b)
    for i in range(6):
        right[i] = b[i] - 2.0 * a3[i]
    bracket(a1, right, inner)  # [a1, b - 2 a3]
    for i in range(6):
        left[i] = 20.0 * a1[i] + a3[i] + b[i]
        right[i] = a2[i] - inner[i] / 60.0
    bracket(left, right, inner)  # [20 a1 + a3 + b, a2 - [a1, b - 2 a3] / 60]
    for i in range(6):
        out_u[i] = a1[i] + a3[i] / 12.0 + inner[i] / 240.0


@array_part
def step_base(craft: Craft, move: Array, span: tuple[float, float], T: Array, out_T: Array) -> None:
    """Pose (4, 4) of the base at the end of a span (begin, end) [s] of a move (n, 6), in one step from T."""
    q, qd = np.empty(len(move)), np.empty(len(move))
    V, u, turn = np.empty((3, 6)), np.empty(6), np.empty((4, 4))
    h = span[1] - span[0]
    for node in range(3):  # the instants of Gauss: the middle, and sqrt(15) / 10 of the step around it
        state_at(move, span[0] + h * (0.5 + ROOT_15 / 10.0 * (node - 1)), q, qd)
        base_twist(craft, q, qd, V[node])
    magnus(V, h, u)
    pose_exp(u, turn)
    multiply_poses(T, turn, out_T)


@part
def step_count(move: Array, period_s: float) -> int:
    """In how many equal steps a move (n, 6) is followed."""
    farthest = 0.0
    for joint in range(len(move)):
        travel, power = 0.0, 1.0  # |sum a_k t^k| is at most sum |a_k| T^k
        for k in range(1, 6):
            power *= period_s
            travel += abs(move[joint, k]) * power
        farthest = max(farthest, travel)
    if not farthest < LARGEST_STEP * MOST_STEPS:
        return MOST_STEPS
    return max(1, math.ceil(farthest / LARGEST_STEP))


@part
def copy_pose(T: Array, out_T: Array) -> None:
    """Copy a pose (4, 4)."""
    for i in range(4):
        for j in range(4):
            out_T[i, j] = T[i, j]


@array_kernel
def base_at(craft: Craft, move: Array, times: tuple[float, float], T_begin: Array, out_T: Array) -> None:
    """Pose (4, 4) of the base at a time (t, period) [s] of a move (n, 6) that begins with it at T_begin.

    In whole steps of the move, and what is left in one, so that it does not depend on what was asked before.
    """
    t, period_s = times
    step_s = period_s / step_count(move, period_s)
    T, begin = np.empty((4, 4)), 0.0
    copy_pose(T_begin, out_T)
    while begin < t:
        end = begin + step_s
        if not end + TIME_ROUNDING * period_s < t:
            end = t
        copy_pose(out_T, T)
        step_base(craft, move, (begin, end), T, out_T)
        begin = end


@kernel
def follow_base(craft: Craft, moves: Array, period_s: float, T_start: Array, out_T: Array) -> None:
    """Poses (k + 1, 4, 4) of the base at the begin of every move (k, n, 6), and at the end of the last."""
    copy_pose(T_start, out_T[0])
    for k in range(len(moves)):
        base_at(craft, moves[k], (period_s, period_s), out_T[k], out_T[k + 1])


@array_kernel
def write_twist_map(craft: Craft, q: Array, out_A: Array) -> None:
    qd, twist = np.zeros(len(q)), np.empty(6)
    for joint in range(len(q)):
        qd[joint] = 1.0
        base_twist(craft, q, qd, twist)
        out_A[:, joint] = twist
        qd[joint] = 0.0
