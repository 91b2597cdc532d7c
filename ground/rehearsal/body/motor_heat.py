"""How warm the motors are: each a winding in a housing, heated by its current, cooled into the structure.

    winding ---R_w---> housing ---R_h---> structure, at a temperature that stays
      C_w                C_h

    C_w dT_w/dt = P_r (I / I_r)^2 (1 + alpha (T_w - T_r)) + P - (T_w - T_h) / R_w
    C_h dT_h/dt = (T_w - T_h) / R_w - (T_h - T_s) / R_h

The two-body model of motor catalogues (maxon, "DC and EC motors: key information", thermal behaviour), alpha
of copper.  I_r is the rated current, at which the winding loses P_r at T_r; P is what a fault adds.  A drive
lets no more flow than a multiple of I_r.  The figures are assumed, of geared space motors: a winding follows
its losses within half a minute, its housing within half an hour.  A motor is as large as its joint: rated for
the joint's own inertia at its greatest acceleration.
"""

import math
from collections.abc import Sequence

import mujoco
import numpy as np

from ground.rehearsal.body.physics import TORQUE_PER_AMPERE
from predictor.inputs.arrays import Array

STRUCTURE_K = 293.15
RATED_W, RATED_AT_K = 15.0, 298.15  # lost at the rated current
COPPER_PER_K = 0.00393
WINDING_J_PER_K, HOUSING_J_PER_K = 40.0, 900.0
WINDING_K_PER_W, HOUSING_K_PER_W = 0.7, 2.0
LEAST_RATED_A = 4.0
PEAK = 1.5  # times the rated current
LONGEST_STEP_S = 1.0  # far below the winding's 28 s, so that a step of Euler's is exact enough


def rated_currents(model: mujoco.MjModel, qdd_max: Sequence[float]) -> Array:
    """Return the rated current (n,) of each commanded joint's motor [A].

    Args:
        model: the body, whose actuators are the motors, in the order of the commanded joints.
        qdd_max: (n,) greatest acceleration of these [rad/s^2 or m/s^2].
    """
    own_inertia = model.dof_M0[model.jnt_dofadr[model.actuator_trnid[:, 0]]]
    return np.asarray(np.maximum(LEAST_RATED_A, own_inertia * np.array(qdd_max) / TORQUE_PER_AMPERE))


class MotorHeat:
    """The temperatures of n motors, and what their drives let flow."""

    def __init__(self, rated: Array) -> None:
        """Begin as warm as the structure; `rated`: currents (n,) [A]."""
        self._rated = rated
        self.winding = np.full(len(rated), STRUCTURE_K)  # (n,) [K], where the sensors are
        self._housing = np.full(len(rated), STRUCTURE_K)
        self.added_w = np.zeros(len(rated))  # (n,) that a fault adds

    def limited(self, currents: Array) -> Array:
        """Return what the drives let flow of currents (n,) [A]."""
        return np.clip(currents, -PEAK * self._rated, PEAK * self._rated)

    def step(self, currents: Array, dt_s: float) -> None:
        """Let currents (n,) [A] flow for a time."""
        steps = max(1, math.ceil(dt_s / LONGEST_STEP_S))
        for _ in range(steps):
            self._step(currents, dt_s / steps)

    def _step(self, currents: Array, dt_s: float) -> None:
        losses = RATED_W * (currents / self._rated) ** 2 * (1.0 + COPPER_PER_K * (self.winding - RATED_AT_K))
        inwards = (self.winding - self._housing) / WINDING_K_PER_W
        outwards = (self._housing - STRUCTURE_K) / HOUSING_K_PER_W
        self.winding += dt_s / WINDING_J_PER_K * (losses + self.added_w - inwards)
        self._housing += dt_s / HOUSING_J_PER_K * (inwards - outwards)
