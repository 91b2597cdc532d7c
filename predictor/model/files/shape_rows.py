"""What a robot table says stands in the arm's frames: capsules, meshes and solids, tools, a range sensor.

In the frame that carries it a mesh or solid is scaled first, then turned and moved to its place.
"""

import math
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from predictor.geometry import primitive_meshes
from predictor.geometry.formats.mesh_files import MeshFiles
from predictor.geometry.mesh import Mesh, placed, scaled
from predictor.geometry.primitive_meshes import capsule_mesh
from predictor.geometry.shapes import Capsule
from predictor.inputs.arrays import Integers, read_only, read_only_integers
from predictor.inputs.rigid import Blame, pose_from
from predictor.model.files.robot_table import CapsuleRow, MeshRow, RobotTable
from predictor.model.files.row_values import check_unique, only_one
from predictor.model.robot import Capsules, Part, RangeSensor
from predictor.model.tree_layout import Tool
from telemetry.files.settings import FileError, FileReader, nearest

BODY_KEYS = ("file", "box", "cylinder", "capsule", "sphere")


def check_frame(frame: int, table: RobotTable, *, where: str, blame: Blame) -> None:
    """Blame a frame that no joint carries."""
    if frame > len(table.joint):
        raise blame(f"{where}.frame", f"must lie within 0 .. {len(table.joint)}")


def capsules_from(table: RobotTable, blame: Blame) -> Capsules:
    """Return the capsules."""
    rows = table.capsules
    check_unique([row.name for row in rows], "capsule", blame)
    for i, row in enumerate(rows):
        check_frame(row.frame, table, where=f"capsule[{i}]", blame=blame)
    return Capsules(
        names=tuple(row.name for row in rows),
        frame=read_only_integers([row.frame for row in rows]),
        p0=read_only(np.reshape([row.p0 for row in rows], (-1, 3))),
        p1=read_only(np.reshape([row.p1 for row in rows], (-1, 3))),
        radius=read_only([row.radius for row in rows]),
    )


def self_pairs_from(table: RobotTable, blame: Blame) -> Integers:
    """Return all pairs (k, 2) of capsules on different frames but those that the file allows to meet."""
    names = [row.name for row in table.capsules]
    for i, row in enumerate(table.allowed):
        for name in row.pair:
            if name not in names:
                raise blame(f"allowed[{i}].pair", f"unknown capsule {name!r}{nearest(name, names)}")
        if row.pair[0] == row.pair[1]:
            raise blame(f"allowed[{i}].pair", "must name two different capsules")
    return _pairs_but(table.capsules, {frozenset(row.pair) for row in table.allowed})


def _pairs_but(rows: Sequence[CapsuleRow], allowed: set[frozenset[str]]) -> Integers:
    pairs = [
        (j, i)
        for i, first in enumerate(rows)
        for j, second in enumerate(rows[:i])
        if first.frame != second.frame and frozenset((first.name, second.name)) not in allowed
    ]
    return read_only_integers(np.reshape(pairs, (-1, 2)))


def tools_from(table: RobotTable, blame: Blame) -> tuple[Tool, ...]:
    """Return where the tools are, the one that is meant first."""
    check_unique([row.name for row in table.tools], "tool", blame)
    tools = []
    for i, row in enumerate(table.tools):
        where = f"tool[{i}]" if isinstance(table.tool, tuple) else "tool"
        frame = len(table.joint) if row.frame is None else row.frame
        check_frame(frame, table, where=where, blame=blame)
        T_frame_tool = pose_from(row.rotation, row.translation, where=where, blame=blame)
        tools.append(Tool(frame, T_frame_tool))
    return tuple(tools)


def range_sensor_from(table: RobotTable, blame: Blame) -> RangeSensor | None:
    """Return the sensor; None: the arm has none."""
    row = table.range_sensor
    if row is None:
        return None
    check_frame(row.frame, table, where="range_sensor", blame=blame)
    direction = np.array(row.direction)
    length = float(np.linalg.norm(direction))
    if length == 0.0:
        raise blame("range_sensor.direction", "has no length; give for example [0.0, 0.0, 1.0]")
    return RangeSensor(
        frame=row.frame,
        p=read_only(row.position),
        direction=read_only(direction / length),
        range_m=row.range_m,
        beam=math.radians(row.beam_deg),
        noise_m=row.noise_m,
    )


def parts_from(table: RobotTable, path: Path | str, read: FileReader) -> tuple[Part, ...]:
    """Return the bodies; those that are touched have convex pieces."""

    def blame(where: str, problem: str) -> FileError:
        return FileError(path, where, problem)

    check_unique([row.name for row in table.mesh], "mesh", blame)
    files, parts = MeshFiles(path, read), []
    for i, row in enumerate(table.mesh):
        where = f"mesh[{i}]"
        check_frame(row.frame, table, where=where, blame=blame)
        parts.append(_part(row, files, where=where, blame=blame))
    return tuple(parts)


def _part(row: MeshRow, files: MeshFiles, *, where: str, blame: Blame) -> Part:
    T = pose_from(row.rotation, row.translation, where=where, blame=blame)
    key = only_one(row, BODY_KEYS, where=where, blame=blame)
    mesh = scaled(_body(row, files, f"{where}.file"), row.scale)
    pieces: tuple[Mesh, ...] = ()
    if row.use != "seen":
        pieces = files.pieces(mesh, where) if key == "file" else (mesh,)
    return Part(
        name=row.name,
        frame=row.frame,
        mesh=placed(mesh, T),
        pieces=tuple(placed(piece, T) for piece in pieces),
        is_seen=row.use != "touched",
    )


def _body(row: MeshRow, files: MeshFiles, where: str) -> Mesh:
    """Return the mesh of a row, as it is before it is scaled and placed."""
    if row.file is not None:
        return files.mesh(row.file, where)
    if row.box is not None:
        return primitive_meshes.box(row.box)
    if row.cylinder is not None:
        return primitive_meshes.cylinder(row.cylinder.radius, row.cylinder.length)
    if row.capsule is not None:
        radius, end = row.capsule.radius, np.array([0.0, 0.0, 0.5 * row.capsule.length])
        return capsule_mesh(Capsule(name=row.name, body="", p0=-end, p1=end, radius=radius))
    return primitive_meshes.ball(row.sphere or 0.0)
