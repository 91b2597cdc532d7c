"""The smallest sphere, capsule and tapered capsule around points.

The sphere is found by exchange (Welzl, "Smallest enclosing disks", 1991; Gaertner, "Fast and robust smallest
enclosing balls", 1999): of the smallest sphere around a few points those that define it are kept, the
farthest point outside joins them, and the smallest around these is next.  It grows with each step, so it
ends: nothing is outside.

Capsules may lie on any line.  On a line, points are known by where they are along it, x, and how far from it,
d.  Spheres about places t of the line with radius k - s t touch one cone (s the sine of its half angle; 0: a
cylinder), which holds the points if k >= max (d cos + x s).  A point is in the sphere about t between the
roots of

    (x - t)^2 + d^2 = (k - s t)^2

so of the line is needed what is between the least of the upper roots and the greatest of the lower ones:

          _______________
         /    .        . \\       it begins as far to the right as the leftmost points allow, and ends as far
        (    o-------o    )      to the left as the others do
         \\_______________/

So for a line, a cone and k nothing is searched for.  Those are: two figures for the line's direction, two
for where it is, by how much k exceeds its least value (what is thicker can be shorter, and smaller), and s:
by the simplex method of Nelder and Mead (1965), begun along each edge of the box.
"""

import math
from itertools import combinations
from typing import NamedTuple

import numpy as np

from predictor.geometry.fit.solid import rounding_margin
from predictor.geometry.fit.volumes import BoundingCapsule, BoundingSphere, TaperedCapsule, tapered_content
from predictor.geometry.mesh import Array

OUTSIDE = 1.0 + 1e-10  # of the radius: what is nearer is no reason to grow
SUPPORT = 4  # points at most that define a sphere


class _Around(NamedTuple):
    """A sphere, and the points (k, 3) on it that define it."""

    centre: Array
    radius: float
    support: Array


def smallest_sphere(points: Array) -> BoundingSphere:
    """Return the smallest sphere that holds points (k, 3)."""
    found = _Around(points[0], 0.0, points[:1])
    while True:
        away = np.linalg.norm(points - found.centre, axis=1)
        farthest = int(away.argmax())
        grown = _around_few(np.vstack([found.support, points[farthest]]))
        if away[farthest] <= found.radius * OUTSIDE or not grown.radius > found.radius:
            return BoundingSphere(centre=found.centre, radius=float(away.max()) + rounding_margin(points))
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


LEVEL_FIGURES, TAPERED_FIGURES = 5, 6  # figures that are searched for: without and with s
FIRST_STEP = 0.15  # of the search, in each figure
TRIAL, FINAL = 60, 600  # evaluations: from each start, and of the best again
SEARCH_TOLERANCE = 1e-6  # relative, of figures and content
EXCESS_ROOTS = (0.0, 0.25, 0.45)  # square roots of the excess, where nothing is searched for
STEEPEST = 0.9  # sine of a cone's half angle


class _Line(NamedTuple):
    """The part of a line that is needed, and the spheres about its ends."""

    p0: Array  # (3,)
    p1: Array  # (3,)
    radius_0: float
    radius_1: float

    @property
    def content(self) -> float:
        return tapered_content(math.dist(self.p0, self.p1), self.radius_0, self.radius_1)


def smallest_capsule(
    corners: Array, R: Array, *, evaluations: int = FINAL
) -> BoundingCapsule | BoundingSphere:
    """Return the smallest capsule around points (v, 3) that is found, or sphere where that is smaller.

    The search begins along the columns of R (3, 3), such as the edges of a box, and may take so many
    evaluations beyond its first ones.
    """
    sphere, line = (
        smallest_sphere(corners),
        _searched(corners, R, np.zeros(LEVEL_FIGURES), evaluations=evaluations),
    )
    capsule = BoundingCapsule(p0=line.p0, p1=line.p1, radius=line.radius_0)
    return capsule if capsule.volume < sphere.volume else sphere


def smallest_tapered(corners: Array, R: Array) -> TaperedCapsule | BoundingSphere:
    """Return the smallest tapered capsule around points that is found, as `smallest_capsule` does."""
    sphere, line = (
        smallest_sphere(corners),
        _searched(corners, R, np.zeros(TAPERED_FIGURES), evaluations=FINAL),
    )
    if line.radius_0 < line.radius_1:
        line = _Line(line.p1, line.p0, line.radius_1, line.radius_0)
    tapered = TaperedCapsule(p0=line.p0, p1=line.p1, radius_0=line.radius_0, radius_1=line.radius_1)
    return tapered if tapered.volume < sphere.volume else sphere


def estimated_capsule(points: Array, R: Array) -> tuple[float, float]:
    """Return content [m^3] and radius [m] of the least capsule around points (k, 3) along a column of R."""
    local, size, _ = _seen(points, R)
    figures = [np.array([0.0, 0.0, 0.0, 0.0, excess]) for excess in EXCESS_ROOTS]
    least = min(
        (_line(view, row) for view in _views(local) for row in figures), key=lambda line: line.content
    )
    return size**3 * least.content, size * least.radius_0


def _searched(corners: Array, R: Array, figures: Array, *, evaluations: int) -> _Line:
    """Return the line with the least content that is found; `figures`: where the search begins."""
    local, size, centre = _seen(corners, R)
    views = _views(local)
    trials = [_simplex(points, figures, TRIAL) for points in views]
    best = min(range(3), key=lambda axis: _line(views[axis], trials[axis]).content)
    found = _line(views[best], _simplex(views[best], trials[best], evaluations))
    back = np.roll(np.eye(3), best, axis=1) @ R.T * size
    ends = [radius * size + rounding_margin(corners) for radius in (found.radius_0, found.radius_1)]
    return _Line(found.p0 @ back + centre, found.p1 @ back + centre, *ends)


def _seen(points: Array, R: Array) -> tuple[Array, float, Array]:
    """Return points (k, 3) in the axes of R, between -1 and 1; the length of 1 [m]; where 0 is (3,)."""
    local = points @ R
    low, high = local.min(axis=0), local.max(axis=0)
    size = max(float((high - low).max()) / 2.0, rounding_margin(points))
    return (local - (low + high) / 2.0) / size, size, R @ (low + high) / 2.0


def _views(local: Array) -> list[Array]:
    """Return the points with each of their axes as the first."""
    return [np.roll(local, -axis, axis=1) for axis in range(3)]


def _simplex(points: Array, start: Array, evaluations: int) -> Array:
    """Return the figures of the least content around points (v, 3) that is found from a start."""
    from scipy.optimize import minimize

    first = np.vstack([start, start + FIRST_STEP * np.eye(len(start))])
    options = {
        "initial_simplex": first,
        "maxfev": evaluations,
        "xatol": SEARCH_TOLERANCE,
        "fatol": SEARCH_TOLERANCE,
    }

    def content(figures: Array) -> float:
        return _line(points, figures).content

    return np.asarray(minimize(content, start, method="Nelder-Mead", options=options).x)


def _line(points: Array, figures: Array) -> _Line:
    """Return what is needed of the line through (0, c, d) along (1, a, b), for an excess and a slope."""
    a, b, c, d, excess, slope = np.append(figures, np.zeros(TAPERED_FIGURES - len(figures)))
    u = np.array([1.0, a, b]) / math.sqrt(1.0 + a * a + b * b)
    p = np.array([0.0, c, d])
    along = (points - p) @ u
    away = np.linalg.norm(points - p - along[:, None] * u, axis=1)
    s = STEEPEST * math.tanh(slope)
    k = float((away * math.sqrt(1.0 - s * s) + along * s).max()) + excess * excess
    low, high = _needed(along, away, k=k, s=s)
    return _Line(p + low * u, p + high * u, k - s * low, k - s * high)


def _needed(x: Array, d: Array, *, k: float, s: float) -> tuple[float, float]:
    """Return where on the line the spheres must begin and end; one place where one sphere holds all."""
    cosine_square = 1.0 - s * s
    middle = x - k * s
    root = np.sqrt(np.maximum((k - s * x) ** 2 - d * d * cosine_square, 0.0))
    low, high = float((middle + root).min()) / cosine_square, float((middle - root).max()) / cosine_square
    if low < high:
        return low, high
    only = low if s > 0.0 else high  # the smaller sphere
    return only, only
