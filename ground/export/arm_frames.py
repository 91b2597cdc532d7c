"""Where the frames of an arm are, as a tree that other programs join: base, joints, tool.

    world --pose of the base--> base --> measured/<joint> --> ... --> measured/tool
                                     --> commanded/<joint> --> ...
                                     --> estimated/<joint> --> ...

Frame names begin with which arm it is: `measured` as last reported, `commanded` as last queued, `estimated`
as it should be in orbit now.  The name of a joint names the frame that it carries.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ground.export.schemas import FrameTransform, FrameTransforms, Quaternion, Time, Vector3
from predictor.model.kinematics import link_poses
from predictor.model.robot import Robot
from predictor.model.spatial import quaternion_from_rotation
from telemetry.messages.spacecraft import Telemetry

Array = NDArray[np.float64]

WORLD, BASE, TOOL = "world", "base", "tool"


class ArmFrames:
    """The frames of one of the arms."""

    def __init__(self, robot: Robot, which: str) -> None:
        """Name them."""
        self._robot = robot
        self.names = [BASE, *(f"{which}/{joint.name}" for joint in robot.joints)]
        self._tool_name = f"{which}/{TOOL}"
        self._parents = np.array([joint.parent + 1 for joint in robot.joints])

    def at(self, q: Sequence[float], time: Time) -> FrameTransforms:
        """Return the frames at joint values q (n,) [rad or m]."""
        T = link_poses(self._robot, q)
        into_parent = np.swapaxes(T[self._parents, :3, :3], 1, 2)
        R = into_parent @ T[1:, :3, :3]
        p = np.einsum("nij,nj->ni", into_parent, T[1:, :3, 3] - T[self._parents, :3, 3])
        parents = [self.names[frame] for frame in self._parents]
        found = [
            transform(time, parent, child, R=turn, p=place)
            for parent, child, turn, place in zip(parents, self.names[1:], R, p, strict=True)
        ]
        return FrameTransforms(transforms=[*found, self._tool(time)])

    def _tool(self, time: Time) -> FrameTransform:
        tool = self._robot.tool
        T = tool.T_frame_tool
        return transform(time, self.names[tool.frame], self._tool_name, R=T[:3, :3], p=T[:3, 3])


def base_frame(report: Telemetry, time: Time) -> FrameTransforms:
    """Return where the base is in the world, and how it is turned."""
    w, x, y, z = report.quat_world_base
    px, py, pz = report.p_world_base
    turned = FrameTransform(
        timestamp=time,
        parent_frame_id=WORLD,
        child_frame_id=BASE,
        translation=Vector3(x=px, y=py, z=pz),
        rotation=Quaternion(x=x, y=y, z=z, w=w),
    )
    return FrameTransforms(transforms=[turned])


def quaternion(R: Array) -> Quaternion:
    """Return a rotation (3, 3) as a quaternion."""
    w, x, y, z = quaternion_from_rotation(np.ascontiguousarray(R)).tolist()
    return Quaternion(x=x, y=y, z=z, w=w)


def vector(p: Array) -> Vector3:
    """Return a vector (3,)."""
    x, y, z = p.tolist()
    return Vector3(x=x, y=y, z=z)


def transform(time: Time, parent: str, child: str, *, R: Array, p: Array) -> FrameTransform:
    """Return where a frame is in its parent's."""
    return FrameTransform(
        timestamp=time,
        parent_frame_id=parent,
        child_frame_id=child,
        translation=vector(p),
        rotation=quaternion(R),
    )
