"""From moves to set-points: each move, or several that are blended, from rest to rest, one a period.

    move 1            move 2            move 3
    |--o--o--o--o|--o--o--o|--o--o--o--o--o|      o  set-point; the last one of a move stands at rest
    start                                 end     the first set-point is one period after the start

A move takes its shortest duration, or the longer one that was asked for, rounded up to whole periods.  The
set-points carry the path's exact speeds and accelerations, so that the motion law between them follows the
path.  What is returned keeps the limits everywhere between its set-points; clearance is judged by
`planner.plans.certify`.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from planner.motion.locked.locked_path import LockedPath
from planner.motion.locked_joints import Mask
from planner.motion.moves.blended_path import Leg, blended
from planner.motion.moves.move_path import path_of, path_or_lost
from planner.motion.paths.path import JointPath, Path, PathLost, Refusal, TooFast
from planner.motion.paths.tool_path import ToolPath
from planner.motion.timing.flown_peaks import faster, flown_peaks, with_shares
from planner.motion.timing.joint_flight import JointFlight, joint_flight
from planner.motion.timing.path_flight import PathFlight
from planner.motion.timing.quintic_law import Figures
from planner.motion.tool_courses.frames import NO_FRAMES, PlanFrames
from predictor.model.joint_text import limit_text
from predictor.model.robot import Robot
from predictor.motion.motion import Violation
from predictor.motion.motion_rows import first_violation
from predictor.motion.stop import JointLimits, rest
from telemetry.agreed.reasons import Reason, cause
from telemetry.messages.joint_state import JointState
from telemetry.messages.plan import CourseMove, Move, PlaceMove

DURATION_ROUNDING = 1e-9  # of a duration, relative
LONGEST_S = 600.0  # of one move
LENGTHENINGS = 8  # periods that may be added, one by one, until the limits hold between the set-points too
STRETCH, STRETCHES = 1.03, 64  # then, by shares: where a path bends within a period, one more may break again


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveSpan:
    """The set-points of one move."""

    first: int  # index of its first set-point
    last: int  # index of its last one, at rest
    figures: Figures | None  # its least durations; None: it is flown in one with the move before it
    losses: tuple[str, ...] = ()  # what it gives up for joints that do not move, in words
    turned: str = ""  # how far a redundant arm is turned out of the way, and for what; empty: it is not


@dataclass(frozen=True, slots=True, kw_only=True)
class Trajectory:
    """A whole plan as it is flown."""

    start_q: tuple[float, ...]  # rest pose before the first set-point [rad]
    states: tuple[JointState, ...]  # one per period, the last one at rest
    spans: tuple[MoveSpan, ...]  # one per move
    period_s: float

    @property
    def track(self) -> tuple[JointState, ...]:
        """The rest before it and all its set-points, one period apart."""
        return (rest(self.start_q), *self.states)

    @property
    def duration_s(self) -> float:
        """Duration as flown, whole periods [s]."""
        return len(self.states) * self.period_s

    @property
    def shortest_s(self) -> float:
        """Least duration of all moves within limits, one after the other [s]."""
        return math.fsum(span.figures.shortest_s for span in self.spans if span.figures)


class GivenPath(NamedTuple):
    """A move that goes along another path than the one that was asked for."""

    path: Path
    duration: float | None  # that is asked for [s]; None: the shortest
    blend: float = 0.0  # [m] as of a move


def build_trajectory(
    robot: Robot,
    start_q: Sequence[float],
    moves: Sequence[Move | GivenPath],
    *,
    period_s: float,
    frames: PlanFrames = NO_FRAMES,
    locked: Mask | None = None,
) -> Trajectory | Refusal:
    """Plan the moves one after the other from rest at `start_q` (n,) [rad]; joints (n,) that are locked stay.

    `frames` are those that moves may name.

    A refusal names the move: unreachable, limit, locked_joint or duration_too_short.
    """
    states: list[JointState] = []
    spans: list[MoveSpan] = []
    q = first = tuple(map(float, start_q))
    for run in _runs(moves):
        asked = [moves[k] for k in run]
        names_frame = any(isinstance(move, CourseMove | PlaceMove) and move.frame for move in asked)
        here = frames.after([rest(first), *states], period_s) if names_frame else frames
        try:
            legs = [*_legs(robot, q, asked, frames=here, locked=locked)]
            asked_s = math.fsum(move.duration or 0.0 for move in asked) or None
            flown = fly(robot, blended(legs), asked_s=asked_s, period_s=period_s)
        except PathLost as lost:
            flown = lost.refusal
        if isinstance(flown, Refusal):
            return flown._replace(detail=f"{_named(run)}: {flown.detail}")
        points, least = flown
        spans += _spans(points, legs, first=len(states), figures=least)
        states += points
        q = states[-1].q
    if not states:
        return Refusal(Reason.NO_REMAINDER, "the plan has no moves")
    return Trajectory(start_q=first, states=tuple(states), spans=tuple(spans), period_s=period_s)


def _runs(moves: Sequence[Move | GivenPath]) -> Iterator[range]:
    """Yield which moves are flown without a stop between them."""
    begin = 0
    for k, move in enumerate(moves, start=1):
        if k == len(moves) or not move.blend > 0.0:
            yield range(begin, k)
            begin = k


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
    asked = math.ceil((asked_s or 0.0) / period_s * (1.0 - DURATION_ROUNDING))
    states = _within_limits(robot, flight, max(flight.fewest, asked))
    if isinstance(states, Refusal):
        return states
    if asked_s is not None and asked < len(states):
        return _too_fast(robot, path, states, asked_s=asked_s, period_s=period_s, least=least)
    return states, least


def _too_fast(
    robot: Robot,
    path: Path,
    states: Sequence[JointState],
    *,
    asked_s: float,
    period_s: float,
    least: Figures,
) -> Refusal:
    """Refuse a duration for which the shortest flight would have to be faster, with the peaks of that."""
    shortest_s = len(states) * period_s
    track = (rest(tuple(path.at(0.0).q.tolist())), *states)
    peaks = faster(flown_peaks(track, period_s), shortest_s / asked_s)
    text = f"asked {asked_s:.2f} s; shortest {shortest_s:.2f} s; by the quintic law {least.minimum}"
    too_fast = TooFast(shortest_s, with_shares(peaks, robot.limits))
    return Refusal(Reason.DURATION_TOO_SHORT, text, too_fast=too_fast)


def _legs(
    robot: Robot,
    start_q: tuple[float, ...],
    moves: Sequence[Move | GivenPath],
    *,
    frames: PlanFrames,
    locked: Mask | None,
) -> Iterator[Leg]:
    """Yield the legs of moves that are flown without a stop, each from where the one before it ends.

    Raises:
        PathLost: there is no such path.
    """
    q = start_q
    for move in moves:
        if isinstance(move, GivenPath):
            leg = Leg(robot, move.path, move.blend)
        else:
            leg = _leg(robot, q, move, frames=frames, locked=locked)
        yield leg
        q = tuple(leg.path.at(1.0).q.tolist())


def _leg(
    robot: Robot, start_q: tuple[float, ...], move: Move, *, frames: PlanFrames, locked: Mask | None
) -> Leg:
    try:
        meant = robot.with_tool(move.tool) if move.tool else robot
    except ValueError as error:
        raise PathLost(Reason.UNKNOWN_TOOL, str(error)) from None
    path = path_or_lost(path_of(meant, start_q, move, frames=frames, locked=locked))
    return Leg(meant, path, move.blend)


def _spans(
    points: Sequence[JointState], legs: Sequence[Leg], *, first: int, figures: Figures
) -> Iterator[MoveSpan]:
    """Yield the set-points of each leg: one that is blended ends with the set-point nearest to its corner."""
    begin = 0
    for number, leg in enumerate(legs, start=1):
        left = len(legs) - number  # each leg has a set-point at least
        corner = leg.path.at(1.0).q
        later = range(begin, max(len(points) - left, begin + 1))
        away = [float(np.abs(points[k].q - corner).max()) for k in later]
        last = begin + int(np.argmin(away)) if left else len(points) - 1
        yield MoveSpan(
            first=first + begin,
            last=first + last,
            figures=figures if begin == 0 else None,
            losses=leg.path.given_up if isinstance(leg.path, LockedPath) else (),
            turned=leg.path.turned if isinstance(leg.path, ToolPath) else "",
        )
        begin = last + 1


def _named(run: range) -> str:
    """Name the moves of a run as people count them."""
    return f"move {run.stop}" if len(run) == 1 else f"moves {run.start + 1} to {run.stop}"


def flight_along(path: Path, limits: JointLimits, period_s: float) -> JointFlight | PathFlight:
    """Return how a path is flown, and with it the path's least durations.

    Raises:
        PathLost: the joints cannot follow the path.
    """
    if isinstance(path, JointPath):
        return joint_flight(path, limits, period_s)
    return PathFlight(path, limits, period_s)


def _too_long(path: Path, duration_s: float) -> Refusal:
    """Return what makes a move so slow: a singular pose near its path, or its mere length."""
    text = f"the move would take {duration_s:.0f} s, {LONGEST_S:.0f} s at most"
    if path.hardest:
        return Refusal(Reason.SINGULAR, f"{text}: {cause(Reason.SINGULAR)} {path.hardest}")
    return Refusal(Reason.TOO_LONG, text)


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
    return Refusal(Reason.LIMIT, "no limit" if broken is None else limit_text(robot.commanded, broken))
