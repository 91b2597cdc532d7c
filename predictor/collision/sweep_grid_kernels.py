"""The grid on which a motion is followed, everywhere and not only at samples: conservative advancement.

Each period is cut into CELLS equal cells.  What moves alike cannot change its distance faster than
v = sum of lever * max |qd| of that period (`predictor.motion.motion`), the motion of a free base included,
so a cell is clear if at its begin

    distance - v * cell >= required

A distance of d at cell i proves this for all cells before i + (d - required) / (v * cell), which are skipped.
The verdict is thus that of *all* pairs in *all* cells, whatever was skipped: a larger requirement never turns
bad into ok.  A motion is refused needlessly only within v * cell: half a millimetre at 1 m/s and a period of
250 ms.  From the first cell that is not clear on, only the nearest pair of those that are not is followed, to
tell how near it comes.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from predictor.compiler.jit import compiled_too, kernel, part
from predictor.model.base.base_path_kernels import Craft
from predictor.motion.motion import bounds

Array = NDArray[np.float64]

# Of a whole motion the least distance [m], its key, and from when on it may be below what is required [s]; -1
# is never; then distance and key of the least to the scene, and of that of the arm itself.
Followed = tuple[float, int, float, float, int, float, int]

CELLS = 512  # per period: 0.5 ms at 250 ms
COARSE = 16  # cells between samples once the verdict is known

compiled_too(bounds)


class BaseMotion(NamedTuple):
    """How a free base goes along moves, and where it is at the begin of each and at the end."""

    craft: Craft
    T: Array  # (k + 1, 4, 4)


@kernel
def provably_clear(margin: float, travel: float) -> int:
    """Cells that a margin proves clear while the distance changes by at most `travel` per cell."""
    if not travel * CELLS > margin:
        return CELLS
    return int(margin / travel)


@part
def pose_at(moves: Array, k: int, t: float, out_q: Array) -> None:
    """Joint values (n,) at time t [s] of the k-th move."""
    for joint in range(len(out_q)):
        value = 0.0
        for power in range(5, -1, -1):  # Horner's rule
            value = value * t + moves[k, joint, power]
        out_q[joint] = value
