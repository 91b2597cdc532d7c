"""The frames in which a plan's places and attitudes may be given, and where a floating base stands.

    base      of the arm; where nothing is said
    world     where the base stood as the run began
    NAME      a body of the scene: origin at its centre of mass, axes of the base as the run began
    tool, camera NAME    what the arm carries; a camera looks along -z, +y is up in its picture

Where the base floats, a frame outside it is taken where the base stands as the move begins, and one that the
arm carries where that is as the move begins.  The base is carried on from where it was reported by the motion
of the arm.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import pairwise
from typing import assert_never

import numpy as np
from msgspec.structs import replace as replace_fields
from numpy.typing import NDArray

from predictor.geometry.shapes import Scene
from predictor.model.base.floating_base import FloatingBase, base_poses, carried
from predictor.model.kinematics import tool_pose
from predictor.model.quaternions import rotation_from_quaternion
from predictor.model.robot import Robot
from predictor.model.spatial import inverse_pose, pose, quaternion_from_rotation
from predictor.model.tree_layout import Tool
from predictor.motion.stop import moves
from telemetry.files.settings import nearest
from telemetry.messages.base import Quaternion, Vector
from telemetry.messages.joint_state import JointState
from telemetry.messages.plan import AnyEnd, ArcMove, CourseMove, LineMove, OrbitMove
from telemetry.messages.prediction import World
from telemetry.plan.giving import FRAME_AXES, axes_of
from telemetry.plan.move_table import BASE, CAMERA, TOOL, WORLD, no_camera

Array = NDArray[np.float64]

IDENTITY_QUATERNION = (1.0, 0.0, 0.0, 0.0)


class FrameError(ValueError):
    """A frame that places cannot be given in, and those that there are."""


@dataclass(frozen=True, slots=True, eq=False)
class PlanFrames:
    """The frames around an arm: of the scene, of the world, and of what the arm carries."""

    scene: Scene | None = None  # None: nothing is known
    base: FloatingBase | None = None  # None: bolted down, or all that counts rides on it
    T_world_base: Array = field(default_factory=lambda: np.eye(4))  # as the plan begins
    cameras: Mapping[str, Tool] = field(
        default_factory=dict
    )  # by name, what carries each, and its pose there

    def after(self, states: Sequence[JointState], period_s: float) -> "PlanFrames":
        """Return the same once the arm has gone from the first of states, one period apart, to the last."""
        if self.base is None or len(states) < 2:
            return self
        motion = np.array([moves(one, other, period_s) for one, other in pairwise(states)])
        T_world_base = base_poses(self.base, motion, self.T_world_base, period_s=period_s)[-1]
        return replace(self, T_world_base=T_world_base)

    def frame(self, name: str, robot: Robot | None = None, q: Sequence[float] | Array = ()) -> Array:
        """Return T_base_frame (4, 4), for a robot whose tool is meant, at q (n,) where the move begins.

        Raises:
            FrameError: there is no such frame, or it does not stay.
        """
        if name in ("", BASE):
            return np.eye(4)
        if name == WORLD:
            return inverse_pose(self.T_world_base)
        if robot is not None and name == TOOL:
            return tool_pose(robot, q)
        if robot is not None and name.startswith(CAMERA):
            return tool_pose(replace(robot, tool=self._camera(name.removeprefix(CAMERA))), q)
        bodies = self.scene.bodies if self.scene else ()
        body = next((each for each in bodies if each.name == name), None)
        if body is None:
            cameras = (CAMERA + camera for camera in self.cameras)
            known = [BASE, WORLD, TOOL, *cameras, *(each.name for each in bodies)]
            raise FrameError(f"there is no frame {name!r}{nearest(name, known)}")
        if body.motion is not None:
            raise FrameError(f"the body {name!r} moves; give places in the world")
        T = pose(np.eye(3), body.com)
        in_space = self.scene is not None and self.scene.stands_in_space(name)
        return inverse_pose(self.T_world_base) @ T if in_space else T

    def _camera(self, name: str) -> Tool:
        if name not in self.cameras:
            raise FrameError(no_camera(name, [*self.cameras]))
        return self.cameras[name]


NO_FRAMES = PlanFrames()


def in_base(move: CourseMove, T_base_frame: Array) -> CourseMove:
    """Return a move whose places, directions and attitude are given in the arm base."""
    R, p = T_base_frame[:3, :3], T_base_frame[:3, 3]

    def placed(place: Vector | None) -> Vector | None:
        return None if place is None else vector_of(R @ np.array(place) + p)

    def turned(direction: Vector | None) -> Vector | None:
        return None if direction is None else vector_of(R @ np.array(direction))

    gives_axes = _attitude(R, IDENTITY_QUATERNION) if axes_of(move.gives) == FRAME_AXES else move.gives_axes
    there = replace_fields(move, frame="", gives_axes=gives_axes)
    if isinstance(there, AnyEnd):
        quat, look_at = _attitude(R, there.quat_base_tool), placed(there.look_at)
        there = replace_fields(there, quat_base_tool=quat, look_at=look_at, up=turned(there.up))
    match there:
        case LineMove():
            return replace_fields(there, p_base_tool=placed(there.p_base_tool))
        case ArcMove():
            through, end = placed(there.through), placed(there.p_base_tool)
            centre, axis = placed(there.centre), turned(there.axis)
            return replace_fields(there, through=through, p_base_tool=end, centre=centre, axis=axis)
        case OrbitMove():
            return replace_fields(there, centre=placed(there.centre), axis=turned(there.axis))
        case _:
            assert_never(there)


def _attitude(R_base_frame: Array, quat: Quaternion | None) -> Quaternion | None:
    if quat is None:
        return None
    return quaternion_of(R_base_frame @ rotation_from_quaternion(np.array(quat)))


def quaternion_of(R: Array) -> Quaternion:
    """Return an attitude (3, 3) as messages hold it."""
    w, x, y, z = quaternion_from_rotation(R).tolist()
    return w, x, y, z


def vector_of(v: Array) -> Vector:
    """Return a place or a direction (3,) as messages hold it."""
    x, y, z = v.tolist()
    return x, y, z


def pose_of(place: Vector, quat: Quaternion) -> Array:
    """Return the pose (4, 4) of a place and an attitude of a message."""
    return pose(rotation_from_quaternion(np.array(quat)), np.array(place))


def base_at(base: FloatingBase | None, world: World, q: Sequence[float]) -> Array | None:
    """Return T_world_base (4, 4) with the arm at q (n,); None: it does not count, or is not known."""
    place = base_by_arm(base, world)
    return None if place is None else place(q)


def base_by_arm(base: FloatingBase | None, world: World) -> Callable[[Sequence[float]], Array] | None:
    """Return T_world_base (4, 4) as a function of joints (n,); None: it does not count, or is not known."""
    resting = world.base
    if base is None or resting is None:
        return None
    T_world_base = pose_of(resting.pose.p_world_base, resting.pose.quat_world_base)
    return partial(carried, base, resting.q, T_world_base=T_world_base)
