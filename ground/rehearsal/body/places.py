"""Where everything of a model is at one instant: platform, joints, and bodies with a stated motion.

A body with a stated motion is no part of the dynamics: it is put where it is to be, relative to the platform
as it is then or to the world, and nothing that touches it turns it aside.
"""

import mujoco
import numpy as np
from numpy.typing import NDArray

from ground.rehearsal.body.geoms import quaternion
from ground.rehearsal.body.solids import frame_name, moving_name
from predictor.geometry.shapes import BASE, Scene

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

    def put(self, data: mujoco.MjData, t_s: float) -> None:
        """Put them where they are at an instant of the run; the platform is where kinematics left it."""
        for row, motion, rides in self._moving:
            T = motion.pose_at(t_s)
            R, p = T[:3, :3], T[:3, 3]
            if rides:
                R_world_platform = data.xmat[self._platform].reshape(3, 3)
                R, p = R_world_platform @ R, data.xpos[self._platform] + R_world_platform @ p
            data.mocap_pos[row], data.mocap_quat[row] = p, quaternion(R)
