"""What one ray meets first of all that a tree holds: down the nearest child first.

What waits lies on a stack of fixed depth, and what is farther than the nearest hit so far is passed over.  A
node's far face is moved out by two roundings, so that no triangle is lost that the ray meets at the edge of
its box (Ize, Robust BVH ray traversal, Journal of Computer Graphics Techniques 2(2), 2013).
"""

import math

import numpy as np
from numpy.typing import NDArray

from predictor.compiler.jit import inlined_part, part
from predictor.rays.intersection_kernels import Point, Shapes, at_triangle, in_solid, shear_of

Array = NDArray[np.float64]
Integers = NDArray[np.int64]

WIDER = 1.0 + 2.0**-51


@inlined_part
def in_own_axes(rows: Array, row: int, o: Point, d: Point) -> tuple[Point, Point]:
    """A ray in the axes of a row, whose pose stands in columns 4 to 15: rotation and place, line by line."""
    x, y, z = o[0] - rows[row, 7], o[1] - rows[row, 11], o[2] - rows[row, 15]
    return (
        (
            rows[row, 4] * x + rows[row, 8] * y + rows[row, 12] * z,
            rows[row, 5] * x + rows[row, 9] * y + rows[row, 13] * z,
            rows[row, 6] * x + rows[row, 10] * y + rows[row, 14] * z,
        ),
        (
            rows[row, 4] * d[0] + rows[row, 8] * d[1] + rows[row, 12] * d[2],
            rows[row, 5] * d[0] + rows[row, 9] * d[1] + rows[row, 13] * d[2],
            rows[row, 6] * d[0] + rows[row, 10] * d[1] + rows[row, 14] * d[2],
        ),
    )


@inlined_part
def surface_at(t0: float, t1: float, is_any: bool) -> float:
    """Where a ray first meets the surface of a solid that it is in from t0 to t1; t0 > t1: nowhere.

    If anything counts, then one that begins inside is stopped at once.
    """
    inside = 0.0 if is_any else t1
    first = t0 if t0 >= 0.0 else inside
    return first if (t0 <= t1) & (t1 >= 0.0) else math.inf


@part
def to_node(nodes: Array, node: int, o: Point, over: Point, best: float) -> float:
    """How far a ray, given by 1 / d, goes until it is in a node; inf: not before `best`.

    With d_i = 0 a face that the ray runs along gives 0 inf = NaN: comparisons pass over it.
    """
    t0, t1 = 0.0, best
    for i in range(3):
        low, high = (nodes[node, i] - o[i]) * over[i], (nodes[node, 3 + i] - o[i]) * over[i]
        if over[i] < 0.0:
            low, high = high, low
        if low > t0:
            t0 = low
        if high < t1:
            t1 = high
    return t0 if t0 <= t1 * WIDER else math.inf


@part
def walk(
    shapes: Shapes, top: int, o: Point, d: Point, best: float, is_any: bool, node: Integers, away: Array
) -> tuple[float, int]:
    """The first t <= best, or any, at which a ray meets an item of a tree, and which; inf: none.

    An item is a triangle of a row, or -1 - row of a solid.  `node` and `away` (DEEPEST,) are the stack.
    """
    nodes, links, items = shapes.nodes, shapes.links, shapes.items
    over = (1.0 / d[0], 1.0 / d[1], 1.0 / d[2])
    shear = shear_of(o, d)
    found, item = math.inf, -1
    node[0], away[0] = top, to_node(nodes, top, o, over, best)
    waiting = 1 if away[0] < math.inf else 0
    while waiting > 0:
        waiting -= 1
        at = node[waiting] if away[waiting] <= best else -1
        while at >= 0 and links[at, 1] == 0:
            first, second = at + 1, links[at, 0]
            a, b = to_node(nodes, first, o, over, best), to_node(nodes, second, o, over, best)
            if b < a:
                first, second, a, b = second, first, b, a
            if b < math.inf:
                node[waiting], away[waiting] = second, b
                waiting += 1
            at = first if a < math.inf else -1
        if at < 0:
            continue
        for k in range(links[at, 0], links[at, 0] + links[at, 1]):
            if items[k] >= 0:
                t = at_triangle(shear, shapes.triangles, k)
            else:
                own_o, own_d = in_own_axes(shapes.rows, -1 - items[k], o, d)
                t0, t1 = in_solid(shapes.rows, -1 - items[k], shapes.planes, own_o, own_d)
                t = surface_at(t0, t1, is_any)
            if 0.0 <= t <= best and t < found:
                best, found, item = t, t, k
        if is_any and item >= 0:
            break
    return found, item
