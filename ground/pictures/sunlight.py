"""Where the sun stands in a rehearsal: what lights the spacecraft's pictures, and what the screens show.

The sun stands still in the world, while the platform may turn under it.  A real station knows it from an
ephemeris, which is not here.
"""

import numpy as np
from numpy.typing import NDArray

TO_SUN: NDArray[np.float64] = np.array([0.28, -0.56, 0.78]) / np.linalg.norm(
    [0.28, -0.56, 0.78]
)  # world axes
