"""Where a base that floats stands once the arm is at given joint values, as far as that has been reported."""

from collections.abc import Callable, Sequence
from functools import partial

import numpy as np
from numpy.typing import NDArray

from predictor.model.base.floating_base import FloatingBase, carried
from predictor.model.quaternions import rotation_from_quaternion
from predictor.model.spatial import pose
from telemetry.messages.prediction import World

Array = NDArray[np.float64]


def base_at(base: FloatingBase | None, world: World, q: Sequence[float]) -> Array | None:
    """Return T_world_base (4, 4) with the arm at q (n,); None: it does not count, or is not known."""
    place = base_by_arm(base, world)
    return None if place is None else place(q)


def base_by_arm(base: FloatingBase | None, world: World) -> Callable[[Sequence[float]], Array] | None:
    """Return T_world_base (4, 4) as a function of joints (n,); None: it does not count, or is not known."""
    resting = world.base
    if base is None or resting is None:
        return None
    R = rotation_from_quaternion(np.array(resting.pose.quat_world_base))
    return partial(carried, base, resting.q, T_world_base=pose(R, np.array(resting.pose.p_world_base)))
