"""Compiled loops for how far a box or a hull reaches from the triangles and the inside of a mesh.

A cell of the box is left out as soon as none of it can be farther than what is known already: by the distance
of its middle and its half diagonal, or because all its corners are near one triangle (a distance from what is
convex is greatest at a corner).  Any other cell is halved.
"""

import math

import numpy as np
from numpy.typing import NDArray

from predictor.compiler.jit import array_kernel, array_part
from predictor.geometry.bounds_tree_kernels import DEEPEST
from predictor.geometry.pieces.lattice_kernels import side

Array = NDArray[np.float64]
Integers = NDArray[np.int64]

MOST_LOOKS = 20_000  # at cells of one box; what is not looked at then is as far as it may be
CELLS = 256  # that wait at most: each halving of one adds another, and 60 halvings leave nothing of it
BESIDE_M = 1e-6  # over an edge, as boxes flush with a mesh have their points, what lies above is not told
HINT, CELL_COLUMNS = 6, 7  # after its middle and half edges: the triangle nearest to the cell it is half of


@array_part
def nearest_on(vertices: Array, faces: Integers, row: int, p: Array, out: Array) -> float:
    """Write the point of a triangle that is nearest to p; return its squared distance.

    Ericson, Real-Time Collision Detection (2005), 5.1.5: by the region of corners, edges and face.
    """
    a, b, c = vertices[faces[row, 0]], vertices[faces[row, 1]], vertices[faces[row, 2]]
    d1 = d2 = d3 = d4 = d5 = d6 = 0.0
    for k in range(3):
        ab, ac = b[k] - a[k], c[k] - a[k]
        d1 += ab * (p[k] - a[k])
        d2 += ac * (p[k] - a[k])
        d3 += ab * (p[k] - b[k])
        d4 += ac * (p[k] - b[k])
        d5 += ab * (p[k] - c[k])
        d6 += ac * (p[k] - c[k])
    # Barycentric coordinates of p's foot in the plane, times the triangle's squared doubled area.
    va, vb, vc = d3 * d6 - d5 * d4, d5 * d2 - d1 * d6, d1 * d4 - d3 * d2
    v, w = 0.0, 0.0
    if d1 <= 0.0 and d2 <= 0.0:
        pass
    elif d3 >= 0.0 and d4 <= d3:
        v = 1.0
    elif d6 >= 0.0 and d5 <= d6:
        w = 1.0
    elif vc <= 0.0 and d1 >= 0.0 and d3 <= 0.0:
        v = d1 / (d1 - d3)
    elif vb <= 0.0 and d2 >= 0.0 and d6 <= 0.0:
        w = d2 / (d2 - d6)
    elif va <= 0.0 and d4 >= d3 and d5 >= d6:
        w = (d4 - d3) / ((d4 - d3) + (d5 - d6))
        v = 1.0 - w
    else:
        v, w = vb / (va + vb + vc), vc / (va + vb + vc)
    squared = 0.0
    for k in range(3):
        out[k] = a[k] + v * (b[k] - a[k]) + w * (c[k] - a[k])
        squared += (p[k] - out[k]) ** 2
    return squared


@array_part
def nearest_row(
    vertices: Array, faces: Integers, bounds: Array, link: Integers, p: Array, hint: int, out: Array
) -> tuple[float, int, int]:
    """Return the squared distance of p from the triangles, the nearest, and how many nodes it asked.

    `hint`: a triangle to begin with.
    """
    waiting, count, row, asked = np.empty(DEEPEST, np.int64), 1, hint, 0
    waiting[0] = 0
    least = nearest_on(vertices, faces, row, p, out)
    while count > 0:
        count -= 1
        node = waiting[count]
        asked += 1
        if squared_to(bounds, node, p) >= least:
            continue
        if link[node, 1] > 0:
            for other in range(link[node, 0], link[node, 0] + link[node, 1]):
                squared = nearest_on(vertices, faces, other, p, out)
                if squared < least:
                    least, row = squared, other
            continue
        near, far = node + 1, link[node, 0]
        if squared_to(bounds, near, p) > squared_to(bounds, far, p):
            near, far = far, near
        waiting[count], waiting[count + 1] = far, near
        count += 2
    return least, row, asked


@array_part
def squared_to(bounds: Array, node: int, p: Array) -> float:
    """Return the squared distance of p from a node."""
    squared = 0.0
    for k in range(3):
        squared += max(bounds[node, k] - p[k], p[k] - bounds[node, 3 + k], 0.0) ** 2
    return squared


@array_part
def is_inside(vertices: Array, faces: Integers, bounds: Array, link: Integers, at: Array) -> bool:
    """Return whether a closed surface goes around a point: signed crossings of a ray up from beside it."""
    waiting, count, winding, p = np.empty(DEEPEST, np.int64), 1, 0, np.empty(3)
    p[0], p[1], p[2] = at[0] + 0.37 * BESIDE_M, at[1] + 0.41 * BESIDE_M, at[2] + 0.43 * BESIDE_M
    waiting[0] = 0
    while count > 0:
        count -= 1
        node = waiting[count]
        if (
            p[0] < bounds[node, 0] or p[0] > bounds[node, 3] or p[1] < bounds[node, 1]
            or p[1] > bounds[node, 4] or p[2] > bounds[node, 5]
        ):  # fmt: skip
            continue
        if link[node, 1] == 0:
            waiting[count], waiting[count + 1] = node + 1, link[node, 0]
            count += 2
            continue
        for row in range(link[node, 0], link[node, 0] + link[node, 1]):
            winding += crossing_above(vertices, faces, row, p)
    return winding > 0


@array_part
def crossing_above(vertices: Array, faces: Integers, row: int, p: Array) -> int:
    """Return 1 or -1 where a triangle lies above p, by the way that it is wound; else 0."""
    i, j, k = faces[row, 0], faces[row, 1], faces[row, 2]
    a, b, c = vertices[i], vertices[j], vertices[k]
    ux, uy, uz = b[0] - a[0], b[1] - a[1], b[2] - a[2]
    vx, vy, vz = c[0] - a[0], c[1] - a[1], c[2] - a[2]
    up = ux * vy - uy * vx
    if up == 0.0:
        return 0
    first = side(vertices, i, j, p[0], p[1])
    if side(vertices, j, k, p[0], p[1]) != first or side(vertices, k, i, p[0], p[1]) != first:
        return 0
    tilt_x, tilt_y = uy * vz - uz * vy, uz * vx - ux * vz  # the normal, whose z is `up`
    # The plane's height over p.
    if a[2] - (tilt_x * (p[0] - a[0]) + tilt_y * (p[1] - a[1])) / up <= p[2]:
        return 0
    return 1 if up > 0.0 else -1


@array_kernel
def is_far(
    vertices: Array, faces: Integers, bounds: Array, link: Integers, is_closed: bool, points: Array,
    most: float,
) -> bool:  # fmt: skip
    """Return whether any of the points (k, 3) is farther than that from the mesh."""
    on, row = np.empty(3), 0
    for p in points:
        squared, row, _ = nearest_row(vertices, faces, bounds, link, p, row, on)
        if squared > most * most and not (is_closed and is_inside(vertices, faces, bounds, link, p)):
            return True
    return False


@array_part
def meets(planes: Array, R: Array, p: Array, half: Array) -> bool:
    """Return whether no plane (k, 4) of a hull parts it from a cell about p."""
    for plane in planes:
        out = plane[3]
        for k in range(3):
            out += plane[k] * p[k]
            out -= half[k] * abs(plane[0] * R[0, k] + plane[1] * R[1, k] + plane[2] * R[2, k])
        if out > 0.0:
            return False
    return True


@array_part
def is_near_one(
    vertices: Array, faces: Integers, row: int, R: Array, p: Array, half: Array, most: float, out: Array
) -> bool:  # fmt: skip
    """Return whether all corners of a cell are at most so far from one triangle."""
    corner = np.empty(3)
    for number in range(8):
        for k in range(3):
            corner[k] = p[k]
        for i in range(3):
            along = half[i] if number >> i & 1 else -half[i]
            for k in range(3):
                corner[k] += along * R[k, i]
        if nearest_on(vertices, faces, row, corner, out) > most * most:
            return False
    return True


@array_kernel
def farthest_corner(vertices: Array, faces: Integers, T: Array, half: Array, out_gap: Array) -> float:
    """Return how far from triangles the corners of a box are at most, with the way there as in `excess`."""
    p, on, most = np.empty(3), np.empty(3), -1.0
    for number in range(8):
        for k in range(3):
            p[k] = T[k, 3]
            for i in range(3):
                p[k] += T[k, i] * (half[i] if number >> i & 1 else -half[i])
        row, least = 0, math.inf
        for other in range(len(faces)):
            squared = nearest_on(vertices, faces, other, p, on)
            if squared < least:
                row, least = other, squared
        if least > most:
            most = least
            nearest_on(vertices, faces, row, p, on)
            for i in range(3):
                out_gap[i] = T[0, i] * (p[0] - on[0]) + T[1, i] * (p[1] - on[1]) + T[2, i] * (p[2] - on[2])
    return math.sqrt(most)


@array_kernel
def excess(
    vertices: Array, faces: Integers, bounds: Array, link: Integers, is_closed: bool, T: Array, half: Array,
    planes: Array, known: float, slack: float, stop: float, out_gap: Array,
) -> tuple[float, int]:  # fmt: skip
    """Return the greatest distance from a mesh in a box (4, 4), (3,) and a hull of planes (k, 4) in it.

    And how many nodes of the mesh's tree it asked.  The distance is `known` if nothing is more than `slack`
    farther; as soon as something is farther than `stop`, it is that something's, with its way from the
    nearest triangle (3,) along the box's edges in `out_gap`.  A mesh that is closed has an inside, and
    nothing in there is away from it.
    """
    R = np.ascontiguousarray(T[:3, :3])
    cells, p, h, on = np.empty((CELLS, CELL_COLUMNS)), np.empty(3), np.empty(3), np.empty(3)
    cells[0, :3], cells[0, 3:6], cells[0, HINT] = 0.0, half, 0.0
    waiting, nothing, looks, asked = 1, np.zeros(3), 0, 0
    while waiting > 0:
        waiting -= 1
        looks += 1
        h[:] = cells[waiting, 3:6]
        for k in range(3):
            p[k] = T[k, 3]
            for i in range(3):
                p[k] += R[k, i] * cells[waiting, i]
        if not meets(planes, R, p, h):
            continue
        reach = math.sqrt(h[0] ** 2 + h[1] ** 2 + h[2] ** 2)
        squared, row, more = nearest_row(vertices, faces, bounds, link, p, int(cells[waiting, HINT]), on)
        asked += more
        away = math.sqrt(squared)
        if away + reach <= known + slack:
            continue
        if is_closed and is_inside(vertices, faces, bounds, link, p):
            away = -away
            if away + reach <= known + slack:
                continue
        least = away if meets(planes, R, p, nothing) else away - reach
        if least > known or (reach < 0.25 * slack and away > known):
            known = max(least, known)
            if away > stop:
                nearest_on(vertices, faces, row, p, on)
                for i in range(3):
                    out_gap[i] = (
                        R[0, i] * (p[0] - on[0]) + R[1, i] * (p[1] - on[1]) + R[2, i] * (p[2] - on[2])
                    )
                return max(away, known), asked
        if looks > MOST_LOOKS:
            known = max(known, away + reach)
            continue
        if reach < 0.25 * slack or is_near_one(vertices, faces, row, R, p, h, known + slack, on):
            continue
        longest = h.argmax()
        quarter = 0.5 * h[longest]
        cells[waiting, HINT] = row
        cells[waiting, 3 + longest] = quarter
        cells[waiting + 1] = cells[waiting]
        cells[waiting, longest] -= quarter
        cells[waiting + 1, longest] += quarter
        waiting += 2
    return known, asked
