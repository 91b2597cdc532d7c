"""What is left of a plan that was interrupted, as new moves from where the arm came to rest.

    interrupted joint move     a joint move from rest to its goal, then the moves after it
    interrupted line           a joint move from rest to the nearest place on the line, the line from there
                               to its end, then the moves after it

A move that was finished is not flown again.
"""

from collections.abc import Sequence

import msgspec
import numpy as np

from planner.motion.trajectory import Trajectory
from telemetry.messages.plan import Move

SAME_POSE = 1e-6  # [rad] largest joint difference of two poses that count as one


def remaining_moves(
    moves: Sequence[Move], trajectory: Trajectory, *, rest_q: Sequence[float], window: range
) -> tuple[Move, ...]:
    """Return the moves that are left, from the arm at rest at `rest_q` (n,) [rad].

    Args:
        moves: of the interrupted plan.
        trajectory: that plan.
        rest_q: where the arm stands.
        window: indexes of the set-points at which the plan can have been interrupted; -1 is its start.
    """
    index = _nearest(trajectory, rest_q, window)
    place = trajectory.start_q if index < 0 else trajectory.states[index].q
    stands_there = same_pose(place, rest_q)
    number = next(k for k, span in enumerate(trajectory.spans) if index <= span.last)
    is_complete = index == trajectory.spans[number].last
    move, later = moves[number], tuple(moves[number + 1 :])
    if is_complete and stands_there:
        return later
    if index == trajectory.spans[number].first - 1 and stands_there:
        return (move, *later)
    if move.kind == "joint":
        return (msgspec.structs.replace(move, duration=None), *later)
    back = () if stands_there else (Move(kind="joint", q=place),)
    onward = () if is_complete else (msgspec.structs.replace(move, duration=None),)
    return (*back, *onward, *later)


def same_pose(one: Sequence[float], other: Sequence[float]) -> bool:
    """True if two poses (n,) count as one."""
    return bool(np.max(np.abs(np.subtract(one, other))) <= SAME_POSE)


def _nearest(trajectory: Trajectory, rest_q: Sequence[float], window: range) -> int:
    """Return the index in the window whose pose is nearest to rest; the latest of equals."""
    poses = {k: trajectory.start_q if k < 0 else trajectory.states[k].q for k in window}
    distances = {k: float(np.linalg.norm(np.subtract(q, rest_q))) for k, q in poses.items()}
    return max(window, key=lambda k: (-distances[k], k))
