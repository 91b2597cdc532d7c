"""A compiled search for the directions of a small box, flush with a face of a hull and with one of its edges.

Of the least box one side is flush with a face, or all but one touch edges alone (O'Rourke, Finding minimal
enclosing boxes, 1985); the first is what is looked for, among the largest faces.
"""

import math

import numpy as np
from numpy.typing import NDArray

from predictor.compiler.jit import array_kernel, array_part

Array = NDArray[np.float64]

ALIKE = 1.0 - 1e-9  # cosine beyond which directions are one


@array_part
def is_new(found: Array, count: int, direction: Array) -> bool:
    """Return whether a unit vector is along none of the first so many."""
    for k in range(count):
        if abs(found[k, 0] * direction[0] + found[k, 1] * direction[1] + found[k, 2] * direction[2]) > ALIKE:
            return False
    return True


@array_kernel
def unlike(vectors: Array, most: int) -> Array:
    """Return the first so many of vectors (k, 3) that differ in direction, as unit vectors."""
    found, count = np.empty((min(most, len(vectors)), 3)), 0
    for k in range(len(vectors)):
        length = math.sqrt(vectors[k, 0] ** 2 + vectors[k, 1] ** 2 + vectors[k, 2] ** 2)
        if length == 0.0:
            continue
        direction = vectors[k] / length
        if is_new(found, count, direction):
            found[count] = direction
            count += 1
            if count == len(found):
                break
    return found[:count]


@array_part
def extent_along(corners: Array, x: float, y: float, z: float) -> float:
    """Return how far corners (k, 3) reach in a direction [m]."""
    low, high = math.inf, -math.inf
    for k in range(len(corners)):
        along = corners[k, 0] * x + corners[k, 1] * y + corners[k, 2] * z
        low, high = min(low, along), max(high, along)
    return high - low


@array_kernel
def flush(corners: Array, normals: Array, edges: Array, skin: float, out_R: Array) -> None:
    """Write the directions (3, 3) of the least box around corners (k, 3), grown by a skin.

    One of them is along a unit vector of `normals`, another as near as may be to one of `edges`.
    """
    least = math.inf
    for n in normals:
        high = extent_along(corners, n[0], n[1], n[2]) + skin
        for e in edges:
            along = n[0] * e[0] + n[1] * e[1] + n[2] * e[2]
            x, y, z = e[0] - along * n[0], e[1] - along * n[1], e[2] - along * n[2]  # the edge in the face
            length = math.sqrt(x * x + y * y + z * z)
            if length < 1e-6:
                continue
            x, y, z = x / length, y / length, z / length
            # The third direction is n times the second.
            u, v, w = n[1] * z - n[2] * y, n[2] * x - n[0] * z, n[0] * y - n[1] * x
            size = high * (extent_along(corners, x, y, z) + skin)
            if size >= least:
                continue
            size *= extent_along(corners, u, v, w) + skin
            if size < least:
                least = size
                out_R[:, 0] = x, y, z
                out_R[:, 1] = u, v, w
                out_R[:, 2] = n
