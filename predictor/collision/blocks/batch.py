"""The least distance of many configurations, or which of them come within a distance: by blocks of LANES.

The kernel begins each block with the pairs that were nearest in the one before.  So neighbours in the rows
should be neighbours in space; where they are not, `order` tells which rows to take one after the other.
"""

from concurrent.futures import ThreadPoolExecutor
from functools import cache

import numpy as np
from numpy.typing import NDArray

from predictor.collision.blocks.angles_kernels import LANES
from predictor.collision.blocks.arm_and_scene_layout import ArmAndScene
from predictor.collision.blocks.batch_kernels import search_blocks
from predictor.collision.blocks.order import order_of
from predictor.collision.blocks.search_kernels import LANES_BESIDE, SEEDS
from predictor.collision.lanes.frames_kernels import PLACES
from predictor.collision.tables import WIDE
from predictor.geometry.bounds_tree_kernels import DEEPEST

Array = NDArray[np.float64]

FEW = 16  # poses from which on a block, most of it empty, is quicker than one after the other


def search_poses(blocks: ArmAndScene, poses: Array, *, within: float, cores: int, out_found: Array) -> None:
    """Look for the nearest pair of each of the poses (k, n) that is at most `within`; any, if that is finite.

    Into (k, FOUND) come its distance and key.  NOBODY is the key, and no number the distance, where a value
    is not finite, or larger than lanes can take; NOBODY with any number: nothing is so near.
    """
    cuts = [len(poses) * i // cores for i in range(cores + 1)]
    order = order_of(poses)

    def part(i: int) -> int:
        room, span = room_for(blocks, poses.shape[1]), (cuts[i], cuts[i + 1])
        return search_blocks(blocks, room, poses, order, span, within, out_found)

    others = [_workers(cores).submit(part, i) for i in range(1, cores)]
    part(0)
    for other in others:
        other.result()


@cache
def _workers(cores: int) -> ThreadPoolExecutor:
    return ThreadPoolExecutor(cores - 1)


def room_for(blocks: ArmAndScene, n: int) -> Array:
    """Return room for a block (`search_kernels.Lanes`) of poses of n joint values."""
    m, r = len(blocks.volumes), len(blocks.rows)
    lanes = n + 1 + PLACES * (r + 1) + 3 * m + LANES_BESIDE
    pairs = m * len(blocks.row_of) + len(blocks.tables.pairs)
    return np.empty(lanes * LANES + 6 * m + n + WIDE + SEEDS + DEEPEST + max(pairs, SEEDS))
