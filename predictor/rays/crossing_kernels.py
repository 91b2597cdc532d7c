"""All that a segment crosses, on the way in and on the way out."""

import math

import numpy as np
from numpy.typing import NDArray

from predictor.compiler.jit import array_kernel, part
from predictor.geometry.bounds_tree_kernels import DEEPEST
from predictor.rays.beam_kernels import BALL_ROWS
from predictor.rays.cast_kernels import put_rows, row_of
from predictor.rays.intersection_kernels import TREE, Interval, Point, Shapes, at_triangle, in_solid, shear_of
from predictor.rays.normal_kernels import facing, turned
from predictor.rays.tree_walk_kernels import in_own_axes, to_node

Array = NDArray[np.float64]
Integers = NDArray[np.int64]


@array_kernel
def cross(
    rows: Array,
    top: Integers,
    planes: Array,
    nodes: Array,
    links: Integers,
    items: Integers,
    triangles: Array,
    T: Array,
    a: Array,
    b: Array,
    out: Array,
) -> int:
    """How many surfaces the segment from a to b (3,) crosses; -1: it is no segment, or a pose no number.

    Of as many as there is room for, into (c, 5): the share of the way, the row, the normal.
    """
    o, d = (a[0], a[1], a[2]), (b[0] - a[0], b[1] - a[1], b[2] - a[2])
    square = d[0] * d[0] + d[1] * d[1] + d[2] * d[2]
    placed, balls, node = (
        np.empty((len(top), 20)),
        np.empty((BALL_ROWS, len(top))),
        np.empty(DEEPEST, np.int64),
    )
    limit = put_rows(rows, top, T, 1.0, placed, balls)
    if not (0.0 < square < math.inf and math.isfinite(limit + o[0] + o[1] + o[2])):
        return -1
    shapes = Shapes(rows, top, planes, nodes, links, items, triangles, placed, balls)
    count, node = 0, np.empty(DEEPEST, np.int64)
    for k in range(len(top)):
        own_o, own_d = in_own_axes(placed, k, o, d)
        if placed[k, 0] != TREE:
            ends = in_solid(placed, k, planes, own_o, own_d)
            count = keep_ends(ends, shapes, k, -1, own_o, own_d, count, out)
            continue
        over, shear = (1.0 / own_d[0], 1.0 / own_d[1], 1.0 / own_d[2]), shear_of(own_o, own_d)
        node[0], waiting = int(placed[k, 1]), 1
        while waiting > 0:
            waiting -= 1
            at = node[waiting]
            if to_node(nodes, at, own_o, over, 1.0) == math.inf:
                continue
            if links[at, 1] == 0:
                node[waiting], node[waiting + 1] = links[at, 0], at + 1
                waiting += 2
                continue
            for item in range(links[at, 0], links[at, 0] + links[at, 1]):
                if items[item] >= 0:
                    t = at_triangle(shear, triangles, item)
                    ends = (t, t)
                else:
                    row = row_of(-1, items, item)
                    solid_o, solid_d = in_own_axes(rows, row, own_o, own_d)
                    ends = in_solid(rows, row, planes, solid_o, solid_d)
                count = keep_ends(ends, shapes, k, item, own_o, own_d, count, out)
    return count


@part
def keep_ends(
    ends: Interval, shapes: Shapes, k: int, item: int, o: Point, d: Point, count: int, out: Array
) -> int:
    """Keep crossings at the ends of an interval that are on the segment, if there is room; how many then.

    `k`: of the row that is asked by itself; `item`: of its tree, or -1.
    """
    row = row_of(shapes.top[k, 0], shapes.items, item)
    for end in range(2 if ends[1] > ends[0] else 1):
        t = ends[1] if end else ends[0]
        if 0.0 <= t <= 1.0:
            if count < len(out):
                out[count, 0], out[count, 1] = t, row
                normal = turned(shapes.placed, k, facing(shapes, row, item, o, d, t))
                out[count, 2], out[count, 3], out[count, 4] = normal
            count += 1
    return count
