"""The outward normal of a shape where a ray has met it."""

import math

import numpy as np
from numpy.typing import NDArray

from predictor.compiler.jit import inlined_part, part
from predictor.rays.intersection_kernels import BOX, ROD, Point, Shapes
from predictor.rays.tree_walk_kernels import in_own_axes

Array = NDArray[np.float64]
Integers = NDArray[np.int64]


@part
def facing(shapes: Shapes, row: int, item: int, o: Point, d: Point, t: float) -> Point:
    """The unit normal of a row at o + t d, in the axes of that ray: the row's own, or those of its tree.

    `item` is -1 if the row is in no tree.  On an edge it is the normal of one of the faces; that of a
    triangle points to where its corners are seen to run counter-clockwise.
    """
    rows = shapes.rows
    if item >= 0 and shapes.items[item] >= 0:
        a = shapes.triangles[item]
        ux, uy, uz = a[3] - a[0], a[4] - a[1], a[5] - a[2]
        vx, vy, vz = a[6] - a[0], a[7] - a[1], a[8] - a[2]
        return unit((uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx))
    if item >= 0:
        o, d = in_own_axes(rows, row, o, d)
    p = (o[0] + t * d[0], o[1] + t * d[1], o[2] + t * d[2])
    if rows[row, 0] == BOX:
        n = off_box((rows[row, 1], rows[row, 2], rows[row, 3]), p)
    elif rows[row, 0] == ROD:
        n = off_rod(rows[row, 1], p)
    else:
        n = off_hull(int(rows[row, 1]), int(rows[row, 2]), shapes.planes, p)
    return turned(rows, row, n) if item >= 0 else n


@inlined_part
def off_box(half: Point, p: Point) -> Point:
    """The normal of the face that a point is farthest out of."""
    x, y, z = abs(p[0]) - half[0], abs(p[1]) - half[1], abs(p[2]) - half[2]
    is_x = (x >= y) & (x >= z)
    is_y = (y >= z) & (not is_x)
    is_z = not (is_x | is_y)
    return (
        math.copysign(1.0, p[0]) if is_x else 0.0,
        math.copysign(1.0, p[1]) if is_y else 0.0,
        math.copysign(1.0, p[2]) if is_z else 0.0,
    )


@inlined_part
def off_rod(half: float, p: Point) -> Point:
    """Away from the axis, which reaches as far as `half` both ways along z."""
    return unit((p[0], p[1], p[2] - max(-half, min(half, p[2]))))


@part
def off_hull(first: int, last: int, planes: Array, p: Point) -> Point:
    """The normal of the plane that a point is farthest out of."""
    highest, k = -math.inf, 0
    for plane in range(first, last):
        n = planes[plane]
        height = n[0] * p[0] + n[1] * p[1] + n[2] * p[2] - n[3]
        if height > highest:
            highest, k = height, plane
    return unit((planes[k, 0], planes[k, 1], planes[k, 2]))


@inlined_part
def unit(v: Point) -> Point:
    """A vector of length one, or none where it has none."""
    length = math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2])
    over = 1.0 / length if length > 0.0 else 1.0
    return v[0] * over, v[1] * over, v[2] * over


@part
def turned(rows: Array, row: int, v: Point) -> Point:
    """A vector of a row's own axes in those that its pose is given in."""
    return (
        rows[row, 4] * v[0] + rows[row, 5] * v[1] + rows[row, 6] * v[2],
        rows[row, 8] * v[0] + rows[row, 9] * v[1] + rows[row, 10] * v[2],
        rows[row, 12] * v[0] + rows[row, 13] * v[1] + rows[row, 14] * v[2],
    )
