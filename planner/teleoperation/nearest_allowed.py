"""The velocity nearest to a wanted one that keeps to some bounds: a projection on where half-spaces meet.

    n_i . x >= b_i,   b_i <= 0        x = v + the sum of push_i n_i over bounds that hold x back, push_i >= 0

In three dimensions no more than three bounds hold it back, and of so few all choices are tried: the one that
keeps to the rest as well is the nearest (Karush, Kuhn and Tucker's conditions).  As zero keeps to all bounds,
x is never longer than v; it is continuous in v and in the bounds.
"""

from itertools import combinations

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

ROUNDING = 1e-9  # [m/s or rad/s]
ALIKE = 1e-12  # determinant of the products of normals that are no bounds of their own


def nearest_allowed(v: Array, normals: Array, least: Array) -> Array:
    """Return the nearest to v (3,) whose parts along unit normals (k, 3) are `least` (k,), none above 0."""
    for count in range(min(3, len(least)) + 1):
        for chosen in combinations(range(len(least)), count):
            held = _held(v, normals[list(chosen)], least[list(chosen)])
            if held is not None and (normals @ held >= least - ROUNDING).all():
                return held
    return np.zeros(3)


def _held(v: Array, normals: Array, least: Array) -> Array | None:
    """Return v (3,) held back by bounds; None: it would be pulled to one, or they are alike."""
    if len(least) == 0:
        return v
    products = normals @ normals.T
    if np.linalg.det(products) < ALIKE:
        return None
    push = np.linalg.solve(products, least - normals @ v)
    return v + push @ normals if (push >= 0.0).all() else None
