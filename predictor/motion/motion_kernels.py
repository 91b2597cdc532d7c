"""Moves between set-points and the stops after them, with their limits: many at once, compiled.

    states 0 ---- move 0 ----> 1 ---- move 1 ----> 2 ...        first[i] ... first[i + 1] of all moves:
                               '---- stop ---->    '---- ...    the move to set-point i + 1, and its stop

The laws themselves are the plain functions of `predictor.motion.stop` and `predictor.motion.motion`, which
kernels call from here on.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from predictor.compiler.jit import array_kernel, compiled_too, kernel, part
from predictor.motion.motion import NO_LIMIT_BROKEN, bounds, broken_limit
from predictor.motion.stop import braking, quintic, write_stop

Array = NDArray[np.float64]
Integers = NDArray[np.int64]

NO_STOP = -2  # in place of a quantity of `predictor.motion.motion.BrokenLimit`: the stop law does not apply

for law in (quintic, braking, write_stop, bounds, broken_limit):
    compiled_too(law)


class Fault(NamedTuple):
    """The first limit that is broken, and where."""

    set_point: int  # counted from 0
    move: int  # 0: the move to it; from 1 on: of its stop
    joint: int  # counted from 0
    quantity: int  # as in `predictor.motion.motion.BrokenLimit`, or NO_STOP
    value: float  # with NO_STOP: which of the reasons of `predictor.motion.stop.why_no_stop`
    limit: float


@array_kernel
def moves_and_stops(states: Array, limits: Array, period_s: float) -> tuple[Integers, Array, Fault]:
    """Return every move of states (k + 1, 3, n) with the stop after it, up to the first fault.

    Returns where the moves of each set-point begin (k + 1,), all moves (m, n, 6), and the fault.
    """
    count, n = len(states) - 1, states.shape[2]
    first, longest = np.zeros(count + 1, np.int64), 0
    for i in range(count):
        periods = max(0, _stop_periods(states[i + 1], limits, period_s)[0])
        first[i + 1], longest = first[i] + 1 + periods, max(longest, periods)
    moves, track = np.empty((first[count], n, 6)), np.empty((longest + 2, 3, n))
    for i in range(count):
        after = first[i + 1] - first[i] + 1
        _write_track(states[i], states[i + 1], limits, period_s, track[:after])
        fault = write_moves(track[:after], limits, period_s, moves[first[i] : first[i + 1]])
        if fault.quantity == NO_LIMIT_BROKEN:
            periods, joint = _stop_periods(states[i + 1], limits, period_s)
            if periods < 0:
                fault = Fault(0, 1, joint, NO_STOP, float(periods), 0.0)
        if fault.quantity != NO_LIMIT_BROKEN:
            return first, moves, Fault(i, fault.move, fault.joint, fault.quantity, fault.value, fault.limit)
    return first, moves, Fault(0, 0, 0, NO_LIMIT_BROKEN, 0.0, 0.0)


@kernel
def write_moves(states: Array, limits: Array, period_s: float, out_moves: Array) -> Fault:
    """Write the moves (k, n, 6) through states (k + 1, 3, n), up to the first that breaks a limit."""
    for k in range(len(states) - 1):
        for joint in range(states.shape[2]):
            begin = states[k, 0, joint], states[k, 1, joint], states[k, 2, joint]
            end = states[k + 1, 0, joint], states[k + 1, 1, joint], states[k + 1, 2, joint]
            move = quintic(begin, end, period_s)
            for power in range(6):
                out_moves[k, joint, power] = move[power]
            own = (limits[0, joint], limits[1, joint], limits[2, joint], limits[3, joint], limits[4, joint])
            found = broken_limit(move, own, period_s)
            if found.quantity != NO_LIMIT_BROKEN:
                return Fault(0, k, joint, found.quantity, found.value, found.limit)
    return Fault(0, 0, 0, NO_LIMIT_BROKEN, 0.0, 0.0)


@part
def _write_track(previous: Array, state: Array, limits: Array, period_s: float, out_track: Array) -> None:
    """Write a state (3, n), the one after it, and the samples of its stop as far as there are places."""
    for joint in range(state.shape[1]):
        for row in range(3):
            out_track[0, row, joint], out_track[1, row, joint] = previous[row, joint], state[row, joint]
        if len(out_track) > 2:
            begin = state[0, joint], state[1, joint], state[2, joint]
            most = limits[3, joint], limits[4, joint] * period_s
            brake = braking((begin[1], begin[2]), most, period_s)
            write_stop(
                begin, brake, (out_track[2:, 0, joint], out_track[2:, 1, joint], out_track[2:, 2, joint])
            )


@part
def _stop_periods(state: Array, limits: Array, period_s: float) -> tuple[int, int]:
    """Return the periods until all joints of a state (3, n) rest; below 0: no stop, and of which joint."""
    longest = 0
    for joint in range(state.shape[1]):
        most = limits[3, joint], limits[4, joint] * period_s
        periods = braking((state[1, joint], state[2, joint]), most, period_s).periods
        if periods < 0:
            return periods, joint
        longest = max(longest, periods)
    return longest, 0
