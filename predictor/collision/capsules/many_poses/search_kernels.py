"""The least distance of all pairs in every lane of a block: branch and bound with one known least per lane.

pairs that were nearest in the block before                             exactly, in every lane
box of each volume over the whole block, down the tree of obstacles     too far for every lane: left out
one pair in single precision                                            no lane may come nearer: left out
the same pair in double precision                                       taken in the lanes where it is nearer
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from predictor.collision.capsules.arm_and_scene.lane_frames_kernels import PLACES, axis_of
from predictor.collision.capsules.arm_and_scene.tables import (
    BOX,
    CENTRE,
    COUNT,
    FIRST,
    FRAME,
    HALF,
    KIND,
    LINK,
    MOUNTS,
    NUMBER,
    RADII,
    RADIUS,
    RUN,
    SECOND,
    THICK,
    WIDE,
)
from predictor.collision.capsules.many_poses.pair_distance_kernels import (
    ROUNDINGS,
    keep_nearer,
    measure_axis,
    measure_box,
    nearer_axis,
    nearer_box,
)
from predictor.collision.capsules.many_poses.placing_kernels import LANES, LaneTables
from predictor.collision.measured_kernels import NO_PAIR, SLACK, is_mounted
from predictor.compiler.jit import inlined_lane_part, lane_part
from predictor.geometry.bounds_tree_kernels import DEEPEST

Array = NDArray[np.float64]
Integers = NDArray[np.int64]
Singles = NDArray[np.float32]

Bounds = tuple[float, float, float, float, float, float]

SEEDS = 8  # pairs at most that a block begins with
LANES_BESIDE = 25  # rows of lanes beside commands, frames and axes


class Lanes(NamedTuple):
    """What is known of one block, and scratch to compute in; n joint values, r rows, m volumes."""

    commands: Array  # (n, LANES)
    lost: Array  # (LANES,) NaN, where a pose is no number or too large
    frames: Array  # (r + 1, PLACES LANES)
    axes: Singles  # (m, 6 LANES)
    best: Array  # (LANES,) [m]
    nearest: Integers  # (LANES,) its key
    known: Singles  # (LANES,) best, rounded
    one: Array  # (6 LANES,) axes of the pair that is measured
    other: Array  # (6 LANES,)
    other_single: Singles  # (6 LANES,)
    scratch: Array  # (6 LANES,)
    gap: Array  # (LANES,) distance of their axes
    boxes: Array  # (m, 6) around the axes
    pose: Array  # (n,)
    gaps: Array  # (WIDE,)
    seeds: Integers  # (SEEDS,) keys of the pairs that were nearest in the block before
    stack: Integers  # (DEEPEST,)
    keys: Integers  # (all,)


@lane_part
def lanes_of(scratch: Array, n: int, r: int, m: int) -> Lanes:
    """A block's parts of the array that holds it, those of lanes first; see `scratch_for`."""
    frames = (n + 1) * LANES
    axes = frames + (r + 1) * PLACES * LANES
    best = axes + 3 * m * LANES
    boxes = best + LANES_BESIDE * LANES
    pose = boxes + 6 * m
    gaps = pose + n
    seeds = gaps + WIDE
    beside = scratch[best:boxes]
    return Lanes(
        commands=scratch[: n * LANES].reshape((n, LANES)),
        lost=scratch[n * LANES : frames],
        frames=scratch[frames:axes].reshape((r + 1, PLACES * LANES)),
        axes=scratch[axes:best].view(np.float32).reshape((m, 6 * LANES)),
        best=beside[:LANES],
        nearest=beside[LANES : 2 * LANES].view(np.int64),
        known=beside[2 * LANES : 3 * LANES].view(np.float32)[:LANES],
        one=beside[3 * LANES : 9 * LANES],
        other=beside[9 * LANES : 15 * LANES],
        other_single=beside[15 * LANES : 18 * LANES].view(np.float32),
        scratch=beside[18 * LANES : 24 * LANES],
        gap=beside[24 * LANES :],
        boxes=scratch[boxes:pose].reshape((m, 6)),
        pose=scratch[pose:gaps],
        gaps=scratch[gaps:seeds],
        seeds=scratch[seeds : seeds + SEEDS].view(np.int64),
        stack=scratch[seeds + SEEDS : seeds + SEEDS + DEEPEST].view(np.int64),
        keys=scratch[seeds + SEEDS + DEEPEST :].view(np.int64),
    )


@inlined_lane_part
def put_known(lanes: Lanes, any_will_do: bool) -> float:
    """Round what is known; return the greatest of it.  With any_will_do a lane that has a pair is done."""
    worst = -np.inf
    for lane in range(LANES):
        best = lanes.best[lane]
        if any_will_do and lanes.nearest[lane] != NO_PAIR:
            best = -np.inf
        lanes.best[lane], lanes.known[lane] = best, np.float32(best)
        worst = max(worst, best)
    return worst


@inlined_lane_part
def are_near(one: Bounds, other: Bounds, apart: float) -> bool:
    """Whether two boxes, low and high corner, come within a distance [m]."""
    x = max(max(one[0] - other[3], other[0] - one[3]), 0.0)
    y = max(max(one[1] - other[4], other[1] - one[4]), 0.0)
    z = max(max(one[2] - other[5], other[2] - one[5]), 0.0)
    apart = max(apart + SLACK, 0.0)
    return x * x + y * y + z * z <= apart * apart


@inlined_lane_part
def row6(table: Array, row: int) -> Bounds:
    """First six numbers of a row."""
    return table[row, 0], table[row, 1], table[row, 2], table[row, 3], table[row, 4], table[row, 5]


@inlined_lane_part
def column6(table: Array, column: int) -> Bounds:
    """Six numbers of a column."""
    return (
        table[0, column],
        table[1, column],
        table[2, column],
        table[3, column],
        table[4, column],
        table[5, column],
    )


@inlined_lane_part
def squared_gaps(box: Bounds, limits: Array, first: int, count: int, out_gaps: Array) -> None:
    """Squared distances of a box and those of neighbours, columns of (6, b)."""
    for i in range(count):
        x = max(max(box[0] - limits[3, first + i], limits[0, first + i] - box[3]), 0.0)
        y = max(max(box[1] - limits[4, first + i], limits[1, first + i] - box[4]), 0.0)
        z = max(max(box[2] - limits[5, first + i], limits[2, first + i] - box[5]), 0.0)
        out_gaps[i] = x * x + y * y + z * z


@inlined_lane_part
def keys_in_reach(
    packed: LaneTables, boxes: Array, worst: float, stack: Integers, gaps: Array, out_keys: Integers
) -> int:
    """Keys of the pairs whose boxes over the whole block are near, (m, 6) of the volumes; how many."""
    tables, m, found = packed.tables, len(boxes), 0
    nodes, limits, leaves, pairs = tables.nodes, tables.limits, tables.leaves, tables.pairs
    for volume in range(m):
        box, reach, waiting = row6(boxes, volume), worst + leaves[volume, RADIUS], 0
        if tables.in_space > 0:
            stack[waiting], waiting = 0, waiting + 1
        if tables.in_space < len(nodes):
            stack[waiting], waiting = tables.in_space, waiting + 1
        while waiting > 0:
            waiting -= 1
            node = stack[waiting]
            if not are_near(box, row6(nodes, node), reach):
                continue
            link, count = int(nodes[node, LINK]), int(nodes[node, COUNT])
            if count == 0:
                stack[waiting], stack[waiting + 1] = link, node + 1  # its two children
                waiting += 2
            squared_gaps(box, limits, link, count, gaps)
            for i in range(count):
                row = link + i
                is_near = gaps[i] <= max(reach + SLACK, 0.0) ** 2
                key = int(tables.obstacles[row, NUMBER]) * m + volume
                if is_near and not (leaves[volume, MOUNTS] > 0.0 and is_mounted(tables.mounted, key)):
                    out_keys[found] = key
                    found += 1
    for pair in range(len(pairs)):
        one, other = int(pairs[pair, FIRST]), int(pairs[pair, SECOND])
        if are_near(row6(boxes, one), row6(boxes, other), worst + pairs[pair, RADII]):
            out_keys[found] = m * len(packed.row_of) + pair
            found += 1
    return found


@inlined_lane_part
def in_all_lanes(table: Array, row: int, out_axis: Array | Singles) -> None:
    """The axis of a capsule, a row of obstacles, in all lanes (6 LANES,)."""
    for i in range(6):
        for lane in range(i * LANES, (i + 1) * LANES):
            out_axis[lane] = table[row, CENTRE + i]


@inlined_lane_part
def squared_run(table: Array, row: int, column: int) -> float:
    """Squared length of the vector from a column of a row on."""
    x, y, z = float(table[row, column]), float(table[row, column + 1]), float(table[row, column + 2])
    return x * x + y * y + z * z


@inlined_lane_part
def slack_of(table: Array, row: int, far: float) -> float:
    """What rounding may do to a squared distance from an obstacle [m^2]."""
    for i in range(CENTRE, HALF + 3):
        far += abs(table[row, i])
    return ROUNDINGS * far * far


@inlined_lane_part
def measure_pair_of_key(packed: LaneTables, lanes: Lanes, key: int, worst: float) -> bool:
    """Keep a pair in the lanes where it is nearer than is known; whether there may be such a lane."""
    m, obstacles = len(lanes.axes), packed.tables.obstacles
    if key < m * len(obstacles):
        return measure_obstacle(packed, lanes, key % m, packed.row_of[key // m], worst)
    return measure_leaves(packed, lanes, key - m * len(obstacles), worst)


@inlined_lane_part
def measure_obstacle(packed: LaneTables, lanes: Lanes, first: int, row: int, worst: float) -> bool:
    """Do the same of a volume and an obstacle, by its row."""
    volume, obstacles, known = packed.volumes[first], packed.tables.obstacles, lanes.known
    radius, slack = packed.tables.leaves[first, RADIUS], slack_of(obstacles, row, packed.reach)
    if not are_near(row6(lanes.boxes, first), column6(packed.tables.limits, row), worst + radius):
        return False
    radii = radius + obstacles[row, THICK]
    if obstacles[row, KIND] == BOX:
        if nearer_box(lanes.axes[first], obstacles[row], known, radii, slack) == 0:
            return False
        axis_of(lanes.frames[int(volume[FRAME])], volume, LANES, True, lanes.one)
        measure_box(lanes.one, obstacles[row], lanes.scratch, lanes.gap)
    else:
        squared = (squared_run(packed.volumes, first, RUN), squared_run(obstacles, row, HALF))
        in_all_lanes(obstacles, row, lanes.other_single)
        if nearer_axis(lanes.axes[first], lanes.other_single, known, squared, radii, slack) == 0:
            return False
        axis_of(lanes.frames[int(volume[FRAME])], volume, LANES, True, lanes.one)
        in_all_lanes(obstacles, row, lanes.other)
        measure_axis(lanes.one, lanes.other, squared, lanes.gap)
    key = int(obstacles[row, NUMBER]) * len(lanes.axes) + first
    keep_nearer(lanes.gap, radii, key, lanes.best, lanes.nearest)
    return True


@inlined_lane_part
def measure_leaves(packed: LaneTables, lanes: Lanes, row: int, worst: float) -> bool:
    """Do the same of two volumes of the arm, by the row of their pair."""
    pairs, volumes = packed.tables.pairs, packed.volumes
    first, second, radii = int(pairs[row, FIRST]), int(pairs[row, SECOND]), pairs[row, RADII]
    if not are_near(row6(lanes.boxes, first), row6(lanes.boxes, second), worst + radii):
        return False
    squared = (squared_run(volumes, first, RUN), squared_run(volumes, second, RUN))
    slack = ROUNDINGS * packed.reach * packed.reach
    if nearer_axis(lanes.axes[first], lanes.axes[second], lanes.known, squared, radii, slack) == 0:
        return False
    axis_of(lanes.frames[int(volumes[first, FRAME])], volumes[first], LANES, True, lanes.one)
    axis_of(lanes.frames[int(volumes[second, FRAME])], volumes[second], LANES, True, lanes.other)
    measure_axis(lanes.one, lanes.other, squared, lanes.gap)
    key = len(lanes.axes) * len(packed.row_of) + row
    keep_nearer(lanes.gap, radii, key, lanes.best, lanes.nearest)
    return True


@inlined_lane_part
def put_distinct(nearest: Integers, out_seeds: Integers) -> int:
    """Put the keys (LANES,) into as many seeds as fit, each once; how many."""
    count, last = 0, -1
    for lane in range(LANES):
        key = nearest[lane]
        if key != last and key != NO_PAIR and count < len(out_seeds):
            is_new, last = True, key
            for k in range(count):
                is_new = is_new and out_seeds[k] != key
            if is_new:
                out_seeds[count] = key
                count += 1
    return count
