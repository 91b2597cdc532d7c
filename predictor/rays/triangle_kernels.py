"""Where a ray meets a triangle, so that none slips through an edge that two triangles share.

The corners are sheared until the ray runs along z from the origin; then the origin is inside the triangle in
x and y if three edge functions have one sign (Woop, Benthin and Wald, Watertight ray/triangle intersection,
Journal of Computer Graphics Techniques 2(1), 2013).  The two triangles at an edge compute the very same
products for it, with opposite sign, so that at least one of them is met; on the edge, where the function is
zero, both are.  Seen edge on a triangle is not met; its neighbours in a closed surface are.
"""

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from predictor.compiler.jit import part
from predictor.rays.convex_kernels import Point

Array = NDArray[np.float64]


class Shear(NamedTuple):
    """What makes a ray run along z from the origin."""

    x: int  # the axes, in an order in which the ray runs most along the last
    y: int
    z: int
    ox: float  # of its begin, in that order
    oy: float
    oz: float
    sx: float
    sy: float
    sz: float


@part
def shear_of(o: Point, d: Point) -> Shear:
    """The shear of the ray o + t d; d is not zero."""
    if abs(d[2]) >= max(abs(d[0]), abs(d[1])):
        return Shear(0, 1, 2, o[0], o[1], o[2], d[0] / d[2], d[1] / d[2], 1.0 / d[2])
    if abs(d[1]) >= abs(d[0]):
        return Shear(2, 0, 1, o[2], o[0], o[1], d[2] / d[1], d[0] / d[1], 1.0 / d[1])
    return Shear(1, 2, 0, o[1], o[2], o[0], d[1] / d[0], d[2] / d[0], 1.0 / d[0])


@part
def at_triangle(shear: Shear, triangles: Array, k: int) -> float:
    """The t at which the line meets triangle k of (m, 9), corner by corner; inf: it does not."""
    x, y, z = shear.x, shear.y, shear.z
    az, bz, cz = triangles[k, z] - shear.oz, triangles[k, 3 + z] - shear.oz, triangles[k, 6 + z] - shear.oz
    ax, ay = triangles[k, x] - shear.ox - shear.sx * az, triangles[k, y] - shear.oy - shear.sy * az
    bx, by = triangles[k, 3 + x] - shear.ox - shear.sx * bz, triangles[k, 3 + y] - shear.oy - shear.sy * bz
    cx, cy = triangles[k, 6 + x] - shear.ox - shear.sx * cz, triangles[k, 6 + y] - shear.oy - shear.sy * cz
    u, v, w = cx * by - cy * bx, ax * cy - ay * cx, bx * ay - by * ax
    if (u < 0.0 or v < 0.0 or w < 0.0) and (u > 0.0 or v > 0.0 or w > 0.0):
        return math.inf
    size = u + v + w
    if size == 0.0:
        return math.inf
    t: float = (u * az + v * bz + w * cz) * shear.sz / size
    return t
