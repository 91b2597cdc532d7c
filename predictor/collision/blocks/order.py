"""In which order to take many configurations, so that those of one block are near one another.

A trajectory is taken as it comes.  What jumps about is sorted into cells of the first three joints, which
move an arm the most: of k configurations a block then holds those of about one cell of k / LANES.
"""

import numpy as np
from numpy.typing import NDArray

from predictor.collision.blocks.angles_kernels import LANES

Array = NDArray[np.float64]
Integers = NDArray[np.int64]

LOOKED_AT = 128  # steps from one row to the next
JUMP = 0.3  # of what the rows differ at all: a mean step beyond it is no motion's
JOINTS, MOST_CELLS = 3, 40  # their cells are counted in 16 bits, which numpy sorts fastest


def order_of(poses: Array) -> Integers:
    """Return the rows of poses (k, n) in the order to take them (k,); empty: as they come."""
    if len(poses) < 4 * LANES or _is_motion(poses):
        return np.empty(0, np.int64)
    cells = min(MOST_CELLS, round((len(poses) / LANES) ** (1.0 / JOINTS)))
    cell = np.zeros(len(poses), np.uint16)
    for values in poses.T[:JOINTS]:
        known = np.nan_to_num(values, nan=0.0, posinf=0.0, neginf=0.0)
        low, high = float(known.min()), float(known.max())
        share = (known - low) * (cells / (high - low) if high > low else 0.0)
        cell = cell * np.uint16(cells) + np.minimum(share, cells - 1).astype(np.uint16)
    return np.argsort(cell, kind="stable")


def _is_motion(poses: Array) -> bool:
    """Whether each row is near the next, by a look at some."""
    stride = -(-len(poses) // LOOKED_AT)
    rows, following = poses[:-1:stride], poses[1::stride]
    with np.errstate(invalid="ignore"):  # of what is not finite nothing is known, and the other joints tell
        steps, spread = np.abs(following - rows).mean(axis=0), np.abs(rows - rows.mean(axis=0)).mean(axis=0)
        return not (steps > JUMP * spread).any()
