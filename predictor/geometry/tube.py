"""A tube: all places within a radius of a way of lines whose corners are rounded; of two points, a cylinder.

            corner
          .-'    `-.           an arc that touches both legs, `half` away from the corner on each: the
     A o-'          `-o B      tangent never jumps, so neither does the way back to the axis as long as the
                               hand is not farther inside of a bend than its centre

Both ends are half spheres.  A place has one nearest point of the axis; where several are equally near, as in
the centre of a bend, it is the first of them along the way.  A leg that turns back on itself has no arc: its
corner stays, and the tube is round there as at its ends.
"""

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from predictor.geometry.fixtures.offset import FixtureError, Offset, length, towards, vector

Array = NDArray[np.float64]

STRAIGHT = 1e-9  # [rad] a turn that is less has no arc, nor has one that is as near to a whole turn back
SHARE = 0.5  # of a leg that a bend may take at most; the other end's bend takes the rest


class Nearest(NamedTuple):
    """The axis at its nearest."""

    point: Array  # (3,) [m]
    tangent: Array  # (3,) unit vector, from the first point to the last
    along: float  # way from the first point [m]
    distance: float  # [m]


class _Line(NamedTuple):
    begin: Array  # (3,)
    along: Array  # (3,) unit vector
    length: float  # [m]

    def at(self, s: float) -> tuple[Array, Array]:
        return self.begin + s * self.along, self.along

    def places(self, s: Array) -> Array:
        return self.begin + np.outer(s, self.along)

    def nearest(self, p: Array) -> float:
        return min(max(float((p - self.begin) @ self.along), 0.0), self.length)


class _Arc(NamedTuple):
    centre: Array  # (3,)
    out: Array  # (3,) unit vector from the centre to where it begins
    along: Array  # (3,) unit vector along the way there
    bend: float  # radius [m]
    turn: float  # [rad]

    @property
    def length(self) -> float:
        return self.bend * self.turn

    def at(self, s: float) -> tuple[Array, Array]:
        cos, sin = math.cos(s / self.bend), math.sin(s / self.bend)
        return self.centre + self.bend * (
            cos * self.out + sin * self.along
        ), cos * self.along - sin * self.out

    def places(self, s: Array) -> Array:
        angle = s / self.bend
        turned: Array = np.outer(np.cos(angle), self.out) + np.outer(np.sin(angle), self.along)
        return self.centre + self.bend * turned

    def nearest(self, p: Array) -> float:
        way = p - self.centre
        angle = math.atan2(float(way @ self.along), float(way @ self.out))
        middle = 0.5 * self.turn  # angles are taken to within half a turn of the arc's middle
        off = math.remainder(angle - middle, 2.0 * math.pi)
        return self.bend * min(max(middle + off, 0.0), self.turn)


class Tube:
    """Key points, a radius, and how wide the bend at each corner is."""

    def __init__(
        self, points: ArrayLike, radius: float, *, halves: Sequence[float] | float = math.inf
    ) -> None:
        """Make a tube.

        Args:
            points: key points (k, 3) [m], k >= 2, none twice in a row.
            radius: of the tube [m].
            halves: how far from its corner each bend begins at most (k - 2,), or one of all of them [m]; half
                of a leg at most is taken.

        Raises:
            FixtureError: the points make no way, or a length is none.
        """
        self.points = _way(points)
        self.radius = length(radius, "radius")
        legs = np.diff(self.points, axis=0)
        self._far = np.linalg.norm(legs, axis=1)
        self._units = legs / self._far[:, None]
        self.halves = self._fitting(halves)
        self._parts = self._laid()
        self._begins = np.concatenate([[0.0], np.cumsum([part.length for part in self._parts])])
        self.length = float(self._begins[-1])

    @property
    def is_cylinder(self) -> bool:
        """True if nothing bends it."""
        return len(self.points) == 2

    @property
    def least_bend(self) -> float:
        """Radius of the narrowest bend [m]; 0: a corner stays sharp; inf: nothing bends."""
        bends = [part.bend for part in self._parts if isinstance(part, _Arc)]
        turns = self._turns() > STRAIGHT
        return 0.0 if len(bends) < turns.sum() else min(bends, default=math.inf)

    def at(self, along: float) -> tuple[Array, Array]:
        """Return the place (3,) and the tangent (3,) of the axis so far along it [m]."""
        s = min(max(along, 0.0), self.length)
        row = min(int(np.searchsorted(self._begins, s, side="right")), len(self._parts)) - 1
        return self._parts[row].at(s - float(self._begins[row]))

    def places(self, step: float) -> Array:
        """Return places (k, 3) of the axis, both ends among them, at most `step` apart along it [m]."""
        count = max(1, math.ceil(self.length / step))
        along = np.linspace(0.0, self.length, count + 1)
        rows = np.clip(np.searchsorted(self._begins, along, side="right") - 1, 0, len(self._parts) - 1)
        parts = [part.places(along[rows == k] - self._begins[k]) for k, part in enumerate(self._parts)]
        return np.concatenate(parts)

    def nearest(self, p: ArrayLike) -> Nearest:
        """Return the point of the axis that is nearest to a place (3,) [m]."""
        place = vector(p, "p")
        every = (
            _near(part, float(begin), place) for part, begin in zip(self._parts, self._begins, strict=False)
        )
        return min(every, key=lambda found: found.distance)

    def offset(self, p: ArrayLike) -> Offset:
        """Return where a place (3,) is against the tube's wall."""
        place = vector(p, "p")
        found = self.nearest(place)
        _, inward = towards(found.point - place)
        return Offset(found.distance - self.radius, inward, found.tangent)

    def _turns(self) -> Array:
        """Return by how much each corner turns [rad]."""
        u, v = self._units[:-1], self._units[1:]
        sine = np.linalg.norm(np.cross(u, v), axis=1)
        turns: Array = np.arctan2(sine, np.einsum("ki,ki->k", u, v))
        return turns

    def _fitting(self, halves: Sequence[float] | float) -> Array:
        """Return how far from its corner each bend begins (k - 2,) [m]; 0: it has none."""
        count, turns = len(self.points) - 2, self._turns()
        wanted = np.broadcast_to(np.asarray(halves, dtype=np.float64), (count,))
        if not (wanted >= 0.0).all():
            raise FixtureError(f"halves are {halves}; each must be 0 m or more")
        fit: Array = np.minimum(wanted, SHARE * np.minimum(self._far[:-1], self._far[1:]))
        fit[(turns < STRAIGHT) | (turns > math.pi - STRAIGHT)] = 0.0
        fit.setflags(write=False)
        return fit

    def _laid(self) -> tuple[_Line | _Arc, ...]:
        """Return lines and arcs, one after the other."""
        halves, turns = [0.0, *self.halves.tolist(), 0.0], self._turns()
        parts: list[_Line | _Arc] = []
        for row, (unit, far) in enumerate(zip(self._units, self._far.tolist(), strict=True)):
            before, after = halves[row], halves[row + 1]
            parts.append(_Line(self.points[row] + before * unit, unit, max(0.0, far - before - after)))
            if after > 0.0:
                parts.append(
                    _arc(self.points[row + 1], unit, self._units[row + 1], half=after, turn=turns[row])
                )
        return tuple(parts)


def _near(part: _Line | _Arc, begin: float, place: Array) -> Nearest:
    s = part.nearest(place)
    point, tangent = part.at(s)
    return Nearest(point, tangent, begin + s, float(np.linalg.norm(place - point)))


def _arc(corner: Array, come: Array, leave: Array, *, half: float, turn: float) -> _Arc:
    """Return the arc that touches both legs of a corner `half` away from it."""
    bend = half / math.tan(0.5 * turn)
    _, inside = towards(leave - come)
    centre = corner + half / math.sin(0.5 * turn) * inside
    begin = corner - half * come
    _, out = towards(begin - centre)
    return _Arc(centre, out, come, bend, float(turn))


def _way(points: ArrayLike) -> Array:
    rows = np.array(points, dtype=np.float64)
    if rows.ndim != 2 or rows.shape[1] != 3 or len(rows) < 2 or not np.isfinite(rows).all():
        raise FixtureError(
            f"key points have shape {rows.shape}; at least two finite places (k, 3) make a tube"
        )
    if not (np.linalg.norm(np.diff(rows, axis=0), axis=1) > 0.0).all():
        raise FixtureError("two key points in a row are one place; leave one of them out")
    rows.setflags(write=False)
    return rows
