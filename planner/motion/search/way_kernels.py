"""A whole search for a way, compiled: grow, shorten, bend."""

import numpy as np
from numpy.typing import NDArray

from planner.motion.search.piece_kernels import Search
from planner.motion.search.shorten_kernels import Way, bend, shorten
from planner.motion.search.trees_kernels import Trees, grow
from predictor.compiler.jit import kernel

Array = NDArray[np.float64]


@kernel
def search(
    at: Search,
    grown: Trees,
    found: Way,
    asked: Array,
    reach: float,
    most_looks: int,
    tries: int,
    out_half: Array,
) -> int:
    """Grow, shorten, and bend; how many places the way has, 0: none was found.

    asked: start, goal, and where in [0, 1) the samples begin (3, n).
    """
    count = grow(at, grown, asked, reach, most_looks, found.q)
    if count == 0:
        return 0
    return bend(at, found, shorten(at, found, count, tries), out_half)
