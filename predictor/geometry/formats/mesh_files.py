"""Mesh files of all formats that are read: by the ending of the name, alone or as another file names them.

What a file declares is checked against what it holds before anything is made of it, and caps bound time and
memory (`predictor.geometry.formats.limits`), so that a damaged or hostile file is told in one line.  All
parts of a file become one mesh in metres, in the frame of the file; formats that carry no unit are taken as
metres, a scale is the caller's matter.  What a file names is looked for in that file's folder and read once;
what cannot be read or taken apart is told as a mistake of the place that names it.
"""

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import numpy as np

from predictor.geometry.disk_cache import Arrays, cached_arrays
from predictor.geometry.formats.collada import read_collada
from predictor.geometry.formats.glb import read_glb
from predictor.geometry.formats.limits import LARGEST_FILE
from predictor.geometry.formats.obj import read_obj
from predictor.geometry.formats.ply import read_ply
from predictor.geometry.formats.stl import read_stl
from predictor.geometry.formats.vrml import read_vrml
from predictor.geometry.mesh import Cleaned, Mesh, MeshError, cleaned, mesh_of
from predictor.geometry.pieces.decompose import ClosePieces, close_to, convex_pieces
from telemetry.files.settings import FileError, FileReader, file_beside

READERS: dict[str, Callable[[bytes], Mesh]] = {
    ".stl": read_stl,
    ".obj": read_obj,
    ".ply": read_ply,
    ".glb": read_glb,
    ".dae": read_collada,
    ".wrl": read_vrml,
}

QUICK = (".stl", ".glb")  # formats that are read as fast as what is kept of the others


def read_mesh(path: Path | str, content: bytes) -> Mesh:
    """Return the surface that the bytes of a mesh file describe.

    Raises:
        FileError: the format is unknown, the file is damaged, too large, or holds no surface.
    """
    return read_cleaned(path, content).mesh


def read_cleaned(path: Path | str, content: bytes) -> Cleaned:
    """Return the same, and how many triangles without area the file holds besides."""
    ending = Path(path).suffix.lower()
    if ending not in READERS:
        known = ", ".join(READERS)
        raise FileError(
            path, "", f"{ending or 'no ending'} is no mesh format that is read; export one of {known}"
        )
    if len(content) > LARGEST_FILE:
        raise FileError(path, "", f"larger than {LARGEST_FILE} bytes; export it with fewer triangles")
    try:
        if ending in QUICK:
            return cleaned(READERS[ending](content))
        found = cached_arrays(
            (ending, content), lambda: _packed(cleaned(READERS[ending](content))), _is_sound
        )
        return Cleaned(mesh_of(found["vertices"], found["faces"]), int(found["dropped"][0]))
    except MeshError as error:
        raise FileError(path, "", str(error)) from None


def _packed(read: Cleaned) -> Arrays:
    return {
        "vertices": read.mesh.vertices,
        "faces": read.mesh.faces,
        "dropped": np.array([read.dropped], dtype=np.int64),
    }


def _is_sound(arrays: Arrays) -> bool:
    """Return whether arrays are those of a mesh."""
    shapes = {name: array.shape[1:] for name, array in arrays.items()}
    if shapes != {"vertices": (3,), "faces": (3,), "dropped": ()} or len(arrays["dropped"]) != 1:
        return False
    faces = arrays["faces"]
    return bool(len(faces) and faces.min() >= 0 and faces.max() < len(arrays["vertices"]))


Found = TypeVar("Found")


class MeshFiles:
    """What the meshes beside one file hold."""

    def __init__(self, path: Path | str, read: FileReader) -> None:
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

    def close_to(self, mesh: Mesh, where: str, *, method: str = "surface") -> ClosePieces:
        """Return as many as it takes to stay near to it.

        Raises:
            FileError: as `pieces`, or they would be too many.
        """
        return self._apart(lambda: close_to(mesh, method=method), where)

    def _apart(self, split: Callable[[], Found], where: str) -> Found:
        try:
            return split()
        except FileError:
            raise
        except ValueError as error:
            raise FileError(self._path, where, f"cannot be taken apart into convex pieces: {error}") from None
