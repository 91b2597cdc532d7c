"""How kernels of other rooms look at a pose, whichever method of collision a world is of.

looker = world.looker()          the world's tables, and room to compute in
look = look_of(looker)           the method's own kernel, compiled apart, which others call by its address

look(looker, q, within, enough)  least signed distance at q (n,) [m], as far as it counts
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from predictor.collision.method import Looker
from predictor.jit import called_by_address

Array = NDArray[np.float64]
Look = Callable[[Any, Array, float, float], float]


def look_of(looker: Looker) -> Look:
    """Return what looks with a looker; only kernels can call it."""
    return called_by_address(type(looker).least_distance, (looker, np.empty(1), 0.0, 0.0))
