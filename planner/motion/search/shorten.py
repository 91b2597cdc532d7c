"""A way made shorter: pieces of it become straight, in all joints or in a single one, wherever that is free.

    o--.     .--o          o-----------o        between two places of the way all joints go straight;
        `o--'                                   or a single one does, while the others go on as they did

Partial shortcuts (Geraerts and Overmars, Creating high-quality paths for motion planning, 2007, section 4.2)
take out what one joint does to no purpose, where a straight line for all of them is not free.  Which places
and which joint come next is told by an even sequence, as the samples of the trees are.
"""

import numpy as np
from numpy.typing import NDArray

from planner.motion.search.shorten_kernels import MOST_PLACES, Way

Array = NDArray[np.float64]


def way(n: int) -> Way:
    """Return room for a way of an arm of n joints."""
    shape = MOST_PLACES, n
    return Way(np.empty(shape), np.empty(shape), np.empty(MOST_PLACES))
