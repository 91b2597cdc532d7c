"""What kernels of other packages ask whether poses are free, and how many poses they ask at once."""

from collections.abc import Callable
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
FreeCheck = Callable[[Any, Array, float], float]

AT_ONCE = 16  # poses that are asked side by side


class ProximityQuery(Protocol):
    """A named tuple of arm, scene and scratch (`predictor.proximity.proximity_query`)."""

    def cost(self) -> int:
        """Return about how many times as long as the quickest query of all methods it takes."""

    def is_free(self, poses: Array, required: float) -> float:
        """Return 1 if all is farther than required [m] in each of poses (n, AT_ONCE), else 0; a kernel."""
