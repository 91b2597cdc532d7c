"""What kernels of other rooms look with, and how many poses they look at once."""

from collections.abc import Callable
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Look = Callable[[Any, Array, float], float]

RAKE = 16  # poses at which kernels of other rooms look at once


class Looker(Protocol):
    """A named tuple of what kernels of other rooms look with (`predictor.proximity.proximity_query`)."""

    def cost(self) -> int:
        """Return as long as how many of the quickest looks one takes, about."""
        ...

    def is_free(self, poses: Array, required: float) -> float:
        """Return 1 if all is farther than required [m] in each of the poses (n, RAKE), else 0.  A kernel."""
        ...
