"""The least distance of many configurations, or which of them come within a distance: by blocks of LANES.

The kernel begins each block with the pairs that were nearest in the one before.  So neighbours in the rows
should be neighbours in space.  A trajectory is taken as it comes.  What jumps about is sorted into cells of
the first three joints, which move an arm the most: of k configurations a block then holds those of about one
cell of k / LANES.
"""

from concurrent.futures import ThreadPoolExecutor
from functools import cache

import numpy as np
from numpy.typing import NDArray

from predictor.collision.capsules.arm_and_scene.chain import chain_of, volumes_in
from predictor.collision.capsules.arm_and_scene.lane_frames_kernels import PLACES
from predictor.collision.capsules.arm_and_scene.tables import NUMBER, WIDE, CapsuleTables
from predictor.collision.capsules.many_poses.batch_kernels import search_blocks
from predictor.collision.capsules.many_poses.placing_kernels import LANES, LaneTables
from predictor.collision.capsules.many_poses.search_kernels import LANES_BESIDE, SEEDS
from predictor.geometry.bounds_tree_kernels import DEEPEST
from predictor.inputs.arrays import read_only
from predictor.model.reach import reach
from predictor.model.robot import Robot

Array = NDArray[np.float64]
Integers = NDArray[np.int64]

FEWEST_IN_LANES = 16  # poses from which on a block, most of it empty, is quicker than one after the other
STEPS_READ = 128  # steps from one row to the next that tell whether rows are a motion
JUMP = 0.3  # of what the rows differ at all: a mean step beyond it is no motion's
CELL_JOINTS, MOST_CELLS = 3, 40  # their cells are counted in 16 bits, which numpy sorts fastest


def lane_tables(robot: Robot, tables: CapsuleTables) -> LaneTables:
    """Return an arm and its scene as the kernels of many poses read them."""
    chain = chain_of(robot)
    row_of = np.argsort(tables.obstacles[:, NUMBER]).astype(np.int64)
    row_of.setflags(write=False)
    return LaneTables(
        tree=robot.tree,
        rows=chain.rows,
        base=read_only(chain.T_base_0[:3].T.ravel()),
        volumes=read_only(volumes_in(chain, robot.capsules)),
        tables=tables,
        row_of=row_of,
        reach=reach(robot),
    )


def order_of(poses: Array) -> Integers:
    """Return the rows of poses (k, n) in the order to take them (k,); empty: as they come."""
    if len(poses) < 4 * LANES or _is_motion(poses):
        return np.empty(0, np.int64)
    cells = min(MOST_CELLS, round((len(poses) / LANES) ** (1.0 / CELL_JOINTS)))
    cell = np.zeros(len(poses), np.uint16)
    for values in poses.T[:CELL_JOINTS]:
        known = np.nan_to_num(values, nan=0.0, posinf=0.0, neginf=0.0)
        low, high = float(known.min()), float(known.max())
        share = (known - low) * (cells / (high - low) if high > low else 0.0)
        cell = cell * np.uint16(cells) + np.minimum(share, cells - 1).astype(np.uint16)
    return np.argsort(cell, kind="stable")


def _is_motion(poses: Array) -> bool:
    """Return whether each row is near the next, judged by some of them."""
    stride = -(-len(poses) // STEPS_READ)
    rows, following = poses[:-1:stride], poses[1::stride]
    with np.errstate(invalid="ignore"):  # of what is not finite nothing is known, and the other joints tell
        steps, spread = np.abs(following - rows).mean(axis=0), np.abs(rows - rows.mean(axis=0)).mean(axis=0)
        return not (steps > JUMP * spread).any()


def search_poses(packed: LaneTables, poses: Array, *, within: float, cores: int, out_found: Array) -> None:
    """Look for the nearest pair of each of the poses (k, n) that is at most `within`; any, if that is finite.

    Into (k, FOUND) come its distance and key.  NO_PAIR is the key, and NaN the distance, where a value is not
    finite, or larger than lanes can take; NO_PAIR with a number: nothing is so near.
    """
    cuts = [len(poses) * i // cores for i in range(cores + 1)]
    order = order_of(poses)

    def part(i: int) -> int:
        scratch, span = scratch_for(packed, poses.shape[1]), (cuts[i], cuts[i + 1])
        return search_blocks(packed, scratch, poses, order, span, within, out_found)

    others = [_workers(cores).submit(part, i) for i in range(1, cores)]
    part(0)
    for other in others:
        other.result()


@cache
def _workers(cores: int) -> ThreadPoolExecutor:
    return ThreadPoolExecutor(cores - 1)


def scratch_for(packed: LaneTables, n: int) -> Array:
    """Return the scratch of a block (`search_kernels.Lanes`) of poses of n joint values."""
    m, r = len(packed.volumes), len(packed.rows)
    lanes = n + 1 + PLACES * (r + 1) + 3 * m + LANES_BESIDE
    pairs = m * len(packed.row_of) + len(packed.tables.pairs)
    return np.empty(lanes * LANES + 6 * m + n + WIDE + SEEDS + DEEPEST + max(pairs, SEEDS))
