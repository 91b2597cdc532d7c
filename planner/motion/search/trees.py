"""Two trees of free lines that grow from both ends of a way until they meet.

    start o---o---o                 o---o goal
               \\   \\             /
                o   o ----------> o         a sample draws one tree, and what has grown there draws the other

RRT-Connect (Kuffner and LaValle, RRT-Connect: an efficient approach to single-query path planning, 2000), the
smaller tree drawn first.  Samples are no random numbers but a sequence that fills the space evenly (Roberts,
The unreasonable effectiveness of quasirandom sequences, 2018), shifted by what the task says: the same task
finds the same way.
"""

import numpy as np
from numpy.typing import NDArray

from planner.motion.search.trees_kernels import MOST_NODES, Trees

Array = NDArray[np.float64]
Integers = NDArray[np.int64]


def trees(n: int) -> Trees:
    """Return room for the trees of an arm of n joints."""
    rows = 2 * MOST_NODES
    return Trees(np.empty((rows, n)), np.empty(rows, np.int64), np.empty(2, np.int64))
