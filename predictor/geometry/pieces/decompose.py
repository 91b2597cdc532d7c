"""Convex pieces of a mesh, which together contain it: by its surface, or by another tool; kept on disk.

few    what moves: as few as may be, which fill what is hollow         `convex_pieces`
close  what stays where it is: as many as it takes to stay near to it  `close_to`
"""

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from predictor.geometry.disk_cache import Arrays, cached_arrays
from predictor.geometry.mesh import Array, Mesh, mesh_of
from predictor.geometry.pieces.coacd_pieces import coacd_pieces
from predictor.geometry.pieces.surface_pieces import Piece, surface_pieces
from predictor.geometry.shapes import PlacedBox, box_holds

MOST_PIECES = 64
METHODS = {"surface": surface_pieces, "coacd": coacd_pieces}


class ClosePieces(NamedTuple):
    """Convex pieces of a mesh and a box around each, none of which reaches too far from it."""

    pieces: tuple[Mesh, ...]
    boxes: tuple[PlacedBox, ...]


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
    return _unpacked(cached_arrays(parts, lambda: _packed(METHODS[method](mesh, most)), _is_sound))


def close_to(mesh: Mesh, *, method: str = "surface") -> ClosePieces:
    """Return pieces that together contain a mesh, as many as it takes to stay near to it.

    Raises:
        ValueError: they would be too many.
        LibraryMissing: the pieces are not kept yet, and what makes them is not installed.
    """

    def make() -> Arrays:
        from predictor.geometry.pieces.close_pieces import close_pieces

        found = close_pieces(mesh, method)
        arrays = _packed([Piece(hull, 0) for hull, _ in found])
        return arrays | {
            "T": np.array([box.T for _, box in found]),
            "half": np.array([box.half for _, box in found]),
        }

    def is_sound(arrays: Arrays) -> bool:
        """Return whether each box holds its piece: what comes from a disk is not believed."""
        arrays = dict(arrays)
        T, half = arrays.pop("T", np.empty(0)), arrays.pop("half", np.empty(0))
        if not _is_sound(arrays) or {T.shape[0], half.shape[0]} != {len(arrays["sizes"])}:
            return False
        pieces = _unpacked(arrays)
        return all(
            box_holds(PlacedBox(*box), piece.hull) for *box, piece in zip(T, half, pieces, strict=True)
        )

    found = cached_arrays(("close", method, mesh.vertices.tobytes(), mesh.faces.tobytes()), make, is_sound)
    boxes = zip(found.pop("T"), found.pop("half"), strict=True)
    return ClosePieces(
        tuple(piece.hull for piece in _unpacked(found)), tuple(PlacedBox(*box) for box in boxes)
    )


def largest_excess(mesh: Mesh, boxes: Iterable[PlacedBox]) -> tuple[float, float]:
    """Return how far boxes reach from a mesh at most [m], and how far those of `close_to` may."""

    def make() -> Arrays:
        from predictor.geometry.pieces.material import Material

        material = Material(mesh)
        return {"excess": np.array([material.largest(around), material.allowed_m])}

    def is_sound(arrays: Arrays) -> bool:
        return {*arrays} == {"excess"} and arrays["excess"].shape == (2,)

    around = [*boxes]
    every: Array = np.array([np.append(box.T.ravel(), box.half) for box in around])
    parts = ("excess", mesh.vertices.tobytes(), mesh.faces.tobytes(), every.tobytes())
    excess, allowed = cached_arrays(parts, make, is_sound)["excess"].tolist()
    return excess, allowed


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
