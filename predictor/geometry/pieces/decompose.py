"""Convex pieces of a mesh, which together contain it: by its surface, or by another tool; kept on disk."""

import numpy as np

from predictor.geometry.kept import Arrays, kept
from predictor.geometry.mesh import Mesh, mesh_of
from predictor.geometry.pieces.coacd_pieces import coacd_pieces
from predictor.geometry.pieces.surface_pieces import Piece, surface_pieces

MOST_PIECES = 64
METHODS = {"surface": surface_pieces, "coacd": coacd_pieces}


def convex_pieces(mesh: Mesh, *, method: str = "surface", most: int = MOST_PIECES) -> tuple[Mesh, ...]:
    """Return at most `most` convex meshes that together contain a mesh."""
    return tuple(piece.hull for piece in decomposed(mesh, method=method, most=most))


def decomposed(mesh: Mesh, *, method: str = "surface", most: int = MOST_PIECES) -> tuple[Piece, ...]:
    """Return the same with what each piece is made of.

    Raises:
        ValueError: `method` is none of those that there are, or no piece at all may be made.
        LibraryMissing: the pieces are not kept yet, and what makes them is not installed.
    """
    if method not in METHODS or most < 1:
        raise ValueError(
            f"no {most} pieces by {method!r}; there are {', '.join(METHODS)}, and 1 piece or more"
        )
    parts = (method, str(most), mesh.vertices.tobytes(), mesh.faces.tobytes())
    return _unpacked(kept(parts, lambda: _packed(METHODS[method](mesh, most)), _is_sound))


def _packed(pieces: list[Piece]) -> Arrays:
    return {
        "vertices": np.concatenate([piece.hull.vertices for piece in pieces]),
        "faces": np.concatenate([piece.hull.faces for piece in pieces]),
        "sizes": np.array(
            [(len(piece.hull.vertices), len(piece.hull.faces), piece.patches) for piece in pieces],
            dtype=np.int64,
        ),
    }


def _is_sound(arrays: Arrays) -> bool:
    """Return whether arrays can be unpacked to meshes."""
    if {*arrays} != {"vertices", "faces", "sizes"} or arrays["sizes"].shape[1:] != (3,):
        return False
    vertices, faces, sizes = arrays["vertices"], arrays["faces"], arrays["sizes"]
    counts = sizes.sum(axis=0)
    if vertices.shape != (counts[0], 3) or faces.shape != (counts[1], 3) or sizes.min(initial=0) < 0:
        return False
    ends = np.repeat(sizes[:, 0], sizes[:, 1])
    return bool(len(sizes) and (faces >= 0).all() and (faces < ends[:, None]).all())


def _unpacked(arrays: Arrays) -> tuple[Piece, ...]:
    sizes = arrays["sizes"]
    vertices = np.split(arrays["vertices"], np.cumsum(sizes[:, 0])[:-1])
    faces = np.split(arrays["faces"], np.cumsum(sizes[:, 1])[:-1])
    return tuple(
        Piece(mesh_of(points, rows), int(patches))
        for points, rows, patches in zip(vertices, faces, sizes[:, 2], strict=True)
    )
