"""The bodies of an arm that a robot table names: meshes beside its file, and plain solids.

In the frame that carries it a body is scaled first, then turned and moved to its place.
"""

from pathlib import Path

import numpy as np

from predictor.geometry import primitive_meshes
from predictor.geometry.formats.mesh_files import MeshFiles
from predictor.geometry.mesh import Mesh, placed, scaled
from predictor.geometry.primitive_meshes import capsule_mesh
from predictor.geometry.shapes import Capsule
from predictor.inputs.rigid import Blame, pose_from
from predictor.model.files.robot_table import MeshRow, RobotTable
from predictor.model.files.rows import check_unique, only_one
from predictor.model.files.shape_rows import check_frame
from predictor.model.robot import Part
from telemetry.files.settings import FileError, Reader

BODIES = ("file", "box", "cylinder", "capsule", "sphere")


def parts_from(table: RobotTable, path: Path | str, read: Reader) -> tuple[Part, ...]:
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
    key = only_one(row, BODIES, where=where, blame=blame)
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
