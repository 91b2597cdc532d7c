"""How near the leaves of an arm are to the solids of a scene and to each other, in one pose.

    a box around the leaf -> tree of boxes around the solids -> their own boxes -> the search of `nearest`

Each of these bounds the distance from below, and whatever is no less than the least that is known, or than
what the caller calls enough, is left out.  A leaf is looked at against other leaves by balls, then directly.
"""

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from predictor.collision.convex.boxes import axes_gap
from predictor.collision.convex.nearest import SEARCH, Span, V
from predictor.collision.convex.packing import (
    CENTRE,
    FRAME,
    GROUP,
    HALF,
    IS_BOX,
    ITEMS,
    LEAVES,
    LINK,
    NO_PAIR,
    RADIUS,
    ROOT,
    SOLIDS,
    SPAN,
    Packed,
)
from predictor.collision.convex.pair import signed_distance
from predictor.collision.convex.simplex import WIDTH
from predictor.geometry.bounds_tree import DEEPEST
from predictor.jit import kernel
from predictor.model.kinematics import tree_frames
from predictor.model.robot import Tree
from predictor.model.spatial import multiply_poses

Array = NDArray[np.float64]
Integers = NDArray[np.int64]


class Pose(NamedTuple):
    """The arm in one pose, f frames and m leaves: in the arm base, then, if that floats, in the world."""

    T: Array  # (2 f + 1, 4, 4) of the frames; the last is scratch: one leaf's seen from another's
    box: Array  # (2 m, 6) centre and half edges of a box around the corners of each leaf
    stack: Array  # (DEEPEST, 2) scratch: nodes, and how near they are
    s: Array  # (SEARCH, WIDTH) scratch


@kernel
def new_pose(tree: Tree, world: Packed) -> Pose:
    """Room for a pose."""
    frames, leaves = len(tree.rows) + 1, world.sizes[LEAVES]
    return Pose(
        np.empty((2 * frames + 1, 4, 4)),
        np.empty((2 * leaves, 6)),
        np.empty((DEEPEST, 2)),
        np.empty((SEARCH, WIDTH)),
    )


@kernel
def place(tree: Tree, world: Packed, q: Array, T_world_base: Array, pose: Pose) -> bool:
    """Put the arm into a pose q (n,); False: something of it is not a number.

    Where the base stands (4, 4) is read only if something stands in space.
    """
    T, box, leaves, frames, total = pose.T, pose.box, world.sizes[LEAVES], len(tree.rows) + 1, 0.0
    tree_frames(tree, q, T)
    for leaf in range(leaves):
        total += _place_box(world.rows, world.corners, leaf, T, int(world.rows[leaf, FRAME]), box, leaf)
    if world.sizes[ROOT + 1] >= 0:
        for f in range(frames):
            multiply_poses(T_world_base, T[f], T[frames + f])
        for leaf in range(leaves):
            f = frames + int(world.rows[leaf, FRAME])
            total += _place_box(world.rows, world.corners, leaf, T, f, box, leaves + leaf)
    return math.isfinite(total)


@kernel
def _place_box(rows: Array, corners: Array, leaf: int, T: Array, f: int, out_box: Array, i: int) -> float:
    """Put a box along the axes around a leaf at pose f into row i; some number, if all of it are numbers.

    From the box in the leaf's frame; two corners have one of their own.
    """
    first, size, total = int(rows[leaf, SPAN]), int(rows[leaf, SPAN + 1]), 0.0
    x, y, z = rows[leaf, CENTRE], rows[leaf, CENTRE + 1], rows[leaf, CENTRE + 2]
    for k in range(3):
        p, q, r = T[f, k, 0], T[f, k, 1], T[f, k, 2]
        if size <= 2:
            half = abs(
                p * (corners[first, 0] - x) + q * (corners[first, 1] - y) + r * (corners[first, 2] - z)
            )
        else:
            half = abs(p) * rows[leaf, HALF] + abs(q) * rows[leaf, HALF + 1] + abs(r) * rows[leaf, HALF + 2]
        out_box[i, k], out_box[i, 3 + k] = p * x + q * y + r * z + T[f, k, 3], half
        total += out_box[i, k] + half
    return total


@kernel
def node_gap(box: Array, i: int, nodes: Array, node: int) -> float:
    """Signed distance [m] of box i and the box of a node: a bound of what they hold."""
    squared, inner = 0.0, -math.inf
    for k in range(3):
        low, high = nodes[node, k], nodes[node, k + 3]
        gap = max(low - box[i, k], box[i, k] - high) - box[i, k + 3]
        inner = max(inner, gap)
        squared += max(gap, 0.0) * max(gap, 0.0)
    return math.sqrt(squared) if inner > 0.0 else inner


@kernel
def row_gap(box: Array, i: int, rows: Array, row: int) -> float:
    """The same of box i and the box around the corners of a solid."""
    squared, inner = 0.0, -math.inf
    for k in range(3):
        gap = abs(box[i, k] - rows[row, CENTRE + k]) - box[i, k + 3] - rows[row, HALF + k]
        inner = max(inner, gap)
        squared += max(gap, 0.0) * max(gap, 0.0)
    return math.sqrt(squared) if inner > 0.0 else inner


@kernel
def span_of(rows: Array, row: int) -> Span:
    """The corners of a body."""
    return int(rows[row, SPAN]), int(rows[row, SPAN + 1]), int(rows[row, SPAN + 2])


@kernel
def rows_gap(
    rows: Array, corners: Array, links: Integers, a: int, b: int, T: Array, f: int, enough: float, s: Array
) -> float:
    """Signed distance [m] of two bodies by their rows; at `enough` a bound.  Boxes by their axes first."""
    first, second = span_of(rows, a), span_of(rows, b)
    if rows[a, IS_BOX] == 1.0 and rows[b, IS_BOX] == 1.0:
        gap = axes_gap(corners, first[0], second[0], T, f)
        if gap >= enough or gap <= 0.0:
            return gap
    radii = rows[a, RADIUS] + rows[b, RADIUS]
    return signed_distance(corners, links, first, second, T, f, radii, enough, s)


@kernel
def to_solids(
    world: Packed, pose: Pose, begin: int, end: int, enough: float, stop: float, known: int
) -> tuple[float, int]:
    """Least signed distance [m] of leaves and solids, and the code of the pair.

    Of the leaves whose boxes are the rows from `begin` to before `end`.  Where no pair but the `known` one is
    nearer than `enough`: a bound from below, and NO_PAIR.  A distance of `stop` or less ends the search.
    """
    rows, corners, links, nodes, mounts = world.rows, world.corners, world.links, world.nodes, world.mounts
    T, box, stack, s, sizes = pose.T, pose.box, pose.stack, pose.s, world.sizes
    leaves, solids = sizes[LEAVES], sizes[SOLIDS]
    best, floor, code = enough, math.inf, NO_PAIR
    for i in range(begin, end):
        leaf, root, waiting = i % leaves, sizes[ROOT + i // leaves], 0
        f, radius = frame_of(rows, leaves, T, i), rows[leaf, RADIUS]
        if root >= 0:
            stack[0, 0], stack[0, 1], waiting = root, node_gap(box, i, nodes, root) - radius, 1
        while waiting > 0 and best > stop:
            waiting -= 1
            node, bound = int(stack[waiting, 0]), stack[waiting, 1]
            if bound >= best:
                floor = min(floor, bound)
            elif nodes[node, ITEMS] == 0.0:
                _open(box, i, nodes, node, radius, stack, waiting)
                waiting += 2
            else:
                for solid in range(int(nodes[node, LINK]), int(nodes[node, LINK] + nodes[node, ITEMS])):
                    row, here = leaves + solid, leaf * solids + solid
                    bound = row_gap(box, i, rows, row) - radius - rows[row, RADIUS]
                    if here == known or (bound < best and is_mounted(mounts, leaf, solid)):
                        continue
                    if bound < best:
                        point_from(box, i, rows, row, s)
                        bound = rows_gap(rows, corners, links, leaf, row, T, f, best, s)
                        if math.isnan(bound):
                            return bound, here
                    floor = min(floor, bound)
                    if bound < best:
                        best, code = bound, here
    return floor, code


@kernel
def frame_of(rows: Array, leaves: int, T: Array, i: int) -> int:
    """The frame by which a leaf is placed whose box is i: in the arm base, or in the world."""
    return int(rows[i % leaves, FRAME]) + (i // leaves) * (len(T) // 2)


@kernel
def _open(box: Array, i: int, nodes: Array, node: int, radius: float, stack: Array, at: int) -> None:
    """Put both children of a node on the stack, the nearer one on top."""
    near, far = node + 1, int(nodes[node, LINK])
    at_near, at_far = node_gap(box, i, nodes, near) - radius, node_gap(box, i, nodes, far) - radius
    if at_far < at_near:
        near, far, at_near, at_far = far, near, at_far, at_near
    stack[at, 0], stack[at, 1] = far, at_far
    stack[at + 1, 0], stack[at + 1, 1] = near, at_near


@kernel
def point_from(box: Array, i: int, rows: Array, row: int, s: Array) -> None:
    """Begin a search in the direction from the centre of a solid to that of a leaf."""
    for k in range(3):
        s[V, k] = box[i, k] - rows[row, CENTRE + k]


@kernel
def is_mounted(mounts: Integers, leaf: int, solid: int) -> bool:
    """Whether a leaf and a solid are not to be tested."""
    found = False
    for k in range(len(mounts)):
        found |= mounts[k, 0] == leaf and mounts[k, 1] == solid
    return found


@kernel
def to_itself(
    world: Packed, pose: Pose, begin: int, end: int, enough: float, stop: float, known: int
) -> tuple[float, int]:
    """The same of pairs of leaves, from the one numbered `begin` to before `end`."""
    rows, corners, links, pairs = world.rows, world.corners, world.links, world.pairs
    T, box, s, of_itself = pose.T, pose.box, pose.s, world.sizes[LEAVES] * world.sizes[SOLIDS]
    best, floor, code = enough, math.inf, NO_PAIR
    for pair in range(begin, end):
        i, j, here = pairs[pair, 0], pairs[pair, 1], of_itself + pair
        if here == known or best <= stop:
            continue
        bound = leaves_gap(rows, box, i, j)
        if bound < best:
            see_from(T, int(rows[i, FRAME]), int(rows[j, FRAME]), box, i, j, s)
            bound = rows_gap(rows, corners, links, i, j, T, len(T) - 1, best, s)
            if math.isnan(bound):
                return bound, here
        floor = min(floor, bound)
        if bound < best:
            best, code = bound, here
    return floor, code


@kernel
def leaves_gap(rows: Array, box: Array, i: int, j: int) -> float:
    """Bound the signed distance [m] of two leaves by their boxes."""
    squared, inner = 0.0, -math.inf
    for k in range(3):
        gap = abs(box[i, k] - box[j, k]) - box[i, k + 3] - box[j, k + 3]
        inner = max(inner, gap)
        squared += max(gap, 0.0) * max(gap, 0.0)
    gap = math.sqrt(squared) if inner > 0.0 else inner
    return float(gap - rows[i, RADIUS] - rows[j, RADIUS])


@kernel
def see_from(T: Array, a: int, b: int, box: Array, i: int, j: int, s: Array) -> None:
    """Into the last of T: frame a as seen from b; and begin a search in the direction from leaf j to i."""
    last, x, y, z = len(T) - 1, box[i, 0] - box[j, 0], box[i, 1] - box[j, 1], box[i, 2] - box[j, 2]
    for k in range(3):
        p, q, r = T[b, 0, k], T[b, 1, k], T[b, 2, k]
        s[V, k] = p * x + q * y + r * z
        for m in range(4):
            T[last, k, m] = p * T[a, 0, m] + q * T[a, 1, m] + r * T[a, 2, m]
        T[last, k, 3] -= p * T[b, 0, 3] + q * T[b, 1, 3] + r * T[b, 2, 3]


@kernel
def face_pair(world: Packed, pose: Pose, code: int) -> tuple[int, int, int]:
    """Begin a search for the pair of a code: the rows of both bodies, and the frame of the first."""
    rows, T, box, s, leaves, solids = (
        world.rows,
        pose.T,
        pose.box,
        pose.s,
        world.sizes[LEAVES],
        world.sizes[SOLIDS],
    )
    number = code - leaves * solids
    if number >= 0:
        i, j = world.pairs[number, 0], world.pairs[number, 1]
        see_from(T, int(rows[i, FRAME]), int(rows[j, FRAME]), box, i, j, s)
        return i, j, len(T) - 1
    i, j = code // solids, leaves + code % solids
    at = i + leaves * int(rows[j, GROUP])
    point_from(box, at, rows, j, s)
    return i, j, frame_of(rows, leaves, T, at)


@kernel
def of_pair(world: Packed, pose: Pose, code: int, enough: float) -> float:
    """Signed distance [m] of the pair of a code; at `enough` or above a bound of it."""
    i, j, f = face_pair(world, pose, code)
    return rows_gap(world.rows, world.corners, world.links, i, j, pose.T, f, enough, pose.s)
