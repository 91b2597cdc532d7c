"""Convex pieces of a mesh, each with a box, that reach no farther from it than is allowed.

    bodies --halved--> those that one box may stand for, or one body --> its convex patches, halved
                                                         one patch --> cut across its box, again and again

What is convex and closed is cut as a solid; of any other only the faces are.  What holds of the result: each
face lies in pieces; where the mesh is closed, no ball inside of it that is larger than a cell of the lattice
(`inside_lattice`) is missed by all; and no point of a piece, nor of its box, is farther from the triangles,
and from the inside of what is closed, than `Material.allowed_m`.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from predictor.geometry.hull import convex_hull
from predictor.geometry.mesh import Array, Integers, Mesh, mesh_of
from predictor.geometry.pieces.allowance import WORK_OF_A_HULL, Allowance
from predictor.geometry.pieces.coacd_pieces import coacd_pieces
from predictor.geometry.pieces.inside_lattice import inside_lattice_of
from predictor.geometry.pieces.material import Material, box_around
from predictor.geometry.pieces.patches import convex_patches
from predictor.geometry.shapes import PlacedBox
from predictor.geometry.surfaces import body_of_faces, is_convex

MOST_PIECES = 20_000  # pieces
MOST_BY_COACD = 64  # of them before they are cut
LONGEST_TOGETHER = 10.0  # of what is allowed: the longest side of several bodies that are tried as one piece
SAMPLES = 32  # middles between corners of a group, which tell at once that it holds air
SHORT_EDGE, SQUARE_GAP = (
    0.2,
    0.01,
)  # of what is allowed: half an edge that is not cut; a gap that is not along one
ON_PLANE = 1e-9  # of the extent: a corner so near to a cut lies on it

WORK_OF_A_PART, WORK_OF_A_CROWD = (
    20,
    30,
)  # of work: for parts that are halved; for a look where triangles overlap
ALL_OF_A_HULL = None  # in place of triangles: all that is in a hull

Part = Integers  # rows of faces
Finer = Callable[[Part], list[Part]]


class TooManyPieces(ValueError):
    """A mesh that no reasonable number of pieces stays near to."""


class ClosePiece(NamedTuple):
    """A convex piece and its box."""

    hull: Mesh
    box: PlacedBox


class _Candidate(NamedTuple):
    """What is seen of some points: the hull and the box around them, and where that is too far out."""

    hull: Mesh
    box: PlacedBox
    gap: Array | None  # None: nowhere


def close_pieces(mesh: Mesh, method: str) -> list[ClosePiece]:
    """Return the pieces; those of another tool are cut where they reach too far.

    Raises:
        TooManyPieces: they would be more than `MOST_PIECES`.
        TooMuchWork: it is more than is allowed.
        LibraryMissing: what takes it apart is not installed.
    """
    apart = _Decomposition(mesh)
    if method == "coacd":
        for piece in coacd_pieces(mesh, MOST_BY_COACD):
            apart.split_piece(piece.hull)
    else:
        bodies = _groups(body_of_faces(mesh))
        apart.check_large(bodies)
        apart.split(bodies, apart.patches)
    apart.fill_inside()
    return apart.found


def _groups(number: Integers) -> list[Part]:
    """Return the rows of each number, which go from 0 up."""
    return np.split(np.argsort(number, kind="stable"), np.cumsum(np.bincount(number))[:-1])


class _Decomposition:
    """A mesh that is being taken apart, and the pieces that were found."""

    def __init__(self, mesh: Mesh) -> None:
        self._mesh, self._material, self._allowance = mesh, Material(mesh), Allowance(len(mesh.faces))
        self._triangles = mesh.triangles
        self.found: list[ClosePiece] = []

    def check_large(self, bodies: list[Part]) -> None:
        """Refuse at once too many bodies that share no piece with others: each is one, and a look or more."""
        triangles = self._triangles[np.concatenate(bodies)]
        begins = np.cumsum([0, *map(len, bodies)])[:-1]
        low = np.minimum.reduceat(triangles.min(axis=1), begins)
        high = np.maximum.reduceat(triangles.max(axis=1), begins)
        count = np.count_nonzero((high - low).max(axis=1) > LONGEST_TOGETHER * self._material.allowed_m)
        if count > MOST_PIECES:
            raise self._too_many()
        crowd = _crowd(self._triangles, self._material.allowed_m)
        self._allowance.check(int(count) * (WORK_OF_A_HULL + round(WORK_OF_A_CROWD * crowd)))

    def patches(self, body: Part) -> list[Part]:
        """Return the convex patches of a body."""
        return [body[rows] for rows in _groups(convex_patches(self._own(body), self._allowance))]

    def _own(self, part: Part) -> Mesh:
        used, rows = np.unique(self._mesh.faces[part], return_inverse=True)
        return mesh_of(self._mesh.vertices[used], rows)

    def split(self, parts: list[Part], finer: Finer | None) -> None:
        """Find the pieces of some parts, halving them until each is near; `finer`: what one is made of."""
        self._allowance.spend(WORK_OF_A_PART * len(parts))
        own = self._own(np.concatenate(parts))
        if len(parts) == 1 and is_convex(own):
            self._cut(self._solid_candidate(own), ALL_OF_A_HULL)
            return
        is_small = (
            finer is None or np.ptp(own.vertices, axis=0).max() <= LONGEST_TOGETHER * self._material.allowed_m
        )
        may_be_one = (is_small or len(parts) == 1) and not self._holds_air(own.vertices)
        candidate = self._candidate(own.vertices) if may_be_one else None
        if candidate and candidate.gap is None:
            self._add(candidate)
        elif len(parts) > 1:
            for half in self._halves(parts):
                self.split(half, finer)
        elif finer:
            self.split(finer(parts[0]), None)
        else:
            self._cut(candidate or self._candidate(own.vertices), own.triangles)

    def split_piece(self, piece: Mesh) -> None:
        """Find the pieces of what lies in a convex piece of another tool."""
        candidate = self._candidate(piece.vertices)
        inside = self._triangles
        for plane in _planes(piece) if candidate.gap is not None else ():
            self._allowance.spend(WORK_OF_A_HULL)
            inside, _ = cut_on_plane(inside, plane[:3], -plane[3] + ON_PLANE * self._extent)
        self._cut(candidate, inside)

    def fill_inside(self) -> None:
        """Fill what is left open inside of a solid."""
        solid = inside_lattice_of(self._mesh)
        hulls = [(_planes(hull), _bounds(hull)) for hull, _ in self.found]
        waiting = solid.open_boxes(hulls)
        while waiting:
            low, high = waiting.pop()
            beyond_m = 0.5 * min(solid.spacing, self._material.allowed_m)
            candidate = self._candidate(solid.corners(low, high, beyond_m))
            if candidate.gap is None:
                self._add(candidate)
                continue
            axis = int((high - low).argmax())
            middle = (low[axis] + high[axis]) // 2
            first_high, second_low = high.copy(), low.copy()
            first_high[axis], second_low[axis] = middle, middle + 1
            waiting += [(low, first_high), (second_low, high)]

    @property
    def _extent(self) -> float:
        return float(np.ptp(self._mesh.vertices, axis=0).max())

    def _holds_air(self, points: Array) -> bool:
        """Return whether a few places between points are too far from the mesh already."""
        first = points[:: max(1, len(points) // SAMPLES)]
        return self._material.is_far(0.5 * (first + np.roll(first, len(first) // 2, axis=0)))

    def _candidate(self, points: Array) -> _Candidate:
        self._allowance.spend(WORK_OF_A_HULL)
        hull = convex_hull(points)
        box = box_around(hull, self._material.allowed_m)
        return _Candidate(hull, box, self._material.gap(box, self._allowance))

    def _solid_candidate(self, hull: Mesh) -> _Candidate:
        """Look at a hull that is all material: what lies farthest from it is a corner of the box."""
        self._allowance.spend(WORK_OF_A_HULL)
        box = box_around(hull, self._material.allowed_m)
        return _Candidate(hull, box, self._material.gap_to(hull, box))

    def _add(self, candidate: _Candidate) -> None:
        if len(self.found) == MOST_PIECES:
            raise self._too_many()
        self.found.append(ClosePiece(candidate.hull, candidate.box))

    def _too_many(self) -> TooManyPieces:
        return TooManyPieces(
            f"more than {MOST_PIECES} would be needed to keep within {1e3 * self._material.allowed_m:g} mm of"
            f" what extends over {self._extent:,.3g} m; say its scale, or leave out what is fine"
        )

    def _halves(self, parts: list[Part]) -> list[list[Part]]:
        """Return parts in two, by the longest extent of their middles."""
        middles = np.array([self._triangles[part].mean(axis=(0, 1)) for part in parts])
        order = np.argsort(middles[:, np.ptp(middles, axis=0).argmax()], kind="stable")
        return [[parts[k] for k in half] for half in np.array_split(order, 2)]

    def _across(self, box: PlacedBox, gap: Array) -> Array:
        """Return the edge (3,) of a box across which cutting it brings most: a long one that a gap is along.

        Along an edge to which the gap is square the surface runs on as it is.  One that is short already is
        left alone, so that cutting ends: of a box with short edges alone nothing is too far.
        """
        gain = (np.abs(gap) + SQUARE_GAP * np.abs(gap).max()) * box.half
        normal: Array = box.T[
            :3, int(np.where(box.half > SHORT_EDGE * self._material.allowed_m, gain, 0.0).argmax())
        ]
        return normal

    def _cut(self, candidate: _Candidate, triangles: Array | None) -> None:
        """Find the pieces of triangles (k, 3, 3), or of all of a hull, by cutting whose box is not near."""
        waiting = [(candidate, triangles)]
        while waiting:
            candidate, triangles = waiting.pop()
            if candidate.gap is None:
                self._add(candidate)
                continue
            T, normal = candidate.box.T, self._across(candidate.box, candidate.gap)
            whole = candidate.hull.triangles if triangles is None else triangles
            for part in cut_on_plane(whole, normal, float(normal @ T[:3, 3])):
                if len(part) and triangles is None:
                    waiting.append((self._solid_candidate(convex_hull(part)), ALL_OF_A_HULL))
                elif len(part):
                    waiting.append((self._candidate(part.reshape(-1, 3)), part))


def cut_on_plane(triangles: Array, normal: Array, offset: float) -> tuple[Array, Array]:
    """Return what of triangles (k, 3, 3) lies below a plane, and what above, as triangles."""
    height = triangles @ normal - offset
    height[np.abs(height) <= ON_PLANE * np.ptp(height)] = 0.0
    is_below, is_above = (height <= 0.0).all(axis=1), (height >= 0.0).all(axis=1)
    split = ~is_below & ~is_above
    below, above = [triangles[is_below]], [triangles[is_above & ~is_below]]
    sign = np.sign(height[split])
    alone = np.where((sign > 0).sum(axis=1) == 1, (sign > 0).argmax(axis=1), (sign < 0).argmax(axis=1))
    order = (alone[:, None] + np.arange(3)) % 3
    corners = np.take_along_axis(triangles[split], order[:, :, None], axis=1)
    h = np.take_along_axis(height[split], order, axis=1)
    a, b, c = np.moveaxis(corners, 1, 0)
    p = a + (h[:, :1] / (h[:, :1] - h[:, 1:2])) * (b - a)
    q = a + (h[:, :1] / (h[:, :1] - h[:, 2:])) * (c - a)
    tip = np.stack([a, p, q], axis=1)
    rest = np.concatenate([np.stack([p, b, c], axis=1), np.stack([p, c, q], axis=1)])
    is_up = h[:, 0] > 0.0
    above += [tip[is_up], rest[np.tile(~is_up, 2)]]
    below += [tip[~is_up], rest[np.tile(is_up, 2)]]
    return np.concatenate(below), np.concatenate(above)


def _crowd(triangles: Array, margin_m: float) -> float:
    """Return how many triangles have bounds that hold one place, in the mean over the bounds of all."""
    low, high = triangles.min(axis=1), triangles.max(axis=1)
    whole = (high.max(axis=0) - low.min(axis=0) + margin_m).prod()
    return float((high - low + margin_m).prod(axis=1).sum() / whole)


def _bounds(hull: Mesh) -> Array:
    return np.array([hull.vertices.min(axis=0), hull.vertices.max(axis=0)])


def _planes(hull: Mesh) -> Array:
    """Return the planes (k, 4) of a hull, outwards."""
    a, b, c = np.moveaxis(hull.triangles, 1, 0)
    normals = np.cross(b - a, c - a)
    length = np.linalg.norm(normals, axis=1, keepdims=True)
    normals = (normals / np.where(length > 0.0, length, 1.0))[length[:, 0] > 0.0]
    offsets = (normals @ hull.vertices.T).max(axis=1)
    return np.unique(np.round(np.column_stack([normals, -offsets]), 12), axis=0)
