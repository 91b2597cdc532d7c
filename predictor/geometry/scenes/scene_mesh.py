"""A mesh of a scene: its file, its convex pieces, and where it stands."""

from predictor.geometry.formats.mesh_files import MeshFiles
from predictor.geometry.mesh import scaled
from predictor.geometry.scenes.scene_table import MeshTable
from predictor.geometry.shapes import MeshShape
from predictor.inputs.rigid import Blame, pose_from


def mesh_from(table: MeshTable, files: MeshFiles, *, stays: bool, where: str, blame: Blame) -> MeshShape:
    """Return a mesh scaled, turned and moved to its place: of what stays, with pieces that are near to it."""
    T = pose_from(table.rotation, table.translation, where=where, blame=blame)
    mesh = scaled(files.mesh(table.file, f"{where}.file"), table.scale)
    if stays:
        pieces, boxes = files.close_to(mesh, where, method=table.pieces)
    else:
        pieces, boxes = files.pieces(mesh, where, method=table.pieces), ()
    return MeshShape(name=table.name, body=table.body, mesh=mesh, pieces=pieces, boxes=boxes).at(T)
