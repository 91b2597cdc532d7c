"""An arm of convex bodies in one pose, and what a search through it writes over and over.

One table holds it all, so that nothing is made while poses are looked at:

    0 ... DEPTH    simplex and polytope of two items
    LAST           where the last searches ended: of all pairs, of those with the scene, of the arm itself
    STACK ...      nodes of two trees that wait
    BOXES ...      a box around each leaf, in the arm base and then, if that floats, in the world; and spare
                   ones of what is under way
"""

import numpy as np
from numpy.typing import NDArray

from predictor.collision.convex.room_kernels import BOXES, LAST, RUN, STACK, Room
from predictor.collision.convex.simplex_kernels import WIDTH

Array = NDArray[np.float64]

SPARE = 3  # boxes: of a leaf, of a node, of an item


def room_for(frames: int, leaves: int) -> Room:
    """Return room for an arm, where no search has ended."""
    s = np.zeros((BOXES + 2 * leaves + SPARE, max(WIDTH, RUN + 3)))
    s[LAST:STACK] = -1.0
    return Room(np.zeros((2 * frames + 1, 4, 4)), s)
