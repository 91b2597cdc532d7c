"""The door of the kernels that look at poses: the least distance of each, and where the last one has it.

One minimum runs over all pairs: the pair of the last pose is looked at first, or without one the leaf and
solid whose boxes are nearest; then no other is followed farther than it takes to see that it is not nearer.
"""

import math

import numpy as np
from numpy.typing import NDArray

from predictor.collision.convex.least import (
    Pose,
    face_pair,
    is_mounted,
    new_pose,
    node_gap,
    of_pair,
    place,
    row_gap,
    span_of,
    to_itself,
    to_solids,
)
from predictor.collision.convex.packing import (
    FIRST,
    FIRST_OF_SCENE,
    GROUP,
    ITEMS,
    LEAVES,
    LINK,
    NO_PAIR,
    RADIUS,
    ROOT,
    SOLIDS,
    Packed,
)
from predictor.collision.convex.pair import points_of, signed_distance
from predictor.jit import kernel
from predictor.model.robot import Tree

Array = NDArray[np.float64]
Integers = NDArray[np.int64]


@kernel
def of_units(
    world: Packed, pose: Pose, begin: int, end: int, enough: float, stop: float, known: int
) -> tuple[float, int]:
    """Least signed distance [m] within units, from the first to before the last, and its code.

    Where no pair but the `known` one is nearer than `enough`: a bound of it, and NO_PAIR.  A distance of
    `stop` or less ends the search.
    """
    middle = 2 * world.sizes[LEAVES]
    floor, code = to_solids(world, pose, begin, min(end, middle), enough, stop, known)
    if end > middle and floor > stop:
        first, enough = max(begin, middle) - middle, min(enough, floor)
        other, found = to_itself(world, pose, first, end - middle, enough, stop, known)
        if found != NO_PAIR:
            return other, found
        floor = min(floor, other)
    return floor, code


@kernel
def likely_pair(world: Packed, pose: Pose, begin: int, end: int) -> int:
    """Code of a leaf and a solid whose boxes are nearest, found by going down the tree; or NO_PAIR."""
    rows, nodes, box, leaves = world.rows, world.nodes, pose.box, world.sizes[LEAVES]
    best, code = math.inf, NO_PAIR
    for i in range(begin, min(end, 2 * leaves)):
        node, leaf = world.sizes[ROOT + i // leaves], i % leaves
        if node < 0:
            continue
        while nodes[node, ITEMS] == 0.0:
            near, far = node + 1, int(nodes[node, LINK])
            node = near if node_gap(box, i, nodes, near) <= node_gap(box, i, nodes, far) else far
        for solid in range(int(nodes[node, LINK]), int(nodes[node, LINK] + nodes[node, ITEMS])):
            gap = row_gap(box, i, rows, leaves + solid) - rows[leaf, RADIUS] - rows[leaves + solid, RADIUS]
            if gap < best and not is_mounted(world.mounts, leaf, solid):
                best, code = gap, leaf * world.sizes[SOLIDS] + solid
    return code


@kernel
def least_of(
    world: Packed, pose: Pose, begin: int, end: int, hint: int, enough: float, stop: float
) -> tuple[float, int]:
    """As `of_units`, of all pairs, with a pair to begin with."""
    known = hint if hint != NO_PAIR else likely_pair(world, pose, begin, end)
    if known == NO_PAIR:
        return of_units(world, pose, begin, end, enough, stop, known)
    best = of_pair(world, pose, known, enough)
    if not best > stop:
        return best, known
    floor, code = of_units(world, pose, begin, end, min(best, enough), stop, known)
    if code != NO_PAIR:
        return floor, code
    return (best, known) if best < enough else (min(best, floor), NO_PAIR)


@kernel
def search(
    tree: Tree,
    world: Packed,
    poses: Array,
    T_world_base: Array,
    within: float,
    out_distance: Array,
    out_code: Integers,
    out_found: Array,
) -> None:
    """Of every pose (k, n) the least signed distance and its code, into (k, 1) and (k, 1).

    Into (k, 2) and (k, 2): of the arm to the scene and to itself, each with its own code (NO_PAIR: none).
    Only as far as tells whether it is at most `within`, unless that is infinite.  Into out_found (3, 3) come
    `points_of` the nearest pair of the last pose, if that is finite; it may be empty (0, 3).
    """
    pose, sides, is_whole = new_pose(tree, world), out_distance.shape[1], within == math.inf
    middle, units = 2 * world.sizes[LEAVES], len(world.lever)
    enough = math.inf if is_whole else np.nextafter(within, math.inf)
    stop = -math.inf if is_whole else within
    for k in range(len(poses)):
        is_finite = place(tree, world, poses[k], T_world_base, pose)
        for side in range(sides):
            begin, end = (0 if side == 0 else middle), (middle if side + 1 < sides else units)
            hint, first = NO_PAIR, FIRST if sides == 1 else FIRST_OF_SCENE + side
            if k > 0 and not math.isnan(out_distance[k - 1, side]):
                hint = out_code[k - 1, side]
            distance, code = math.nan, world.sizes[first]
            if is_finite:
                distance, code = least_of(world, pose, begin, end, hint, enough, stop)
            out_distance[k, side], out_code[k, side] = distance, code
        if is_finite and len(out_found) > 0:
            _tell(world, pose, out_code[k, 0], out_found)


@kernel
def _tell(world: Packed, pose: Pose, code: int, out_found: Array) -> None:
    """Both nearest points of a pair and the normal (3, 3), in the frame of the second.

    That is the arm base, the world for what stands in space, or the frame that carries a leaf.
    """
    rows, corners, (i, j, f) = world.rows, world.corners, face_pair(world, pose, code)
    a, b, radius = span_of(rows, i), span_of(rows, j), (rows[i, RADIUS], rows[j, RADIUS])
    signed_distance(corners, world.links, a, b, pose.T, f, radius[0] + radius[1], math.inf, pose.s)
    points_of(corners, pose.T, f, radius, pose.s, out_found)


@kernel
def least_without_boxes(
    tree: Tree, world: Packed, poses: Array, T_world_base: Array, out_distance: Array
) -> None:
    """Least signed distance [m] to what is on the base, of every pose (k, n), by nearest features alone.

    What a search costs that looks at no box first; to measure, not to fly by.
    """
    pose, leaves, solids = new_pose(tree, world), world.sizes[LEAVES], world.sizes[SOLIDS]
    for k in range(len(poses)):
        best = math.inf if place(tree, world, poses[k], T_world_base, pose) else math.nan
        for code in range(leaves * solids):
            leaf, solid = code // solids, code % solids
            if world.rows[leaves + solid, GROUP] == 0.0 and not is_mounted(world.mounts, leaf, solid):
                best = min(best, of_pair(world, pose, code, best))
        out_distance[k] = best
