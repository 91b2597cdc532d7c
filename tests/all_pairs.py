"""Distance and lever of every pair of a world of capsules, one by one, in the order of its names.

Placing and exact distances are the world's own, and have tests of their own; which pairs there are, and that
none is left out, is plain Python.
"""

import numpy as np

from predictor.collision.capsules.arm_and_scene.tables import COUNT, LEAF_LEVER, LINK, NUMBER, PAIR_LEVER
from predictor.collision.capsules.one_pose.packed_layout import AXES_AT, AXIS, ROWS
from predictor.collision.capsules.one_pose.placing_kernels import distance_of, place
from predictor.collision.measured_kernels import is_mounted


def placed_leaves(world, q, T_world_base=None):
    """Begin and run (k, 6) of every leaf's axis as it is placed at q."""
    T, rows = np.eye(4) if T_world_base is None else T_world_base, int(world.method.packed[ROWS])
    assert place(world.method.packed, world.method.scratch, np.asarray(q, dtype=np.float64), T)
    begin = int(world.method.packed[AXES_AT])
    return world.method.scratch[begin : begin + rows * AXIS].reshape(rows, AXIS)


def key_of(tables, row, other):
    """Key of a placed leaf and an obstacle, by the rule of `measured_kernels`: k m + i."""
    m = len(tables.leaves)
    return int(tables.obstacles[other, NUMBER]) * m + row % m


def scene_pairs(world):
    """(placed leaf, row of the obstacle) of every pair with the scene."""
    tables, m = world.method.tables, len(world.method.tables.leaves)
    ends = tables.nodes[tables.in_space :]
    in_space = {int(end[LINK]) + i for end in ends for i in range(int(end[COUNT]))}
    pairs = [(leaf + m * (row in in_space), row) for row in range(len(tables.obstacles)) for leaf in range(m)]
    kept = [pair for pair in pairs if not is_mounted(tables.mounted, key_of(tables, *pair))]
    return sorted(kept, key=lambda pair: key_of(tables, *pair))


def all_distances(world, q, T_world_base=None):
    """The distance of every pair at q (k,) [m]."""
    tables = world.method.tables
    placed_leaves(world, q, T_world_base)
    pairs = [*scene_pairs(world), *((0, -1 - pair) for pair in range(len(tables.pairs)))]
    return np.array(
        [distance_of(world.method.packed, world.method.scratch, row, other) for row, other in pairs]
    )


def all_levers(world):
    """The lever of every pair (k, n)."""
    tables, m = world.method.tables, len(world.method.tables.leaves)
    scene = [
        tables.leaves[row % m, LEAF_LEVER:] + (tables.carried if row >= m else 0.0)
        for row, _ in scene_pairs(world)
    ]
    return np.array([*scene, *tables.pairs[:, PAIR_LEVER:]])
