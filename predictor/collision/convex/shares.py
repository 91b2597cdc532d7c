"""Which capsules of its frame a piece of an arm stands for, and which triangles of a mesh lie in which piece.

    capsules kept from the same   the piece goes whole to the one out of which it sticks least
    any others, piece in one      it goes to every capsule that holds it
    piece that several hold       is cut, and so are its triangles, until one capsule holds each part; a part
                                  goes to every capsule that holds it

What a pair of capsules is allowed is so allowed to what they hold, and to nothing beside them: no capsule is
farther than what stands for it.  A triangle lies in the piece out of which it sticks least.
"""

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from predictor.geometry.hull import convex_hull
from predictor.geometry.mesh import Mesh
from predictor.geometry.shapes import Scene
from predictor.model.checks.capsule_distances import (
    ROUNDING_M,
    PlacedCapsules,
    distances_to_capsules,
    halved,
    tetrahedra,
)
from predictor.model.robot import Part, Robot

Array = NDArray[np.float64]

MOST_PARTS = 20_000  # of what is cut at a time; beyond it each goes where it sticks out least


class Share(NamedTuple):
    """What a capsule holds of a piece."""

    capsule: str
    piece: Mesh
    number: int  # of the piece, of which this is all or a part
    triangles: Array | Mesh | None  # (k, 3, 3) of a part, or itself if it has none; None: it is all


def shares_of(robot: Robot, scene: Scene, part: Part) -> Iterator[Share]:
    """Return what each capsule holds of a part; of a frame without any it goes to the part's own name."""
    own = robot.capsules
    rows = np.flatnonzero(own.frame == part.frame)
    if not len(rows):
        yield from (Share(part.name, piece, number, None) for number, piece in enumerate(part.pieces))
        return
    limbs, names = (
        PlacedCapsules(own.p0[rows], own.p1[rows], own.radius[rows]),
        [own.names[row] for row in rows],
    )
    are_alike = len({_kept(robot, scene, row) for row in rows.tolist()}) == 1
    surface = cache(lambda: by_piece(part.mesh, part.pieces))
    for number, piece in enumerate(part.pieces):
        out = distances_to_capsules(piece.vertices, limbs).max(axis=0)
        least = [int(out.argmin())] if are_alike else np.flatnonzero(out <= ROUNDING_M).tolist()
        yield from (Share(names[row], piece, number, None) for row in least)
        if not least:
            for row, held, triangles in _cut(piece, surface()[number], limbs):
                yield Share(names[row], held, number, triangles)


def _kept(robot: Robot, scene: Scene, row: int) -> tuple[frozenset[int], frozenset[str]]:
    """Return the capsules from which one is kept apart, and the shapes from which it is not."""
    pairs, name = robot.self_pairs, robot.capsules.names[row]
    others = pairs[(pairs == row).any(axis=1)].ravel().tolist()
    return frozenset(others) - {row}, frozenset(shape for leaf, shape in scene.mounts if leaf == name)


def _cut(
    piece: Mesh, triangles: Array | Mesh, limbs: PlacedCapsules
) -> Iterator[tuple[int, Mesh, Array | Mesh]]:
    """Return the capsules, and what each holds of a piece that none holds whole, and of its triangles."""
    surface = np.empty((0, 3, 3)) if isinstance(triangles, Mesh) else triangles
    held_of_each = zip(_held(tetrahedra(piece), limbs), _held(surface, limbs), strict=True)
    for row, (inner, outer) in enumerate(held_of_each):
        corners = np.concatenate([inner.reshape(-1, 3), outer.reshape(-1, 3)])
        if len(corners):
            held = convex_hull(corners)
            yield row, held, outer if len(outer) else held


def _held(simplices: Array, limbs: PlacedCapsules) -> list[Array]:
    """Return what each capsule holds (k, c, 3) of triangles or tetrahedra (t, c, 3), which are cut for it."""
    held: list[list[Array]] = [[simplices[:0]] for _ in limbs.radius]
    while len(simplices):
        away = distances_to_capsules(simplices.reshape(-1, 3), limbs).reshape(*simplices.shape[:2], -1)
        out, is_outside = away.max(axis=1), away.min(axis=2).max(axis=1) > ROUNDING_M
        is_in = out <= ROUNDING_M
        if len(simplices) > MOST_PARTS:
            is_outside[:] = True
        lost = is_outside & ~is_in.any(axis=1)
        is_in[lost, out[lost].argmin(axis=1)] = True
        for row, own in enumerate(held):
            own.append(simplices[is_in[:, row]])
        simplices = halved(simplices[~is_in.any(axis=1)])
    return [np.concatenate(own) for own in held]


def by_piece(mesh: Mesh, pieces: tuple[Mesh, ...]) -> list[Mesh | Array]:
    """Return the triangles (k, 3, 3) of each piece of a mesh; the piece itself, if it has none."""
    triangles = mesh.vertices[mesh.faces]
    if len(pieces) == 1:
        return [triangles]
    least, of = np.full(len(triangles), np.inf), np.zeros(len(triangles), np.int64)
    for number, piece in enumerate(pieces):
        rows = np.flatnonzero(out_of_bounds(triangles, piece) < least)
        out = _out(triangles[rows], piece)
        rows, out = rows[out < least[rows]], out[out < least[rows]]
        least[rows], of[rows] = out, number
    found = [triangles[of == number] for number in range(len(pieces))]
    return [own if len(own) else piece for own, piece in zip(found, pieces, strict=True)]


def out_of_bounds(triangles: Array, piece: Mesh) -> Array:
    """Return how far triangles (k, 3, 3) stick out of the bounds of a piece (k,): no farther than of it."""
    low, high = piece.vertices.min(axis=0), piece.vertices.max(axis=0)
    out: Array = np.maximum(low - triangles.min(axis=1), triangles.max(axis=1) - high).max(axis=1)
    return out


def _out(triangles: Array, piece: Mesh) -> Array:
    """Return how far triangles (k, 3, 3) stick out of the planes of a convex piece (k,)."""
    a, b, c = np.moveaxis(piece.vertices[piece.faces], 1, 0)
    normals = np.cross(b - a, c - a)
    length = np.linalg.norm(normals, axis=1)
    normals = normals[length > 0.0] / length[length > 0.0, None]
    offsets = (normals @ piece.vertices.T).max(axis=1)
    out: Array = (triangles.reshape(-1, 3) @ normals.T - offsets).max(axis=1).reshape(-1, 3).max(axis=1)
    return out
