"""Move the spacecraft by command alone: a stand-in for physics where forces do not matter, as in campaigns.

Each joint follows the commanded state through the lag of its drive.  The base stays, no motor draws current,
a load weighs nothing, and what touches goes on through: **no dynamics**.

What touches, and how near anything is, is measured as in physics (`ground.rehearsal.body.mujoco_body`).
"""

import math

import mujoco
import numpy as np
from numpy.typing import NDArray

from ground.rehearsal.body.mujoco_body import MujocoBody
from ground.rehearsal.body.plant import CONTROL_PERIOD_NS, UNTURNED, Measured, PlantError, TrueClearance
from telemetry.messages.joint_state import JointState

Array = NDArray[np.float64]


STILL = 1e-12  # change in a control period [rad, m and per second] that nothing on board can measure


def _is_still(before: Array, now: Array) -> bool:
    return float(np.abs(now - before).max()) < STILL


class Kinematic(MujocoBody):
    """A spacecraft without mass (`ground.rehearsal.body.plant.Plant`)."""

    timestep_s = CONTROL_PERIOD_NS * 1e-9

    def _begin(self, start_q: Array) -> None:
        self._q = start_q.copy()
        self._qd = np.zeros(len(start_q))
        self._locked: dict[int, float] = {}
        self._reference: JointState | None = None  # the newest
        self._aim = self._q, self._qd  # of it, joints and rates (n,)
        self._stands_by: JointState | None = None  # that by which nothing moves any more
        self._clearance: TrueClearance | None = None  # where it stands
        self._find_contacts()

    def step(self, reference: JointState) -> None:
        """Move one control period towards the commanded state.

        Raises:
            PlantError: the commanded state is not finite.
        """
        if reference is self._stands_by:
            return
        before = np.concatenate((self._q, self._qd)) if reference is self._reference else None
        if before is None:
            self._reference, self._aim = reference, (np.array(reference.q), np.array(reference.qd))
        q, qd = self._aim
        self._q += self._share * (q - self._q)
        self._qd += self._share * (qd - self._qd)
        for joint, stands in self._locked.items():
            self._q[joint], self._qd[joint] = stands, 0.0
        if not math.isfinite(float(self._q @ self._q + self._qd @ self._qd)):
            raise PlantError("the kinematic spacecraft was told to follow a state that is not finite")
        self._find_contacts()
        is_still = before is not None and _is_still(before, np.concatenate((self._q, self._qd)))
        self._stands_by = reference if is_still and not self._moving.any else None
        self._clearance = None

    def clearance(self) -> TrueClearance:
        """Return the least signed distance now."""
        if self._clearance is None or self._stands_by is None:
            self._clearance = super().clearance()
        return self._clearance

    def lock(self, joint: int, q: float) -> None:
        """Let a commanded joint stand at q from now on, whatever its command."""
        self._locked[joint], self._stands_by = q, None

    def _find_contacts(self) -> None:
        self._joints[:] = self._followers.values(self._q)
        mujoco.mj_kinematics(self.model, self.data)
        mujoco.mj_collision(self.model, self.data)

    def measured(self) -> Measured:
        """Return joint state without sensor noise, no currents, and a base that has not moved."""
        return Measured(
            q=self._q.copy(),
            qd=self._qd.copy(),
            currents=np.zeros(len(self._q)),
            quat_world_base=np.array(UNTURNED),
            p_world_base=np.zeros(3),
            rate_base=np.zeros(3),
        )

    def base_turn(self) -> float:
        """Return 0: the base stays."""
        return 0.0
