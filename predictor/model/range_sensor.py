"""A range sensor on the arm: where it sits, which way it looks, how far and how well it measures.

frame --p--> o ))))  beam: a narrow cone; the nearest echo in it counts (`predictor.rays.echo`)
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

RINGS = (6, 12)  # rays of the beam around its middle one, at half of its angle and at its edge


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class RangeSensor:
    """One sensor, fixed in a frame of the arm."""

    frame: int
    p: Array  # (3,) where it sits in that frame [m]
    direction: Array  # (3,) unit vector, the middle of its beam
    range_m: float  # farthest echo that it hears
    beam: float  # half the angle of its cone [rad]
    noise_m: float  # standard deviation of what it measures

    def rays(self) -> Array:
        """Return unit vectors (k, 3) that fill the beam, the middle first."""
        side = np.cross(self.direction, np.eye(3)[np.argmin(np.abs(self.direction))])
        side /= np.linalg.norm(side)
        other = np.cross(self.direction, side)
        rays = [self.direction]
        for ring, count in enumerate(RINGS, start=1):
            tilt = self.beam * ring / len(RINGS)
            turns = 2.0 * np.pi * np.arange(count)[:, None] / count
            around = np.cos(turns) * side + np.sin(turns) * other
            rays += [*(np.cos(tilt) * self.direction + np.sin(tilt) * around)]
        return np.array(rays)
