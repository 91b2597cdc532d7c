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
    """The normal of a row at o + t d, in the axes of that ray: the row's own, or those of its tree.

    `item` is -1 if the row is in no tree.
    """
    if item >= 0:
        if items[item] >= 0:
            return normal_of(triangles, item)
        o, d = carried(rows, row, o, d)
    normal = normal_at(rows, row, planes, (o[0] + t * d[0], o[1] + t * d[1], o[2] + t * d[2]))
    return turned(rows, row, normal) if item >= 0 else normal


@kernel
def turned(rows: Array, row: int, v: Point) -> Point:
    """A vector of a row's own axes in those that its pose is given in."""
    return (
        rows[row, 4] * v[0] + rows[row, 5] * v[1] + rows[row, 6] * v[2],
        rows[row, 8] * v[0] + rows[row, 9] * v[1] + rows[row, 10] * v[2],
        rows[row, 12] * v[0] + rows[row, 13] * v[1] + rows[row, 14] * v[2],
    )


@kernel
def normal_at(rows: Array, row: int, planes: Array, p: Point) -> Point:
    """The unit normal of a solid at a point of its surface; on an edge that of one of the faces."""
    if rows[row, 0] == ROD:
        along = max(-rows[row, 1], min(rows[row, 1], p[2]))
        return unit(p[0], p[1], p[2] - along)
    if rows[row, 0] == BOX:
        face, highest = 0, -math.inf
        for i in range(3):
            if abs(p[i]) - rows[row, 1 + i] > highest:
                face, highest = i, abs(p[i]) - rows[row, 1 + i]
        way = math.copysign(1.0, p[face])
        return (way if face == 0 else 0.0), (way if face == 1 else 0.0), (way if face == 2 else 0.0)
    plane, highest = int(rows[row, 1]), -math.inf
    for k in range(int(rows[row, 1]), int(rows[row, 2])):
        height = planes[k, 0] * p[0] + planes[k, 1] * p[1] + planes[k, 2] * p[2] - planes[k, 3]
        if height > highest:
            plane, highest = k, height
    return planes[plane, 0], planes[plane, 1], planes[plane, 2]


@kernel
def normal_of(triangles: Array, k: int) -> Point:
    """The unit normal of a triangle: its corners run counter-clockwise as seen from where it points."""
    ux, uy, uz = (
        triangles[k, 3] - triangles[k, 0],
        triangles[k, 4] - triangles[k, 1],
        triangles[k, 5] - triangles[k, 2],
    )
    vx, vy, vz = (
        triangles[k, 6] - triangles[k, 0],
        triangles[k, 7] - triangles[k, 1],
        triangles[k, 8] - triangles[k, 2],
    )
    return unit(uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx)


@kernel
def unit(x: float, y: float, z: float) -> Point:
    """A vector of length 1; zeros where there is no direction."""
    length = math.sqrt(x * x + y * y + z * z)
    if length == 0.0:
        return 0.0, 0.0, 0.0
    return x / length, y / length, z / length
