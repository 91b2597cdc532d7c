"""Move the spacecraft: a platform and its arm, in MuJoCo, one control period at a time.

The servos follow the commanded state with velocity feed-forward; the platform, if it is free,
turns as momentum wants; nothing has weight, on the ground either.
What touches, and how near anything is, comes from this model alone, so that it can judge the predictor's.

It decides nothing: commands, holds and latches are in `ground.rehearsal.spacecraft.onboard`.
"""

import math

import mujoco
import numpy as np
from numpy.typing import NDArray

from ground.rehearsal.body.joint_equalities import lock_joint
from ground.rehearsal.body.mujoco_body import MujocoBody
from ground.rehearsal.body.plant import CONTROL_PERIOD_NS, UNTURNED, Measured, PlantError
from telemetry.messages.joint_state import JointState

Array = NDArray[np.float64]

STEPS_PER_CONTROL = 5
TORQUE_PER_AMPERE = 10.0  # of a geared motor, assumed [N m/A]


class Physics(MujocoBody):
    """The spacecraft in zero gravity (`ground.rehearsal.body.plant.Plant`)."""

    timestep_s = CONTROL_PERIOD_NS * 1e-9 / STEPS_PER_CONTROL

    def _begin(self, start_q: Array) -> None:
        self.data.ctrl[:] = start_q
        self._followers.bind(self._joints)
        mujoco.mj_forward(self.model, self.data)
        self._positions, self._speeds = self.data.qpos, self.data.qvel  # views, as those below
        self._rates = self._speeds[self._rows.qd]
        self._attitude = self._positions[3:7] if self._is_free else np.array(UNTURNED)
        self._place = self._positions[:3] if self._is_free else np.zeros(3)
        self._rate = self._speeds[3:6] if self._is_free else np.zeros(3)
        self._ctrl, self._warnings = self.data.ctrl, self.data.warning.number
        self._lead_s = -self.model.actuator_biasprm[:, 2] / self.model.actuator_gainprm[:, 0]

    def step(self, reference: JointState) -> None:
        """Move one control period towards the commanded state.

        Raises:
            PlantError: the state is no longer finite, or MuJoCo warned of it.
        """
        wanted = reference.q + self._lead_s * np.asarray(reference.qd)
        self._ctrl += self._share * (wanted - self._ctrl)
        self._followers.bind(self._joints)
        mujoco.mj_step(self.model, self.data, nstep=STEPS_PER_CONTROL)
        size = float(self._speeds @ self._speeds + self._positions @ self._positions)
        if not math.isfinite(size) or self._warnings.any():
            raise PlantError(f"physics failed at {self.data.time:.3f} s: {self._complaint()}")

    def lock(self, joint: int, q: float) -> None:
        """Let a commanded joint stand at q from now on, whatever its command; its servo pushes in vain."""
        lock_joint(self.model, self.data, int(self._followers.commanded[joint]), q=q)

    def _complaint(self) -> str:
        kinds = [mujoco.mjtWarning(i).name for i in np.flatnonzero(self._warnings)]
        return ", ".join(kinds) or "the state is not finite"

    def measured(self) -> Measured:
        """Return joint and base state without sensor noise."""
        quat = self._attitude
        return Measured(
            q=self._commanded_q,
            qd=self._rates[self._followers.commanded],
            currents=self.data.actuator_force / TORQUE_PER_AMPERE,
            quat_world_base=quat.copy() if quat[0] >= 0.0 else -quat,
            p_world_base=self._place.copy(),
            rate_base=self._rate.copy(),
        )

    def base_turn(self) -> float:
        """Return the angle that the platform has turned since the start [rad]."""
        quat = self._attitude
        return 2.0 * float(np.arctan2(np.linalg.norm(quat[1:]), abs(quat[0])))
