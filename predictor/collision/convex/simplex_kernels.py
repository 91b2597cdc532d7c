"""The point of a simplex that is nearest to the origin, by its weights.

A simplex is 1 to 4 rows of `w` (., WIDTH): point, segment, triangle, tetrahedron.  The nearest point of its
plane lies in it where all its signed areas (volumes) have one sign; otherwise it is that of a side whose sign
differs.  All of those are looked at and the nearest is taken: no region is ever decided by a sign alone, so a
flat or thin simplex costs accuracy along it, never a wrong side (after Montanari, Petrinic and Barbieri,
Improving the GJK algorithm for faster and more reliable distance queries between convex objects, ACM
Transactions on Graphics 36(3), 2017).
"""

import math

import numpy as np
from numpy.typing import NDArray

from predictor.compiler.jit import part

Array = NDArray[np.float64]

ROW_A, ROW_B, WEIGHT, TRIAL = 3, 4, 5, 6  # columns behind x, y, z: rows of corners, weights kept, new weights
WIDTH = 7


@part
def nearest_of_simplex(w: Array, size: int) -> float:
    """Squared distance of the origin and the simplex of the first `size` rows; its weights into TRIAL."""
    w[0, TRIAL], w[1, TRIAL], w[2, TRIAL], w[3, TRIAL] = 1.0, 0.0, 0.0, 0.0
    if size == 1:
        return float(w[0, 0] * w[0, 0] + w[0, 1] * w[0, 1] + w[0, 2] * w[0, 2])
    if size == 2:
        t, squared = on_segment(w, 0, 1)
        w[0, TRIAL], w[1, TRIAL] = 1.0 - t, t
        return squared
    if size == 3:
        w[0, TRIAL], w[1, TRIAL], w[2, TRIAL], squared = on_triangle(w, 0, 1, 2)
        return squared
    return _on_tetrahedron(w)


@part
def on_segment(w: Array, i: int, j: int) -> tuple[float, float]:
    """Share of row j, and the squared distance."""
    x, y, z = w[j, 0] - w[i, 0], w[j, 1] - w[i, 1], w[j, 2] - w[i, 2]
    length2 = x * x + y * y + z * z
    t = 0.0
    if length2 > 0.0:
        t = min(1.0, max(0.0, -(w[i, 0] * x + w[i, 1] * y + w[i, 2] * z) / length2))
    x = (1.0 - t) * w[i, 0] + t * w[j, 0]
    y = (1.0 - t) * w[i, 1] + t * w[j, 1]
    z = (1.0 - t) * w[i, 2] + t * w[j, 2]
    return t, x * x + y * y + z * z


@part
def on_triangle(w: Array, i: int, j: int, k: int) -> tuple[float, float, float, float]:
    """Weights of rows i, j, k, and the squared distance.

    With n = w_i x w_j + w_j x w_k + w_k x w_i the weight of row i is (w_j x w_k) . n / n . n, and so on.
    """
    ix, iy, iz = w[i, 0], w[i, 1], w[i, 2]
    jx, jy, jz = w[j, 0], w[j, 1], w[j, 2]
    kx, ky, kz = w[k, 0], w[k, 1], w[k, 2]
    # n is normal to the triangle and twice its area long; a, b, c: weights times n . n.
    ux, uy, uz, vx, vy, vz = jx - ix, jy - iy, jz - iz, kx - ix, ky - iy, kz - iz
    nx, ny, nz = uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx
    nn = nx * nx + ny * ny + nz * nz
    a = (jy * kz - jz * ky) * nx + (jz * kx - jx * kz) * ny + (jx * ky - jy * kx) * nz
    b = (ky * iz - kz * iy) * nx + (kz * ix - kx * iz) * ny + (kx * iy - ky * ix) * nz
    c = (iy * jz - iz * jy) * nx + (iz * jx - ix * jz) * ny + (ix * jy - iy * jx) * nz
    if nn > 0.0 and a > 0.0 and b > 0.0 and c > 0.0:
        total = a + b + c
        a, b, c = a / total, b / total, c / total
        x, y, z = a * ix + b * jx + c * kx, a * iy + b * jy + c * ky, a * iz + b * jz + c * kz
        return a, b, c, x * x + y * y + z * z
    best, p, q, r = math.inf, 0.0, 0.0, 0.0
    if not c > 0.0 or not nn > 0.0:
        t, squared = on_segment(w, i, j)
        if squared < best:
            best, p, q, r = squared, 1.0 - t, t, 0.0
    if not a > 0.0 or not nn > 0.0:
        t, squared = on_segment(w, j, k)
        if squared < best:
            best, p, q, r = squared, 0.0, 1.0 - t, t
    if not b > 0.0 or not nn > 0.0:
        t, squared = on_segment(w, k, i)
        if squared < best:
            best, p, q, r = squared, t, 0.0, 1.0 - t
    return p, q, r, best


@part
def _volume(w: Array, i: int, j: int, k: int) -> float:
    """Six times the signed volume of rows i, j, k and the origin."""
    x = w[j, 1] * w[k, 2] - w[j, 2] * w[k, 1]
    y = w[j, 2] * w[k, 0] - w[j, 0] * w[k, 2]
    z = w[j, 0] * w[k, 1] - w[j, 1] * w[k, 0]
    return float(w[i, 0] * x + w[i, 1] * y + w[i, 2] * z)


@part
def _on_tetrahedron(w: Array) -> float:
    """As `nearest_of_simplex`; exactly 0 if the origin is inside."""
    a, b, c, d = _volume(w, 1, 2, 3), -_volume(w, 0, 2, 3), _volume(w, 0, 1, 3), -_volume(w, 0, 1, 2)
    total = a + b + c + d  # six times the tetrahedron's volume, with its sign
    sign = 1.0 if total > 0.0 else -1.0
    if a * sign > 0.0 and b * sign > 0.0 and c * sign > 0.0 and d * sign > 0.0:
        w[0, TRIAL], w[1, TRIAL], w[2, TRIAL], w[3, TRIAL] = a / total, b / total, c / total, d / total
        return 0.0
    best = math.inf
    for left_out in range(4):  # the face without it
        volume = a if left_out == 0 else b if left_out == 1 else c if left_out == 2 else d
        if not volume * sign > 0.0:
            i, j, k = int(left_out == 0), 1 + int(left_out <= 1), 2 + int(left_out <= 2)
            p, q, r, squared = on_triangle(w, i, j, k)
            if squared < best:
                best, w[left_out, TRIAL] = squared, 0.0
                w[i, TRIAL], w[j, TRIAL], w[k, TRIAL] = p, q, r
    return best
