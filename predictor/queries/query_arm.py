"""The arm of a file, to be asked about and never to be flown: only its geometry has to be known.

    robot file      as it is, whatever stands as "?" in it beside shapes and the ends of slides
    URDF, DH rows   with what `farhand robot import` would write: a capsule around each body that is touched,
                    and the pairs left out that no pose keeps apart

What the file does not state is not made up: such speeds, accelerations and jerks are not numbers, and no
motion is judged by them; a joint that turns and has no stated end turns without one.  A slide must have ends:
how fast a distance can change follows from how far out it may be.  Whether its shapes cover the whole arm,
`farhand robot check` tells; answers are about the shapes.

What the tool holds is a load of the joint that carries the tool: its shape stands in the frame of the tool.
"""

import math
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import numpy as np

from predictor.geometry.formats.limits import LARGEST_FILE
from predictor.geometry.formats.mesh_files import MeshFiles, read_mesh
from predictor.geometry.shapes import Box, Capsule, Load, MeshShape, SceneBody
from predictor.inputs.arrays import read_only
from predictor.inputs.doubt import Doubt
from predictor.model.files.imported import imported_robot
from predictor.model.files.robot_file import describe_robot
from predictor.model.joint_text import shown_unit
from predictor.model.joint_tree import TreeError
from predictor.model.load import LoadError
from predictor.model.robot import Robot
from predictor.motion.stop import JointLimits
from telemetry.files.settings import FileError, read_file

ROBOT_ENDING = ".toml"  # what imports are called
HeldShape = str | Path | Box | Capsule | MeshShape
LOAD_NAME = "load"


class QueryArm(NamedTuple):
    """An arm, and what is doubtful in its file."""

    robot: Robot
    doubts: tuple[Doubt, ...]


def query_arm(robot: str | Path | Robot) -> QueryArm:
    """Return an arm that was read, or the one that a file describes.

    Raises:
        FileError: the file cannot be read, has no shapes, or a slide of it has no stated end.
    """
    if isinstance(robot, Robot):
        return QueryArm(robot, ())
    path = Path(robot)
    found = describe_robot(path)
    doubts, missing = found.doubts, found.missing
    if not found.robot.capsules.names:
        found = imported_robot(path, path.with_suffix(ROBOT_ENDING)).made
    if not found.robot.capsules.names:
        raise FileError(path, "", "gives the arm no shape that could touch anything; give its links one")
    return QueryArm(_without_guesses(found.robot, missing, path), doubts)


def _without_guesses(robot: Robot, missing: tuple[str, ...], path: Path) -> Robot:
    """Return the arm without what stands in for limits that its file does not state."""

    def stated(key: str, values: tuple[float, ...], unstated: float = math.nan) -> tuple[float, ...]:
        keys = [f"{joint.name}.{key}_{shown_unit(joint)}" for joint in robot.commanded]
        return tuple(unstated if name in missing else x for name, x in zip(keys, values, strict=True))

    limits = JointLimits(
        q_min=stated("q_min", robot.limits.q_min, -math.inf),
        q_max=stated("q_max", robot.limits.q_max, math.inf),
        qd_max=stated("speed_max", robot.limits.qd_max),
        qdd_max=stated("acceleration_max", robot.limits.qdd_max),
        qddd_max=stated("jerk_max", robot.limits.qddd_max),
    )
    for joint, low, high in zip(robot.commanded, limits.q_min, limits.q_max, strict=True):
        if joint.kind == "prismatic" and not math.isfinite(high - low):
            raise FileError(path, f"joint {joint.name!r}", "slides without a stated end; state both limits")
    try:
        return replace(robot, limits=limits)
    except TreeError as error:  # of a joint that follows one without an end
        raise FileError(path, "joint", str(error)) from None


def held_load(robot: Robot, shape: HeldShape) -> Load:
    """Return the load that a tool holds; `shape` is a mesh file, or stands in the frame of the tool.

    Raises:
        FileError: the mesh cannot be read.
        LoadError: no joint carries the tool.
    """
    frame, T = robot.tool
    if frame == 0:
        raise LoadError(f"the base carries the tool of {robot.name}; put what it holds into the scene")
    carrier = robot.joints[frame - 1].name
    body = SceneBody(name=LOAD_NAME, mass=0.0, com=np.zeros(3), inertia=np.zeros((3, 3)), carrier=carrier)
    if isinstance(shape, Box):
        box = replace(shape, body=LOAD_NAME, T_base_box=read_only(T @ shape.T_base_box))
        return Load(body=body, boxes=(box,), capsules=(), meshes=())
    if isinstance(shape, Capsule):
        p0, p1 = (read_only(T[:3, :3] @ end + T[:3, 3]) for end in (shape.p0, shape.p1))
        return Load(body=body, boxes=(), capsules=(replace(shape, body=LOAD_NAME, p0=p0, p1=p1),), meshes=())
    mesh = shape if isinstance(shape, MeshShape) else _read(Path(shape))
    return Load(body=body, boxes=(), capsules=(), meshes=(replace(mesh, body=LOAD_NAME).at(T),))


def _read(path: Path) -> MeshShape:
    mesh = read_mesh(path, read_file(path, at_most=LARGEST_FILE))
    return MeshShape(
        name=path.stem, body=LOAD_NAME, mesh=mesh, pieces=MeshFiles(path, read_file).pieces(mesh, "")
    )
