"""The door of the kernels that look at poses: nearest pairs, nearest points, whether anything is near.

The pair that was nearest last is looked at first, as poses that are asked for follow one another: with a
good least distance from the begin nearly all others are left out by their bounds.  No answer depends on it.
"""

import math

import numpy as np
from numpy.typing import NDArray

from predictor.collision.distance import Vector, along
from predictor.collision.nearest import (
    Found,
    nearer,
    nearest_obstacle,
    nearest_pair,
    tell,
    with_obstacle,
    with_pair,
)
from predictor.collision.nearest_points import segment_box_witness, segment_segment_witness
from predictor.collision.placing import in_box, moved, place, vector
from predictor.collision.tables import (
    AXES,
    BOX,
    CENTRE,
    FIRST,
    HALF,
    KIND,
    NOBODY,
    NORMAL,
    PLACED_COLUMNS,
    PLACED_RUN,
    PLACED_START,
    POINTS,
    RADIUS,
    SECOND,
    SHORT,
    WIDE,
    Tables,
)
from predictor.geometry.bounds_tree import DEEPEST
from predictor.jit import kernel
from predictor.model.kinematics import tree_frames
from predictor.model.robot import Tree

Array = NDArray[np.float64]
Integers = NDArray[np.int64]

# What is remembered: placed leaf and row of the obstacle, and the pair of leaves, that were nearest last.
LAST_ROW, LAST_OTHER, LAST_PAIR = 0, 1, 2


@kernel
def search(
    tree: Tree,
    tables: Tables,
    poses: Array,
    T_world_base: Array | None,
    within: float,
    any_will_do: bool,
    is_apart: bool,
    last: Integers,
    out_found: Array,
) -> None:
    """Look at poses (k, n), into rows (k, SHORT) or (k, WHOLE).

    Only pairs at most `within` apart count.  The scene and the arm itself have each a least of its own if
    `is_apart`; else only the less of both is found, or with `any_will_do` any.  A pose that is not finite has
    NaN for all distances.
    """
    m, nobody = len(tables.leaves), Found(within, NOBODY, 0, 0)
    T, placed = np.empty((len(tree.rows) + 1, 4, 4)), np.empty((2 * m, PLACED_COLUMNS))
    gaps, stack = np.empty(WIDE), np.empty((DEEPEST, 2))
    for k in range(len(poses)):
        tree_frames(tree, poses[k], T)
        if not place(tables, T, T_world_base, placed):
            out_found[k] = math.nan
            continue
        scene, itself = nobody, nobody
        if last[LAST_OTHER] >= 0:
            scene = with_obstacle(tables, placed, last[LAST_ROW], last[LAST_OTHER], scene)
        if last[LAST_PAIR] >= 0:
            itself = with_pair(tables, placed, last[LAST_PAIR], itself)
        if not is_apart:
            itself = scene if nearer(itself, scene.distance, scene.key) else itself
        if not (any_will_do and itself.key != NOBODY):
            itself = nearest_pair(tables, placed, itself, any_will_do)
        scene = scene if is_apart else itself
        for row in range(m if T_world_base is None else 2 * m):
            if any_will_do and scene.key != NOBODY:
                break
            scene = nearest_obstacle(tables, placed, row, scene, any_will_do, gaps, stack)
        if not is_apart:
            scene, itself = (nobody, scene) if scene.other < 0 else (scene, nobody)
        _tell(tables, placed, T_world_base, scene, itself, out_found[k])
        if scene.key != NOBODY:
            last[LAST_ROW], last[LAST_OTHER] = scene.row, scene.other
        if itself.key != NOBODY:
            last[LAST_PAIR] = -1 - itself.other


@kernel
def _tell(
    tables: Tables, placed: Array, T_world_base: Array | None, scene: Found, itself: Found, out_found: Array
) -> None:
    """Write what was found of one pose, in the arm base."""
    tell(scene, itself, out_found)
    least = itself if nearer(scene, itself.distance, itself.key) else scene
    if len(out_found) == SHORT or least.key == NOBODY:
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
