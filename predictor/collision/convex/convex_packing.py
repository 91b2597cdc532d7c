"""Arm and scene as convex items in frames, packed for kernels: in tables, and these in one array.

    leaf    what stands for one capsule of the arm: its items, under a tree, in the frame that carries them
    solid   what stands for one shape of the scene; the items of all, in the arm base as the run begins, under
            two trees: of what rides on the base, and of what stands in space

Solids are never tested against each other: none of them moves (what moves as stated is kept clear of on its
whole way).

A *unit* is what moves alike: a leaf against all solids of one tree, or two leaves.  Its levers bound how fast
its distance can change with each joint.

A call of a kernel costs as much for each array as a hundred numbers do that it computes, so it takes two:

    head | joints | laws | items | corners | links | nodes | leaves | pairs | mounted | levers
    frames (2 f + 1, 4, 4), the last is spare | rows | pose and base, when units are due, their speeds

The rows of the second are scratch:

    0 ... DEPTH    simplex and polytope of two items
    LAST           where the last searches ended: of the scene, of the arm itself, of all pairs
    MET            what was found
    STACK ...      nodes of two trees that wait
    BOXES ...      a box around each leaf, in the arm base and then, if that floats, in the world; and spare
                   ones of what is under way
"""

from collections.abc import Sequence
from itertools import accumulate
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from predictor.collision.convex.convex_layout import (
    COUNT,
    FRAME,
    FRAMES,
    HEAD,
    JOINTS,
    LEAF_COLUMNS,
    LINK,
    NODE_COLUMNS,
    PACKED_END,
    ROD,
    ROOT,
    ROWS,
    SCRATCH_END,
    THICK,
    ConvexTables,
)
from predictor.collision.convex.hulls import items_of, put_box
from predictor.collision.convex.hulls_kernels import CENTRE, FIRST, HALF, OWNER, RADIUS
from predictor.collision.convex.scratch_kernels import BOXES, LAST, MET, WIDE
from predictor.collision.method import WorldError
from predictor.collision.pairs import mounted_keys, ordered_pairs, pair_levers
from predictor.collision.world import in_space_of
from predictor.geometry.bounds_tree import bounds_tree
from predictor.geometry.mesh import Mesh
from predictor.geometry.shapes import Scene
from predictor.model.base.floating_base import FloatingBase, base_levers
from predictor.model.reach import by_commanded_joint, levers
from predictor.model.robot import Robot

Array = NDArray[np.float64]
Integers = NDArray[np.int64]


ITEMS_AT_END = 4  # items where a tree ends
SPARE = 3  # boxes: of a leaf, of a node, of an item


class ConvexBody(NamedTuple):
    """A convex body: corners and a radius around them; or triangles."""

    name: str  # of the capsule or shape that it stands for
    shape: Mesh | Array  # a convex mesh, the corners (k, 3) of what has few, or triangles (k, 3, 3)
    radius: float  # [m]
    frame: int = 0  # that carries it
    body: str = ""  # of the scene to which it belongs
    is_box: bool = False  # its corners are those of a box

    @property
    def corners(self) -> Array:
        """Its corners (k, 3)."""
        return self.shape.vertices if isinstance(self.shape, Mesh) else self.shape.reshape(-1, 3)


def pack(
    robot: Robot,
    scene: Scene,
    *,
    leaves: Sequence[Sequence[ConvexBody]],
    solids: Sequence[ConvexBody],
    base: FloatingBase | None,
) -> ConvexTables:
    """Pack what stands for each capsule of an arm, and for each shape of a scene.

    Raises:
        WorldError: a mount names an unknown capsule or shape, or nothing is left to keep clear of.
    """
    mounted, pairs = mounted_keys(robot, scene), np.array(ordered_pairs(robot), np.int64).reshape(-1, 2)
    if len(mounted) == len(solids) * len(leaves) and not len(pairs):
        raise WorldError(f"scene {scene.name} and arm {robot.name} have nothing to keep clear of")
    bodies = [*(body for leaf in leaves for body in leaf), *solids]
    own = items_of([body.shape for body in bodies], [body.radius for body in bodies])
    items, nodes, roots = _in_trees(own.items, _groups(scene, leaves, solids, base=base), leaves=len(leaves))
    tables = ConvexTables(
        items=items,
        corners=np.ascontiguousarray(own.corners),
        links=own.links,
        nodes=nodes,
        leaves=_leaf_rows(leaves, items, nodes, roots=roots),
        pairs=np.concatenate([pairs, [roots[len(leaves) :]]]),
        mounted=mounted,
        lever=_levers(robot, leaves, pairs, base=base),
        solids=len(solids),
    )
    for array in tables[:-1]:
        array.setflags(write=False)
    return tables


def _groups(
    scene: Scene,
    leaves: Sequence[Sequence[ConvexBody]],
    solids: Sequence[ConvexBody],
    *,
    base: FloatingBase | None,
) -> tuple[Integers, Integers]:
    """Return of each body the tree in which it is, and its place in there."""
    of_leaves = np.repeat(np.arange(len(leaves)), [len(leaf) for leaf in leaves])
    group = np.concatenate([of_leaves, len(leaves) + (in_space_of(scene) & (base is not None))])
    return group, np.concatenate([np.zeros(len(of_leaves), np.int64), np.arange(len(solids))])


def _in_trees(
    items: Array, groups: tuple[Integers, Integers], *, leaves: int
) -> tuple[Array, Array, list[int]]:
    """Return items in the order of their trees, the nodes of all, and the top of each tree (-1: empty)."""
    body = items[:, OWNER].astype(np.int64)
    group, place = (of[body] for of in groups)
    order, trees, roots, count = [], [np.empty((0, NODE_COLUMNS))], [], 0
    for number in range(leaves + 2):
        rows = np.flatnonzero(group == number)
        centre, half = items[rows, CENTRE : CENTRE + 3], items[rows, HALF : HALF + 3]
        half = half + (items[rows, RADIUS, None] if number >= leaves else 0.0)
        tree = bounds_tree(centre - half, centre + half, at_most=ITEMS_AT_END)
        nodes = np.zeros((len(tree.link), NODE_COLUMNS))
        put_box(nodes, tree.bounds[:, :3], tree.bounds[:, 3:])
        nodes[:, LINK : COUNT + 1] = tree.link
        above = sum(map(len, trees))
        nodes[:, LINK] += np.where(nodes[:, COUNT] > 0.0, count, above)
        roots.append(above if len(rows) else -1)
        order.append(rows[tree.order])
        trees.append(nodes)
        count += len(rows)
    ordered = np.concatenate(order)
    found = items[ordered]
    found[:, OWNER] = place[ordered]
    return found, np.concatenate(trees), roots


def _leaf_rows(
    leaves: Sequence[Sequence[ConvexBody]], items: Array, nodes: Array, *, roots: Sequence[int]
) -> Array:
    rows = np.empty((len(leaves), LEAF_COLUMNS))
    for row, leaf, root in zip(rows, leaves, roots, strict=False):
        item = items[int(nodes[root, LINK])]
        is_rod = len(leaf) == 1 and len(leaf[0].corners) <= 2
        row[FRAME], row[ROOT], row[THICK] = leaf[0].frame, root, max(body.radius for body in leaf)
        row[ROD] = item[FIRST] if is_rod else -1
    return rows


def _levers(
    robot: Robot, leaves: Sequence[Sequence[ConvexBody]], pairs: Integers, *, base: FloatingBase | None
) -> Array:
    carried = 0.0 if base is None else base_levers(base)
    moving = [np.max([_fastest(robot, body) for body in leaf], axis=0) for leaf in leaves]
    own = [by_commanded_joint(robot, each) for each in moving]
    both = *own, *(each + carried for each in own), *pair_levers(robot, moving)
    return np.array(both).reshape(-1, robot.n)


def _fastest(robot: Robot, body: ConvexBody) -> Array:
    """Bound how fast any point of a body moves at unit speed of each joint of the tree (m,).

    A distance from an axis is convex, so it is greatest at a corner; of many the corners of their box hold
    them all.
    """
    corners = body.corners
    if len(corners) > 8:
        low, high = corners.min(axis=0), corners.max(axis=0)
        corners = np.array([np.where(pick, high, low) for pick in np.ndindex(2, 2, 2)])
    found: Array = np.max([levers(robot, body.frame, corner) for corner in corners], axis=0)
    return found


def packed_and_scratch(robot: Robot, tables: ConvexTables) -> tuple[Array, Array]:
    """Return arm and scene in one array, and scratch to compute in, where no search has ended."""
    units, (joints, pieces) = len(tables.lever), robot.tree
    arrays = [np.ascontiguousarray(each).ravel() for each in (joints, pieces, *tables[:-1])]
    parts = [each.view(np.float64) for each in arrays]
    frames, boxes = 2 * (len(joints) + 1) + 1, 2 * len(tables.leaves) + SPARE
    sizes = 16 * frames, (BOXES + boxes) * WIDE, robot.n, 16, units, units
    head = np.zeros(HEAD)
    head[:JOINTS] = robot.n, tables.solids, joints.shape[1], pieces.shape[1]
    head[JOINTS : PACKED_END + 1] = [*accumulate(map(len, parts), initial=HEAD)]
    head[FRAMES : SCRATCH_END + 1] = [*accumulate(sizes, initial=0)]
    packed, scratch = np.concatenate([head, *parts]), np.zeros(int(head[SCRATCH_END]))
    packed.setflags(write=False)
    first = int(head[ROWS])
    scratch[first + LAST * WIDE : first + MET * WIDE] = -1.0
    return packed, scratch
