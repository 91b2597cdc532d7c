"""How far the arm may be from where it is estimated to be now.

    telemetry     x t_seen                                     c      the sent motion
    sent motion   |==|==|==|==|==|==|==|==|  c(now)            s_b    the stop that begins at boundary b
    or instead          \\_s_1     \\_s_2  ...  s_b(now)        r      telemetry - c(t_seen)

Since the last report the spacecraft has gone on with what was sent, or it has stopped: at a boundary b
between two moves, by the one stop law, from c(b).  There is no third.  The estimate is c(now) + r: joint by
joint it is off by no more than

    d_j = |r_j| + max over b in [t_seen, now] of |c_j(now) - s_b,j(now)|                              (1)

and the drives by what the clearance budget gives them.  A point that the joints move at lever_j each, at most
and in every pose (`predictor.model.reach`), is off by no more than

    u = tracking + max over the arm's shapes of  sum_j lever_j d_j                                     (2)

which is zero beyond the drives where nothing moves, and grows with the age of telemetry while something does.
A distance between two branches of the arm is moved from both sides: those pairs are among the shapes.

How near it may be is known better than where it is: each s_b(now) is a pose with a distance of its own, which
only |r| and the drives make less.
"""

from itertools import pairwise
from typing import NamedTuple

import numpy as np

from predictor.arm_now.estimate import ArmReport
from predictor.inputs.arrays import Array, read_only
from predictor.model.base.floating_base import FloatingBase, base_levers
from predictor.model.reach import by_commanded_joint, levers
from predictor.model.robot import Robot
from predictor.motion.stop import JointLimits, Quintic, moves, q_within, rest, stop
from telemetry.messages.joint_state import JointState


def shape_levers(robot: Robot, base: FloatingBase | None = None) -> Array:
    """Bound how much any distance of the arm changes with each commanded joint (k, n), in every pose.

    One row for each capsule, and for each pair of them; `base`: of one that floats past a part of the scene.
    """
    shapes = robot.capsules
    carried = 0.0 if base is None else base_levers(base)
    ends = zip(map(int, shapes.frame), shapes.p0, shapes.p1, strict=True)
    moving = [np.maximum(levers(robot, f, p0), levers(robot, f, p1)) for f, p0, p1 in ends]
    carriers = [set(robot.carriers(int(frame))) for frame in shapes.frame]
    rows = [by_commanded_joint(robot, row) + carried for row in moving]
    for first, second in robot.self_pairs:
        apart = moving[first] + moving[second]
        apart[sorted(carriers[first] & carriers[second])] = 0.0  # they carry both, and part nothing
        rows.append(by_commanded_joint(robot, apart))
    return np.array(rows)


def spread(levers: Array, deviation: Array) -> float:
    """Return how far anything is off if joints are by `deviation` (n,): the sum of (2) [m]."""
    return float((levers @ deviation).max(initial=0.0))


def deviation(stops: Array, sent_q: tuple[float, ...]) -> Array:
    """Return how far each joint may be from the sent motion (n,) if stops may have taken it to (k, n)."""
    return np.asarray(np.abs(stops - np.array(sent_q)).max(axis=0, initial=0.0))


class _StopMotion(NamedTuple):
    """Where a stop takes the joints: one move after the other, and rest for ever."""

    begin_ns: int  # spacecraft clock
    moves: tuple[tuple[Quintic, ...], ...]  # (k, n, 6)
    end_ns: int  # of the last
    end_q: tuple[float, ...]  # (n,) where it stays


class PossibleStops:
    """What the arm may have done since the last report instead of what was sent: the s_b of (1)."""

    def __init__(self, limits: JointLimits, period_ns: int, *, patience_ns: int) -> None:
        """Start before the first report; what was sent until then has been done `patience_ns` after it."""
        self._limits, self._period_ns, self._patience_ns = limits, period_ns, patience_ns
        self._stops: list[_StopMotion] = []
        self._places, self._stopped = list[tuple[float, ...]](), np.empty((0, 0))  # as last asked for
        self._is_known = False
        self._known_after_ns: int | None = None

    def on_move(self, end: JointState, end_ns: int) -> None:
        """Add the stop that may follow a sent move, which ends in a state at an instant, spacecraft clock."""
        self._stops = [each for each in self._stops if each.begin_ns != end_ns]
        self._stops.append(self._stop_from(end, end_ns))

    def on_report(self, report: ArmReport) -> None:
        """Leave out the stops that a report excludes.

        All is known once one tells of a latch, which ends what was sent before, or is one of rest and old
        enough.
        """
        if self._known_after_ns is None:
            self._known_after_ns = report.sampled_ns + self._patience_ns
        if report.is_at_rest:
            coming = [] if report.is_latched else self._since(report.sampled_ns)
            self._stops = [self._stop_from(rest(report.commanded_q), report.sampled_ns), *coming]
            self._is_known |= report.is_latched or report.sampled_ns >= self._known_after_ns
        elif report.is_latched:  # it stops, from some boundary before
            self._stops = [each for each in self._stops if each.begin_ns <= report.sampled_ns]
        else:
            self._stops = self._since(report.sampled_ns)

    def stops(self, spacecraft_ns: int) -> Array | None:
        """Return where stops may have taken the joints (k, n) at an instant; None: it is not known."""
        if not self._is_known:
            return None
        begun = [each for each in self._stops if each.begin_ns <= spacecraft_ns]
        if not begun:
            return np.empty((0, len(self._limits.q_min)))
        places = [
            each.end_q if each.end_ns <= spacecraft_ns else self._place(each, spacecraft_ns - each.begin_ns)
            for each in begun
        ]
        if places != self._places:  # else the same array: nothing has to be asked of it again
            self._places, self._stopped = places, read_only(np.array(places))
        return self._stopped

    def _place(self, stopping: _StopMotion, elapsed_ns: int) -> tuple[float, ...]:
        """Return where a stop that goes on has taken the joints (n,) since it began."""
        index, rest_ns = divmod(elapsed_ns, self._period_ns)
        return q_within(stopping.moves[index], rest_ns * 1e-9)

    def _since(self, spacecraft_ns: int) -> list[_StopMotion]:
        return [each for each in self._stops if each.begin_ns >= spacecraft_ns]

    def _stop_from(self, state: JointState, begin_ns: int) -> _StopMotion:
        """Return the stop from a state, which has one: it was verified, or it stands."""
        period_s = self._period_ns * 1e-9
        try:
            samples = [state, *stop(state, self._limits, period_s)]
        except ValueError:  # not verified, in a comparison: it stays
            samples = [state]
        legs = tuple(moves(begin, end, period_s) for begin, end in pairwise(samples))
        return _StopMotion(begin_ns, legs, begin_ns + len(legs) * self._period_ns, samples[-1].q)
