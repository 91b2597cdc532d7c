"""What rays may meet of an arm and its scene, and where the frames of all that are.

    frame 0          the arm base, and what rides on it
    frames 1 ... m   what joint 0 ... m - 1 carries
    frame m + 1      inertial space: what floats apart from the platform

Two views: what is *seen* are the meshes, and capsules where a frame has none; what is *solid* are the volumes
that the arm is kept clear by, and its own.  The first has surfaces as they are, the second is full, and what
is behind it surely is out of sight.
"""

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from predictor.geometry.shapes import Capsule, Scene
from predictor.inputs.finite import POSE_UNIT, check_finite
from predictor.model.kinematics import link_poses
from predictor.model.robot import Robot
from predictor.model.spatial import inverse_pose
from predictor.rays.ray_shapes import RayShape

Array = NDArray[np.float64]


def seen_shapes(robot: Robot, scene: Scene) -> list[RayShape]:
    """Return what is to be seen of an arm and its scene; where bodies move, they are as at the start."""
    parts = [part for part in robot.parts if part.is_seen]
    bare = set(range(len(robot.joints) + 1)).difference(part.frame for part in parts)
    shapes = [RayShape(part.name, part.frame, part.mesh) for part in parts]
    shapes += [rod for rod in _rods(robot) if rod.frame in bare]
    return [*shapes, *surfaces_around(robot, scene)]


def solid_shapes(robot: Robot, scene: Scene) -> list[RayShape]:
    """Return the volumes of an arm, and those that it is kept clear of."""
    return [*_rods(robot), *solids_around(robot, scene)]


def surfaces_around(robot: Robot, scene: Scene) -> list[RayShape]:
    """Return what is to be seen of a scene."""
    volumes = [volume for volume in scene.volumes if not volume.cover_of]
    seen = [*((mesh, mesh.mesh) for mesh in scene.meshes), *((volume, volume) for volume in volumes)]
    return [RayShape(each.name, _frame_of(each.body, robot, scene), shape) for each, shape in seen]


def solids_around(robot: Robot, scene: Scene) -> list[RayShape]:
    """Return the volumes that an arm is kept clear of."""
    return [RayShape(v.name, _frame_of(v.body, robot, scene), v) for v in scene.volumes]


def frame_poses(robot: Robot, q: Sequence[float] | Array, T_world_base: Array | None = None) -> Array:
    """Return the poses (m + 2, 4, 4) of all frames in the arm base at q (n,) [rad or m].

    Raises:
        ShapeError: another number of joints.
        NotFiniteError: a number that is none.
    """
    if T_world_base is not None:
        check_finite(T_world_base, "number of T_world_base", unit=POSE_UNIT)
    T_base_world = np.eye(4) if T_world_base is None else inverse_pose(T_world_base)
    return np.concatenate([link_poses(robot, q), T_base_world[None]])


def _frame_of(body: str, robot: Robot, scene: Scene) -> int:
    return len(robot.joints) + 1 if scene.stands_in_space(body) else 0


def _rods(robot: Robot) -> Iterator[RayShape]:
    arm = robot.capsules
    for k, name in enumerate(arm.names):
        rod = Capsule(name=name, body="arm", p0=arm.p0[k], p1=arm.p1[k], radius=float(arm.radius[k]))
        yield RayShape(name, int(arm.frame[k]), rod)
