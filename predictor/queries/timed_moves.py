"""A motion of all joints as moves that a world can follow, and when each of them happens.

    poses     q0 ------------------ q1 ---- q2          straight in all joints, each at its own time
    moves     |----|----|----|----|----|---|---|        of one length each in the moves' own time,
    when      t0                   t1       t2          which is given as the motion's

A world looks along each move on a grid of hundreds of cells (`sweep_kernels`) and may refuse what
is clear by less than what can move within one of them.  So a motion is cut into moves in which nothing moves
farther than STRIDE_M.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from predictor.inputs.arrays import Array
from predictor.inputs.finite import check_finite
from predictor.model.kinematics import joint_rows
from predictor.model.robot import Robot
from predictor.motion.stop import moves
from telemetry.messages.joint_state import JointState

STRIDE_M = 0.05  # a tenth of a millimetre in each of 512 cells
MOST_MOVES = 1_000_000
OWN_S = 1.0  # length of a straight move in the moves' own time


class TimedMovesError(ValueError):
    """Poses or times that make no motion."""


class TimedMoves(NamedTuple):
    """k moves of the motion law."""

    moves: Array  # (k, n, 6)
    period_s: float  # length of each, in the moves' own time
    begins_s: Array  # (k,) when each truly begins
    lasts_s: Array  # (k,) how long it truly lasts

    @property
    def own_s(self) -> float:
        """How long it is, in its own time."""
        return len(self.moves) * self.period_s

    def when(self, own_s: float) -> float:
        """Return when an instant of the moves' own time truly is; behind the last move the arm rests."""
        move = min(int(own_s / self.period_s), len(self.moves) - 1)
        share = min(own_s / self.period_s - move, 1.0)
        return float(self.begins_s[move] + share * self.lasts_s[move])

    def at(self, own_s: Array) -> Array:
        """Return the poses (s, n) at instants of the moves' own time."""
        move = np.minimum((own_s / self.period_s).astype(np.int64), len(self.moves) - 1)
        powers = (own_s - move * self.period_s)[:, None] ** np.arange(6.0)
        poses: Array = np.einsum("snp,sp->sn", self.moves[move], powers)
        return poses


def straight_moves(robot: Robot, poses: Array, times_s: ArrayLike | None, *, levers: Array) -> TimedMoves:
    """Return the motion straight from pose to pose (k, n), at these times (k,) or at 0, 1, 2, ...

    `levers` (n,): how fast anything moves at most per unit speed of each joint [m, or 1].

    Raises:
        TimedMovesError: less than two poses, times that do not grow, a value that is no number, a pose in
            which a joint that slides or is followed is beyond its limits, or a motion that is too long.
    """
    rows = joint_rows(robot, poses)
    times = np.arange(float(len(rows))) if times_s is None else np.asarray(times_s, dtype=np.float64)
    _check(rows, times)
    check_limits(robot, rows)
    step = np.diff(rows, axis=0)
    strides = np.maximum(1, np.ceil(np.abs(step) @ levers / STRIDE_M))
    if strides.sum() > MOST_MOVES:
        raise TimedMovesError(
            f"something may move {strides.sum() * STRIDE_M:.3g} m on this way; ask for a part"
        )
    count = strides.astype(np.int64)
    leg = np.repeat(np.arange(len(step)), count)
    place = (np.arange(len(leg)) - np.repeat(np.cumsum(count) - count, count)) / count[leg]
    cut = np.zeros((len(leg), robot.n, 6))
    cut[:, :, 0] = rows[leg] + place[:, None] * step[leg]
    cut[:, :, 1] = step[leg] / count[leg, None] / OWN_S
    lasts = np.diff(times)[leg]
    return TimedMoves(cut, OWN_S, times[leg] + place * lasts, lasts / count[leg])


def moves_through(legs: Sequence[tuple[float, JointState, JointState]], period_s: float) -> TimedMoves:
    """Return the motion law's moves from state to state; each leg says when it begins [s]."""
    begins = np.array([begin_s for begin_s, _, _ in legs])
    motion = np.array([moves(before, after, period_s) for _, before, after in legs])
    return TimedMoves(motion, period_s, begins, np.full(len(legs), period_s))


def check_limits(robot: Robot, poses: Array) -> None:
    """Refuse poses (k, n) beyond limits within which alone it is known how fast distances change.

    They are those of joints that slide, and of those that another joint follows by a law.

    Raises:
        TimedMovesError: which joint, where, and what is right.
    """
    for joint, column in zip(robot.joints, robot.columns.tolist(), strict=True):
        if joint.kind == "revolute" and joint.law is None:
            continue
        low, high = robot.limits.q_min[column], robot.limits.q_max[column]
        beyond = np.flatnonzero((poses[:, column] < low) | (poses[:, column] > high))
        if len(beyond):
            row, of = int(beyond[0]), robot.commanded[column]
            problem = f"{of.name} is {poses[row, column]:.6g} {of.unit} in pose {row}"
            raise TimedMovesError(f"{problem}; a motion is followed within {low:.6g} .. {high:.6g} {of.unit}")


def _check(rows: Array, times: Array) -> None:
    if len(rows) < 2:
        raise TimedMovesError(f"{len(rows)} poses make no motion; give two or more")
    if times.shape != (len(rows),):
        raise TimedMovesError(f"times have shape {times.shape}; ({len(rows)},) is right, one for each pose")
    check_finite(times, "time", unit="s")
    late = np.flatnonzero(np.diff(times) <= 0.0)
    if len(late):
        row = int(late[0]) + 1
        raise TimedMovesError(f"time {row} is {times[row]:g} s after {times[row - 1]:g} s; times must grow")
