"""The least distance of all pairs in every lane of a block: branch and bound with one known least per lane.

pairs that were nearest in the block before                             exactly, in every lane
box of each volume over the whole block, down the tree of obstacles     too far for every lane: left out
one pair in single precision                                            no lane may come nearer: left out
the same pair in double precision                                       taken in the lanes where it is nearer
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from predictor.collision.blocks.angles_kernels import LANES
from predictor.collision.blocks.arm_and_scene_layout import ArmAndScene
from predictor.collision.blocks.exact_kernels import measure_axis, measure_box, take
from predictor.collision.blocks.near_kernels import ROUNDINGS, nearer_axis, nearer_box
from predictor.collision.lanes.chain_layout import FRAME, RUN
from predictor.collision.lanes.frames_kernels import PLACES, axis_of
from predictor.collision.nearest_kernels import SLACK, is_mounted
from predictor.collision.tables import (
    BOX,
    CENTRE,
    COUNT,
    FIRST,
    HALF,
    KIND,
    LINK,
    MOUNTS,
    NOBODY,
    NUMBER,
    RADII,
    RADIUS,
    SECOND,
    THICK,
    WIDE,
)
from predictor.compiler.jit import inlined_lane_part, lane_part
from predictor.geometry.bounds_tree_kernels import DEEPEST

Array = NDArray[np.float64]
Singles = NDArray[np.float32]
Integers = NDArray[np.int64]
Bounds = tuple[float, float, float, float, float, float]

SEEDS = 8  # pairs at most that a block begins with
LANES_BESIDE = 25  # rows of lanes beside commands, frames and axes


class Lanes(NamedTuple):
    """What is known of one block, and room to compute in; n joint values, r rows, m volumes."""

    commands: Array  # (n, LANES)
    lost: Array  # (LANES,) NaN, where a pose is no number or too large
    frames: Array  # (r + 1, PLACES LANES)
    axes: Singles  # (m, 6 LANES)
    best: Array  # (LANES,) [m]
    nearest: Integers  # (LANES,) its key
    known: Singles  # (LANES,) best, rounded
    one: Array  # (6 LANES,) axes of the pair that is looked at
    other: Array  # (6 LANES,)
    other_single: Singles  # (6 LANES,)
    room: Array  # (6 LANES,)
    gap: Array  # (LANES,) distance of their axes
    boxes: Array  # (m, 6) around the axes
    pose: Array  # (n,)
    gaps: Array  # (WIDE,)
    seeds: Integers  # (SEEDS,) keys of the pairs that were nearest in the block before
    stack: Integers  # (DEEPEST,)
    keys: Integers  # (all,)


@lane_part
def lanes_of(room: Array, n: int, r: int, m: int) -> Lanes:
    """A block's parts of the array that holds it, those of lanes first; see `room_for`."""
    frames = (n + 1) * LANES
    axes = frames + (r + 1) * PLACES * LANES
    best = axes + 3 * m * LANES
    boxes = best + LANES_BESIDE * LANES
    pose = boxes + 6 * m
    gaps = pose + n
    seeds = gaps + WIDE
    beside = room[best:boxes]
    return Lanes(
        commands=room[: n * LANES].reshape((n, LANES)),
        lost=room[n * LANES : frames],
        frames=room[frames:axes].reshape((r + 1, PLACES * LANES)),
        axes=room[axes:best].view(np.float32).reshape((m, 6 * LANES)),
        best=beside[:LANES],
        nearest=beside[LANES : 2 * LANES].view(np.int64),
        known=beside[2 * LANES : 3 * LANES].view(np.float32)[:LANES],
        one=beside[3 * LANES : 9 * LANES],
        other=beside[9 * LANES : 15 * LANES],
        other_single=beside[15 * LANES : 18 * LANES].view(np.float32),
        room=beside[18 * LANES : 24 * LANES],
        gap=beside[24 * LANES :],
        boxes=room[boxes:pose].reshape((m, 6)),
        pose=room[pose:gaps],
        gaps=room[gaps:seeds],
        seeds=room[seeds : seeds + SEEDS].view(np.int64),
        stack=room[seeds + SEEDS : seeds + SEEDS + DEEPEST].view(np.int64),
        keys=room[seeds + SEEDS + DEEPEST :].view(np.int64),
    )


@inlined_lane_part
def settle(lanes: Lanes, any_will_do: bool) -> float:
    """Round what is known; return the greatest of it.  With any_will_do a lane that has a pair is done."""
    worst = -np.inf
    for lane in range(LANES):
        best = lanes.best[lane]
        if any_will_do and lanes.nearest[lane] != NOBODY:
            best = -np.inf
        lanes.best[lane], lanes.known[lane] = best, np.float32(best)
        worst = max(worst, best)
    return worst


@inlined_lane_part
def are_near(
    one: Bounds,
    other: Bounds,
    apart: float,
) -> bool:
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
def gather(
    blocks: ArmAndScene, boxes: Array, worst: float, stack: Integers, gaps: Array, out_keys: Integers
) -> int:
    """Keys of the pairs whose boxes over the whole block, (m, 6) of the volumes, are near; how many."""
    tables, m, found = blocks.tables, len(boxes), 0
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
                stack[waiting], stack[waiting + 1] = link, node + 1
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
            out_keys[found] = m * len(blocks.row_of) + pair
            found += 1
    return found


@inlined_lane_part
def spread(table: Array, row: int, out_axis: Array | Singles) -> None:
    """The axis of a capsule, a row of obstacles, in all lanes (6 LANES,)."""
    for i in range(6):
        for lane in range(i * LANES, (i + 1) * LANES):
            out_axis[lane] = table[row, CENTRE + i]


@inlined_lane_part
def squared_run(table: Array, row: int, column: int) -> float:
    """Squared length of a vector in a row."""
    x, y, z = float(table[row, column]), float(table[row, column + 1]), float(table[row, column + 2])
    return x * x + y * y + z * z


@inlined_lane_part
def slack_of(table: Array, row: int, far: float) -> float:
    """What rounding may do to a squared distance from an obstacle [m^2]."""
    for i in range(CENTRE, HALF + 3):
        far += abs(table[row, i])
    return ROUNDINGS * far * far


@inlined_lane_part
def look_at(blocks: ArmAndScene, lanes: Lanes, key: int, worst: float) -> bool:
    """Take a pair where it is nearer than is known; whether there may be such a lane."""
    m, obstacles = len(lanes.axes), blocks.tables.obstacles
    if key < m * len(obstacles):
        return look_at_obstacle(blocks, lanes, key % m, blocks.row_of[key // m], worst)
    return look_at_pair(blocks, lanes, key - m * len(obstacles), worst)


@inlined_lane_part
def look_at_obstacle(blocks: ArmAndScene, lanes: Lanes, first: int, row: int, worst: float) -> bool:
    """Take a volume and an obstacle, by its row."""
    volume, obstacles, known = blocks.volumes[first], blocks.tables.obstacles, lanes.known
    radius, slack = blocks.tables.leaves[first, RADIUS], slack_of(obstacles, row, blocks.reach)
    if not are_near(row6(lanes.boxes, first), column6(blocks.tables.limits, row), worst + radius):
        return False
    radii = radius + obstacles[row, THICK]
    if obstacles[row, KIND] == BOX:
        if nearer_box(lanes.axes[first], obstacles[row], known, radii, slack) == 0:
            return False
        axis_of(lanes.frames[int(volume[FRAME])], volume, LANES, True, lanes.one)
        measure_box(lanes.one, obstacles[row], lanes.room, lanes.gap)
    else:
        squared = (squared_run(blocks.volumes, first, RUN), squared_run(obstacles, row, HALF))
        spread(obstacles, row, lanes.other_single)
        if nearer_axis(lanes.axes[first], lanes.other_single, known, squared, radii, slack) == 0:
            return False
        axis_of(lanes.frames[int(volume[FRAME])], volume, LANES, True, lanes.one)
        spread(obstacles, row, lanes.other)
        measure_axis(lanes.one, lanes.other, squared, lanes.gap)
    key = int(obstacles[row, NUMBER]) * len(lanes.axes) + first
    take(lanes.gap, radii, key, lanes.best, lanes.nearest)
    return True


@inlined_lane_part
def look_at_pair(blocks: ArmAndScene, lanes: Lanes, row: int, worst: float) -> bool:
    """Take two volumes of the arm, by the row of their pair."""
    pairs, volumes = blocks.tables.pairs, blocks.volumes
    first, second, radii = int(pairs[row, FIRST]), int(pairs[row, SECOND]), pairs[row, RADII]
    if not are_near(row6(lanes.boxes, first), row6(lanes.boxes, second), worst + radii):
        return False
    squared = (squared_run(volumes, first, RUN), squared_run(volumes, second, RUN))
    slack = ROUNDINGS * blocks.reach * blocks.reach
    if nearer_axis(lanes.axes[first], lanes.axes[second], lanes.known, squared, radii, slack) == 0:
        return False
    axis_of(lanes.frames[int(volumes[first, FRAME])], volumes[first], LANES, True, lanes.one)
    axis_of(lanes.frames[int(volumes[second, FRAME])], volumes[second], LANES, True, lanes.other)
    measure_axis(lanes.one, lanes.other, squared, lanes.gap)
    key = len(lanes.axes) * len(blocks.row_of) + row
    take(lanes.gap, radii, key, lanes.best, lanes.nearest)
    return True


@inlined_lane_part
def distinct(nearest: Integers, out_seeds: Integers) -> int:
    """Put the different ones of the keys (LANES,) into as many as fit; how many."""
    count, last = 0, -1
    for lane in range(LANES):
        key = nearest[lane]
        if key != last and key != NOBODY and count < len(out_seeds):
            is_new, last = True, key
            for k in range(count):
                is_new = is_new and out_seeds[k] != key
            if is_new:
                out_seeds[count] = key
                count += 1
    return count
