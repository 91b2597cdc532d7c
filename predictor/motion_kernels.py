"""Moves between set-points and the stops after them, with their limits: many at once, compiled.

    states 0 ---- move 0 ----> 1 ---- move 1 ----> 2 ...        first[i] ... first[i + 1] of all moves:
                               '---- stop ---->    '---- ...    the move to set-point i + 1, and its stop

The laws themselves are the plain functions of `predictor.stop` and `predictor.motion`, which kernels call
from here on.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from predictor.bounds import bounds
from predictor.jit import compiled_too, kernel
from predictor.motion import NOTHING, QUANTITIES, Violation, broken_limit
from predictor.stop import JointLimits, braking, quintic, write_stop
from telemetry.joint_state import JointState

Array = NDArray[np.float64]
Integers = NDArray[np.int64]

NO_STOP = -2  # in place of a quantity of `predictor.motion.Broken`: the stop law does not apply

for law in (quintic, braking, write_stop, bounds, broken_limit):
    compiled_too(law)


class Fault(NamedTuple):
    """The first limit that is broken, and where."""

    set_point: int  # counted from 0
    move: int  # 0: the move to it; from 1 on: of its stop
    joint: int  # counted from 0
    quantity: int  # as in `predictor.motion.Broken`, or NO_STOP
    value: float  # with NO_STOP: which of the reasons of `predictor.stop.why_no_stop`
    limit: float


def broken(fault: Fault) -> Violation:
    """Return which limit it is; of no meaning with NO_STOP."""
    return Violation(fault.joint, QUANTITIES[fault.quantity], fault.value, fault.limit)


def joint_rows(track: Sequence[JointState], n: int) -> Array:
    """Return k states of n joints as kernels read them, (k, 3, n).

    Raises:
        ValueError: states of another number of joints.
    """
    rows = np.array([row for state in track for row in state]).reshape(len(track), 3, -1)
    if rows.shape[2] != n:
        raise ValueError(f"states have {rows.shape[2]} joints; {n} are right")
    return rows


def limit_rows(limits: JointLimits) -> Array:
    """Return limits as kernels read them: (5, n) q_min, q_max, qd_max, qdd_max, qddd_max."""
    return np.array([limits.q_min, limits.q_max, limits.qd_max, limits.qdd_max, limits.qddd_max])


@kernel
def moves_and_stops(states: Array, limits: Array, period_s: float) -> tuple[Integers, Array, Fault]:
    """Every move of states (k + 1, 3, n) with the stop after it, up to the first fault.

    Returns where the moves of each set-point begin (k + 1,), all moves (m, n, 6), and the fault.
    """
    count = len(states) - 1
    first = np.zeros(count + 1, np.int64)
    for i in range(count):
        first[i + 1] = first[i] + 1 + max(0, _stop_periods(states[i + 1], limits, period_s)[0])
    moves = np.empty((first[count], states.shape[2], 6))
    for i in range(count):
        own = moves[first[i] : first[i + 1]]
        fault = _write_own(states[i : i + 2], limits, period_s, own)
        if fault.quantity != NOTHING:
            return first, moves, Fault(i, fault.move, fault.joint, fault.quantity, fault.value, fault.limit)
    return first, moves, Fault(0, 0, 0, NOTHING, 0.0, 0.0)


@kernel
def moves_within(states: Array, limits: Array, period_s: float) -> Fault:
    """The first limit that is broken on the way through states (k + 1, 3, n), without any stop."""
    moves = np.empty((len(states) - 1, states.shape[2], 6))
    return _write_moves(states, limits, period_s, moves)


@kernel
def _write_own(ends: Array, limits: Array, period_s: float, out_moves: Array) -> Fault:
    """The move between two states (2, 3, n), and the stop after it, into (1 + N, n, 6)."""
    fault = _write_moves(ends, limits, period_s, out_moves)
    if fault.quantity != NOTHING:
        return fault
    periods, joint = _stop_periods(ends[1], limits, period_s)
    if periods < 0:
        return Fault(0, 1, joint, NO_STOP, float(periods), 0.0)
    track = np.empty((periods + 1, 3, ends.shape[2]))
    for joint in range(ends.shape[2]):
        begin = ends[1, 0, joint], ends[1, 1, joint], ends[1, 2, joint]
        track[0, 0, joint], track[0, 1, joint], track[0, 2, joint] = begin
        most = limits[3, joint], limits[4, joint] * period_s
        brake = braking((begin[1], begin[2]), most, period_s)
        write_stop(begin, brake, (track[1:, 0, joint], track[1:, 1, joint], track[1:, 2, joint]))
    fault = _write_moves(track, limits, period_s, out_moves[1:])
    return Fault(0, fault.move + 1, fault.joint, fault.quantity, fault.value, fault.limit)


@kernel
def _stop_periods(state: Array, limits: Array, period_s: float) -> tuple[int, int]:
    """Periods until all joints of a state (3, n) rest; or less than zero, and the joint that has no stop."""
    longest = 0
    for joint in range(state.shape[1]):
        most = limits[3, joint], limits[4, joint] * period_s
        periods = braking((state[1, joint], state[2, joint]), most, period_s).periods
        if periods < 0:
            return periods, joint
        longest = max(longest, periods)
    return longest, 0


@kernel
def _write_moves(states: Array, limits: Array, period_s: float, out_moves: Array) -> Fault:
    """Moves (k, n, 6) through states (k + 1, 3, n), up to the first that breaks a limit."""
    for k in range(len(states) - 1):
        for joint in range(states.shape[2]):
            begin = states[k, 0, joint], states[k, 1, joint], states[k, 2, joint]
            end = states[k + 1, 0, joint], states[k + 1, 1, joint], states[k + 1, 2, joint]
            move = quintic(begin, end, period_s)
            for power in range(6):
                out_moves[k, joint, power] = move[power]
            own = (limits[0, joint], limits[1, joint], limits[2, joint], limits[3, joint], limits[4, joint])
            found = broken_limit(move, own, period_s)
            if found.quantity != NOTHING:
                return Fault(0, k, joint, found.quantity, found.value, found.limit)
    return Fault(0, 0, 0, NOTHING, 0.0, 0.0)
