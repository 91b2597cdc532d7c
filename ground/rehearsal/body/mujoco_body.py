"""A body of MuJoCo's shapes: its model, where everything of it is, and what touches or is near.

How it follows its command, a subclass adds (`physics`, `kinematic`).  Contact and clearance are measured by
MuJoCo's shapes, which share no code with the predictor or the gate (`ground.rehearsal.body.watched_pairs`).

A body with a stated motion is no part of the dynamics: it is put where it is to be, relative to the platform
as it is then or to the world, and nothing that touches it turns it aside.
"""

from collections.abc import Sequence

import mujoco
import numpy as np
from numpy.typing import NDArray

from ground.rehearsal.body.geoms import quaternion
from ground.rehearsal.body.joint_equalities import Followers
from ground.rehearsal.body.left_out_pairs import LeftOutPairs
from ground.rehearsal.body.mujoco_model import build_model, joint_rows
from ground.rehearsal.body.plant import Touch, TrueClearance, drive_share
from ground.rehearsal.body.solids import frame_name, moving_name
from ground.rehearsal.body.watched_pairs import WatchedPairs
from predictor.geometry.shapes import BASE, Scene
from predictor.model.mounts import Mounting
from predictor.model.robot import Robot

Array = NDArray[np.float64]

PLACES = int(
    mujoco.mjtState.mjSTATE_QPOS | mujoco.mjtState.mjSTATE_MOCAP_POS | mujoco.mjtState.mjSTATE_MOCAP_QUAT
)


def places(model: mujoco.MjModel, data: mujoco.MjData) -> Array:
    """Return a copy of where everything is: MuJoCo's positions and the poses of moving bodies."""
    found = np.empty(mujoco.mj_stateSize(model, PLACES))
    mujoco.mj_getState(model, data, found, PLACES)
    return found


def restore(model: mujoco.MjModel, data: mujoco.MjData, found: Array) -> None:
    """Put everything where it was, kinematics too."""
    mujoco.mj_setState(model, data, found, PLACES)
    mujoco.mj_kinematics(model, data)


class MovingBodies:
    """The bodies of a scene that have a stated motion."""

    def __init__(self, model: mujoco.MjModel, data: mujoco.MjData, scene: Scene) -> None:
        """Find them, and put them where they are at the start."""
        self._platform = model.body(frame_name(0)).id
        self._moving = [
            (int(model.body(moving_name(body.name)).mocapid[0]), body.motion, body.carrier == BASE)
            for body in scene.bodies
            if body.motion is not None
        ]
        mujoco.mj_kinematics(model, data)
        self.put(data, 0.0)

    @property
    def any(self) -> bool:
        """Whether there is one."""
        return bool(self._moving)

    def put(self, data: mujoco.MjData, t_s: float) -> None:
        """Put them where they are at an instant of the run; the platform is where kinematics left it."""
        for row, motion, rides in self._moving:
            T = motion.pose_at(t_s)
            R, p = T[:3, :3], T[:3, 3]
            if rides:
                R_world_platform = data.xmat[self._platform].reshape(3, 3)
                R, p = R_world_platform @ R, data.xpos[self._platform] + R_world_platform @ p
            data.mocap_pos[row], data.mocap_quat[row] = p, quaternion(R)


def _unwritten(warning: str) -> None:
    """Keep MuJoCo from writing a log file: physics reads its warnings at each step."""


class MujocoBody:
    """A spacecraft's body, at rest at its start pose (a part of `ground.rehearsal.body.plant.Plant`)."""

    timestep_s: float

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
        mujoco.set_mju_user_warning(_unwritten)
        self.model = build_model(robot, scene, timestep_s=self.timestep_s)
        self.data = mujoco.MjData(self.model)
        self._rows, self._is_free = joint_rows(self.model), robot.platform is not None
        self._joints = self.data.qpos[self._rows.q]  # a view
        self._followers = Followers(self.model, robot)
        self._joints[:] = self._followers.values(np.array(start_q))
        self._share = drive_share(drive_lag_s)
        self._watched = WatchedPairs(self.model, robot, scene)
        self._left_out = LeftOutPairs(robot, scene, left_out, start_q=start_q)
        self._moving = MovingBodies(self.model, self.data, scene)
        self._begin(np.array(start_q))

    def _begin(self, start_q: Array) -> None:
        """Make ready to move from `start_q` (n,)."""

    @property
    def _commanded_q(self) -> Array:
        """The values of the commanded joints (n,) [rad or m]."""
        q: Array = self._joints[self._followers.commanded]
        return q

    def put_bodies(self, t_s: float) -> None:
        """Put the bodies that have a stated motion where they are at an instant of the run."""
        self._moving.put(self.data, t_s)

    def contacts(self) -> list[Touch]:
        """Return every pair that touches now, deepest first."""
        watched = self._watched.contacts(self.data)
        return watched + self._left_out.contacts(self._commanded_q) if self._left_out.judged else watched

    def clearance(self) -> TrueClearance:
        """Return the least signed distance now."""
        left_out = self._left_out.clearance(self._commanded_q)
        return min([self._watched.clearance(self.data, self._joints), *left_out])

    def judged(self) -> tuple[tuple[str, str], ...]:
        """Return limb and shape of each pair that mounts leave out and that is measured all the same."""
        return self._left_out.judged

    def positions(self) -> Array:
        """Return where everything is now."""
        return places(self.model, self.data)
