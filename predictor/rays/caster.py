"""Ask rays of shapes, some of which move: what they meet first, what stands in their way, what they cross.

    shapes in frames --Caster--> rows and trees, once
                                     |        T of the frames, with each call
    origins, directions -------------+---> first_hits    distance, shape and normal of the first surface
                                     |---> are_blocked   is there anything, as soon as one is found
    a, b ----------------------------+---> segment       all crossings, from a on

A ray is carried into the axes of what it may meet, so that nothing is built anew when frames move.  A ray
that begins inside a shape meets its surface from within, where it leaves it; but the way is blocked there
from the begin on, if the shape is full: a box, a capsule, a convex piece.  A mesh is a surface, without an
inside; a ray that runs within the plane of a triangle passes it, and meets what closes the mesh.
"""

import math
from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from predictor.compiler.jit import kernel_array
from predictor.inputs.finite import POSE_UNIT, check_finite
from predictor.rays.beam_kernels import LANES
from predictor.rays.cast_kernels import cast
from predictor.rays.crossing_kernels import cross
from predictor.rays.ray_shapes import RayShape, pack, taken_apart

Array = NDArray[np.float64]
Integers = NDArray[np.int64]

SAME_CROSSING = 1e-9  # [m] crossings of one surface that are nearer to one another, as at an edge, are one


class RayError(ValueError):
    """Rays, a segment or poses of the wrong shape, or none at all."""


class Hits(NamedTuple):
    """What k rays meet first."""

    distance: Array  # (k,) in lengths of each direction [m where that is 1 m]; inf: nothing; NaN: no ray
    shape: Integers  # (k,) index into the caster's `names`; NO_HIT, NO_RAY (`predictor.rays.cast_kernels`)
    normal: Array  # (k, 3) outward unit normal there; zeros where nothing was met


class Crossing(NamedTuple):
    """Where a segment goes through a surface."""

    shape: int  # index into the caster's `names`
    distance: float  # from the segment's begin [m]
    point: Array  # (3,) [m]
    normal: Array  # (3,) outward


class Caster:
    """Shapes that rays may meet; they never change, but their frames may move."""

    def __init__(self, shapes: Iterable[RayShape]) -> None:
        """Take them over."""
        own = [*shapes]
        self.names = tuple(shape.name for shape in own)
        self._packed = pack(own)
        self._apart = taken_apart(self._packed, own)
        self._frames = 1 + max((shape.frame for shape in own), default=-1)
        self._still = np.tile(np.eye(4), (self._frames, 1, 1))

    def first_hits(
        self, origins: ArrayLike, directions: ArrayLike, *, T: Array | None = None, farthest: float = math.inf
    ) -> Hits:
        """Return what rays meet first, not farther away than `farthest` lengths of their directions.

        Args:
            origins: (k, 3) [m], or one (3,) of all of them.
            directions: (k, 3), of any length.
            T: (frames, 4, 4) poses of the shapes' frames in the axes of the rays; None: those axes.
            farthest: how far to look.

        Raises:
            RayError: other shapes of these.
            NotFiniteError: a number of them that is none, or endless.
        """
        return Hits(*self._cast(origins, directions, T, farthest=farthest, is_any=False))

    def are_blocked(
        self, origins: ArrayLike, directions: ArrayLike, *, T: Array | None = None, farthest: float = math.inf
    ) -> NDArray[np.bool_]:
        """Return of rays (k,) whether anything stands in their way; what is no ray is blocked.

        With directions that lead to a point, and 1 as `farthest`: whether that is out of sight.

        Raises:
            RayError: as in `first_hits`.
        """
        distance, _, _ = self._cast(origins, directions, T, farthest=farthest, is_any=True)
        is_free: NDArray[np.bool_] = distance == math.inf
        return ~is_free

    def segment(self, a: ArrayLike, b: ArrayLike, *, T: Array | None = None) -> tuple[Crossing, ...]:
        """Return all crossings of the segment from a to b (3,) [m] with surfaces, the one nearest to a first.

        Raises:
            RayError: ends or poses of another shape, or not finite; ends in one place.
        """
        ends = np.array([a, b], dtype=np.float64)
        if ends.shape != (2, 3):
            raise RayError(f"ends have shape {ends.shape[1:]}; they must be (3,)")
        poses, most = self._poses(T), 64
        while True:
            found = np.empty((most, 5))
            count = cross(*self._packed, poses, ends[0], ends[1], found)
            if count < 0:
                raise RayError(f"from {ends[0]} to {ends[1]} no segment leads; ends must be finite and two")
            if count <= most:
                return _crossings(found[:count], ends)
            most = count

    def _cast(
        self, origins: ArrayLike, directions: ArrayLike, T: Array | None, *, farthest: float, is_any: bool
    ) -> tuple[Array, Integers, Array]:
        d = kernel_array(directions)
        if d.ndim != 2 or d.shape[1] != 3:
            raise RayError(f"directions have shape {d.shape}; they must be (k, 3)")
        o = kernel_array(origins)
        if o.shape not in ((3,), d.shape):
            raise RayError(f"origins have shape {o.shape}; they must be (3,) or {d.shape}")
        distance, shape = np.empty(len(d)), np.empty(len(d), np.int64)
        normal = np.zeros((len(d), 3))
        has_one_origin = o.ndim == 1 and len(d) > LANES
        check_finite(d, "direction", unit="m")
        check_finite(o, "origin", unit="m")
        packed, o, reach = self._apart if has_one_origin else self._packed, o.reshape(-1, 3), float(farthest)
        if math.isnan(reach):
            raise RayError("farthest is not a number; give lengths of the directions, or infinity")
        cast(*packed, self._poses(T), o, d, reach, is_any, has_one_origin, distance, shape, normal)
        return distance, shape, normal

    def _poses(self, T: Array | None) -> Array:
        if T is None:
            return self._still
        poses = kernel_array(T)
        if poses.ndim != 3 or poses.shape[1:] != (4, 4) or len(poses) < self._frames:
            raise RayError(f"poses have shape {poses.shape}; they must be ({self._frames}, 4, 4), or more")
        check_finite(poses, "number of T", unit=POSE_UNIT)
        return poses


def warm() -> None:
    """Compile the kernels that cast rays, or load them."""
    Caster(()).first_hits(np.zeros(3), np.empty((0, 3)))


def _crossings(found: Array, ends: Array) -> tuple[Crossing, ...]:
    """Return rows (c, 5) of share, shape and normal in order, each edge of two triangles once."""
    span, length = ends[1] - ends[0], float(np.linalg.norm(ends[1] - ends[0]))
    kept: list[Crossing] = []
    for share, shape, *normal in found[np.argsort(found[:, 0], kind="stable")].tolist():
        at = Crossing(int(shape), share * length, ends[0] + share * span, np.array(normal))
        if not any(
            _is_one(at, other, span) for other in kept if at.distance - other.distance < SAME_CROSSING
        ):
            kept.append(at)
    return tuple(kept)


def _is_one(a: Crossing, b: Crossing, span: Array) -> bool:
    """Return whether two crossings in one place are of one surface: both on the way in, or both out."""
    return a.shape == b.shape and float(a.normal @ span) * float(b.normal @ span) > 0.0
