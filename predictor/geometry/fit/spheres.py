"""The smallest sphere around points.

By exchange (Welzl, "Smallest enclosing disks", 1991; Gaertner, "Fast and robust smallest enclosing balls",
1999): of the smallest sphere around a few points those that define it are kept, the farthest point outside
joins them, and the smallest around these is next.  It grows with each step, so it ends: nothing is outside.
"""

from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from predictor.geometry.fit.solid import rounding
from predictor.geometry.fit.volumes import Sphere

Array = NDArray[np.float64]

OUTSIDE = 1.0 + 1e-10  # of the radius: what is nearer is no reason to grow
SUPPORT = 4  # points at most that define a sphere


class _Around(NamedTuple):
    """A sphere, and the points (k, 3) on it that define it."""

    centre: Array
    radius: float
    support: Array


def smallest_sphere(points: Array) -> Sphere:
    """Return the smallest sphere that holds points (k, 3)."""
    found = _Around(points[0], 0.0, points[:1])
    while True:
        away = np.linalg.norm(points - found.centre, axis=1)
        farthest = int(away.argmax())
        grown = _around_few(np.vstack([found.support, points[farthest]]))
        if away[farthest] <= found.radius * OUTSIDE or not grown.radius > found.radius:
            return Sphere(centre=found.centre, radius=float(away.max()) + rounding(points))
        found = grown


def _around_few(points: Array) -> _Around:
    """Return the smallest sphere around at most five points."""
    near = 1e-9 * float(np.ptp(points, axis=0).max())
    found = [
        _through(points[[*chosen]])
        for size in range(1, min(len(points), SUPPORT) + 1)
        for chosen in combinations(range(len(points)), size)
    ]
    holding = [
        sphere
        for sphere in found
        if np.linalg.norm(points - sphere.centre, axis=1).max() <= sphere.radius + near
    ]
    return min(holding or found, key=lambda sphere: sphere.radius if holding else -sphere.radius)


def _through(points: Array) -> _Around:
    """Return the smallest sphere through one to four points, its centre in their plane or on their line."""
    edges = points[1:] - points[0]
    middle = np.linalg.lstsq(2.0 * edges, (edges**2).sum(axis=1), rcond=None)[0]
    return _Around(points[0] + middle, float(np.linalg.norm(middle)), points)
