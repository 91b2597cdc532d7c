"""Compiled loops over a lattice of points: which lie inside a closed surface, which in convex hulls."""

import math

import numpy as np
from numpy.typing import NDArray

from predictor.compiler.jit import array_kernel, array_part

Array = NDArray[np.float64]
Integers = NDArray[np.int64]
Counts = NDArray[np.int32]


@array_part
def side(vertices: Array, a: int, b: int, x: float, y: float) -> bool:
    """Return on which side of an edge, seen along z, a point lies; the edge turned round: the other side."""
    first, second = (a, b) if a < b else (b, a)
    dx, dy = vertices[second, 0] - vertices[first, 0], vertices[second, 1] - vertices[first, 1]
    is_left = dx * (y - vertices[first, 1]) - dy * (x - vertices[first, 0]) > 0.0
    return bool(is_left == (a < b))


@array_kernel
def windings(vertices: Array, faces: Integers, origin: Array, spacing: float, out_counts: Counts) -> None:
    """Add to each point (nx, ny, nz) how often the surface goes around it: signed crossings above it."""
    nx, ny, nz = out_counts.shape
    for face in faces:
        a, b, c = face[0], face[1], face[2]
        xs = (vertices[a, 0], vertices[b, 0], vertices[c, 0])
        ys = (vertices[a, 1], vertices[b, 1], vertices[c, 1])
        ux, uy, uz = vertices[b, 0] - xs[0], vertices[b, 1] - ys[0], vertices[b, 2] - vertices[a, 2]
        vx, vy, vz = vertices[c, 0] - xs[0], vertices[c, 1] - ys[0], vertices[c, 2] - vertices[a, 2]
        up = ux * vy - uy * vx
        if up == 0.0:
            continue
        for i in range(
            max(0, math.ceil((min(xs) - origin[0]) / spacing)),
            min(nx, math.floor((max(xs) - origin[0]) / spacing) + 1),
        ):
            x = origin[0] + i * spacing
            for j in range(
                max(0, math.ceil((min(ys) - origin[1]) / spacing)),
                min(ny, math.floor((max(ys) - origin[1]) / spacing) + 1),
            ):
                y = origin[1] + j * spacing
                first = side(vertices, a, b, x, y)
                if side(vertices, b, c, x, y) != first or side(vertices, c, a, x, y) != first:
                    continue
                tilt_x, tilt_y = uy * vz - uz * vy, uz * vx - ux * vz  # the normal, whose z is `up`
                z = vertices[a, 2] - (tilt_x * (x - xs[0]) + tilt_y * (y - ys[0])) / up
                below = min(nz, math.ceil((z - origin[2]) / spacing))
                for k in range(below):
                    out_counts[i, j, k] += 1 if up > 0.0 else -1


@array_part
def column(planes: Array, x: float, y: float) -> tuple[float, float]:
    """Return from where to where a line along z runs inside a convex hull; upside down: nowhere."""
    low, high = -math.inf, math.inf
    for plane in planes:
        rest = plane[0] * x + plane[1] * y + plane[3]
        if plane[2] > 0.0:
            high = min(high, -rest / plane[2])
        elif plane[2] < 0.0:
            low = max(low, -rest / plane[2])
        elif rest > 0.0:
            return 1.0, 0.0
    return low, high


@array_kernel
def mark(
    planes: Array, bounds: Array, origin: Array, spacing: float, is_inside: NDArray[np.bool_],
    out_is_marked: NDArray[np.bool_],
) -> int:  # fmt: skip
    """Mark the points of a lattice in a convex hull of these bounds (2, 3); return how many are inside."""
    nx, ny, nz = is_inside.shape
    count = 0
    for i in range(
        max(0, math.ceil((bounds[0, 0] - origin[0]) / spacing)),
        min(nx, math.floor((bounds[1, 0] - origin[0]) / spacing) + 1),
    ):
        for j in range(
            max(0, math.ceil((bounds[0, 1] - origin[1]) / spacing)),
            min(ny, math.floor((bounds[1, 1] - origin[1]) / spacing) + 1),
        ):
            low, high = column(planes, origin[0] + i * spacing, origin[1] + j * spacing)
            if low > high:
                continue
            for k in range(
                max(0, math.ceil((low - origin[2]) / spacing)),
                min(nz, math.floor((high - origin[2]) / spacing) + 1),
            ):
                out_is_marked[i, j, k] = True
                count += is_inside[i, j, k]
    return count
