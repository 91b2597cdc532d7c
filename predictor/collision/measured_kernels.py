"""What the kernels of every method agree on: what is measured, where answers have it, which pairs count.

A pair is given by its *key*: with obstacle k as the scene lists it (boxes, then capsules) and leaf i it is
k m + i; then those of the arm with itself follow.  Among equal distances the least key decides, so that no
answer depends on where the search began.
"""

import numpy as np
from numpy.typing import NDArray

from predictor.compiler.jit import kernel

SCENE, ITSELF, BOTH = 1, 2, 3  # sides of what is measured
# How many places an answer has says what it holds of a pose.  FOUND: its least distance and the key of that.
# EACH: the same of the scene, then of the arm itself.  RATES: also where the least is, a point of the first,
# one of the second and the normal.  RATES + n: also how it changes with each joint.
FOUND, EACH, RATES = 2, 4, 11
POINTS, NORMAL = 2, 8

NO_PAIR = 2**62  # key of no pair
SLACK = 1e-9  # [m] more than rounding makes of a distance within a thousand kilometres


@kernel
def is_mounted(mounted: NDArray[np.float64] | NDArray[np.int64], key: int) -> bool:
    """Whether a leaf and an obstacle are joined by construction; `mounted`: the sorted keys of all."""
    first, after = 0, len(mounted)
    while first < after:
        middle = (first + after) // 2
        if mounted[middle] < key:
            first = middle + 1
        else:
            after = middle
    return first < len(mounted) and mounted[first] == key
