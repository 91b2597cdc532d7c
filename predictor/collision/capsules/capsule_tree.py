"""The method `capsule_tree`: two binary trees of boxes along the axes, walked down side by side.

       arm, tip first            obstacles
       level 1    o              o             pairs of nodes of one level whose boxes meet, each grown by
                 / \\            / \\            what is looked for, go on to their children; where one
       level 2  o   o          o   o           tree has ended, its leaf waits for the other
               / \\   \\        /     \\
       level 3 leaves: capsules      boxes and capsules: exact distances

Every cycle the boxes of the leaves are found from the ends of their axes and their radius, and those above
from the two below.  A least distance is looked for as a threshold that shrinks: nothing is farther than the
farthest corners of any two boxes, nor than the nearest pair that was met.

A binary tree of m leaves has ceil(log2 m) + 1 levels.  Growing the edges of boxes by a threshold in all,
half of it on each side of both, would lose pairs; here two boxes meet unless they are truly farther apart.
"""

import numpy as np
from numpy.typing import NDArray

from predictor.collision.capsules.arm_and_scene.packing import first_in_space
from predictor.collision.capsules.arm_and_scene.tables import MOUNTS, CapsuleTables
from predictor.collision.capsules.capsule_tree_kernels import CHILD, BoxTrees
from predictor.collision.capsules.capsules_method import build_with
from predictor.collision.method import CollisionWorld
from predictor.geometry.shapes import Scene
from predictor.model.robot import Robot

Array = NDArray[np.float64]
Integers = NDArray[np.int64]


def box_trees(robot: Robot, tables: CapsuleTables) -> BoxTrees:
    """Return the trees over an arm, from the tip to the base, and over the obstacles of its tables."""
    m, b = len(tables.leaves), len(tables.obstacles)
    arm = _halved(np.argsort(-robot.capsules.frame, kind="stable"))
    ends, mounts = np.empty(m, np.int64), np.zeros(len(arm), np.int64)
    for node in range(len(arm) - 1, -1, -1):
        child, leaf = arm[node]
        if child:
            mounts[node] = mounts[child] + mounts[child + 1]
        else:
            ends[leaf], mounts[node] = node, tables.leaves[leaf, MOUNTS]
    centres = (tables.limits[:3] + tables.limits[3:]).T
    near, far = (
        _halved(_in_halves(centres, group)) for group in np.split(np.arange(b), [first_in_space(tables)])
    )
    far[far[:, CHILD] > 0, CHILD] += len(near)
    others = np.concatenate([near, far])
    return BoxTrees(
        arm=arm,
        boxes=np.empty((len(arm), 6)),
        ends=ends,
        mounts=mounts,
        others=others,
        bounds=_bounds(others, np.ascontiguousarray(tables.limits.T)),
        in_space=len(near),
        fronts=np.empty((2, m * b, 2), np.int64),
    )


def _halved(items: Integers) -> Integers:
    """Return the nodes (2 k - 1, 2) of a tree that halves k items until they are single, level by level."""
    parts, nodes = [items] if len(items) else [], []
    for part in parts:  # grows by the halves of what is not single
        nodes.append((len(parts), 0) if len(part) > 1 else (0, part[0]))
        if len(part) > 1:
            parts += np.array_split(part, 2)
    return np.array(nodes, dtype=np.int64).reshape(-1, 2)


def _in_halves(centres: Array, items: Integers) -> Integers:
    """Return items in such an order that each half of them lies on one side along the longest extent."""
    if len(items) < 2:
        return items
    axis = np.ptp(centres[items], axis=0).argmax()
    halves = np.array_split(items[np.argsort(centres[items, axis], kind="stable")], 2)
    return np.concatenate([_in_halves(centres, half) for half in halves])


def _bounds(nodes: Integers, limits: Array) -> Array:
    """Return the box (u, 6) around all obstacles of each node."""
    bounds = np.empty((len(nodes), 6))
    for node in range(len(nodes) - 1, -1, -1):
        child, item = nodes[node]
        bounds[node] = limits[item]
        if child:
            halves = bounds[child : child + 2]
            bounds[node, :3], bounds[node, 3:] = halves[:, :3].min(axis=0), halves[:, 3:].max(axis=0)
    return bounds


def build(robot: Robot, scene: Scene, *, version: int) -> CollisionWorld:
    """Pack an arm and a scene; raises what `capsules_method.build` raises."""
    return build_with(box_trees, robot, scene, version=version)
