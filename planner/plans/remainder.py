"""What is left of a plan that was interrupted, as new moves from where the arm came to rest.

    interrupted joint move     a joint move from rest to its goal, then the moves after it
    interrupted line           a joint move from rest to the nearest place on the line, the line from there
                               to its end, then the moves after it
    interrupted arc or orbit   a joint move from rest to where it began, and all of it again: its circle is
                               given from there; the moves that are blended with it are flown again too
    interrupted plane          the same: its turn is given from where it began; and any that is given in a
                               frame which the arm carries

A move that was finished is not flown again.  What was commanded after a joint had failed, the arm did not do:
what is left begins where that joint followed last.
"""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import assert_never

import msgspec
import numpy as np

from planner.motion.moves.trajectory import Trajectory
from telemetry.messages.plan import ArcMove, JointMove, LineMove, Move, OrbitMove, PlaceMove, PlaneMove
from telemetry.plan.move_table import is_carried

NONE_FAILED: Mapping[int, float] = MappingProxyType({})
SAME_POSE = 1e-6  # [rad] largest joint difference of two poses that count as one


def remaining_moves(
    moves: Sequence[Move],
    trajectory: Trajectory,
    *,
    rest_q: Sequence[float],
    window: range,
    followed: Mapping[int, float] = NONE_FAILED,
) -> tuple[Move, ...]:
    """Return the moves that are left, from the arm at rest at `rest_q` (n,) [rad].

    Args:
        moves: of the interrupted plan.
        trajectory: that plan.
        rest_q: where the arm stands.
        window: indexes of the set-points at which the plan can have been interrupted; -1 is its start.
        followed: joints that have failed, and up to where each followed its command [rad or m].
    """
    index = _last_followed(trajectory, followed, window)
    index = _nearest(trajectory, rest_q, window) if index is None else index
    place = _place(trajectory, index)
    stands_there = same_pose(place, rest_q)
    number = next(k for k, span in enumerate(trajectory.spans) if index <= span.last)
    is_complete = index == trajectory.spans[number].last
    run = _blended_with(moves, number)
    if index < trajectory.spans[run.stop - 1].last and any(map(_begins_again, moves[number : run.stop])):
        begin = _place(trajectory, trajectory.spans[run.start].first - 1)
        return (*_to(begin, rest_q), *moves[run.start :])
    move, later = moves[number], tuple(moves[number + 1 :])
    if is_complete and stands_there:
        return later
    if index == trajectory.spans[number].first - 1 and stands_there:
        return (move, *later)
    if isinstance(move, JointMove | PlaceMove):
        return (msgspec.structs.replace(move, duration=None), *later)
    back = _to(place, rest_q)
    onward = () if is_complete else (msgspec.structs.replace(move, duration=None),)
    return (*back, *onward, *later)


def _blended_with(moves: Sequence[Move], number: int) -> range:
    """Return the moves that are flown in one with a move."""
    first, last = number, number
    while first > 0 and moves[first - 1].blend > 0.0:
        first -= 1
    while last < len(moves) - 1 and moves[last].blend > 0.0:
        last += 1
    return range(first, last + 1)


def _begins_again(move: Move) -> bool:
    match move:
        case ArcMove() | OrbitMove() | PlaneMove():
            return True
        case LineMove() | PlaceMove():
            return is_carried(move.frame)
        case JointMove():
            return False
        case _:
            assert_never(move)


def _to(place: tuple[float, ...], rest_q: Sequence[float]) -> tuple[Move, ...]:
    """Return the joint move to a place (n,) [rad or m], if the arm does not stand there."""
    return () if same_pose(place, rest_q) else (JointMove(q=place),)


def _place(trajectory: Trajectory, index: int) -> tuple[float, ...]:
    """Return where a plan has the arm at a set-point (n,) [rad or m]; before the first one, at its begin."""
    return trajectory.start_q if index < 0 else trajectory.states[index].q


def _last_followed(trajectory: Trajectory, followed: Mapping[int, float], window: range) -> int | None:
    """Return the last index in the window at which the failed joints followed; None: none had to move."""
    poses = np.array([_place(trajectory, k) for k in window])
    moving = [joint for joint in followed if np.ptp(poses[:, joint]) > SAME_POSE]
    if not moving:
        return None
    off = np.linalg.norm(poses[:, moving] - [followed[joint] for joint in moving], axis=1)
    return max(window, key=lambda k: (-off[k - window.start], k))


def same_pose(one: Sequence[float], other: Sequence[float]) -> bool:
    """True if two poses (n,) count as one."""
    return bool(np.max(np.abs(np.subtract(one, other))) <= SAME_POSE)


def _nearest(trajectory: Trajectory, rest_q: Sequence[float], window: range) -> int:
    """Return the index in the window whose pose is nearest to rest; the latest of equals."""
    poses = {k: _place(trajectory, k) for k in window}
    distances = {k: float(np.linalg.norm(np.subtract(q, rest_q))) for k, q in poses.items()}
    return max(window, key=lambda k: (-distances[k], k))
