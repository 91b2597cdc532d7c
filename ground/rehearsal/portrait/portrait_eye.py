"""The viewpoint of a portrait: above and before the arm, on the side from which most of it is seen.

            . eye
           /
    arm <-'
   ____|____

Of the sides that are tried the one is taken from which the arm's silhouette is largest; then the eye goes as
near as it can with all of the arm in sight.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

ELEVATION = 0.42  # of the eye over the arm's middle [rad]
SIDES = np.radians(np.arange(-160.0, -19.0, 10.0))  # azimuths that are tried; the base's x axis points right
FILLED = 0.82  # of the picture, by the arm
FOV = 0.5  # from the top to the bottom [rad]
CELLS = 24  # along the largest of its lengths, by which a silhouette is measured
ROUNDS = 4  # in which middle and distance settle


class PortraitEye(NamedTuple):
    """An eye that looks along -z of its axes, with y upwards."""

    p: Array  # (3,) [m]
    R: Array  # (3, 3) R_world_eye
    width: int  # of the picture [px]
    height: int

    @property
    def focal(self) -> float:
        """Pixels of a metre at a distance of a metre."""
        return float(0.5 * self.height / np.tan(0.5 * FOV))

    def pixels(self, points: Array) -> Array:
        """Return where points (k, 3) are seen (k, 2), from the upper left corner, x first [px]."""
        x, y, z = ((points - self.p) @ self.R).T
        across, up = self.focal * x / -z, self.focal * y / -z
        return np.stack([0.5 * (self.width - 1) + across, 0.5 * (self.height - 1) - up], axis=1)

    def metre(self, p: Array) -> float:
        """Return how long a metre is that lies across the sight at a point (3,) [px]."""
        return self.focal / float((self.p - p) @ self.R[:, 2])


def portrait_eye(points: Array, *, width: int, height: int) -> PortraitEye:
    """Return the eye that has points (k, 3) of an arm in sight, from the side where they cover most."""
    cell = float(np.ptp(points, axis=0).max()) / CELLS
    R = max(map(_turned_to, SIDES), key=lambda R: _silhouette(points @ R[:, :2], cell))
    return _before(points, R, width=width, height=height)


def _turned_to(azimuth: float) -> Array:
    c, s = np.cos(ELEVATION), np.sin(ELEVATION)
    back = np.array([c * np.cos(azimuth), c * np.sin(azimuth), s])
    right = np.array([-np.sin(azimuth), np.cos(azimuth), 0.0])
    return np.stack([right, np.cross(back, right), back], axis=1)


def _silhouette(seen: Array, cell: float) -> int:
    """Return in how many cells there is one of the points (k, 2), seen from far away."""
    return len(np.unique(np.floor(seen / cell).astype(int), axis=0))


def _before(points: Array, R: Array, *, width: int, height: int) -> PortraitEye:
    slopes = FILLED * np.tan(0.5 * FOV) * np.array([width / height, 1.0])
    local = points @ R
    middle = 0.5 * (local.min(axis=0) + local.max(axis=0))
    for _ in range(ROUNDS):
        x, y, z = (local - middle).T
        away = float(max((z + np.abs(x) / slopes[0]).max(), (z + np.abs(y) / slopes[1]).max()))
        for axis, along in ((0, x), (1, y)):
            seen = along / (away - z)
            middle[axis] += 0.5 * (seen.min() + seen.max()) * away
    return PortraitEye(R @ (middle + np.array([0.0, 0.0, away])), R, width, height)
