"""Bound how fast a free base carries anything past what stands in space, from speeds of joints alone.

Of all motions of the base that go with given joint speeds, the one without momentum has the least kinetic
energy: what the arm has on a base that stands still, less what the whole has when it moves with the base's
twist as one rigid body.  It is not negative, so the latter is not above the former; and the platform's share
of the latter, m |v|^2 + w.I w about its mass centre, is less still:

    m |v|^2 + least(I) |w|^2  <=  2 E_still  =  sum over links of  m_i |v_i|^2 + w_i.I_i w_i

A point at the distance r from that centre is carried at |v| + r |w| at most, so by Cauchy and Schwarz

    speed  <=  sqrt(1 / m + r^2 / least(I))  sqrt(2 E_still)

and the root of the energy is a norm of the joint speeds, at most sum_j e_j |qd_j|, with the levers (m) that
bound v_i, and a turning joint's unit speed that bounds w_i:

    e_j^2 = sum over links of  m_i lever_ij^2 + greatest(I_i) turns_ij

So the base adds a constant lever to each joint.  It is several times what a base really does, which costs
samples of a sweep, never a proof.
"""

import numpy as np

from predictor.inputs.arrays import Array
from predictor.model.base.floating_base import FloatingBase
from predictor.model.base.momentum_kernels import Masses
from predictor.model.reach import by_commanded_joint, levers, reach
from predictor.model.robot import Robot


def base_levers(base: FloatingBase) -> Array:
    """Bound how fast the base carries any point of its arm at unit speed of every commanded joint (n,)."""
    robot, own = base.robot, base.masses
    least = float(np.linalg.eigvalsh(_about_centre(own, 0))[0])
    farthest = reach(robot) + float(np.linalg.norm(own.moment[0])) / own.mass[0]
    energy = sum(
        (_energies(robot, own, frame) for frame in range(1, len(own.mass))), np.zeros(len(robot.joints))
    )
    return by_commanded_joint(robot, np.sqrt(energy * (1.0 / own.mass[0] + farthest**2 / least)))


def _energies(robot: Robot, own: Masses, frame: int) -> Array:
    """Bound twice the energy of one frame's body at unit speed of each joint of the tree (m,)."""
    mass = own.mass[frame]
    if mass == 0.0:
        return np.zeros(len(robot.joints))
    moving = levers(robot, frame, own.moment[frame] / mass)
    turning = np.zeros(len(robot.joints))
    for joint in robot.carriers(frame):
        turning[joint] = robot.joints[joint].kind == "revolute"
    return np.asarray(mass * moving**2 + float(np.linalg.eigvalsh(_about_centre(own, frame))[-1]) * turning)


def _about_centre(own: Masses, frame: int) -> Array:
    """Return the inertia (3, 3) of a frame's body about its mass centre."""
    m, h = own.mass[frame], own.moment[frame]
    about: Array = own.inertia[frame] - (h @ h * np.eye(3) - np.outer(h, h)) / m
    return about
