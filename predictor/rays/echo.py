"""What a range sensor hears: the nearest of what the rays of its beam meet first.

The same of any shapes: the spacecraft of a rehearsal measures the true ones, a report computes the model's.
"""

import numpy as np
from numpy.typing import NDArray

from predictor.model.robot import RangeSensor
from predictor.rays.caster import Caster

Array = NDArray[np.float64]


def echo(
    sensor: RangeSensor, caster: Caster, *, T_frame: Array, T_shapes: Array | None = None
) -> float | None:
    """Return the distance of the nearest echo [m]; None: there is none within the sensor's range.

    Args:
        sensor: the sensor.
        caster: what it may meet, without the part of the arm that carries it.
        T_frame: pose (4, 4) of the sensor's frame.
        T_shapes: poses (frames, 4, 4) of the caster's frames, in the same axes.
    """
    origin = T_frame[:3, :3] @ sensor.p + T_frame[:3, 3]
    rays = sensor.rays() @ T_frame[:3, :3].T
    met = caster.first_hits(origin, rays, T=T_shapes, farthest=sensor.range_m)
    least = float(np.min(met.distance))
    return least if least <= sensor.range_m else None
