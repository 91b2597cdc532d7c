"""A mesh of a scene: its file, its convex pieces, and where it stands."""

from predictor.geometry.mesh import placed, scaled
from predictor.geometry.mesh_files import MeshFiles
from predictor.geometry.scenes.scene_table import MeshTable
from predictor.geometry.shapes import MeshShape
from predictor.model.rigid import Blame, pose_from


def mesh_from(table: MeshTable, files: MeshFiles, *, where: str, blame: Blame) -> MeshShape:
    """Return a mesh with its pieces, scaled, turned and moved to its place."""
    T = pose_from(table.rotation, table.translation, where=where, blame=blame)
    mesh = scaled(files.mesh(table.file, f"{where}.file"), table.scale)
    pieces = files.pieces(mesh, where, method=table.pieces)
    return MeshShape(
        name=table.name, body=table.body, mesh=placed(mesh, T), pieces=tuple(placed(p, T) for p in pieces)
    )
