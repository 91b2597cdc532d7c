"""Many poses, block after block, compiled: the nearest pair of each."""

import numpy as np
from numpy.typing import NDArray

from predictor.collision.blocks.angles_kernels import LANES
from predictor.collision.blocks.arm_and_scene_layout import ArmAndScene
from predictor.collision.blocks.load_kernels import frames_of, load
from predictor.collision.blocks.near_kernels import surround
from predictor.collision.blocks.search_kernels import distinct, gather, lanes_of, look_at, settle
from predictor.collision.lanes.chain_layout import FRAME
from predictor.collision.lanes.frames_kernels import PLACES, axis_of
from predictor.collision.tables import NOBODY
from predictor.compiler.jit import lane_kernel

Array = NDArray[np.float64]
Integers = NDArray[np.int64]


@lane_kernel
def search_blocks(
    blocks: ArmAndScene,
    room: Array,
    poses: Array,
    order: Integers,
    span: tuple[int, int],
    within: float,
    out_found: Array,
) -> int:
    """Look at the poses (k, n) from the first of a span to before its last; how many were lost.

    Into (k, FOUND) come the least distance that is at most `within`, or any if that is finite, and its key;
    NOBODY: there is none.
    """
    (first, after), any_will_do = span, within < np.inf
    m, seeded, total = len(blocks.volumes), 0, 0
    lanes = lanes_of(room, poses.shape[1], len(blocks.rows), m)
    for place in range(PLACES):
        for lane in range(LANES):
            lanes.frames[0, place * LANES + lane] = blocks.base[place]
    for begin in range(first, after, LANES):
        lost = load(poses, order, begin, after, lanes.commands, lanes.lost)
        frames_of(blocks.tree, blocks.rows, lanes.commands, lanes.room, lanes.pose, lanes.frames)
        for volume in range(m):
            arm = blocks.volumes[volume]
            axis_of(lanes.frames[int(arm[FRAME])], arm, LANES, True, lanes.axes[volume])
            surround(lanes.axes[volume], lanes.boxes[volume])
        for lane in range(LANES):
            lanes.best[lane], lanes.nearest[lane] = within, NOBODY
        worst, count = settle(lanes, False), seeded
        for place in range(seeded):
            lanes.keys[place] = lanes.seeds[place]
        for stage in range(2):
            if stage == 1:
                count = gather(blocks, lanes.boxes, worst, lanes.stack, lanes.gaps, lanes.keys)
            for place in range(count):
                key, is_done = lanes.keys[place], worst == -np.inf
                for k in range(seeded * stage):
                    is_done = is_done or lanes.seeds[k] == key
                if not is_done and look_at(blocks, lanes, key, worst):
                    worst = settle(lanes, any_will_do)
        seeded = distinct(lanes.nearest, lanes.seeds)
        total += lost
        for lane in range(min(LANES, after - begin)):
            row = begin + lane
            if len(order) > 0:
                row = order[row]
            out_found[row, 0], out_found[row, 1] = lanes.best[lane], lanes.nearest[lane]
            if lost > 0:
                out_found[row, 0] += lanes.lost[lane]
    return total
