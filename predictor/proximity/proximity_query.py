"""How kernels of other rooms look at poses, whichever method of collision a world is of.

looker = world.looker()          the world's tables, and room to compute in
look = look_of(looker)           the method's own kernel, compiled apart, which others call by its address

look(looker, poses, required)    1 if all is farther than that [m] in the poses (n, RAKE), else 0
"""

import numpy as np
from numpy.typing import NDArray

from predictor.compiler.jit import called_by_address
from predictor.proximity.proximity_layout import RAKE, Look, Looker

Array = NDArray[np.float64]


def look_of(looker: Looker) -> Look:
    """Return what looks with a looker; only kernels can call it."""
    return called_by_address(type(looker).is_free, (looker, np.empty((1, RAKE)), 0.0))
