"""From moves to set-points: each move from rest to rest along its path, one set-point per period.

    move 1            move 2            move 3
    |--o--o--o--o|--o--o--o|--o--o--o--o--o|      o  set-point; the last one of a move stands at rest
    start                                 end     the first set-point is one period after the start

A move takes its shortest duration, or the longer one that was asked for, rounded up to whole periods.  The
set-points carry the path's exact speeds and accelerations, so that the motion law between them follows the
path.  What is returned keeps the limits everywhere between its set-points; clearance is `verify`'s to judge.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from planner.motion.locked.locks import Mask
from planner.motion.paths.asked_path import path_of
from planner.motion.paths.path import Path, PathLost
from planner.motion.timing.limits import Refusal, Shortest, first_violation, shortest_duration
from planner.motion.timing.profile import by_time, peaks, timing
from predictor.model.joint_words import beyond
from predictor.model.robot import Robot
from predictor.motion import Violation
from predictor.stop import rest
from telemetry.joint_state import JointState
from telemetry.messages.plan import Move
from telemetry.reasons import Reason, cause

ROUNDING = 1e-9  # of a duration, relative
ASKED_SLACK_S = 5e-3  # an asked duration is read from two decimals
LONGEST_S = 600.0  # of one move
LENGTHENINGS = 8  # periods that may be added until the limits hold between the set-points too


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveSpan:
    """The set-points of one move."""

    first: int  # index of its first set-point
    last: int  # index of its last one, at rest
    shortest: Shortest  # its least duration, and what decides it


@dataclass(frozen=True, slots=True, kw_only=True)
class Trajectory:
    """A whole plan as it is flown."""

    start_q: tuple[float, ...]  # rest pose before the first set-point [rad]
    states: tuple[JointState, ...]  # one per period, the last one at rest
    spans: tuple[MoveSpan, ...]  # one per move
    period_s: float

    @property
    def duration_s(self) -> float:
        """Duration as flown, whole periods [s]."""
        return len(self.states) * self.period_s

    @property
    def shortest_s(self) -> float:
        """Least duration of all moves within limits [s]."""
        return math.fsum(span.shortest.duration_s for span in self.spans)


def build_trajectory(
    robot: Robot,
    start_q: Sequence[float],
    moves: Sequence[Move],
    *,
    period_s: float,
    locked: Mask | None = None,
) -> Trajectory | Refusal:
    """Plan the moves one after the other from rest at `start_q` (n,) [rad]; joints (n,) that are locked stay.

    A refusal names the move: unreachable, limit, locked_joint or duration_too_short.
    """
    states: list[JointState] = []
    spans: list[MoveSpan] = []
    q = tuple(map(float, start_q))
    for number, move in enumerate(moves, start=1):
        flown = _fly_move(robot, q, move, period_s=period_s, locked=locked)
        if isinstance(flown, Refusal):
            return Refusal(flown.reason, f"move {number}: {flown.detail}")
        points, shortest = flown
        spans.append(MoveSpan(first=len(states), last=len(states) + len(points) - 1, shortest=shortest))
        states += points
        q = states[-1].q
    if not states:
        return Refusal(Reason.NO_REMAINDER, "the plan has no moves")
    return Trajectory(
        start_q=tuple(map(float, start_q)), states=tuple(states), spans=tuple(spans), period_s=period_s
    )


def sample(path: Path, count: int, period_s: float) -> list[JointState]:
    """Return the set-points of a path that is flown in `count` periods; the last one is at rest."""
    duration = count * period_s
    states = []
    for k in range(1, count):
        law = timing(k / count)
        point = path.at(law.s)
        q_x, q_xx = by_time(point, law)
        rows = (point.q, q_x / duration, q_xx / duration**2)
        states.append(JointState(*(tuple(map(float, row)) for row in rows)))
    return [*states, rest(tuple(map(float, path.at(1.0).q)))]


def _fly_move(
    robot: Robot, start_q: tuple[float, ...], move: Move, *, period_s: float, locked: Mask | None
) -> tuple[list[JointState], Shortest] | Refusal:
    try:
        meant = robot.with_tool(move.tool) if move.tool else robot
    except ValueError as error:
        return Refusal(Reason.UNKNOWN_TOOL, str(error))
    path = path_of(meant, start_q, move, locked=locked)
    if isinstance(path, Refusal):
        return path
    try:
        shortest = shortest_duration(peaks(path), robot.limits)
        count = _periods(path, shortest, asked_s=move.duration, period_s=period_s)
        if isinstance(count, Refusal):
            return count
        states = _within_limits(robot, start_q, path, count=count, period_s=period_s)
    except PathLost as lost:
        return lost.refusal
    return states if isinstance(states, Refusal) else (states, shortest)


def _periods(path: Path, shortest: Shortest, *, asked_s: float | None, period_s: float) -> int | Refusal:
    """Return the whole periods that a move takes; a move of no length takes one."""
    if asked_s is not None and asked_s < shortest.duration_s - ASKED_SLACK_S:
        return Refusal(Reason.DURATION_TOO_SHORT, f"asked {asked_s:.2f} s; {shortest}")
    duration = max(shortest.duration_s, asked_s or 0.0)
    if not duration <= LONGEST_S:
        return _too_long(path, duration)
    return max(1, math.ceil(duration / period_s * (1.0 - ROUNDING)))


def _too_long(path: Path, duration_s: float) -> Refusal:
    """Say what makes a move so slow: a singular pose near its way, or its mere length."""
    told = f"the move would take {duration_s:.0f} s, {LONGEST_S:.0f} s at most"
    if path.hardest:
        return Refusal(Reason.SINGULAR, f"{told}: {cause(Reason.SINGULAR)} {path.hardest}")
    return Refusal(Reason.TOO_LONG, told)


def _within_limits(
    robot: Robot, start_q: tuple[float, ...], path: Path, *, count: int, period_s: float
) -> list[JointState] | Refusal:
    """Sample the path, a period longer each time until the limits hold between the set-points too."""
    broken: Violation | None = None
    for longer in range(LENGTHENINGS):
        states = sample(path, count + longer, period_s)
        broken = first_violation([rest(start_q), *states], robot.limits, period_s)
        if broken is None:
            return states
        if broken.quantity == "position":
            break
    return Refusal(Reason.LIMIT, "no limit" if broken is None else beyond(robot.commanded, broken))
