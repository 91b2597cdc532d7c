"""The momentum of a spacecraft: its masses, gathered over the tree of joints, and the twist of a free base.

    frame 3: link + load  --+
    frame 2: link         --+--> what joint 1 carries --+
    frame 1: link         ------------------------------+--> the whole: platform, and what is welded to it

All bodies of one frame are one rigid body.  In the arm base's axes and about its origin the masses of a
branch just add up, so that one walk from the tips to the base gives what each joint carries.  With a twist
(v, w) of the base at its origin and joint speeds qd the momentum (p, L) about that origin is

    (p, L) = H_b (v, w) + H_m qd                 (Umetani and Yoshida 1989, eq. 4 and 5)

A body's momentum is p = m v + w x h, L = h x v + I w with h = m c, its mass times its centre.  The other way,
the twist of a given momentum, falls apart at the centre: p = m v_c, and L - c x p = I_c w.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from predictor.geometry.shapes import BASE, Body
from predictor.inputs.rigid import fixed
from predictor.model.base.momentum_kernels import Masses
from predictor.model.robot import Inertia, Robot

Array = NDArray[np.float64]


class BoltedError(ValueError):
    """An arm without a platform: its base does not float."""


def masses(robot: Robot, bodies: Sequence[Body] = ()) -> Masses:
    """Weld what each frame carries, and to the platform those scene bodies that ride on the base.

    Raises:
        BoltedError: the arm has no platform.
    """
    if robot.platform is None:
        raise BoltedError(f"{robot.name} is bolted to the ground; its base does not float")
    riding = [body for body in bodies if body.carrier == BASE]
    welded: list[list[Inertia | Body]] = [[robot.platform, *riding], *([] for _ in robot.joints)]
    for link in robot.links:
        welded[link.frame].append(link)
    return Masses(
        mass=fixed([sum(body.mass for body in frame) for frame in welded]),
        moment=fixed([sum((body.mass * body.com for body in frame), np.zeros(3)) for frame in welded]),
        inertia=fixed([sum(map(_about_origin, frame), np.zeros((3, 3))) for frame in welded]),
    )


def _about_origin(body: Inertia | Body) -> Array:
    c = body.com
    about: Array = body.inertia + body.mass * (c @ c * np.eye(3) - np.outer(c, c))
    return about
