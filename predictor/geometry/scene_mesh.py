"""A mesh of a scene: its file, its convex pieces, and where it stands."""

import numpy as np

from predictor.geometry.decompose import convex_pieces
from predictor.geometry.mesh import Mesh, placed
from predictor.geometry.mesh_files import MeshFiles
from predictor.geometry.scene_table import MeshTable
from predictor.geometry.shapes import MeshShape
from predictor.model.rigid import Blame, fixed, pose_from
from telemetry.settings import FileError


def mesh_from(table: MeshTable, files: MeshFiles, *, where: str, blame: Blame) -> MeshShape:
    """Return a mesh with its pieces, scaled, turned and moved to its place."""
    T = pose_from(table.rotation, table.translation, where=where, blame=blame)
    mesh = files.mesh(table.file, f"{where}.file")
    scaled = Mesh(vertices=fixed(mesh.vertices * np.array(table.scale)), faces=mesh.faces)
    try:
        pieces = convex_pieces(scaled, method=table.pieces)
    except FileError:
        raise
    except ValueError as error:
        raise blame(where, f"cannot be taken apart into convex pieces: {error}") from None
    return MeshShape(
        name=table.name, body=table.body, mesh=placed(scaled, T), pieces=tuple(placed(p, T) for p in pieces)
    )
