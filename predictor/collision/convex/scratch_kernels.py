"""The bodies of an arm placed at a pose, and the scratch that they are placed in."""

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from predictor.collision.convex.convex_layout import (
    CORNERS,
    FRAME,
    FRAMES,
    ITEMS,
    JOINTS,
    LAW,
    LAWS,
    LEAF_COLUMNS,
    LEAVES,
    LEVERS,
    LINKS,
    MOUNTED,
    NODE_COLUMNS,
    NODES,
    PACKED_END,
    PAIRS,
    POSE,
    ROD,
    ROOT,
    ROW,
    ROWS,
    SOLIDS,
    VALUES,
    ConvexTables,
)
from predictor.collision.convex.depth_kernels import DEPTH
from predictor.collision.convex.hulls_kernels import CENTRE, HALF, ITEM_COLUMNS
from predictor.compiler.jit import part
from predictor.geometry.bounds_tree_kernels import DEEPEST
from predictor.model.kinematics_kernels import tree_frames
from predictor.model.tree_layout import Tree

Array = NDArray[np.float64]

LAST, MET, STACK = DEPTH, DEPTH + 3, DEPTH + 7  # rows of the scratch (`convex_packing`)
BOXES = STACK + 2 * DEEPEST
RUN = HALF + 3  # columns beside those of a rod's box: from its middle to an end
WIDE = RUN + 3  # columns of the scratch


class Scratch(NamedTuple):
    """What kernels write; m leaves, f frames."""

    T: Array  # (2 f + 1, 4, 4) of the frames; the last is spare: one leaf's seen from another's
    rows: Array  # (BOXES + 2 m + SPARE, WIDE)


@part
def tables_of(packed: Array) -> ConvexTables:
    """Arm and scene from the array that holds them."""
    return ConvexTables(
        items=packed[int(packed[ITEMS]) : int(packed[CORNERS])].reshape((-1, ITEM_COLUMNS)),
        corners=packed[int(packed[CORNERS]) : int(packed[LINKS])].reshape((-1, 3)),
        links=packed[int(packed[LINKS]) : int(packed[NODES])].view(np.int64),
        nodes=packed[int(packed[NODES]) : int(packed[LEAVES])].reshape((-1, NODE_COLUMNS)),
        leaves=packed[int(packed[LEAVES]) : int(packed[PAIRS])].reshape((-1, LEAF_COLUMNS)),
        pairs=packed[int(packed[PAIRS]) : int(packed[MOUNTED])].view(np.int64).reshape((-1, 2)),
        mounted=packed[int(packed[MOUNTED]) : int(packed[LEVERS])].view(np.int64),
        lever=packed[int(packed[LEVERS]) : int(packed[PACKED_END])].reshape((-1, int(packed[VALUES]))),
        solids=int(packed[SOLIDS]),
    )


@part
def tree_of(packed: Array) -> Tree:
    """The joints of an arm from the same array."""
    joints = packed[int(packed[JOINTS]) : int(packed[LAWS])]
    laws = packed[int(packed[LAWS]) : int(packed[ITEMS])]
    return Tree(joints.reshape((-1, int(packed[ROW]))), laws.reshape((-1, int(packed[LAW]))))


@part
def scratch_of(packed: Array, scratch: Array) -> Scratch:
    """Frames and rows from the array that holds them."""
    frames, rows, after = int(packed[FRAMES]), int(packed[ROWS]), int(packed[POSE])
    return Scratch(scratch[frames:rows].reshape((-1, 4, 4)), scratch[rows:after].reshape((-1, WIDE)))


@part
def place(tree: Tree, tables: ConvexTables, q: Array, T_world_base: Array, scratch: Scratch) -> bool:
    """Put the arm into a pose q (n,); False: something of it is not a number.

    Where the base stands (4, 4) is read only if something stands in space.
    """
    T, m, frames, total, twice = scratch.T, len(tables.leaves), len(tree.rows) + 1, 0.0, 1
    tree_frames(tree, q, T)
    for joint in range(len(q)):  # one that carries no leaf has to be a number too
        total += 0.0 * q[joint]
    if tables.pairs[len(tables.pairs) - 1, 1] >= 0:
        twice = 2
        for f in range(frames):
            for i in range(3):
                for j in range(4):
                    value = T_world_base[i, 3] if j == 3 else 0.0
                    for k in range(3):
                        value += T_world_base[i, k] * T[f, k, j]
                    T[frames + f, i, j] = value
    for row in range(twice * m):
        total += put_leaf(tables, row % m, scratch, frame_of(tables, scratch, row), BOXES + row)
    return math.isfinite(total)


@part
def frame_of(tables: ConvexTables, scratch: Scratch, row: int) -> int:
    """The frame by which a leaf is placed whose box is in a row: in the arm base, or in the world."""
    m = len(tables.leaves)
    return int(tables.leaves[row % m, FRAME]) + (row // m) * (len(scratch.T) // 2)


@part
def put_leaf(tables: ConvexTables, leaf: int, scratch: Scratch, f: int, row: int) -> float:
    """Put the box around a leaf at pose f into a row; a number, if all of it are numbers.

    A rod's box turns with it, and is closer.
    """
    total = put_box_at(tables.nodes, int(tables.leaves[leaf, ROOT]), scratch, f, row)
    rod = int(tables.leaves[leaf, ROD])
    if rod >= 0:
        for i in range(3):
            half = 0.0
            for k in range(3):
                middle = tables.nodes[int(tables.leaves[leaf, ROOT]), CENTRE + k]
                half += scratch.T[f, i, k] * (tables.corners[rod, k] - middle)
            scratch.rows[row, HALF + i], scratch.rows[row, RUN + i] = abs(half), half
    return total


@part
def put_box_at(boxes: Array, which: int, scratch: Scratch, f: int, row: int) -> float:
    """Put the box around a node or an item at pose f into a row; a number, if all of it are numbers."""
    T, rows, total = scratch.T, scratch.rows, 0.0
    for i in range(3):
        centre, half = T[f, i, 3], 0.0
        for k in range(3):
            centre += T[f, i, k] * boxes[which, CENTRE + k]
            half += abs(T[f, i, k]) * boxes[which, HALF + k]  # of the box around the turned box
        rows[row, CENTRE + i], rows[row, HALF + i] = centre, half
        total += centre + half
    return total


@part
def gap_of(rows: Array, row: int, boxes: Array, which: int) -> float:
    """Signed distance [m] of two boxes along the axes: a bound of what they hold."""
    squared, inner = 0.0, -math.inf
    for k in range(3):
        apart = abs(rows[row, CENTRE + k] - boxes[which, CENTRE + k])
        gap = apart - rows[row, HALF + k] - boxes[which, HALF + k]
        inner = max(inner, gap)
        squared += max(gap, 0.0) * max(gap, 0.0)
    return math.sqrt(squared) if inner > 0.0 else inner


@part
def gap_of_rod(rows: Array, row: int, boxes: Array, which: int) -> float:
    """Distance [m] at least of a rod, whose box is in a row, from what a box holds: to the ball around it.

    Where boxes are small beside the rod, that is far closer than `gap_of` its own box.
    """
    along, length2, squared, radius2 = 0.0, 0.0, 0.0, 0.0
    for k in range(3):
        along += (boxes[which, CENTRE + k] - rows[row, CENTRE + k]) * rows[row, RUN + k]
        length2 += rows[row, RUN + k] * rows[row, RUN + k]
    share = max(-1.0, min(1.0, along / length2)) if length2 > 0.0 else 0.0
    for k in range(3):
        away = boxes[which, CENTRE + k] - rows[row, CENTRE + k] - share * rows[row, RUN + k]
        squared += away * away
        radius2 += boxes[which, HALF + k] * boxes[which, HALF + k]
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
