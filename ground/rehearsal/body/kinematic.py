"""Move the spacecraft by command alone: a stand-in for physics where forces do not matter, as in campaigns.

Each joint follows the commanded state through the lag of its drive.  The base stays, no motor draws current,
a load weighs nothing, and what touches goes on through: **no dynamics**.

What touches, and how near anything is, is measured as physics measures it
(`ground.rehearsal.body.watched_pairs`): by MuJoCo's shapes, which share no code with the predictor or the
gate.
"""

import math
from collections.abc import Sequence

import mujoco
import numpy as np
from numpy.typing import NDArray

from ground.rehearsal.body.joint_equalities import Followers
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


class Kinematic:
    """A spacecraft without mass (`ground.rehearsal.body.plant.Plant`)."""

    def __init__(
        self,
        robot: Robot,
        scene: Scene,
        start_q: tuple[float, ...],
        *,
        drive_lag_s: float = 0.0,
        left_out: Sequence[Mounting] = (),
    ) -> None:
        """Stand at rest at `start_q` (n,) [rad]; `drive_lag_s`: first-order lag of the drives."""
        self.model = build_model(robot, scene, timestep_s=CONTROL_PERIOD_NS * 1e-9)
        self._data = mujoco.MjData(self.model)
        self._joints = self._data.qpos[joint_rows(self.model).q]  # a view
        self._followers = Followers(self.model, robot)
        self._q = np.array(start_q)
        self._qd = np.zeros(robot.n)
        self._share = drive_share(drive_lag_s)
        self._locked: dict[int, float] = {}
        self._watched = WatchedPairs(self.model, robot, scene)
        self._left_out = LeftOutPairs(robot, scene, left_out, start_q=start_q)
        self._moving = MovingBodies(self.model, self._data, scene)
        self._find_contacts()

    def step(self, reference: JointState) -> None:
        """Move one control period towards the commanded state.

        Raises:
            PlantError: the commanded state is not finite.
        """
        self._q += self._share * (reference.q - self._q)
        self._qd += self._share * (reference.qd - self._qd)
        for joint, q in self._locked.items():
            self._q[joint], self._qd[joint] = q, 0.0
        if not math.isfinite(float(self._q @ self._q + self._qd @ self._qd)):
            raise PlantError("the kinematic spacecraft was told to follow a state that is not finite")
        self._find_contacts()

    def lock(self, joint: int, q: float) -> None:
        """Let a commanded joint stand at q from now on, whatever its command."""
        self._locked[joint] = q

    def put_bodies(self, t_s: float) -> None:
        """Put the bodies that have a stated motion where they are at an instant of the run."""
        self._moving.put(self._data, t_s)

    def _find_contacts(self) -> None:
        self._joints[:] = self._followers.values(self._q)
        mujoco.mj_kinematics(self.model, self._data)
        mujoco.mj_collision(self.model, self._data)

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

    def contacts(self) -> list[Touch]:
        """Return every pair that touches now, deepest first."""
        return self._watched.contacts(self._data) + self._left_out.contacts(self._q)

    def clearance(self) -> TrueClearance:
        """Return the least signed distance now."""
        return min([self._watched.clearance(self._data, self._joints), *self._left_out.clearance(self._q)])

    def judged(self) -> tuple[tuple[str, str], ...]:
        """Return limb and shape of what mounts leave out, and is looked at all the same."""
        return self._left_out.judged

    def base_turn(self) -> float:
        """Return 0: the base stays."""
        return 0.0

    def positions(self) -> Array:
        """Return where everything is now."""
        return places(self.model, self._data)
