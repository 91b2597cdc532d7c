"""Pack an arm and a scene into the tables that kernels read, and turn these with a floating base."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from predictor.collision.capsules.arm_and_scene.tables import (
    AXES,
    BOX,
    CAPSULE,
    CENTRE,
    HALF,
    KIND,
    OBSTACLE_COLUMNS,
    PAIR_LEVER,
    WIDE,
    CapsuleTables,
)
from predictor.collision.method import WorldError
from predictor.collision.pairs import mounted_keys, ordered_pairs, pair_levers
from predictor.collision.world import in_space_of
from predictor.geometry.bounds_tree import bounds_tree
from predictor.geometry.shapes import Box, Capsule, Scene
from predictor.inputs.arrays import read_only
from predictor.model.base.floating_base import FloatingBase, base_levers
from predictor.model.reach import by_commanded_joint, levers
from predictor.model.robot import Robot
from predictor.model.spatial import inverse_pose

Array = NDArray[np.float64]
Integers = NDArray[np.int64]

FARTHEST = 1e30  # [m] that a shape may be away


def pack(robot: Robot, scene: Scene, base: FloatingBase | None = None) -> CapsuleTables:
    """Pack an arm and a scene; `base`: the arm's, if that floats past a part of the scene.

    Raises:
        WorldError: a mount names an unknown capsule or shape, something is not finite, or nothing is left to
            keep clear of.
    """
    mounted = mounted_keys(robot, scene)
    count = len(scene.volumes)
    if len(mounted) == count * len(robot.capsules.names) and not len(robot.self_pairs):
        raise WorldError(f"scene {scene.name} and arm {robot.name} have nothing to keep clear of")
    obstacles = np.array([*map(_obstacle, range(count), scene.volumes)]).reshape(count, OBSTACLE_COLUMNS)
    leaves, pairs = _leaves(robot, mounted), _pairs(robot)
    for what, table in (("arm", leaves), ("arm", pairs), ("scene", obstacles)):
        if not (np.abs(table) < FARTHEST).all():
            raise WorldError(f"{what}: a shape is not finite, or beyond {FARTHEST:.0e} m")
    low, high = _bounds(obstacles)
    in_space = in_space_of(scene) & (base is not None)
    nodes, order = _trees(low, high, [np.flatnonzero(~in_space), np.flatnonzero(in_space)])
    bounds = np.concatenate([low, high], axis=1)[order]
    return CapsuleTables(
        leaves=read_only(leaves),
        obstacles=read_only(obstacles[order]),
        limits=read_only(bounds.T),
        nodes=read_only(np.concatenate(nodes)),
        pairs=read_only(pairs),
        mounted=mounted,
        carried=read_only(np.zeros(robot.n) if base is None else base_levers(base)),
        in_space=len(nodes[0]),
    )


def _obstacle(number: int, shape: Box | Capsule) -> Array:
    if isinstance(shape, Box):
        T = shape.T_base_box
        return np.concatenate([[BOX, number, 0.0], T[:3, 3], shape.half, T[:3, :3].T.ravel()])
    p, run = shape.p0, shape.p1 - shape.p0
    return np.concatenate([[CAPSULE, number, shape.radius], p, run, np.zeros(9)])


def _bounds(obstacles: Array) -> tuple[Array, Array]:
    """Return the bounds (b, 3), (b, 3) of obstacles along the axes [m]."""
    thick, p, extent = obstacles[:, 2:3], obstacles[:, 3:6], obstacles[:, 6:9]
    reach = np.einsum("bki,bk->bi", np.abs(obstacles[:, 9:].reshape(-1, 3, 3)), extent)
    is_box = obstacles[:, :1] == BOX
    low = np.where(is_box, p - reach, np.minimum(p, p + extent) - thick)
    return low, np.where(is_box, p + reach, np.maximum(p, p + extent) + thick)


def _trees(low: Array, high: Array, groups: Sequence[Integers]) -> tuple[list[Array], Integers]:
    """Return a tree (t, NODE_COLUMNS) over each group of obstacles, and the order of them all."""
    nodes: list[Array] = []
    orders: list[Integers] = []
    for group in groups:
        tree = bounds_tree(low[group], high[group], at_most=WIDE)
        link, is_end = tree.link.copy(), tree.link[:, 1] > 0
        link[is_end, 0] += sum(map(len, orders))
        link[~is_end, 0] += sum(map(len, nodes))
        nodes.append(np.column_stack([tree.bounds, link]))
        orders.append(group[tree.order])
    return nodes, np.concatenate(orders)


def _leaf_levers(robot: Robot) -> Array:
    """Return the levers (m, joints of the tree) of leaves: of the end of the axis that is faster."""
    shapes = robot.capsules
    rows = zip(shapes.frame, shapes.p0, shapes.p1, strict=True)
    found = [np.maximum(*(levers(robot, int(frame), p) for p in ends)) for frame, *ends in rows]
    return np.array(found).reshape(-1, len(robot.joints))


def _leaves(robot: Robot, mounted: Integers) -> Array:
    shapes, count = robot.capsules, len(robot.capsules.names)
    moving = [by_commanded_joint(robot, row) for row in _leaf_levers(robot)]
    mounts = np.bincount(mounted % max(1, count), minlength=count)
    columns = (shapes.frame, shapes.p0, shapes.p1 - shapes.p0, shapes.radius, mounts, moving)
    return np.column_stack([*columns])


def _pairs(robot: Robot) -> Array:
    """Return the pairs of leaves (s, PAIR_LEVER + n)."""
    radius, levers_of = robot.capsules.radius, pair_levers(robot, [*_leaf_levers(robot)])
    pairs = zip(ordered_pairs(robot), levers_of, strict=True)
    rows = [[i, j, radius[i] + radius[j], *lever] for (i, j), lever in pairs]
    return np.array(rows, dtype=np.float64).reshape(-1, PAIR_LEVER + robot.n)


def seen_from(tables: CapsuleTables, T_world_base: Array) -> CapsuleTables:
    """Return tables with all that stands in space as seen from a base; its bounds may be wider than it is."""
    T = inverse_pose(T_world_base)
    nodes, limits, obstacles = tables.nodes.copy(), tables.limits.copy(), tables.obstacles.copy()
    apart = slice(first_in_space(tables), None)
    nodes[tables.in_space :, :6] = _turned_bounds(T, nodes[tables.in_space :, :6])
    limits[:, apart] = _turned_bounds(T, limits[:, apart].T).T
    rows = obstacles[apart]
    rows[:, CENTRE:HALF] = rows[:, CENTRE:HALF] @ T[:3, :3].T + T[:3, 3]
    is_box = rows[:, KIND] == BOX
    rows[~is_box, HALF:AXES] = rows[~is_box, HALF:AXES] @ T[:3, :3].T
    axes = rows[:, AXES:].reshape(-1, 3, 3) @ T[:3, :3].T
    rows[:, AXES:] = axes.reshape(-1, 9)
    return tables._replace(nodes=read_only(nodes), limits=read_only(limits), obstacles=read_only(obstacles))


def first_in_space(tables: CapsuleTables) -> int:
    """Return the row of the first obstacle that stands in space."""
    ends = tables.nodes[tables.in_space :]
    ends = ends[ends[:, 7] > 0.0]
    return int(ends[:, 6].min()) if len(ends) else len(tables.obstacles)


def _turned_bounds(T: Array, bounds: Array) -> Array:
    """Return bounds (k, 6) along other axes around the boxes of these."""
    centre, half = (bounds[:, :3] + bounds[:, 3:]) / 2.0, (bounds[:, 3:] - bounds[:, :3]) / 2.0
    centre, half = centre @ T[:3, :3].T + T[:3, 3], half @ np.abs(T[:3, :3]).T
    return np.concatenate([centre - half, centre + half], axis=1)
