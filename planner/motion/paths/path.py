"""Paths in joint space: where the arm goes, without when.

    joint path      q(s) = (1 - s) q_start + s q_goal
    rounded path    straight lines whose corners are rounded, so that nothing stops there
    guide           a smooth curve through knots: which of its many solutions a redundant arm takes
    tool path       the tool on a course: `planner.motion.paths.tool_path`

What cannot be followed is a `Refusal` with the place where it fails; timing is `planner.motion.timing`'s.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from predictor.model.joint_text import joint_label, value_text
from predictor.model.robot import Robot
from telemetry.agreed.reasons import Reason
from telemetry.files.settings import nearest
from telemetry.messages.plan import FlownPeaks

Array = NDArray[np.float64]

# Of a bend from u = 0 to 1: how far the line that leaves the corner has been gone, by powers of u.
LINE_SHARE = np.polynomial.Polynomial([0.0, 0.0, 0.0, 0.0, 2.5, -1.5])
LINE_SHARE_U, LINE_SHARE_UU = LINE_SHARE.deriv(), LINE_SHARE.deriv(2)
BEND_LENGTH = 2.5  # a bend of half width h takes as much of s as a line of length 2.5 h


class TooFast(NamedTuple):
    """A motion that was asked to be faster than the arm can be."""

    shortest_s: float  # that it can be flown in, whole periods [s]
    peaks: FlownPeaks  # as they would be in the time that was asked for


class Refusal(NamedTuple):
    """The reason why there is no path, plan or certificate, and its details."""

    reason: Reason
    detail: str
    move: int = 0  # of a plan, from 1; 0: none of them
    pair: tuple[str, ...] = ()  # what comes too close, if that is why
    too_fast: TooFast | None = None  # if that is why


class PathPoint(NamedTuple):
    """Joint values and their derivatives by the path's fraction s, each (n,) [rad or m]."""

    q: Array
    q_s: Array
    q_ss: Array


class Path(Protocol):
    """A path of the joints that can be timed and flown."""

    def at(self, s: float) -> PathPoint:
        """Return the point at fraction s in [0, 1]."""
        ...

    @property
    def hardest(self) -> str:
        """Where it asks the joints for the most, in words; empty: everywhere alike."""
        ...


class PathLost(ValueError):
    """The joints cannot follow a path at some place; its refusal is for the operator."""

    def __init__(self, reason: Reason, detail: str) -> None:
        """State why, and where."""
        self.refusal = Refusal(reason, detail)
        super().__init__(detail)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class JointPath:
    """A straight line in joint space."""

    start_q: Array  # (n,) [rad or m]
    goal_q: Array  # (n,)

    @property
    def hardest(self) -> str:
        """Nowhere more than elsewhere."""
        return ""

    def at(self, s: float) -> PathPoint:
        """Return the point at fraction s in [0, 1]."""
        change = self.goal_q - self.start_q
        q = (1.0 - s) * self.start_q + s * self.goal_q  # exact at both ends
        return PathPoint(np.where(change == 0.0, self.start_q, q), change, np.zeros_like(change))


def joint_path(
    robot: Robot, start_q: Sequence[float], goal_q: Sequence[float], *, joints: Sequence[str] = ()
) -> JointPath | Refusal:
    """Return the joint path from a pose (n,) to a goal, or a refusal if that is beyond a limit.

    Args:
        robot: the arm.
        start_q: where it begins (n,) [rad or m].
        goal_q: where the named joints are to come [rad or m]; the others stay.
        joints: their names; none: all.
    """
    names = [joint.name for joint in robot.commanded]
    joints = joints or names
    if len(goal_q) != len(joints):
        return Refusal(Reason.LIMIT, f"the goal has {len(goal_q)} values for {len(joints)} joints")
    goal = np.array(start_q, dtype=float)
    for name, q in zip(joints, goal_q, strict=True):
        if name not in names:
            return Refusal(Reason.LIMIT, f"the arm has no joint {name!r}{nearest(name, names)}")
        goal[names.index(name)] = q
    rows = zip(robot.commanded, goal, robot.limits.q_min, robot.limits.q_max, strict=True)
    for index, (joint, q, low, high) in enumerate(rows):
        if not low <= q <= high:
            within = f"{value_text(joint, low)} to {value_text(joint, high)}"
            detail = (
                f"goal of {joint_label(robot.commanded, index)}: {value_text(joint, q)} is outside {within}"
            )
            return Refusal(Reason.LIMIT, detail)
    return JointPath(start_q=np.array(start_q, dtype=float), goal_q=goal)


class KnotSpline(NamedTuple):
    """A natural cubic spline (C2) through knots at equal fractions of a path.

        knot k     + where it flows (`.knots_kernels`), brought to the course --> knot k + 1

    The point of the course is then the solution nearest to the guide, so that it is exact, and its
    self-motion is the guide's, so that speed and acceleration are continuous.
    """

    knots: Array  # (k, n) [rad or m]
    bends: Array  # (k, n) second derivatives by the fraction there

    def at(self, s: float) -> PathPoint:
        """Return the curve at fraction s in [0, 1]."""
        spans = len(self.knots) - 1
        index = min(int(s * spans), spans - 1)
        t, h = s * spans - index, 1.0 / spans
        (a, b), (m, k) = self.knots[index : index + 2], self.bends[index : index + 2]
        u = 1.0 - t
        q = u * a + t * b + h * h / 6.0 * ((u**3 - u) * m + (t**3 - t) * k)
        q_s = (b - a) / h + h / 6.0 * ((1.0 - 3.0 * u * u) * m + (3.0 * t * t - 1.0) * k)
        return PathPoint(q, q_s, u * m + t * k)


def spline_through(knots: Array | Sequence[Array]) -> KnotSpline:
    """Return the natural cubic spline through k >= 3 knots (k, n) at equal fractions."""
    rows = np.array(knots)
    inner, h = len(rows) - 2, 1.0 / (len(rows) - 1)
    system = 4.0 * np.eye(inner) + np.eye(inner, k=1) + np.eye(inner, k=-1)
    bends = np.zeros_like(rows)
    bends[1:-1] = np.linalg.solve(system, 6.0 / h**2 * np.diff(rows, n=2, axis=0))
    return KnotSpline(rows, bends)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class RoundedPath:
    """Places (k, n) joined by lines, and how wide the bends are there.

                         corner                     each corner has its half width: it is left as far before
                       .-'  `-.                     as it is met after, in lengths of the route; in between
            start o--'          `---o goal          is a bend, a quintic Bezier curve

    Along it q, q' and q'' never jump: a bend begins and ends straight, and as fast as the lines on both
    sides.
    """

    places: Array  # (k, n) [rad or m], the first and last are its ends
    lengths: Array  # (k - 1,) of the lines, in any measure
    halves: Array  # (k,) half width of each bend in that measure, at most half of its lines; 0 at both ends
    begins: Array  # (2 k - 2,) where lines and bends begin, in turn, and the end, in that measure

    @property
    def hardest(self) -> str:
        """Nowhere more than elsewhere."""
        return ""

    def at(self, s: float) -> PathPoint:
        """Return the point at fraction s in [0, 1]."""
        total = self.begins[-1]
        if s >= 1.0:
            slope = (self.places[-1] - self.places[-2]) / self.lengths[-1] * total
            return PathPoint(self.places[-1].copy(), slope, np.zeros_like(slope))
        part = int(np.searchsorted(self.begins, s * total, side="right")) - 1
        number, into = part // 2, s * total - self.begins[part]
        if part % 2 == 0:
            slope = (self.places[number + 1] - self.places[number]) / self.lengths[number]
            q = self.places[number] + (self.halves[number] + into) * slope
            return PathPoint(q, slope * total, np.zeros_like(slope))
        return self._on_bend(number + 1, into)

    def _on_bend(self, place: int, into: float) -> PathPoint:
        half, total, corner = self.halves[place], self.begins[-1], self.places[place]
        come = half * (corner - self.places[place - 1]) / self.lengths[place - 1]
        leave = half * (self.places[place + 1] - corner) / self.lengths[place]
        u, by = into / (BEND_LENGTH * half), total / (BEND_LENGTH * half)
        q = corner - LINE_SHARE(1.0 - u) * come + LINE_SHARE(u) * leave
        q_u = LINE_SHARE_U(1.0 - u) * come + LINE_SHARE_U(u) * leave
        q_uu = LINE_SHARE_UU(u) * leave - LINE_SHARE_UU(1.0 - u) * come
        return PathPoint(q, q_u * by, q_uu * by**2)


def rounded(places: Array, halves: Array, *, weight: Array) -> RoundedPath:
    """Return the path through places (k, n), with bends of half widths (k,) in the length |weight dq|."""
    lengths = np.linalg.norm(np.diff(places, axis=0) * weight, axis=1)
    parts = np.zeros(2 * len(places) - 3 + 1)
    parts[1::2] = lengths - halves[:-1] - halves[1:]
    parts[2::2] = BEND_LENGTH * halves[1:-1]
    return RoundedPath(places=places, lengths=lengths, halves=halves, begins=np.cumsum(parts))
