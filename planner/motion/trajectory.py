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
from typing import NamedTuple

from planner.motion.locked.locks import Mask
from planner.motion.paths.asked_path import path_of
from planner.motion.paths.frames import NOTHING_AROUND, Around
from planner.motion.paths.path import JointPath, Path, PathLost
from planner.motion.timing.figures import Figures
from planner.motion.timing.joint_flight import JointFlight, joint_flight
from planner.motion.timing.limits import Refusal, first_violation
from planner.motion.timing.path_flight import PathFlight
from predictor.model.joint_words import beyond
from predictor.model.robot import Robot
from predictor.motion import Violation
from predictor.stop import JointLimits, rest
from telemetry.joint_state import JointState
from telemetry.messages.plan import Move
from telemetry.reasons import Reason, cause

ROUNDING = 1e-9  # of a duration, relative
LONGEST_S = 600.0  # of one move
LENGTHENINGS = 8  # periods that may be added, one by one, until the limits hold between the set-points too
STRETCH, STRETCHES = 1.08, 8  # then, by shares: where a path bends within a period


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveSpan:
    """The set-points of one move."""

    first: int  # index of its first set-point
    last: int  # index of its last one, at rest
    figures: Figures  # its least durations


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
        """Least duration of all moves within limits, one after the other [s]."""
        return math.fsum(span.figures.shortest_s for span in self.spans)


class Led(NamedTuple):
    """A move that goes along another path than the one that was asked for."""

    path: Path
    asked_s: float | None  # duration [s]; None: the shortest


def build_trajectory(
    robot: Robot,
    start_q: Sequence[float],
    moves: Sequence[Move | Led],
    *,
    period_s: float,
    around: Around = NOTHING_AROUND,
    locked: Mask | None = None,
) -> Trajectory | Refusal:
    """Plan the moves one after the other from rest at `start_q` (n,) [rad]; joints (n,) that are locked stay.

    `around` knows the frames that moves may name.

    A refusal names the move: unreachable, limit, locked_joint or duration_too_short.
    """
    states: list[JointState] = []
    spans: list[MoveSpan] = []
    q = first = tuple(map(float, start_q))
    for number, move in enumerate(moves, start=1):
        names_frame = isinstance(move, Move) and move.frame
        here = around.after([rest(first), *states], period_s) if names_frame else around
        flown = _fly_move(robot, q, move, period_s=period_s, around=here, locked=locked)
        if isinstance(flown, Refusal):
            return Refusal(flown.reason, f"move {number}: {flown.detail}")
        points, least = flown
        spans.append(MoveSpan(first=len(states), last=len(states) + len(points) - 1, figures=least))
        states += points
        q = states[-1].q
    if not states:
        return Refusal(Reason.NO_REMAINDER, "the plan has no moves")
    return Trajectory(start_q=first, states=tuple(states), spans=tuple(spans), period_s=period_s)


def fly(
    robot: Robot, path: Path, *, asked_s: float | None, period_s: float
) -> tuple[list[JointState], Figures] | Refusal:
    """Return the set-points along a path from rest to rest, and its least durations.

    Args:
        robot: the arm.
        path: where it goes.
        asked_s: duration asked for [s]; None: the shortest.
        period_s: from one set-point to the next.

    Raises:
        PathLost: the joints cannot follow the path.
    """
    flight = flight_along(path, robot.limits, period_s)
    least = flight.figures
    duration_s = max(least.shortest_s, asked_s or 0.0)
    if not duration_s <= LONGEST_S:
        return _too_long(path, duration_s)
    asked = math.ceil((asked_s or 0.0) / period_s * (1.0 - ROUNDING))
    states = _within_limits(robot, flight, max(flight.fewest, asked))
    if isinstance(states, Refusal):
        return states
    if asked_s is not None and asked < len(states):
        told = f"asked {asked_s:.2f} s; shortest {len(states) * period_s:.2f} s"
        return Refusal(Reason.DURATION_TOO_SHORT, f"{told}; by the quintic law {least.minimum}")
    return states, least


def _fly_move(
    robot: Robot,
    start_q: tuple[float, ...],
    move: Move | Led,
    *,
    period_s: float,
    around: Around,
    locked: Mask | None,
) -> tuple[list[JointState], Figures] | Refusal:
    if isinstance(move, Led):
        return fly(robot, move.path, asked_s=move.asked_s, period_s=period_s)
    try:
        meant = robot.with_tool(move.tool) if move.tool else robot
    except ValueError as error:
        return Refusal(Reason.UNKNOWN_TOOL, str(error))
    path = path_of(meant, start_q, move, around=around, locked=locked)
    if isinstance(path, Refusal):
        return path
    try:
        return fly(robot, path, asked_s=move.duration, period_s=period_s)
    except PathLost as lost:
        return lost.refusal


def flight_along(path: Path, limits: JointLimits, period_s: float) -> JointFlight | PathFlight:
    """Return how a path is flown, and with it the path's least durations.

    Raises:
        PathLost: the joints cannot follow the path.
    """
    if isinstance(path, JointPath):
        return joint_flight(path, limits, period_s)
    return PathFlight(path, limits, period_s)


def _too_long(path: Path, duration_s: float) -> Refusal:
    """Say what makes a move so slow: a singular pose near its way, or its mere length."""
    told = f"the move would take {duration_s:.0f} s, {LONGEST_S:.0f} s at most"
    if path.hardest:
        return Refusal(Reason.SINGULAR, f"{told}: {cause(Reason.SINGULAR)} {path.hardest}")
    return Refusal(Reason.TOO_LONG, told)


def _within_limits(robot: Robot, flight: JointFlight | PathFlight, fewest: int) -> list[JointState] | Refusal:
    """Fly in the fewest periods, more each time until the limits hold between the set-points too."""
    broken: Violation | None = None
    stretched = (math.ceil(fewest * STRETCH**k) + LENGTHENINGS for k in range(1, STRETCHES + 1))
    for periods in (*range(fewest, fewest + LENGTHENINGS), *stretched):
        states = flight.states(periods)
        broken = first_violation([rest(flight.start_q), *states], robot.limits, flight.period_s)
        if broken is None:
            return states
        if broken.quantity == "position":
            break
    return Refusal(Reason.LIMIT, "no limit" if broken is None else beyond(robot.commanded, broken))
