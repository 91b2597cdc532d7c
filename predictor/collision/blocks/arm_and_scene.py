"""Arm and scene as the kernels over lanes read them: all in the arm base, wherever that stands."""

import numpy as np
from numpy.typing import NDArray

from predictor.collision.blocks.arm_and_scene_layout import ArmAndScene
from predictor.collision.blocks.chain import chain_of
from predictor.collision.tables import AXES, BOX, CENTRE, HALF, KIND, NUMBER, Tables
from predictor.model.reach import reach
from predictor.model.rigid import fixed
from predictor.model.robot import Robot
from predictor.model.spatial import inverse_pose

Array = NDArray[np.float64]
Integers = NDArray[np.int64]


def arm_and_scene(robot: Robot, tables: Tables) -> ArmAndScene:
    """Return both packed for lanes."""
    chain, capsules = chain_of(robot), robot.capsules
    volumes = []
    for frame, p0, p1 in zip(capsules.frame, capsules.p0, capsules.p1, strict=True):
        T = chain.T_at_frame[frame]
        volumes.append([chain.at[frame], *(T[:3, :3] @ p0 + T[:3, 3]), *(T[:3, :3] @ (p1 - p0))])
    row_of = np.argsort(tables.obstacles[:, NUMBER]).astype(np.int64)
    row_of.setflags(write=False)
    return ArmAndScene(
        tree=robot.tree,
        rows=chain.rows,
        base=fixed(chain.T_base_0[:3].T.ravel()),
        volumes=fixed(np.array(volumes).reshape(-1, 7)),
        tables=tables,
        row_of=row_of,
        reach=reach(robot),
    )


def seen_from(tables: Tables, T_world_base: Array) -> Tables:
    """Return tables with what stands in space where it is in the arm base; its bounds may be too wide."""
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
    return tables._replace(nodes=fixed(nodes), limits=fixed(limits), obstacles=fixed(obstacles))


def first_in_space(tables: Tables) -> int:
    """Return the row of the first obstacle that stands in space."""
    ends = tables.nodes[tables.in_space :]
    ends = ends[ends[:, 7] > 0.0]
    return int(ends[:, 6].min()) if len(ends) else len(tables.obstacles)


def _turned_bounds(T: Array, bounds: Array) -> Array:
    """Return bounds (k, 6) along other axes around the boxes of these."""
    centre, half = (bounds[:, :3] + bounds[:, 3:]) / 2.0, (bounds[:, 3:] - bounds[:, :3]) / 2.0
    centre, half = centre @ T[:3, :3].T + T[:3, 3], half @ np.abs(T[:3, :3]).T
    return np.concatenate([centre - half, centre + half], axis=1)
