"""A route made shorter and smooth, compiled: corners are cut while that is free, and what is left is bent.

    o--.     .--o          o-----------o        between two places of the route all joints go straight;
        `o--'                                   or a single one does, while the others go on as they did

Partial shortcuts (Geraerts and Overmars, Creating high-quality paths for motion planning, 2007, section 4.2)
take out what one joint does to no purpose, where a straight line for all of them is not free.  Which places
and which joint come next is decided by an even sequence, as the samples of the trees are.
"""

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from planner.motion.search.piece_kernels import RouteSearch
from predictor.compiler.jit import part

Array = NDArray[np.float64]
MOST_PLACES = 512  # of a route
LEAST_GAIN = 1e-3  # of a piece's length that must be gained, or nothing is changed
EVEN_STEPS = 0.7548776662466927, 0.5698402909980532  # steps of an even sequence in two dimensions
GOLDEN = 0.6180339887498949  # and in one
NARROWEST = 1e-3  # half width of a bend, of the shorter line; a corner that allows none stays sharp


class RouteScratch(NamedTuple):
    """The places of a route, joined by lines, and those that are tried in their stead; kernels only."""

    q: Array  # (MOST_PLACES, n)
    tried: Array  # (MOST_PLACES, n)
    run: Array  # (MOST_PLACES,) the length up to there [s]


@part
def shorten(at: RouteSearch, found: RouteScratch, count: int, tries: int) -> int:
    """Shorten a route of so many places by so many tries; returns how many are left."""
    n, number = found.q.shape[1], 0
    while 2 < count < MOST_PLACES - 2 and number < tries:
        number += 1
        one, other = (number * EVEN_STEPS[0]) % 1.0, (number * EVEN_STEPS[1]) % 1.0
        low, high = min(one, other) * (count - 1), max(one, other) * (count - 1)
        joint = int((number * GOLDEN) % 1.0 * n) if number % 2 == 0 else -1
        first, last = int(low) + 1, _cut(at, found, low, high, joint)
        if last > 0 and _is_free(at, found, first, last):
            for row in range(count - 1 - int(high)):
                place, after = int(high) + 1 + row, last + 1 + row
                _copy(found.q, place, found.tried, after)
            count += last - int(high)
            for row in range(first, count):
                _copy(found.tried, row, found.q, row)
    return count


@part
def _copy(one: Array, row: int, out_other: Array, other: int) -> None:
    """Copy a row of one table to a row of another."""
    for i in range(one.shape[1]):
        out_other[other, i] = one[row, i]


@part
def _cut(at: RouteSearch, found: RouteScratch, low: float, high: float, joint: int) -> int:
    """Make the route straight between two places, for one joint or (-1) for all.

    Tried are the rows from that after `low` on; the last of them, -1: it is not worth it.
    """
    first, last, run = int(low), int(high) + 2, 0.0
    for place in range(first, last - 1):
        _copy(found.q, place, found.tried, place + 1 if place > first else first)
    if last - first < 3:
        return -1
    for i in range(found.q.shape[1]):
        a, b, c, d = found.q[first, i], found.q[first + 1, i], found.q[last - 2, i], found.q[last - 1, i]
        found.tried[first + 1, i], found.tried[last, i] = (
            a + (low - first) * (b - a),
            c + (high - last + 2) * (d - c),
        )
    for row in range(first + 1, last + 1):
        found.run[row] = run
        if row < last:
            run += length_of(at, found.tried, row, row + 1)
    if joint < 0:
        _copy(found.tried, last, found.tried, first + 2)
        last = first + 2
    elif run > 0.0:
        begin, end = found.tried[first + 1, joint], found.tried[last, joint]
        for row in range(first + 2, last):
            found.tried[row, joint] = begin + found.run[row] / run * (end - begin)
    length = 0.0
    for row in range(first + 1, last):
        length += length_of(at, found.tried, row, row + 1)
    return last if length < (1.0 - LEAST_GAIN) * run else -1


@part
def _is_free(at: RouteSearch, found: RouteScratch, first: int, last: int) -> bool:
    """Whether the lines between such rows of what is tried are free."""
    leave = at.ends[0]
    for row in range(first, last):
        for i in range(len(leave)):
            leave[i] = found.tried[row + 1, i] - found.tried[row, i]
        if at.free(at.check, found.tried[row], leave, leave, False) != 1.0:
            return False
    return True


@part
def length_of(at: RouteSearch, q: Array, row: int, other: int) -> float:
    """Length of the line between two rows [s]: how long the joints take at their speeds, put together."""
    total = 0.0
    for i in range(q.shape[1]):
        part = at.weight[i] * (q[other, i] - q[row, i])
        total += part * part
    return math.sqrt(total)


@part
def bend_corners(at: RouteSearch, found: RouteScratch, count: int, out_half: Array) -> int:
    """Leave out the places that are not needed; returns how many are left.

    Into (MOST_PLACES,) comes the half width [s] of the widest bend at each of them that is free.
    """
    q, come, leave, place = found.q, at.ends[0], at.ends[1], 1
    while place < count - 1:
        for i in range(q.shape[1]):
            leave[i] = q[place + 1, i] - q[place - 1, i]
        if at.free(at.check, q[place - 1], leave, leave, False) != 1.0:
            place += 1
            continue
        count -= 1
        for row in range(place, count):
            _copy(q, row + 1, q, row)
    out_half[0] = out_half[count - 1] = 0.0
    for place in range(1, count - 1):
        before, after = length_of(at, q, place - 1, place), length_of(at, q, place, place + 1)
        half, is_free = min(before, after), False
        while not is_free and half > NARROWEST * min(before, after):
            half *= 0.5
            for i in range(q.shape[1]):
                come[i] = half / before * (q[place, i] - q[place - 1, i])
                leave[i] = half / after * (q[place + 1, i] - q[place, i])
            is_free = at.free(at.check, q[place], come, leave, True) == 1.0
        out_half[place] = half if is_free else 0.0
    return count
