"""Arrays of numbers: what they are called everywhere, and how they are made read-only."""

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Integers = NDArray[np.int64]


def read_only(rows: object) -> Array:
    """Return a read-only array."""
    array = np.ascontiguousarray(rows, dtype=np.float64)
    array.setflags(write=False)
    return array


def read_only_integers(rows: object) -> Integers:
    """Return a read-only array of whole numbers."""
    array = np.ascontiguousarray(rows, dtype=np.int64)
    array.setflags(write=False)
    return array
