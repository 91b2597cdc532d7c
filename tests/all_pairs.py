"""Distance and lever of every pair of a world of capsules, one by one, in the order of its names.

Placing and exact distances are the world's own, and have tests of their own; which pairs there are, and that
none is left out, is plain Python.
"""

import numpy as np

from predictor.collision.nearest import distance_of, is_mounted
from predictor.collision.placing import place
from predictor.collision.tables import COUNT, LEAF_LEVER, LINK, NUMBER, PAIR_LEVER, PLACED_COLUMNS
from predictor.model.kinematics import tree_frames


def placed_leaves(world, q, T_world_base=None):
    """Every leaf as it is placed (2 m, PLACED_COLUMNS) at q."""
    tree, tables = world.robot.tree, world.tables
    T, placed = np.empty((len(tree.rows) + 1, 4, 4)), np.empty((2 * len(tables.leaves), PLACED_COLUMNS))
    tree_frames(tree, np.asarray(q, dtype=np.float64), T)
    assert place(tables.leaves, T, T_world_base, placed)
    return placed


def key_of(tables, row, other):
    """Key of a placed leaf and an obstacle, by the rule of `predictor.collision.tables`: k m + i."""
    m = len(tables.leaves)
    return int(tables.obstacles[other, NUMBER]) * m + row % m


def scene_pairs(world):
    """(placed leaf, row of the obstacle) of every pair with the scene."""
    tables, m = world.tables, len(world.tables.leaves)
    ends = tables.nodes[tables.in_space :]
    in_space = {int(end[LINK]) + i for end in ends for i in range(int(end[COUNT]))}
    pairs = [(leaf + m * (row in in_space), row) for row in range(len(tables.obstacles)) for leaf in range(m)]
    kept = [pair for pair in pairs if not is_mounted(tables.mounted, key_of(tables, *pair))]
    return sorted(kept, key=lambda pair: key_of(tables, *pair))


def all_distances(world, q, T_world_base=None):
    """The distance of every pair at q (k,) [m]."""
    tables, placed = world.tables, placed_leaves(world, q, T_world_base)
    pairs = [*scene_pairs(world), *((0, -1 - pair) for pair in range(len(tables.pairs)))]
    return np.array([distance_of(tables, placed, row, other) for row, other in pairs])


def all_levers(world):
    """The lever of every pair (k, n)."""
    tables, m = world.tables, len(world.tables.leaves)
    scene = [
        tables.leaves[row % m, LEAF_LEVER:] + (tables.carried if row >= m else 0.0)
        for row, _ in scene_pairs(world)
    ]
    return np.array([*scene, *tables.pairs[:, PAIR_LEVER:]])
