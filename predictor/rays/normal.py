"""The outward normal of a shape where a ray has met it."""

import math

import numpy as np
from numpy.typing import NDArray

from predictor.jit import kernel
from predictor.rays.convex import BOX, ROD, Point
from predictor.rays.walk import carried

Array = NDArray[np.float64]
Integers = NDArray[np.int64]


@kernel
def facing(
    rows: Array,
    row: int,
    item: int,
    planes: Array,
    items: Integers,
    triangles: Array,
    o: Point,
    d: Point,
    t: float,
) -> Point:
    """The unit normal of a row at o + t d, in the axes of that ray: the row's own, or those of its tree.

    `item` is -1 if the row is in no tree.  On an edge it is the normal of one of the faces; that of a
    triangle points to where its corners are seen to run counter-clockwise.
    """
    if item >= 0 and items[item] >= 0:
        a = triangles[item]
        ux, uy, uz = a[3] - a[0], a[4] - a[1], a[5] - a[2]
        vx, vy, vz = a[6] - a[0], a[7] - a[1], a[8] - a[2]
        x, y, z = uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx
    else:
        if item >= 0:
            o, d = carried(rows, row, o, d)
        x, y, z = o[0] + t * d[0], o[1] + t * d[1], o[2] + t * d[2]
        if rows[row, 0] == ROD:
            z -= max(-rows[row, 1], min(rows[row, 1], z))
        elif rows[row, 0] == BOX:
            over_x, over_y, over_z = abs(x) - rows[row, 1], abs(y) - rows[row, 2], abs(z) - rows[row, 3]
            if over_x >= over_y and over_x >= over_z:
                x, y, z = math.copysign(1.0, x), 0.0, 0.0
            elif over_y >= over_z:
                x, y, z = 0.0, math.copysign(1.0, y), 0.0
            else:
                x, y, z = 0.0, 0.0, math.copysign(1.0, z)
        else:
            highest, k = -math.inf, 0
            for plane in range(int(rows[row, 1]), int(rows[row, 2])):
                n = planes[plane]
                height = n[0] * x + n[1] * y + n[2] * z - n[3]
                if height > highest:
                    highest, k = height, plane
            x, y, z = planes[k, 0], planes[k, 1], planes[k, 2]
    length = math.sqrt(x * x + y * y + z * z)
    if length > 0.0:
        x, y, z = x / length, y / length, z / length
    return turned(rows, row, (x, y, z)) if item >= 0 and items[item] < 0 else (x, y, z)


@kernel
def turned(rows: Array, row: int, v: Point) -> Point:
    """A vector of a row's own axes in those that its pose is given in."""
    return (
        rows[row, 4] * v[0] + rows[row, 5] * v[1] + rows[row, 6] * v[2],
        rows[row, 8] * v[0] + rows[row, 9] * v[1] + rows[row, 10] * v[2],
        rows[row, 12] * v[0] + rows[row, 13] * v[1] + rows[row, 14] * v[2],
    )
