"""The door of the kernels that look at poses: nearest pairs, nearest points, whether anything is near.

The pair that was nearest last is looked at first, as poses that are asked for follow one another: with a
good least distance from the begin nearly all others are left out by their bounds.  No answer depends on it.
"""

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from predictor.collision.distance import Vector, along
from predictor.collision.nearest import (
    Found,
    nearer,
    nearest_leaves,
    nearest_obstacles,
    tell,
)
from predictor.collision.nearest_points import segment_box_witness, segment_segment_witness
from predictor.collision.placing import in_box, leaf_distance, moved, obstacle_distance, place, vector
from predictor.collision.tables import (
    AXES,
    BOX,
    CENTRE,
    FIRST,
    HALF,
    KIND,
    NOBODY,
    NORMAL,
    NUMBER,
    PLACED_COLUMNS,
    PLACED_RUN,
    PLACED_START,
    POINTS,
    RADII,
    RADIUS,
    SECOND,
    WHOLE,
    Tables,
)
from predictor.jit import kernel
from predictor.model.kinematics import tree_frames
from predictor.model.robot import Tree

Array = NDArray[np.float64]
Integers = NDArray[np.int64]

# What is remembered: placed leaf, obstacle and pair of leaves that were nearest last (as `Found` has them).
LAST_ROW, LAST_OTHER, LAST_PAIR = 0, 1, 2


@kernel
def search(
    poses: Array,
    T_world_base: Array | None,
    within: float,
    any_will_do: bool,
    is_apart: bool,
    last: Integers,
    out_found: Array,
    rows: Array,
    pieces: Array,
    leaves: Array,
    obstacles: Array,
    limits: Array,
    ends: Array,
    nodes: Array,
    pairs: Array,
    mounted: Integers,
    carried: Array,
    in_space: int,
    finder: tuple[Any, ...] | None,
) -> None:
    """Look at poses (k, n), into rows (k, SHORT) or (k, WHOLE).

    Only pairs at most `within` apart count.  The scene and the arm itself have each a least of its own if
    `is_apart`; else only the less of both is found, or with `any_will_do` any.  A pose that is not finite has
    NaN for all distances.
    """
    tree = Tree(rows, pieces)
    tables = Tables(leaves, obstacles, limits, ends, nodes, pairs, mounted, carried, in_space, finder)
    nobody, count = Found(within, NOBODY, 0, 0), len(leaves) if T_world_base is None else 2 * len(leaves)
    T, placed = np.empty((len(rows) + 1, 4, 4)), np.empty((count, PLACED_COLUMNS))
    enough = within if any_will_do else -math.inf
    for k in range(len(poses)):
        tree_frames(tree, poses[k], T)
        if not place(tables.leaves, T, T_world_base, placed):
            out_found[k] = math.nan
            continue
        scene, itself = nobody, nobody
        if last[LAST_OTHER] >= 0:
            scene = _obstacle_again(leaves, obstacles, placed, last[LAST_ROW], last[LAST_OTHER], nobody)
        if last[LAST_PAIR] >= 0:
            itself = _pair_again(pairs, len(leaves) * len(obstacles), placed, last[LAST_PAIR], nobody)
        if not is_apart and nearer(itself, scene.distance, scene.key):
            itself = scene
        if not any_will_do or itself.key == NOBODY:
            itself = nearest_leaves(tables, placed, itself, enough, None)
        scene = scene if is_apart else itself
        if not any_will_do or scene.key == NOBODY:
            scene = nearest_obstacles(finder, tables, placed, scene, enough, None)
        if not is_apart:
            scene, itself = (nobody, scene) if scene.other < 0 else (scene, nobody)
        tell(scene, itself, out_found[k])
        if out_found.shape[1] == WHOLE:
            _tell_where(tables, placed, T_world_base, scene, itself, out_found[k])
        if scene.key != NOBODY:
            last[LAST_ROW], last[LAST_OTHER] = scene.row, scene.other
        if itself.key != NOBODY:
            last[LAST_PAIR] = -1 - itself.other


@kernel
def _obstacle_again(
    leaves: Array, obstacles: Array, placed: Array, row: int, other: int, nobody: Found
) -> Found:
    """A placed leaf and an obstacle that were nearest before, if they count now."""
    leaf = row % len(leaves)
    distance = obstacle_distance(obstacles, other, placed, row, leaves[leaf, RADIUS])
    key = int(obstacles[other, NUMBER]) * len(leaves) + leaf
    return Found(distance, key, row, other) if distance <= nobody.distance else nobody


@kernel
def _pair_again(pairs: Array, first_key: int, placed: Array, pair: int, nobody: Found) -> Found:
    """A pair of leaves that was nearest before, if it counts now."""
    i, j = int(pairs[pair, FIRST]), int(pairs[pair, SECOND])
    distance = leaf_distance(placed, i, j, pairs[pair, RADII])
    return Found(distance, first_key + pair, i, -1 - pair) if distance <= nobody.distance else nobody


@kernel
def _tell_where(
    tables: Tables, placed: Array, T_world_base: Array | None, scene: Found, itself: Found, out_found: Array
) -> None:
    """Write the nearest points and the normal of the nearest of both sides, in the arm base."""
    least = itself if nearer(scene, itself.distance, itself.key) else scene
    if least.key == NOBODY:
        return
    point, normal = _witness(tables, placed, least)
    if T_world_base is not None and least.row >= len(tables.leaves):
        x, y, z = point[0] - T_world_base[0, 3], point[1] - T_world_base[1, 3], point[2] - T_world_base[2, 3]
        point, normal = moved(T_world_base.T, (x, y, z), 0.0), moved(T_world_base.T, normal, 0.0)
    for i in range(3):
        out_found[POINTS + i], out_found[NORMAL + i] = point[i], normal[i]
        out_found[POINTS + 3 + i] = point[i] - least.distance * normal[i]


@kernel
def _witness(tables: Tables, placed: Array, found: Found) -> tuple[Vector, Vector]:
    """Nearest point of the first of a pair, and the normal of the second there."""
    if found.other < 0:
        pair = -1 - found.other
        i, j = int(tables.pairs[pair, FIRST]), int(tables.pairs[pair, SECOND])
        q, v, is_box = vector(placed, j, PLACED_START), vector(placed, j, PLACED_RUN), False
    else:
        i, is_box = found.row, tables.obstacles[found.other, KIND] == BOX
        q, v = vector(tables.obstacles, found.other, CENTRE), vector(tables.obstacles, found.other, HALF)
    p, u = vector(placed, i, PLACED_START), vector(placed, i, PLACED_RUN)
    radius = tables.leaves[i % len(tables.leaves), RADIUS]
    if is_box:
        from_centre = in_box(tables.obstacles, found.other, (p[0] - q[0], p[1] - q[1], p[2] - q[2]))
        _, s, n = segment_box_witness(from_centre, in_box(tables.obstacles, found.other, u), v)
        normal = (0.0, 0.0, 0.0)
        for i in range(3):
            normal = along(normal, n[i], vector(tables.obstacles, found.other, AXES + 3 * i))
    else:
        _, s, normal = segment_segment_witness(p, u, q, v)
    return along(along(p, s, u), -radius, normal), normal
