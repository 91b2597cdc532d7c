"""What the tool holds, as a load of the joint that carries the tool.

shape in the frame of the tool ---> the same in the joint's frame ---> predictor.model.load
"""

from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from predictor.geometry.formats.limits import LARGEST_FILE
from predictor.geometry.formats.mesh_files import MeshFiles, read_mesh
from predictor.geometry.shapes import Body, Box, Capsule, Load, MeshShape
from predictor.inputs.rigid import fixed
from predictor.model.load import LoadError
from predictor.model.robot import Robot
from telemetry.files.settings import read_file

Array = NDArray[np.float64]
Held = str | Path | Box | Capsule | MeshShape

NAME = "load"


def held_by(robot: Robot, shape: Held) -> Load:
    """Return the load that a tool holds; `shape` is a mesh file, or stands in the frame of the tool.

    Raises:
        FileError: the mesh cannot be read.
        LoadError: no joint carries the tool.
    """
    frame, T = robot.tool
    if frame == 0:
        raise LoadError(f"the base carries the tool of {robot.name}; put what it holds into the scene")
    carrier = robot.joints[frame - 1].name
    body = Body(name=NAME, mass=0.0, com=np.zeros(3), inertia=np.zeros((3, 3)), carrier=carrier)
    if isinstance(shape, Box):
        box = replace(shape, body=NAME, T_base_box=fixed(T @ shape.T_base_box))
        return Load(body=body, boxes=(box,), capsules=(), meshes=())
    if isinstance(shape, Capsule):
        p0, p1 = (fixed(T[:3, :3] @ end + T[:3, 3]) for end in (shape.p0, shape.p1))
        return Load(body=body, boxes=(), capsules=(replace(shape, body=NAME, p0=p0, p1=p1),), meshes=())
    mesh = shape if isinstance(shape, MeshShape) else _read(Path(shape))
    return Load(body=body, boxes=(), capsules=(), meshes=(replace(mesh, body=NAME).at(T),))


def _read(path: Path) -> MeshShape:
    mesh = read_mesh(path, read_file(path, at_most=LARGEST_FILE))
    return MeshShape(name=path.stem, body=NAME, mesh=mesh, pieces=MeshFiles(path, read_file).pieces(mesh, ""))
