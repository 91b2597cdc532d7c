"""Up to LANES rays as one beam: which balls it comes near, and which of its rays come near one ball.

           . - - -
      ( o )--------  axis            all rays begin within `size` of o and lie within an angle of the axis,
           ' - - -                   so a ball that is larger by `size` is asked of the cone from o

A ray whose numbers are not finite, or whose direction has no length, is in no beam: nothing is near it.

Many rays from one place are put into groups of those that go nearly the same way.  Directions are places on
an octahedron, folded open to a square (Cigolle and others, A survey of efficient representations for
independent unit vectors, Journal of Computer Graphics Techniques 3(2), 2014); the part of the square that
these rays fill is cut into cells, and each cell is a group.
"""

import math

import numpy as np
from numpy.typing import NDArray

from predictor.compiler.jit import part

Array = NDArray[np.float64]
Integers = NDArray[np.int64]

LANES = 64  # rays side by side
IN_A_CELL = 30  # rays, about
SLACK = 1e-12  # of a ball's size and distance: more than rounding takes from a ray's nearest point
WIDER = 1e-7  # the same of a beam, whose distances are roots
X, Y, Z, RADIUS, IS_FAR = range(5)  # of each ball
BALL_ROWS = 5
OX, OY, OZ, DX, DY, DZ, LENGTH, BEST, FAR, ENTRY, FOUND, NX, NY, NZ = range(14)  # of each ray
LANE_ROWS = 14
ROW, ITEM = range(2)  # what it has met


@part
def load(
    origins: Array, directions: Array, order: Integers, begin: int, n: int, limit: float, lanes: Array
) -> None:
    """Put n rays (k, 3) of an order (k,) into lanes (LANE_ROWS, LANES); those that are none look nowhere."""
    for lane in range(n):
        i = order[begin + lane]
        k = min(i, len(origins) - 1)
        for axis in range(3):
            lanes[OX + axis, lane], lanes[DX + axis, lane] = origins[k, axis], directions[i, axis]
    for lane in range(n):
        x, y, z = lanes[DX, lane], lanes[DY, lane], lanes[DZ, lane]
        size, place = x * x + y * y + z * z, lanes[OX, lane] + lanes[OY, lane] + lanes[OZ, lane]
        is_ray = (size > 0.0) & (size < math.inf) & (abs(place) < math.inf) & (limit >= 0.0)
        lanes[LENGTH, lane] = math.sqrt(size) if is_ray else 1.0
        lanes[BEST, lane] = limit if is_ray else -math.inf
        lanes[FAR, lane] = limit * lanes[LENGTH, lane] if is_ray else -math.inf
        lanes[FOUND, lane] = math.inf if is_ray else math.nan


@part
def rows_near(balls: Array, lanes: Array, n: int, out_rows: Integers) -> int:
    """How many of the balls (BALL_ROWS, t) the beam of the first n lanes may meet, and which."""
    o = (lanes[OX, 0], lanes[OY, 0], lanes[OZ, 0])
    size, farthest, ax, ay, az = 0.0, -math.inf, 0.0, 0.0, 0.0
    for lane in range(n):
        if lanes[FAR, lane] >= 0.0:
            over = 1.0 / lanes[LENGTH, lane]
            ax, ay, az = ax + lanes[DX, lane] * over, ay + lanes[DY, lane] * over, az + lanes[DZ, lane] * over
            x, y, z = lanes[OX, lane] - o[0], lanes[OY, lane] - o[1], lanes[OZ, lane] - o[2]
            size, farthest = max(size, x * x + y * y + z * z), max(farthest, lanes[FAR, lane])
    size, length = math.sqrt(size), math.sqrt(ax * ax + ay * ay + az * az)
    over = 1.0 / length if length > 0.0 else 0.0
    ax, ay, az, cosine = ax * over, ay * over, az * over, 1.0
    for lane in range(n):
        if lanes[FAR, lane] >= 0.0:
            along = lanes[DX, lane] * ax + lanes[DY, lane] * ay + lanes[DZ, lane] * az
            cosine = min(cosine, along / lanes[LENGTH, lane])
    is_beam = cosine > 0.1 and math.isfinite(size)
    cosine = max(cosine - SLACK, 0.0) if is_beam else 0.0
    sine = math.sqrt(1.0 - cosine * cosine) if is_beam else 0.0
    farthest, size = farthest if is_beam else math.inf, size if is_beam else 0.0
    for k in range(balls.shape[1]):
        x, y, z = balls[X, k] - o[0], balls[Y, k] - o[1], balls[Z, k] - o[2]
        square, along = x * x + y * y + z * z, x * ax + y * ay + z * az
        radius = balls[RADIUS, k] + size + WIDER * (balls[RADIUS, k] + abs(x) + abs(y) + abs(z))
        across = math.sqrt(max(square - along * along, 0.0))
        is_beside = (across * cosine - along * sine > radius) | (along * cosine + across * sine < -radius)
        is_beyond = square > (farthest + radius) * (farthest + radius)
        balls[IS_FAR, k] = 1.0 if is_beside | is_beyond else 0.0
    count = 0
    for k in range(balls.shape[1]):
        out_rows[count] = k  # written over by the next, unless it counts
        count += 1 if balls[IS_FAR, k] == 0.0 else 0
    return count


@part
def lanes_near(balls: Array, k: int, lanes: Array, n: int, out_lanes: Integers) -> int:
    """How many of the first n lanes come near ball k before what they have met, and which."""
    cx, cy, cz, radius = balls[X, k], balls[Y, k], balls[Z, k], balls[RADIUS, k]
    for lane in range(n):
        x, y, z = cx - lanes[OX, lane], cy - lanes[OY, lane], cz - lanes[OZ, lane]
        along = (x * lanes[DX, lane] + y * lanes[DY, lane] + z * lanes[DZ, lane]) / lanes[LENGTH, lane]
        wide = radius + SLACK * (radius + abs(x) + abs(y) + abs(z))
        room = (1.0 - SLACK) * (x * x + y * y + z * z) - wide * wide
        is_near = (room <= 0.0) | ((along > 0.0) & (along * along >= room))
        lanes[ENTRY, lane] = along - wide if is_near else math.inf
    count = 0
    for lane in range(n):
        out_lanes[count] = lane  # written over by the next, unless it counts
        count += 1 if (lanes[ENTRY, lane] <= lanes[FAR, lane]) & (lanes[ENTRY, lane] < math.inf) else 0
    return count


@part
def cells_along(count: int) -> int:
    """How many cells an edge of the square has for so many rays."""
    return max(1, int(math.sqrt(count / IN_A_CELL)))


@part
def as_they_come(out_order: Integers, out_first: Integers) -> None:
    """Groups (g + 1,) of LANES rays in the order (k,) that they have."""
    for i in range(len(out_order)):
        out_order[i] = i
    for group in range(len(out_first)):
        out_first[group] = min(group * LANES, len(out_order))


@part
def by_direction(directions: Array, uv: Array, out_order: Integers, out_first: Integers) -> None:
    """Groups (g + 1,) of rays (k, 3) from one place: where each begins in the order (k,)."""
    low_u, high_u, low_v, high_v = 1.0, -1.0, 1.0, -1.0
    for i in range(len(directions)):
        x, y, z = directions[i, 0], directions[i, 1], directions[i, 2]
        size = abs(x) + abs(y) + abs(z)
        is_ray = 0.0 < size < math.inf
        u, v = x / size if is_ray else 0.0, y / size if is_ray else 0.0  # |x| + |y| + |z| = 1
        other_u, other_v = math.copysign(1.0 - abs(v), u), math.copysign(1.0 - abs(u), v)
        uv[0, i], uv[1, i] = u if z >= 0.0 else other_u, v if z >= 0.0 else other_v
    for i in range(len(directions)):
        low_u, high_u = min(low_u, uv[0, i]), max(high_u, uv[0, i])
        low_v, high_v = min(low_v, uv[1, i]), max(high_v, uv[1, i])
    across = cells_along(len(directions))
    to_u = across * (1.0 - 1e-9) / max(high_u - low_u, 1e-9)
    to_v = across * (1.0 - 1e-9) / max(high_v - low_v, 1e-9)
    for group in range(len(out_first)):
        out_first[group] = 0
    for i in range(len(directions)):
        cell = int((uv[0, i] - low_u) * to_u) * across + int((uv[1, i] - low_v) * to_v)
        uv[0, i] = cell
        out_first[cell] += 1
    for group in range(1, len(out_first)):  # counting sort: the end of each group, then its rays from there
        out_first[group] += out_first[group - 1]
    for i in range(len(directions) - 1, -1, -1):
        cell = int(uv[0, i])
        out_first[cell] -= 1
        out_order[out_first[cell]] = i
