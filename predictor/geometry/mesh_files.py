"""The mesh files that another file names: each in that one's folder, read through its reader, and once.

What cannot be read or taken apart is told as a mistake of the place that names it.
"""

from pathlib import Path

from predictor.geometry.formats.limits import LARGEST_FILE
from predictor.geometry.mesh import Mesh
from predictor.geometry.mesh_file import read_mesh
from predictor.geometry.pieces.decompose import convex_pieces
from telemetry.settings import FileError, Reader, file_beside


class MeshFiles:
    """What the meshes beside one file hold."""

    def __init__(self, path: Path | str, read: Reader) -> None:
        """Take the path of the file that names them, and what gives their bytes."""
        self._path, self._read = path, read
        self._meshes: dict[Path, Mesh] = {}

    def mesh(self, name: str, where: str) -> Mesh:
        """Return the mesh that a file of this name holds, in its own frame and unit.

        Raises:
            FileError: it lies elsewhere, cannot be read, or holds no mesh.
        """
        path = file_beside(self._path, name, where)
        if path not in self._meshes:
            self._meshes[path] = read_mesh(path, self._read(path, at_most=LARGEST_FILE))
        return self._meshes[path]

    def pieces(self, mesh: Mesh, where: str, *, method: str = "surface") -> tuple[Mesh, ...]:
        """Return convex pieces that together contain a mesh, which may have been scaled since it was read.

        Raises:
            FileError: it cannot be taken apart, or a library that does so is missing.
        """
        try:
            return convex_pieces(mesh, method=method)
        except FileError:
            raise
        except ValueError as error:
            raise FileError(self._path, where, f"cannot be taken apart into convex pieces: {error}") from None
