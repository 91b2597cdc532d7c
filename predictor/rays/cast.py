"""What many rays meet: each is held against the balls of all rows at once, then against rows it comes near.

    ray --- balls of rows 0 ... n, side by side ---> rows 4, 17 --- own axes ---> t

What a ball says of a ray's begin is kept while the rays begin in one place, as those of a camera do.  A ray
whose numbers are not finite, or whose direction has no length, meets UNKNOWN at NaN: it is never free.
"""

import math

import numpy as np
from numpy.typing import NDArray

from predictor.geometry.bounds_tree import DEEPEST
from predictor.jit import kernel
from predictor.rays.convex import TREE, Point, in_solid
from predictor.rays.normal import facing, turned
from predictor.rays.walk import carried, surface_at, walk

Array = NDArray[np.float64]
Integers = NDArray[np.int64]

NOTHING, UNKNOWN = -1, -2
SLACK = 1e-12  # of a ball's size and distance: more than rounding takes from a ray's nearest point
X, Y, Z, ROOM, RADIUS, ENTRY = range(
    6
)  # of each ball: from the ray's begin, what is left beside it, where in


@kernel
def cast(
    rows: Array,
    top: Integers,
    planes: Array,
    nodes: Array,
    links: Integers,
    items: Integers,
    triangles: Array,
    T: Array,
    origins: Array,
    directions: Array,
    farthest: float,
    is_any: bool,
    out_t: Array,
    out_row: Integers,
    out_normal: Array,
) -> None:
    """First t (k,) in 0 ... farthest, or any, at which rays (k, 3) meet shapes in frames at T (f, 4, 4).

    Into (k,), with the row (k,), or inf and NOTHING, or NaN and UNKNOWN; and the normal (k, 3) where a first
    one is met.  All may begin in one place (1, 3).
    """
    node, away = np.empty(DEEPEST, np.int64), np.empty(DEEPEST)
    placed, balls = np.empty((len(top), 20)), np.empty((6, len(top)))
    limit = put_rows(rows, top, T, farthest, placed)
    begin = (math.nan, math.nan, math.nan)
    for i in range(len(directions)):
        o, d = point(origins, min(i, len(origins) - 1)), point(directions, i)
        size = d[0] * d[0] + d[1] * d[1] + d[2] * d[2]
        if not (0.0 < size < math.inf and abs(o[0] + o[1] + o[2]) < math.inf and limit >= 0.0):
            out_t[i], out_row[i] = math.nan, UNKNOWN
            continue
        if not (o[0] == begin[0] and o[1] == begin[1] and o[2] == begin[2]):
            begin = o
            see_balls(placed, o, balls)
        length = math.sqrt(size)
        enter_balls(balls, d[0] / length, d[1] / length, d[2] / length)
        best, found, at, item = limit, math.inf, -1, -1
        for k in range(len(top)):
            if not balls[ENTRY, k] <= best * length:
                continue
            (own_o, own_d), which = carried(placed, k, o, d), -1
            if placed[k, 0] == TREE:
                tree = int(placed[k, 1])
                t, which = walk(
                    tree, nodes, links, items, triangles, rows, planes, own_o, own_d, best, is_any, node, away
                )
            else:
                t0, t1 = in_solid(placed, k, planes, own_o, own_d)
                t = surface_at(t0, t1, is_any)
            if t <= best and t < found:
                best, found, at, item = t, t, k, which
                if is_any:
                    break
        out_t[i], out_row[i] = found, NOTHING if at < 0 else row_of(top[at, 0], items, item)
        if at >= 0 and not is_any:
            own_o, own_d = carried(placed, at, o, d)
            n = facing(rows, out_row[i], item, planes, items, triangles, own_o, own_d, found)
            out_normal[i, 0], out_normal[i, 1], out_normal[i, 2] = turned(placed, at, n)


@kernel
def row_of(row: int, items: Integers, item: int) -> int:
    """Which shape was met: a row by itself, or that of an item of its tree."""
    if item < 0:
        return row
    told: int = items[item]
    return told if told >= 0 else -1 - told


@kernel
def point(points: Array, i: int) -> Point:
    """One of (k, 3)."""
    return points[i, 0], points[i, 1], points[i, 2]


@kernel
def see_balls(placed: Array, o: Point, out_balls: Array) -> None:
    """What balls (6, t) are from where a ray begins; a little larger than they are."""
    for k in range(len(placed)):
        x, y, z = placed[k, 16] - o[0], placed[k, 17] - o[1], placed[k, 18] - o[2]
        away2 = x * x + y * y + z * z
        radius = placed[k, 19] + SLACK * (placed[k, 19] + abs(x) + abs(y) + abs(z))
        out_balls[X, k], out_balls[Y, k], out_balls[Z, k], out_balls[RADIUS, k] = x, y, z, radius
        out_balls[ROOM, k] = (1.0 - SLACK) * away2 - radius * radius


@kernel
def enter_balls(balls: Array, x: float, y: float, z: float) -> None:
    """Where a ray of unit direction at the earliest comes into each ball (6, t) [m]; NaN: never."""
    for k in range(balls.shape[1]):
        along = balls[X, k] * x + balls[Y, k] * y + balls[Z, k] * z
        is_near = (balls[ROOM, k] <= 0.0) | ((along > 0.0) & (along * along >= balls[ROOM, k]))
        balls[ENTRY, k] = along - balls[RADIUS, k] if is_near else math.nan


@kernel
def put_rows(rows: Array, top: Integers, T: Array, farthest: float, out_placed: Array) -> float:
    """Put rows (t, 20), with their balls, where their frames are; NaN if anything is no number."""
    total = 0.0
    for k in range(len(top)):
        row, frame = top[k, 0], top[k, 1]
        for column in range(20):
            out_placed[k, column] = rows[row, column]
        for i in range(3):
            for j in range(4):
                out_placed[k, 4 + 4 * i + j] = T[frame, i, 3] if j == 3 else 0.0
                for m in range(3):
                    out_placed[k, 4 + 4 * i + j] += T[frame, i, m] * rows[row, 4 + 4 * m + j]
                total += out_placed[k, 4 + 4 * i + j]
        x, y, z = turned(out_placed, k, (rows[row, 16], rows[row, 17], rows[row, 18]))
        out_placed[k, 16], out_placed[k, 17] = x + out_placed[k, 7], y + out_placed[k, 11]
        out_placed[k, 18] = z + out_placed[k, 15]
    return farthest if math.isfinite(total) else math.nan
