"""Moves that follow one another without a stop: each corner between two of them is rounded.

                 corner
            . - - - +
          .        /:        before and after it the paths themselves, exactly; between, of each joint the
        /         . :        polynomial of fifth degree that has both ends' value, slope and bend (C2)
    ---o         :  :
                 o  :        o   where the tool is as far from the corner as is allowed, or half of a path
                 |
                 |

A path's fraction counts each of its parts by the time that they take at the joints' top speeds, so that the
slopes of two paths fit one another.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from planner.motion.paths.path import Path, PathLost, PathPoint
from planner.motion.timing.quintic_law import quintic_between
from predictor.model.kinematics import tool_pose
from predictor.model.robot import Robot
from telemetry.agreed.reasons import Reason

Array = NDArray[np.float64]

SAMPLES = 33  # of a path, for its length and for where it comes near a corner
CORNER_SAMPLES = 17  # of a corner, for how far the tool leaves it
BISECTIONS = 40
SHRINK, SHRINKS = 0.8, 30  # of how far from a corner its rounding begins, where the tool would leave too far
MOST_ROUNDED = 0.5  # of a path at most is rounded at each of its ends


class Leg(NamedTuple):
    """One of several moves."""

    robot: Robot  # whose tool is meant
    path: Path
    blend_m: float  # how far the tool may be from the corner to the next one


class PathPart(NamedTuple):
    """A part of a path, and how long it counts."""

    path: Path
    begin: float
    end: float
    width: float


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Corner:
    """The rounding between two paths: a polynomial of each joint by the fraction."""

    rows: Array  # (6, n) coefficients, the constant first

    @property
    def hardest(self) -> str:
        """Nowhere more than elsewhere."""
        return ""

    def at(self, s: float) -> PathPoint:
        """Return the point at fraction s in [0, 1]."""
        powers = s ** np.arange(6.0)
        k = np.arange(6.0)
        slopes = np.concatenate([[0.0], (k * s ** np.maximum(k - 1.0, 0.0))[1:]])
        bends = np.concatenate([[0.0, 0.0], (k * (k - 1.0) * s ** np.maximum(k - 2.0, 0.0))[2:]])
        return PathPoint(powers @ self.rows, slopes @ self.rows, bends @ self.rows)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class BlendedPath:
    """Paths and the corners between them, in order."""

    parts: tuple[PathPart, ...]
    edges: Array  # (k + 1,) fractions at which the parts begin, and 1

    @property
    def hardest(self) -> str:
        """Where one of the paths asks for the most, in words."""
        return next((part.path.hardest for part in self.parts if part.path.hardest), "")

    @property
    def corners(self) -> list[float]:
        """The fractions in the middle of each corner."""
        return [0.5 * float(self.edges[k] + self.edges[k + 1]) for k in range(1, len(self.parts), 2)]

    def at(self, s: float) -> PathPoint:
        """Return the point at fraction s in [0, 1].

        Raises:
            PathLost: the joints cannot follow the path there.
        """
        k = min(max(int(np.searchsorted(self.edges, s, side="right")) - 1, 0), len(self.parts) - 1)
        part, width = self.parts[k], float(self.edges[k + 1] - self.edges[k])
        rate = (part.end - part.begin) / width
        point = part.path.at(min(part.end, part.begin + (s - float(self.edges[k])) * rate))
        return PathPoint(point.q, point.q_s * rate, point.q_ss * rate * rate)


def blended(legs: Sequence[Leg]) -> Path:
    """Return the one path along all legs, each of which begins where the one before it ends.

    Raises:
        PathLost: a move has no length.
    """
    if len(legs) == 1:
        return legs[0].path
    lengths = [_length(leg) for leg in legs]
    cuts = [[0.0, 1.0] for _ in legs]
    corners = []
    for k, (before, after) in enumerate(pairwise(legs)):
        corner, cuts[k][1], cuts[k + 1][0] = _rounded(before, after, lengths[k : k + 2])
        corners.append(corner)
    parts = []
    for k, (leg, length, (begin, end)) in enumerate(zip(legs, lengths, cuts, strict=True)):
        parts.append(PathPart(leg.path, begin, end, length * (end - begin)))
        parts += corners[k : k + 1]
    edges = np.concatenate([[0.0], np.cumsum([part.width for part in parts])])
    return BlendedPath(parts=tuple(parts), edges=edges / edges[-1])


def _length(leg: Leg) -> float:
    """Return how long a path takes at the joints' top speeds [s]."""
    q = np.array([leg.path.at(s).q for s in np.linspace(0.0, 1.0, SAMPLES).tolist()])
    length = float((np.abs(np.diff(q, axis=0)) / np.array(leg.robot.limits.qd_max)).max(axis=1).sum())
    if not length > 0.0:
        raise PathLost(
            Reason.UNREACHABLE, "a move of no length has no corner to be rounded: leave out blend_m"
        )
    return length


def _rounded(before: Leg, after: Leg, lengths: Sequence[float]) -> tuple[PathPart, float, float]:
    """Return the corner between two legs of these lengths, and the fractions where it begins and ends."""
    reach, (one, other) = before.blend_m, lengths
    for _ in range(SHRINKS):
        begin, end = 1.0 - _fraction(before, reach, backwards=True), _fraction(after, reach, backwards=False)
        width = one * (1.0 - begin) + other * end
        ends = _faster(before.path.at(begin), width / one), _faster(after.path.at(end), width / other)
        corner = Corner(rows=quintic_between(*ends))
        if max(_farthest(before, corner, 1.0), _farthest(after, corner, 0.0)) <= before.blend_m:
            break
        reach *= SHRINK
    return PathPart(corner, 0.0, 1.0, width), begin, end


def _fraction(leg: Leg, reach: float, *, backwards: bool) -> float:
    """Return how much of a path from a corner on keeps the tool within so many metres of it, half at most."""

    def away(x: float) -> float:
        return float(np.linalg.norm(_place(leg, 1.0 - x if backwards else x) - corner))

    corner = _place(leg, 1.0 if backwards else 0.0)
    near = 0.0
    for far in np.linspace(0.0, MOST_ROUNDED, SAMPLES)[1:].tolist():
        if away(far) > reach:
            break
        near = far
    else:
        return MOST_ROUNDED
    for _ in range(BISECTIONS):
        middle = 0.5 * (near + far)
        near, far = (middle, far) if away(middle) <= reach else (near, middle)
    return near


def _faster(point: PathPoint, rate: float) -> PathPoint:
    """Return a point by a fraction that grows more slowly, at a rate."""
    return PathPoint(point.q, point.q_s * rate, point.q_ss * rate**2)


def _farthest(leg: Leg, corner: Corner, s: float) -> float:
    """Return how far the tool comes from where a path has its corner, at fraction s [m]."""
    at_corner = _place(leg, s)
    rows = [corner.at(x).q for x in np.linspace(0.0, 1.0, CORNER_SAMPLES).tolist()]
    return max(float(np.linalg.norm(tool_pose(leg.robot, q)[:3, 3] - at_corner)) for q in rows)


def _place(leg: Leg, s: float) -> Array:
    place: Array = tool_pose(leg.robot, leg.path.at(s).q)[:3, 3]
    return place
