"""What many rays meet: block by block against each row's ball, and only the few that come near it one by one.

    rays 0 ... 63 --- ball of row 0 ---> rays 3, 4, 17 --- own axes ---> t
                  --- ball of row 1 ---> none
                  --- ...

The balls are asked in lanes, as the numbers of a block's rays lie side by side.  A ray whose numbers are not
finite, or whose direction has no length, meets UNKNOWN at NaN: it is never free.
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

BLOCK = 64
NOTHING, UNKNOWN = -1, -2
SLACK = 1e-14  # of the square of a ball's distance: more than rounding takes from a ray's nearest point
SHORT, FAR, NEAR = 6, 7, 8  # lanes: 1 / |d|, how far to look, whether the ball is near


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

    With the row (k,), and of the first the normal (k, 3): inf, NOTHING and zeros, or NaN, UNKNOWN and zeros.
    """
    node, away, lanes = np.empty(DEEPEST, np.int64), np.empty(DEEPEST), np.empty((9, BLOCK))
    placed, place, item = np.empty((len(top), 20)), np.empty(BLOCK, np.int64), np.empty(BLOCK, np.int64)
    limit = put_rows(rows, top, T, farthest, placed)
    for begin in range(0, len(directions), BLOCK):
        count = min(BLOCK, len(directions) - begin)
        o, d = origins[begin:], directions[begin:]
        t, row = out_t[begin:], out_row[begin:]
        load(o, d, count, limit, lanes, t, row)
        for k in range(len(top)):
            near_ball(placed, k, lanes, count)
            for i in range(count):
                if lanes[NEAR, i] == 0.0:
                    continue
                own_o, own_d = carried(placed, k, ray_point(o, i), ray_point(d, i))
                best, which = lanes[FAR, i], -1
                if placed[k, 0] == TREE:
                    at, which = walk(
                        int(placed[k, 1]), nodes, links, items, triangles, rows, planes, own_o, own_d,
                        best, is_any, node, away,
                    )  # fmt: skip
                else:
                    t0, t1 = in_solid(placed, k, planes, own_o, own_d)
                    at = surface_at(t0, t1, is_any)
                if at < t[i] and at <= best:
                    t[i], place[i], item[i] = at, k, which
                    row[i] = (
                        top[k, 0] if which < 0 else items[which] if items[which] >= 0 else -1 - items[which]
                    )
                    lanes[FAR, i] = -math.inf if is_any else at  # if any counts, no ball is near any more
        if not is_any:
            for i in range(count):
                normal = (0.0, 0.0, 0.0)
                if row[i] >= 0:
                    own_o, own_d = carried(placed, place[i], ray_point(o, i), ray_point(d, i))
                    normal = facing(rows, row[i], item[i], planes, items, triangles, own_o, own_d, t[i])
                    normal = turned(placed, place[i], normal)
                out_normal[begin + i, 0], out_normal[begin + i, 1], out_normal[begin + i, 2] = normal


@kernel
def ray_point(points: Array, i: int) -> Point:
    """One of (k, 3)."""
    return points[i, 0], points[i, 1], points[i, 2]


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


@kernel
def load(
    o: Array, d: Array, count: int, farthest: float, out_lanes: Array, out_t: Array, out_row: Integers
) -> None:
    """Lay the rays of a block side by side."""
    for i in range(count):
        for axis in range(3):
            out_lanes[axis, i], out_lanes[3 + axis, i] = o[i, axis], d[i, axis]
        square = d[i, 0] * d[i, 0] + d[i, 1] * d[i, 1] + d[i, 2] * d[i, 2]
        is_ray = 0.0 < square < math.inf and math.isfinite(o[i, 0] + o[i, 1] + o[i, 2])
        if is_ray and farthest >= 0.0:
            out_lanes[SHORT, i], out_lanes[FAR, i] = 1.0 / math.sqrt(square), farthest
            out_t[i], out_row[i] = math.inf, NOTHING
        else:
            out_lanes[SHORT, i], out_lanes[FAR, i] = math.nan, math.nan
            out_t[i], out_row[i] = math.nan, UNKNOWN


@kernel
def near_ball(placed: Array, k: int, lanes: Array, count: int) -> None:
    """Mark the rays that come into a row's ball within 0 and how far they look."""
    x, y, z, radius = placed[k, 16], placed[k, 17], placed[k, 18], placed[k, 19] * (1.0 + 1e-9)
    for i in range(count):
        dx, dy, dz, short = lanes[3, i], lanes[4, i], lanes[5, i], lanes[SHORT, i]
        cx, cy, cz = x - lanes[0, i], y - lanes[1, i], z - lanes[2, i]
        slack = SLACK * (cx * cx + cy * cy + cz * cz)
        nearest, reach = (cx * dx + cy * dy + cz * dz) * short * short, radius * short
        cx, cy, cz = cx - nearest * dx, cy - nearest * dy, cz - nearest * dz
        room = radius * radius + slack - (cx * cx + cy * cy + cz * cz)
        is_near = (room >= 0.0) & (nearest + reach >= 0.0) & (nearest - reach <= lanes[FAR, i])
        lanes[NEAR, i] = 1.0 if is_near else 0.0
