"""Compiled loops of the surface decomposition: a patch that grows, and faces that cut through a hull."""

import numpy as np
from numpy.typing import NDArray

from predictor.compiler.jit import array_kernel, array_part

Array = NDArray[np.float64]
Integers = NDArray[np.int64]

NEW, TAKEN, REFUSED = 0, 1, 2


@array_part
def above(normal: Array, offset: float, point: Array) -> float:
    """Return how far a point lies above a plane [m]."""
    height: float = normal[0] * point[0] + normal[1] * point[1] + normal[2] * point[2] - offset
    return height


@array_part
def keeps_convex(
    vertices: Array, face: Integers, normals: Array, offsets: Array, candidate: int, tolerance: float,
    patch: Integers, corners: Integers,
) -> bool:  # fmt: skip
    """Return whether a face may join a patch: it lies under all planes of the patch, the patch under its."""
    for k in range(3):
        for other in patch:
            if above(normals[other], offsets[other], vertices[face[k]]) > tolerance:
                return False
    for corner in corners:
        if above(normals[candidate], offsets[candidate], vertices[corner]) > tolerance:
            return False
    return True


@array_kernel
def grow(
    vertices: Array, faces: Integers, normals: Array, offsets: Array, neighbours: Integers,
    is_free: NDArray[np.bool_], seed: int, limit: int, tolerance: float, out_patch: Integers,
    out_corners: Integers, state: NDArray[np.int8], seen: NDArray[np.int8],
) -> tuple[int, int]:  # fmt: skip
    """Grow a patch from a face, breadth first over edges, up to so many faces.

    Returns the numbers of faces in `out_patch` and of vertices in `out_corners`; `state` (f,) and `seen` (v,)
    are zero before and after.
    """
    out_patch[0], count, corner_count = seed, 1, 3
    state[seed] = TAKEN
    for k in range(3):
        out_corners[k] = faces[seed, k]
        seen[faces[seed, k]] = 1
    head = 0
    while head < count and count < limit:
        for k in range(3):
            candidate = neighbours[out_patch[head], k]
            if candidate < 0 or not is_free[candidate] or state[candidate] != NEW or count >= limit:
                continue
            if keeps_convex(
                vertices, faces[candidate], normals, offsets, candidate, tolerance,
                out_patch[:count], out_corners[:corner_count],
            ):  # fmt: skip
                state[candidate] = TAKEN
                out_patch[count] = candidate
                count += 1
                for j in range(3):
                    corner = faces[candidate, j]
                    if seen[corner] == 0:
                        seen[corner] = 1
                        out_corners[corner_count] = corner
                        corner_count += 1
            else:
                state[candidate] = REFUSED
        head += 1
    for face in out_patch[:count]:
        state[face] = NEW
        for k in range(3):
            if neighbours[face, k] >= 0:
                state[neighbours[face, k]] = NEW
    for corner in out_corners[:corner_count]:
        seen[corner] = 0
    return count, corner_count


@array_part
def clip(polygon: Array, count: int, plane: Array, depth: float, out_polygon: Array) -> int:
    """Return the corners of what of a convex polygon lies deeper than `depth` under a plane (n, d)."""
    kept = 0
    for i in range(count):
        j = i + 1 if i + 1 < count else 0
        here = (
            plane[0] * polygon[i, 0] + plane[1] * polygon[i, 1] + plane[2] * polygon[i, 2] + plane[3] + depth
        )
        there = (
            plane[0] * polygon[j, 0] + plane[1] * polygon[j, 1] + plane[2] * polygon[j, 2] + plane[3] + depth
        )
        if here < 0.0:
            for k in range(3):
                out_polygon[kept, k] = polygon[i, k]
            kept += 1
        if (here < 0.0) != (there < 0.0):
            share = here / (here - there)  # of the edge, where it crosses the plane
            for k in range(3):
                out_polygon[kept, k] = polygon[i, k] + share * (polygon[j, k] - polygon[i, k])
            kept += 1
    return kept


@array_kernel
def is_cut(
    vertices: Array, faces: Integers, planes: Array, low: Array, high: Array, depth: float, scratch: Array
) -> bool:
    """Return whether any face enters a convex hull deeper than `depth`.

    `planes` (p, 4) of the hull point outwards, `low` and `high` (3,) bound it; `scratch` is (2, p + 4, 3).
    """
    for face in faces:
        is_near = True
        for k in range(3):
            a, b, c = vertices[face[0], k], vertices[face[1], k], vertices[face[2], k]
            if min(a, b, c) >= high[k] - depth or max(a, b, c) <= low[k] + depth:
                is_near = False
                break
        if not is_near:
            continue
        now, count = 0, 3
        for k in range(3):
            scratch[0, k] = vertices[face[k]]
        for plane in planes:
            count = clip(scratch[now], count, plane, depth, scratch[1 - now])
            now = 1 - now
            if count == 0:
                break
        if count > 0:
            return True
    return False
