"""The mesh files that another file names: each in that one's folder, read through its reader, and once."""

from pathlib import Path

from predictor.geometry.formats.limits import LARGEST_FILE
from predictor.geometry.mesh import Mesh
from predictor.geometry.mesh_file import read_mesh
from telemetry.settings import Reader, file_beside


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
