"""Shadows of bodies upon a plane: points that span a body, and the outline around points."""

import numpy as np
from numpy.typing import NDArray

from telemetry.plan.judged import BoxOutline, CapsuleOutline

Array = NDArray[np.float64]
ROUND = 24  # corners of a drawn circle


def body_points(body: BoxOutline | CapsuleOutline) -> Array:
    """Return points (k, 3) that span a body."""
    if isinstance(body, BoxOutline):
        return np.array(body.corners_m)
    turns = np.linspace(0.0, 2.0 * np.pi, ROUND, endpoint=False)
    rings = [
        np.stack([np.cos(turns), np.sin(turns)], axis=1) * np.cos(up) for up in np.linspace(-1.5, 1.5, 9)
    ]
    heights = np.repeat(np.sin(np.linspace(-1.5, 1.5, 9)), ROUND)
    ball = body.radius_m * np.column_stack([np.concatenate(rings), heights])
    return np.concatenate([ball + np.array(end) for end in body.ends_m])


def hull(points: Array) -> Array:
    """Return the corners of the convex hull of points (k, 2) in order (A. M. Andrew 1979)."""
    rows = sorted(map(tuple, points.tolist()))
    sides = []
    for row_order in (rows, rows[::-1]):
        side: list[tuple[float, ...]] = []
        for p in row_order:
            while len(side) > 1 and _turn(side[-2], side[-1], p) <= 0.0:
                side.pop()
            side.append(p)
        sides.append(side[:-1])
    return np.array(sides[0] + sides[1])


def _turn(a: tuple[float, ...], b: tuple[float, ...], c: tuple[float, ...]) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
