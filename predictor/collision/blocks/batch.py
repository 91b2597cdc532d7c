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
from predictor.collision.blocks.search_kernels import Lanes
from predictor.collision.lanes.frames_kernels import PLACES
from predictor.collision.tables import NOBODY, WIDE
from predictor.geometry.bounds_tree_kernels import DEEPEST

Array = NDArray[np.float64]
Integers = NDArray[np.int64]

FEW = 16  # poses from which on a block, most of it empty, is quicker than one after the other
SEEDS = 8  # pairs at most that a block begins with


def search_poses(blocks: ArmAndScene, poses: Array, *, within: float, cores: int, out_found: Array) -> None:
    """Look for the nearest pair of each of the poses (k, n) that is at most `within`; any, if that is finite.

    Into (k, FOUND) come its distance and key.  NOBODY is the key, and no number the distance, where a value
    is not finite, or larger than lanes can take; NOBODY with any number: nothing is so near.
    """
    cuts = [len(poses) * i // cores for i in range(cores + 1)]
    order = order_of(poses)

    def part(i: int) -> int:
        lanes, span = _lanes(blocks, poses.shape[1]), (cuts[i], cuts[i + 1])
        return search_blocks(blocks, lanes, poses, order, span, within, out_found)

    others = [_workers(cores).submit(part, i) for i in range(1, cores)]
    part(0)
    for other in others:
        other.result()


@cache
def _workers(cores: int) -> ThreadPoolExecutor:
    return ThreadPoolExecutor(cores - 1)


def _lanes(blocks: ArmAndScene, n: int) -> Lanes:
    m = len(blocks.volumes)
    pairs = m * len(blocks.row_of) + len(blocks.tables.pairs)
    return Lanes(
        commands=np.empty((n, LANES)),
        lost=np.empty(LANES),
        frames=np.empty((len(blocks.rows) + 1, PLACES * LANES)),
        axes=np.empty((m, 6 * LANES), np.float32),
        boxes=np.empty((m, 6)),
        best=np.empty(LANES),
        nearest=np.empty(LANES, np.int64),
        known=np.empty(LANES, np.float32),
        one=np.empty(6 * LANES),
        other=np.empty(6 * LANES),
        other_single=np.empty(6 * LANES, np.float32),
        room=np.empty(6 * LANES),
        gap=np.empty(LANES),
        pose=np.empty(n),
        seeds=np.full(SEEDS, NOBODY),
        keys=np.empty(max(pairs, SEEDS), np.int64),
        stack=np.empty(DEEPEST, np.int64),
        gaps=np.empty(WIDE),
    )
