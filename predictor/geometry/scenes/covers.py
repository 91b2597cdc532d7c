"""Boxes that the arm is kept out of in place of a mesh: one around each convex piece.

    pieces 0, 1, ... of mesh "m" ----> boxes "m/0", "m/1", ...                it stays where it is
                                 ----> boxes "m/0/0", "m/0/1", ...            its body moves: the whole way

The way is cut into parts of at most `TURN_OF_A_PART`.  What a part sweeps lies in the hull of the piece at
its begin and its end, grown by what the arcs bulge out of it.  Proof: a point p of the piece has p(s) = a
straight line in s + a turn by s theta of its radius about `about`, so |p''| <= rho theta^2, and a function
differs from its chord by at most max|p''| / 8 (the error of linear interpolation).  The chord's point at s is
the mean, with weights 1 - s and s, of p at both ends, so it lies in the hull of the piece at both; and a box
around all vertices at both ends holds that hull.  Boxes are conservative by `SKIN_M` beside that: rounding.
"""

import math
from typing import NamedTuple

import numpy as np

from predictor.geometry.body_motion import BodyMotion
from predictor.geometry.disk_cache import Arrays, cached_arrays
from predictor.geometry.fit.obb import oriented_box
from predictor.geometry.mesh import Array, Mesh
from predictor.geometry.pieces.decompose import largest_excess
from predictor.geometry.primitive_meshes import as_mesh
from predictor.geometry.shapes import Box, Capsule, MeshShape, PlacedBox, box_holds
from predictor.inputs.arrays import read_only

SKIN_M = 1e-9
TURN_OF_A_PART = 0.2  # [rad] of a part: its arcs bulge by 0.5 % of the radius
WHOLE_TURN = 2.0 * math.pi
MOST_BOXES = 8192  # for the way of one mesh


class SweptCoverError(ValueError):
    """A way that would take too many boxes."""


class _Part(NamedTuple):
    """A part of a way: displacements (4, 4) of the body, and how far it turns."""

    begin: Array
    middle: Array
    end: Array
    turn: float  # [rad]


def resting_covers(shape: MeshShape) -> tuple[Box, ...]:
    """Return a box for each piece of a mesh that stays where it is."""
    return tuple(
        _box(shape, f"{shape.name}/{number}", placed) for number, placed in enumerate(boxes_around(shape))
    )


def swept_covers(shape: Box | Capsule | MeshShape, motion: BodyMotion) -> tuple[Box, ...]:
    """Return boxes for the whole way of a shape: of each piece of it as a mesh.

    Raises:
        WayError: they would be too many.
    """
    mesh = as_mesh(shape)
    parts, boxes = _parts(motion, most=MOST_BOXES // len(mesh.pieces)), []
    for number, (piece, R) in enumerate(zip(mesh.pieces, _axes(shape), strict=True)):
        boxes += [
            _box(mesh, f"{mesh.name}/{number}/{k}", _swept(piece, R, about=motion.about, part=part))
            for k, part in enumerate(parts)
        ]
    return tuple(boxes)


def _axes(shape: Box | Capsule | MeshShape) -> list[Array]:
    """Return the directions (3, 3) in which each piece of a shape has a small box."""
    if isinstance(shape, Box):
        return [shape.T_base_box[:3, :3]]
    if isinstance(shape, Capsule):
        return [_along(shape.p1 - shape.p0, np.eye(3))]
    return [T[:3, :3] for T, _ in boxes_around(shape)]


def _box(shape: MeshShape, name: str, placed: tuple[Array, Array]) -> Box:
    T_base_box, half = placed
    return Box(
        name=name,
        body=shape.body,
        T_base_box=read_only(T_base_box),
        half=read_only(half),
        cover_of=shape.name,
    )


def boxes_around(shape: MeshShape) -> tuple[PlacedBox, ...]:
    """Return a box around each piece: the one that was found with it, or one that is kept on disk."""
    if shape.boxes:
        return tuple(PlacedBox(box.T, box.half + SKIN_M) for box in shape.boxes)
    pieces = shape.pieces

    def make() -> Arrays:
        boxes = [oriented_box(piece.vertices) for piece in pieces]
        return {
            "T": np.array([box.T for box in boxes]),
            "half": np.array([box.half for box in boxes]) + SKIN_M,
        }

    def is_sound(found: Arrays) -> bool:
        """Whether each box holds its piece: what comes from a disk is not believed."""
        if {*found} != {"T", "half"} or len(found["T"]) != len(pieces) or len(found["half"]) != len(pieces):
            return False
        return all(
            box_holds(PlacedBox(*box), piece)
            for *box, piece in zip(found["T"], found["half"], pieces, strict=True)
        )

    found = cached_arrays(["boxes", *(piece.vertices.tobytes() for piece in pieces)], make, is_sound)
    return tuple(map(PlacedBox, found["T"], found["half"]))


def excess_of(shape: MeshShape) -> tuple[float, float]:
    """Return how far the boxes of a mesh reach from it at most [m], and how far those of what stays may."""
    excess, allowed = largest_excess(shape.mesh, boxes_around(shape))
    return (min(excess, allowed) if shape.boxes else excess), allowed


def _parts(motion: BodyMotion, *, most: int) -> list[_Part]:
    """Return the parts of a way; a leg that turns on the spot comes everywhere in its first whole turn."""
    parts: list[_Part] = []
    for leg, vector in enumerate(motion.turn):
        begin_s, end_s = (float(t) for t in motion.times_s[leg : leg + 2])
        turn = float(np.linalg.norm(vector))
        if turn > WHOLE_TURN and np.array_equal(motion.shift[leg], motion.shift[leg + 1]):
            end_s, turn = begin_s + (end_s - begin_s) * WHOLE_TURN / turn, WHOLE_TURN
        count = max(1, math.ceil(turn / TURN_OF_A_PART))
        if len(parts) + count > most:
            raise SweptCoverError(
                f"turns {turn:.0f} rad on its way, which takes more than {MOST_BOXES} boxes"
            )
        edges = np.linspace(begin_s, end_s, 2 * count + 1)
        poses = [motion.pose_at(float(t_s)) for t_s in edges]
        ends = zip(poses[0::2], poses[1::2], poses[2::2], strict=False)
        parts += [_Part(begin, middle, end, turn / count) for begin, middle, end in ends]
    return parts


def _swept(piece: Mesh, R: Array, *, about: Array, part: _Part) -> tuple[Array, Array]:
    """Return the smaller of two boxes around what a piece sweeps: turned as it is, or along its way."""
    points = np.concatenate([_moved(part.begin, piece.vertices), _moved(part.end, piece.vertices)])
    radius = float(np.linalg.norm(piece.vertices - about, axis=1).max())
    bulge = radius * part.turn**2 / 8.0 + SKIN_M
    as_it_is = part.middle[:3, :3] @ R
    centre = piece.vertices.mean(axis=0)
    travel = _moved(part.end, centre) - _moved(part.begin, centre)
    tried = [_in_axes(points, axes, bulge) for axes in (as_it_is, _along(travel, as_it_is))]
    return min(tried, key=lambda placed: float(np.prod(placed[1])))


def _moved(T: Array, points: Array) -> Array:
    moved: Array = points @ T[:3, :3].T + T[:3, 3]
    return moved


def _in_axes(points: Array, R: Array, bulge: float) -> tuple[Array, Array]:
    """Return the box in these directions (3, 3) around points (k, 3), grown."""
    local = points @ R
    low, high = local.min(axis=0), local.max(axis=0)
    T = np.eye(4)
    T[:3, :3], T[:3, 3] = R, R @ (0.5 * (low + high))
    return T, 0.5 * (high - low) + bulge


def _along(travel: Array, R: Array) -> Array:
    """Return directions (3, 3): the first along a displacement, the others as near to R as may be."""
    length = float(np.linalg.norm(travel))
    if length == 0.0:
        return R
    x = travel / length
    y = R[:, np.abs(x @ R).argmin()]
    z = np.cross(x, y)
    z /= np.linalg.norm(z)
    return np.stack([x, np.cross(z, x), z], axis=1)
