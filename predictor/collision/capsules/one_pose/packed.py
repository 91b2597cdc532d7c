"""A world in one array, and the scratch that its kernels compute in: all that a public call hands over.

A call of a kernel costs as much for each array as a hundred numbers do that it computes.  So arm, scene and
their constants stand in one array, after a head that tells how many there are of each and where they begin:

    head | chain | laws | leaves | obstacles | nodes | own | pairs | mounted | levers

The scratch is one array too.  Kernels pass both on as they are, and find all in there by its place.

The arm is a chain of joints that turn about the z axes of their frames (`arm_and_scene.chain`).  Its leaves
stand in groups of WIDE, whose bounds lie side by side; `own` has for each leaf and each place of
each group the number of the pair that both make, or EMPTY_PLACE.

What stands in space is measured from there: each leaf is placed twice, in the arm base (rows 0 ... m - 1)
and, from where that floats, in the world (rows m ... 2 m - 1, only if something stands in space).
"""

from itertools import accumulate

import numpy as np
from numpy.typing import NDArray

from predictor.collision.capsules.arm_and_scene.chain import Chain, chain_of, volumes_in
from predictor.collision.capsules.arm_and_scene.tables import (
    FRAME,
    JOINT,
    PARENT,
    RADIUS,
    RUN,
    START,
    WIDE,
    CapsuleTables,
)
from predictor.collision.capsules.one_pose.packed_layout import (
    AROUND,
    AXIS,
    BASE,
    CHAINS,
    EMPTY_PLACE,
    FRAMES,
    GAPS,
    GROUP,
    HEAD,
    KEYS,
    LANES,
    LEAF,
    NODE,
    PACKED_END,
    PAIR,
    PLACES,
    ROOTS,
    SCRATCH,
    SCRATCH_END,
    WATCH,
    WATCHES,
)
from predictor.collision.capsules.one_pose.wide_tree import wide_tree
from predictor.collision.measured_kernels import NO_PAIR
from predictor.model.robot import Robot
from predictor.model.tree_layout import AFTER, FIRST

Array = NDArray[np.float64]


def packed_and_scratch(robot: Robot, tables: CapsuleTables) -> tuple[Array, Array]:
    """Return arm and scene in one array, and scratch to compute in."""
    m, s, groups = len(tables.leaves), len(tables.pairs), -(-len(tables.leaves) // WIDE)
    arm, roots, deepest, nodes = chain_of(robot), *_trees(tables)
    sides = 2 if roots[1] >= 0 else 1
    parts = (
        _chain(robot, arm.rows),
        robot.tree.pieces,
        _in_chain(robot, tables.leaves, arm),
        tables.obstacles,
        nodes,
        _own(tables, groups),
        tables.pairs[:, :PAIR],
        tables.mounted,
        np.vstack([tables.leaves[:, LEAF:], tables.pairs[:, PAIR:], tables.carried]),
    )
    joints, rows = len(arm.rows), m * sides
    sizes = PLACES * (joints + 1), joints, rows * AXIS, groups * sides * GROUP, (rows + s) * WATCH, robot.n
    head = np.zeros(HEAD)
    head[:ROOTS] = joints, m, rows, groups, len(tables.obstacles), s, sides, robot.tree.pieces.shape[1]
    head[KEYS:BASE] = NO_PAIR, *first_keys(tables)
    head[BASE:CHAINS] = arm.T_base_0[:3].T.ravel()
    head[CHAINS : PACKED_END + 1] = [*accumulate(map(np.size, parts), initial=HEAD)]
    head[FRAMES : SCRATCH_END + 1] = [*accumulate((*sizes, 2 * deepest), initial=SCRATCH)]
    head[ROOTS:KEYS] = roots
    packed, scratch = np.concatenate([head, *map(np.ravel, parts)]), np.zeros(int(head[SCRATCH_END]))
    packed.setflags(write=False)
    scratch[:GAPS] = -1.0
    lanes = scratch[int(head[LANES]) : int(head[WATCHES])].reshape(sides, groups, -1, WIDE)
    for side in lanes:
        side[:, AROUND // WIDE].flat[:m] = tables.leaves[:, RADIUS]
    return packed, scratch


def first_keys(tables: CapsuleTables) -> tuple[int, int, int]:
    """Return the first key of the scene, of the arm itself, and of both; NO_PAIR: there is no pair."""
    count = len(tables.leaves) * len(tables.obstacles)
    unmounted = np.append(tables.mounted, -1) != np.arange(len(tables.mounted) + 1)
    scene = int(np.argmax(unmounted)) if len(tables.mounted) < count else NO_PAIR
    itself = count if len(tables.pairs) else NO_PAIR
    return scene, itself, min(scene, itself)


def _chain(robot: Robot, rows: Array) -> Array:
    """Return the joints (r, CHAIN) of a chain."""
    laws = robot.tree.rows[rows[:, JOINT].astype(int), FIRST : AFTER + 1]
    chain = np.column_stack([rows, np.where(rows[:, JOINT, None] < 0.0, 0.0, laws)])
    chain[:, PARENT] = SCRATCH + PLACES * rows[:, PARENT]
    return chain


def _in_chain(robot: Robot, leaves: Array, chain: Chain) -> Array:
    """Return leaves (m, LEAF) in the chain's frames, which are given by where they are in the scratch."""
    placed, volumes = leaves[:, :LEAF].copy(), volumes_in(chain, robot.capsules)
    placed[:, FRAME] = SCRATCH + PLACES * volumes[:, FRAME]
    placed[:, START : RUN + 3] = volumes[:, START : RUN + 3]
    return placed


def _own(tables: CapsuleTables, groups: int) -> Array:
    """Return the pair of each leaf and each place of a group (m, groups WIDE), or EMPTY_PLACE."""
    own = np.full((len(tables.leaves), groups * WIDE), EMPTY_PLACE)
    first, second = (tables.pairs[:, i].astype(int) for i in range(2))
    own[np.minimum(first, second), np.maximum(first, second)] = np.arange(len(tables.pairs))
    return own


def _trees(tables: CapsuleTables) -> tuple[tuple[int, int], int, Array]:
    """Return the first place of both trees, or -1, how many wait at most on a stack, and the wide nodes."""
    nodes, roots, deepest = np.empty((0, NODE)), [-1, -1], 1
    for side, (root, after) in enumerate(((0, tables.in_space), (tables.in_space, len(tables.nodes)))):
        if root < after:
            rows, waiting = wide_tree(tables, root, len(nodes))
            roots[side], deepest = NODE * len(nodes), max(deepest, waiting)
            nodes = np.concatenate([nodes, rows])
    return (roots[0], roots[1]), deepest, nodes
