"""The mesh files that another file names: each in that one's folder, read through its reader, and once.

What cannot be read or taken apart is told as a mistake of the place that names it.
"""

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from predictor.geometry.formats.limits import LARGEST_FILE
from predictor.geometry.formats.mesh_file import read_mesh
from predictor.geometry.mesh import Mesh
from predictor.geometry.pieces.decompose import Close, close_to, convex_pieces
from telemetry.files.settings import FileError, Reader, file_beside

Found = TypeVar("Found")


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
        """Return few convex pieces that together contain a mesh, which may have been scaled since.

        Raises:
            FileError: it cannot be taken apart, or a library that does so is missing.
        """
        return self._apart(lambda: convex_pieces(mesh, method=method), where)

    def close_to(self, mesh: Mesh, where: str, *, method: str = "surface") -> Close:
        """Return as many as it takes to stay near to it.

        Raises:
            FileError: as `pieces`, or they would be too many.
        """
        return self._apart(lambda: close_to(mesh, method=method), where)

    def _apart(self, take: Callable[[], Found], where: str) -> Found:
        try:
            return take()
        except FileError:
            raise
        except ValueError as error:
            raise FileError(self._path, where, f"cannot be taken apart into convex pieces: {error}") from None
