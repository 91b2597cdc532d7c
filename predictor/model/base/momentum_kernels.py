"""Masses gathered from the tips to the base, and what momentum makes of them, compiled."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from predictor.compiler.jit import array_part, kernel, part
from predictor.model.kinematics_kernels import turned
from predictor.model.tree_layout import PARENT, TWIST, Tree

Array = NDArray[np.float64]


class Masses(NamedTuple):
    """A rigid body for each of f frames: in its frame, or, gathered, in the arm base with all it carries."""

    mass: Array  # (f,) [kg]
    moment: Array  # (f, 3) mass times centre of mass [kg m]
    inertia: Array  # (f, 3, 3) about the origin [kg m^2]


@kernel
def gather(tree: Tree, own: Masses, T: Array, out: Masses) -> None:
    """Masses of each frame with all that it carries, in base axes about the base's origin.

    From frames T (f, 4, 4).  With the frame's origin at p, and its moment s in base axes, the inertia is
    R I R^T + (2 p.s E - p s^T - s p^T) + m (p.p E - p p^T).
    """
    for f in range(len(T)):
        m, p = own.mass[f], T[f, :3, 3]
        s = turned(T[f], own.moment[f, 0], own.moment[f, 1], own.moment[f, 2])
        spread = m * (p[0] * p[0] + p[1] * p[1] + p[2] * p[2]) + 2.0 * (
            p[0] * s[0] + p[1] * s[1] + p[2] * s[2]
        )
        out.mass[f] = m
        for i in range(3):
            out.moment[f, i] = s[i] + m * p[i]
            for j in range(3):
                # - p s^T - s p^T - m p p^T, and R I R^T
                total = -p[i] * s[j] - s[i] * p[j] - m * p[i] * p[j]
                for k in range(3):
                    for other in range(3):
                        total += T[f, i, k] * own.inertia[f, k, other] * T[f, j, other]
                out.inertia[f, i, j] = total
            out.inertia[f, i, i] += spread  # (m p.p + 2 p.s) E
    for f in range(len(T) - 1, 0, -1):  # from the tips to the base
        before = int(tree.rows[f - 1, PARENT])
        out.mass[before] += out.mass[f]
        for i in range(3):
            out.moment[before, i] += out.moment[f, i]
            for j in range(3):
                out.inertia[before, i, j] += out.inertia[f, i, j]


@part
def joint_twist(tree: Tree, T: Array, joint: int, out_twist: Array) -> None:
    """Twist (6,) at unit speed of a joint, at the base's origin in base axes, from frames T (f, 4, 4)."""
    frame, twist = joint + 1, tree.rows[joint, TWIST:]
    vx, vy, vz = turned(T[frame], twist[0], twist[1], twist[2])
    wx, wy, wz = turned(T[frame], twist[3], twist[4], twist[5])
    x, y, z = T[frame, 0, 3], T[frame, 1, 3], T[frame, 2, 3]
    out_twist[0], out_twist[1], out_twist[2] = (
        vx + y * wz - z * wy,
        vy + z * wx - x * wz,
        vz + x * wy - y * wx,
    )
    out_twist[3], out_twist[4], out_twist[5] = wx, wy, wz


@part
def add_momentum(gathered: Masses, frame: int, twist: Array, out_momentum: Array) -> None:
    """Add the momentum (6,) of a frame, with all it carries, at a twist (6,); both at the base's origin."""
    m, h = gathered.mass[frame], gathered.moment[frame]
    v, w = twist[:3], twist[3:]
    for i in range(3):
        j, k = (i + 1) % 3, (i + 2) % 3
        out_momentum[i] += m * v[i] + w[j] * h[k] - w[k] * h[j]
        out_momentum[3 + i] += h[j] * v[k] - h[k] * v[j]
        for other in range(3):
            out_momentum[3 + i] += gathered.inertia[frame, i, other] * w[other]


@array_part
def twist_from_momentum(gathered: Masses, momentum: Array, out_twist: Array) -> None:
    """Twist (6,) with which the whole, as one rigid body, has a momentum (6,); both at the base's origin.

    About the mass centre c the inertia is I - m (c.c E - c c^T); its 3 x 3 system is solved by cofactors.
    """
    m = gathered.mass[0]
    c = np.array((gathered.moment[0, 0] / m, gathered.moment[0, 1] / m, gathered.moment[0, 2] / m))
    square = m * (c[0] * c[0] + c[1] * c[1] + c[2] * c[2])
    about, spin = np.empty((3, 3)), np.empty(3)
    for i in range(3):
        j, k = (i + 1) % 3, (i + 2) % 3
        spin[i] = momentum[3 + i] - (c[j] * momentum[k] - c[k] * momentum[j])
        for other in range(3):
            # I - m (c.c E - c c^T): about the mass centre
            about[i, other] = gathered.inertia[0, i, other] + m * c[i] * c[other]
        about[i, i] -= square
    determinant = 0.0
    for i in range(3):
        out_twist[3 + i] = 0.0
        j, k = (i + 1) % 3, (i + 2) % 3
        for row in range(3):
            after, last = (row + 1) % 3, (row + 2) % 3
            # by Cramer's rule: the adjugate times the spin, over the determinant
            cofactor = about[after, j] * about[last, k] - about[after, k] * about[last, j]
            out_twist[3 + i] += cofactor * spin[row]
            if i == 0:
                determinant += cofactor * about[row, 0]
    for i in range(3):
        out_twist[3 + i] /= determinant
    for i in range(3):
        j, k = (i + 1) % 3, (i + 2) % 3
        # v = v_c - w x c
        out_twist[i] = momentum[i] / m + c[j] * out_twist[3 + k] - c[k] * out_twist[3 + j]
