"""How often a closed surface goes around a point: once around what is inside, not at all around the rest.

    winding of a mesh about a point = 1 / 4 pi sum of the solid angles of its triangles

(van Oosterom and Strackee, The solid angle of a plane triangle, IEEE Transactions on Biomedical Engineering
30(2), 1983; Jacobson, Kavan and Sorkine-Hornung, Robust inside-outside segmentation using generalized winding
numbers, ACM Transactions on Graphics 32(4), 2013).
"""

import numpy as np

from predictor.geometry.mesh import Array

HALF_A_TURN = 0.5  # of winding; it is whole but for rounding


def winding(triangles: Array, p: Array) -> float:
    """Return how often triangles (k, 3, 3) wind about a point, outwards of which is positive."""
    a, b, c = np.moveaxis(triangles - p, 1, 0)
    la, lb, lc = (np.linalg.norm(each, axis=1) for each in (a, b, c))
    volume = np.einsum("ki,ki->k", a, np.cross(b, c))
    flat = la * lb * lc + _dot(a, b) * lc + _dot(b, c) * la + _dot(c, a) * lb
    return float(np.arctan2(volume, flat).sum() / (2.0 * np.pi))


def _dot(a: Array, b: Array) -> Array:
    product: Array = np.einsum("ki,ki->k", a, b)
    return product
