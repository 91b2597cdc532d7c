"""Many poses, block after block, compiled: the nearest pair of each."""

import numpy as np
from numpy.typing import NDArray

from predictor.collision.capsules.arm_and_scene.lane_frames_kernels import PLACES, axis_of
from predictor.collision.capsules.arm_and_scene.tables import FRAME
from predictor.collision.capsules.many_poses.pair_distance_kernels import surround
from predictor.collision.capsules.many_poses.placing_kernels import LANES, LaneTables, frames_of, load
from predictor.collision.capsules.many_poses.search_kernels import (
    keys_in_reach,
    lanes_of,
    measure_pair_of_key,
    put_distinct,
    put_known,
)
from predictor.collision.measured_kernels import NO_PAIR
from predictor.compiler.jit import lane_kernel

Array = NDArray[np.float64]
Integers = NDArray[np.int64]


@lane_kernel
def search_blocks(
    packed: LaneTables,
    scratch: Array,
    poses: Array,
    order: Integers,
    span: tuple[int, int],
    within: float,
    out_found: Array,
) -> int:
    """Look at the poses (k, n) from the first of a span to before its last; how many were lost.

    Into (k, FOUND) come the least distance that is at most `within`, or any if that is finite, and its key;
    NO_PAIR: there is none.
    """
    (first, after), any_will_do = span, within < np.inf
    m, seeded, total = len(packed.volumes), 0, 0
    lanes = lanes_of(scratch, poses.shape[1], len(packed.rows), m)
    for place in range(PLACES):
        for lane in range(LANES):
            lanes.frames[0, place * LANES + lane] = packed.base[place]
    for begin in range(first, after, LANES):
        lost = load(poses, order, begin, after, lanes.commands, lanes.lost)
        frames_of(packed.tree, packed.rows, lanes.commands, lanes.scratch, lanes.pose, lanes.frames)
        for volume in range(m):
            arm = packed.volumes[volume]
            axis_of(lanes.frames[int(arm[FRAME])], arm, LANES, True, lanes.axes[volume])
            surround(lanes.axes[volume], lanes.boxes[volume])
        for lane in range(LANES):
            lanes.best[lane], lanes.nearest[lane] = within, NO_PAIR
        worst, count = put_known(lanes, False), seeded
        for place in range(seeded):
            lanes.keys[place] = lanes.seeds[place]
        for stage in range(2):
            if stage == 1:
                count = keys_in_reach(packed, lanes.boxes, worst, lanes.stack, lanes.gaps, lanes.keys)
            for place in range(count):
                key, is_done = lanes.keys[place], worst == -np.inf
                for k in range(seeded * stage):
                    is_done = is_done or lanes.seeds[k] == key
                if not is_done and measure_pair_of_key(packed, lanes, key, worst):
                    worst = put_known(lanes, any_will_do)
        seeded = put_distinct(lanes.nearest, lanes.seeds)
        total += lost
        for lane in range(min(LANES, after - begin)):
            row = begin + lane
            if len(order) > 0:
                row = order[row]
            out_found[row, 0], out_found[row, 1] = lanes.best[lane], lanes.nearest[lane]
            if lost > 0:
                out_found[row, 0] += lanes.lost[lane]
    return total
