"""Bodies of the arm placed at a pose, compiled, and the scratch they are placed in."""

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from predictor.collision.convex.depth_kernels import DEPTH
from predictor.collision.convex.door_layout import (
    CORNERS,
    FRAMES,
    ITEMS,
    JOINTS,
    LAW,
    LAWS,
    LEAVES,
    LEVERS,
    LINKS,
    MOUNTED,
    NODES,
    PAIRS,
    POSE,
    ROW,
    SCRATCH,
    SOLIDS,
    TABLE_END,
    VALUES,
)
from predictor.collision.convex.hulls_kernels import CENTRE, HALF, ITEM_COLUMNS
from predictor.collision.convex.packing_layout import (
    FRAME,
    LEAF_COLUMNS,
    NODE_COLUMNS,
    ROD,
    ROOT,
    Packed,
)
from predictor.compiler.jit import part
from predictor.geometry.bounds_tree_kernels import DEEPEST
from predictor.model.kinematics_kernels import tree_frames
from predictor.model.tree_layout import Tree

Array = NDArray[np.float64]
LAST, MET, STACK = DEPTH, DEPTH + 3, DEPTH + 7  # rows of the scratch (`predictor.collision.convex.door`)
BOXES = STACK + 2 * DEEPEST
RUN = HALF + 3  # columns beside those of a rod's box: from its middle to an end
WIDE = RUN + 3  # columns of the scratch


class Room(NamedTuple):
    """What is written; m leaves, f frames."""

    T: Array  # (2 f + 1, 4, 4) of the frames; the last is spare: one leaf's seen from another's
    s: Array  # (BOXES + 2 m + SPARE, WIDE)


@part
def packed_of(table: Array) -> Packed:
    """Arm and scene from their table."""
    levers, end = int(table[LEVERS]), int(table[TABLE_END])
    return Packed(
        items=table[int(table[ITEMS]) : int(table[CORNERS])].reshape((-1, ITEM_COLUMNS)),
        corners=table[int(table[CORNERS]) : int(table[LINKS])].reshape((-1, 3)),
        links=table[int(table[LINKS]) : int(table[NODES])].view(np.int64),
        nodes=table[int(table[NODES]) : int(table[LEAVES])].reshape((-1, NODE_COLUMNS)),
        leaves=table[int(table[LEAVES]) : int(table[PAIRS])].reshape((-1, LEAF_COLUMNS)),
        pairs=table[int(table[PAIRS]) : int(table[MOUNTED])].view(np.int64).reshape((-1, 2)),
        mounted=table[int(table[MOUNTED]) : int(table[LEVERS])].view(np.int64),
        lever=table[levers:end].reshape((-1, int(table[VALUES]))),
        solids=int(table[SOLIDS]),
    )


@part
def tree_of(table: Array) -> Tree:
    """The joints of an arm from the table."""
    joints, laws = table[int(table[JOINTS]) : int(table[LAWS])], table[int(table[LAWS]) : int(table[ITEMS])]
    return Tree(joints.reshape((-1, int(table[ROW]))), laws.reshape((-1, int(table[LAW]))))


@part
def room_of(table: Array, room: Array) -> Room:
    """What is written, from the array that holds it."""
    frames, scratch, after = int(table[FRAMES]), int(table[SCRATCH]), int(table[POSE])
    return Room(room[frames:scratch].reshape((-1, 4, 4)), room[scratch:after].reshape((-1, WIDE)))


@part
def place(tree: Tree, packed: Packed, q: Array, T_world_base: Array, room: Room) -> bool:
    """Put the arm into a pose q (n,); False: something of it is not a number.

    Where the base stands (4, 4) is read only if something stands in space.
    """
    T, m, frames, total, twice = room.T, len(packed.leaves), len(tree.rows) + 1, 0.0, 1
    tree_frames(tree, q, T)
    for joint in range(len(q)):  # one that carries no leaf has to be a number too
        total += 0.0 * q[joint]
    if packed.pairs[len(packed.pairs) - 1, 1] >= 0:
        twice = 2
        for f in range(frames):
            for i in range(3):
                for j in range(4):
                    value = T_world_base[i, 3] if j == 3 else 0.0
                    for k in range(3):
                        value += T_world_base[i, k] * T[f, k, j]
                    T[frames + f, i, j] = value
    for row in range(twice * m):
        total += put_leaf(packed, row % m, room, frame_of(packed, room, row), BOXES + row)
    return math.isfinite(total)


@part
def frame_of(packed: Packed, room: Room, row: int) -> int:
    """The frame by which a leaf is placed whose box is in a row: in the arm base, or in the world."""
    m = len(packed.leaves)
    return int(packed.leaves[row % m, FRAME]) + (row // m) * (len(room.T) // 2)


@part
def put_leaf(packed: Packed, leaf: int, room: Room, f: int, row: int) -> float:
    """Put the box around a leaf at pose f into a row; a number, if all of it are numbers.

    A rod's box turns with it, and is closer.
    """
    total = put_box_at(packed.nodes, int(packed.leaves[leaf, ROOT]), room, f, row)
    rod = int(packed.leaves[leaf, ROD])
    if rod >= 0:
        for i in range(3):
            half = 0.0
            for k in range(3):
                middle = packed.nodes[int(packed.leaves[leaf, ROOT]), CENTRE + k]
                half += room.T[f, i, k] * (packed.corners[rod, k] - middle)
            room.s[row, HALF + i], room.s[row, RUN + i] = abs(half), half
    return total


@part
def put_box_at(table: Array, which: int, room: Room, f: int, row: int) -> float:
    """Put the box around a node or an item at pose f into a row; a number, if all of it are numbers."""
    T, s, total = room.T, room.s, 0.0
    for i in range(3):
        centre, half = T[f, i, 3], 0.0
        for k in range(3):
            centre += T[f, i, k] * table[which, CENTRE + k]
            half += abs(T[f, i, k]) * table[which, HALF + k]
        s[row, CENTRE + i], s[row, HALF + i] = centre, half
        total += centre + half
    return total


@part
def gap_of(s: Array, row: int, table: Array, which: int) -> float:
    """Signed distance [m] of two boxes along the axes: a bound of what they hold."""
    squared, inner = 0.0, -math.inf
    for k in range(3):
        apart = abs(s[row, CENTRE + k] - table[which, CENTRE + k])
        gap = apart - s[row, HALF + k] - table[which, HALF + k]
        inner = max(inner, gap)
        squared += max(gap, 0.0) * max(gap, 0.0)
    return math.sqrt(squared) if inner > 0.0 else inner


@part
def gap_of_rod(s: Array, row: int, table: Array, which: int) -> float:
    """Distance [m] at least of a rod, whose box is in a row, from what a box holds: to the ball around it.

    Where boxes are small beside the rod, that is far closer than `gap_of` its own box.
    """
    along, length2, squared, radius2 = 0.0, 0.0, 0.0, 0.0
    for k in range(3):
        along += (table[which, CENTRE + k] - s[row, CENTRE + k]) * s[row, RUN + k]
        length2 += s[row, RUN + k] * s[row, RUN + k]
    share = max(-1.0, min(1.0, along / length2)) if length2 > 0.0 else 0.0
    for k in range(3):
        away = table[which, CENTRE + k] - s[row, CENTRE + k] - share * s[row, RUN + k]
        squared += away * away
        radius2 += table[which, HALF + k] * table[which, HALF + k]
    return math.sqrt(squared) - math.sqrt(radius2)


@part
def see_from(T: Array, a: int, b: int) -> None:
    """Into the last of T: frame a as seen from b."""
    last = len(T) - 1
    for i in range(3):
        for j in range(4):
            value = 0.0
            for k in range(3):
                value += T[b, k, i] * (T[a, k, j] - (T[b, k, 3] if j == 3 else 0.0))
            T[last, i, j] = value
