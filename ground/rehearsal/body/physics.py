"""Move the spacecraft: a platform and its arm, in MuJoCo, one control period at a time.

The servos follow the commanded state with velocity feed-forward; the platform, if it is free,
turns as momentum wants; nothing has weight, on the ground either.
What touches, and how near anything is, comes from this model alone, so that it can judge the predictor's.

It decides nothing: commands, holds and latches are in `ground.rehearsal.spacecraft.onboard`.
"""

import math
from collections.abc import Sequence

import mujoco
import numpy as np
from numpy.typing import NDArray

from ground.rehearsal.body.joint_equalities import Followers, lock_joint
from ground.rehearsal.body.left_out_pairs import LeftOutPairs
from ground.rehearsal.body.mujoco_model import build_model, joint_rows
from ground.rehearsal.body.places import MovingBodies, places
from ground.rehearsal.body.plant import (
    CONTROL_PERIOD_NS,
    UNTURNED,
    Measured,
    PlantError,
    Touch,
    TrueClearance,
    drive_share,
)
from ground.rehearsal.body.watched_pairs import WatchedPairs
from predictor.geometry.shapes import Scene
from predictor.model.mounts import Mounting
from predictor.model.robot import Robot
from telemetry.messages.joint_state import JointState

Array = NDArray[np.float64]

STEPS_PER_CONTROL = 5
TORQUE_PER_AMPERE = 10.0  # of a geared motor, assumed [N m/A]


def _unwritten(warning: str) -> None:
    """Keep MuJoCo from writing a log file into the working folder: `step` reads its warnings and raises."""


class Physics:
    """The spacecraft in zero gravity (`ground.rehearsal.body.plant.Plant`)."""

    def __init__(
        self,
        robot: Robot,
        scene: Scene,
        start_q: tuple[float, ...],
        *,
        drive_lag_s: float = 0.0,
        left_out: Sequence[Mounting] = (),
    ) -> None:
        """Stand at rest at `start_q` (n,) [rad]; `drive_lag_s`: first-order lag of the servos' command."""
        mujoco.set_mju_user_warning(_unwritten)
        control_s = CONTROL_PERIOD_NS * 1e-9
        self.model = build_model(robot, scene, timestep_s=control_s / STEPS_PER_CONTROL)
        self.data: mujoco.MjData = mujoco.MjData(self.model)
        rows, self._followers = joint_rows(self.model), Followers(self.model, robot)
        self.data.qpos[rows.q] = self._followers.values(np.array(start_q))
        self.data.ctrl[:] = start_q
        self._followers.bind(self.data.qpos[rows.q])
        self._moving = MovingBodies(self.model, self.data, scene)
        mujoco.mj_forward(self.model, self.data)
        self._positions, self._speeds = self.data.qpos, self.data.qvel  # views, as those below
        self._joints, self._rates = self._positions[rows.q], self._speeds[rows.qd]
        is_free = robot.platform is not None
        self._attitude = self._positions[3:7] if is_free else np.array(UNTURNED)
        self._place = self._positions[:3] if is_free else np.zeros(3)
        self._rate = self._speeds[3:6] if is_free else np.zeros(3)
        self._ctrl, self._warnings = self.data.ctrl, self.data.warning.number
        self._lead_s = -self.model.actuator_biasprm[:, 2] / self.model.actuator_gainprm[:, 0]
        self._share = drive_share(drive_lag_s)
        self._watched = WatchedPairs(self.model, robot, scene)
        self._left_out = LeftOutPairs(robot, scene, left_out, start_q=start_q)

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

    def put_bodies(self, t_s: float) -> None:
        """Put the bodies that have a stated motion where they are at an instant of the run."""
        self._moving.put(self.data, t_s)

    def _complaint(self) -> str:
        kinds = [mujoco.mjtWarning(i).name for i in np.flatnonzero(self._warnings)]
        return ", ".join(kinds) or "the state is not finite"

    def measured(self) -> Measured:
        """Return joint and base state without sensor noise."""
        quat = self._attitude
        return Measured(
            q=self._joints[self._followers.commanded],
            qd=self._rates[self._followers.commanded],
            currents=self.data.actuator_force / TORQUE_PER_AMPERE,
            quat_world_base=quat.copy() if quat[0] >= 0.0 else -quat,
            p_world_base=self._place.copy(),
            rate_base=self._rate.copy(),
        )

    def positions(self) -> Array:
        """Return where everything is now."""
        return places(self.model, self.data)

    def judged(self) -> tuple[tuple[str, str], ...]:
        """Return limb and shape of what mounts leave out, and is looked at all the same."""
        return self._left_out.judged

    def base_turn(self) -> float:
        """Return the angle that the platform has turned since the start [rad]."""
        quat = self._attitude
        return 2.0 * float(np.arctan2(np.linalg.norm(quat[1:]), abs(quat[0])))

    def contacts(self) -> list[Touch]:
        """Return every pair that touches now, deepest first."""
        q = self._joints[self._followers.commanded]
        return self._watched.contacts(self.data) + self._left_out.contacts(q)

    def clearance(self) -> TrueClearance:
        """Return the least signed distance now."""
        q = self._joints[self._followers.commanded]
        return min([self._watched.clearance(self.data, self._joints), *self._left_out.clearance(q)])
