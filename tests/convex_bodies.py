"""Convex bodies to measure: random hulls, boxes, balls of many triangles, and poses."""

from itertools import product

import numpy as np

from predictor.geometry.hull import convex_hull


def box(*half):
    """Corners (8, 3) of a box about the origin."""
    return np.array(list(product((-1.0, 1.0), repeat=3))) * half


def pebble(rng, corners, size=(0.6, 0.4, 0.3)):
    """A hull with so many corners, all of them on an ellipsoid."""
    points = rng.normal(size=(corners, 3))
    return convex_hull(points / np.linalg.norm(points, axis=1)[:, None] * size)


def pose(rng, away=0.0):
    """A pose (4, 4), turned at random, and so far off in a random direction."""
    Q, R = np.linalg.qr(rng.normal(size=(3, 3)))
    Q = Q * np.sign(np.diag(R))
    T, way = np.eye(4), rng.normal(size=3)
    T[:3, :3], T[:3, 3] = Q * np.linalg.det(Q), away * way / np.linalg.norm(way)
    return T


def moved(T, points):
    """Points (k, 3) after a pose (4, 4)."""
    return points @ T[:3, :3].T + T[:3, 3]
