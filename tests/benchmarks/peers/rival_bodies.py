"""An arm and a scene of capsules as the rivals of the bench read them: rods, boxes around them, and trees."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from predictor.geometry.shapes import Scene
from predictor.model.robot import Robot
from tests.benchmarks.peers.rivals import AXES, CENTRE, COLUMNS, FRAME, HALF, P0, P1, RADIUS, Bodies

Array = NDArray[np.float64]
Integers = NDArray[np.int64]


def packed(robot: Robot, scene: Scene) -> Bodies:
    """Return the arm's capsules and the scene's, which is nothing but capsules and spheres."""
    arm = robot.capsules
    leaves = np.array(
        [
            _row(p0, p1, radius, frame=frame)
            for p0, p1, radius, frame in zip(arm.p0, arm.p1, arm.radius, arm.frame, strict=True)
        ]
    )
    obstacles = np.array([_row(rod.p0, rod.p1, rod.radius) for rod in scene.capsules])
    names, mounts = [rod.name for rod in scene.capsules], {*scene.mounts}
    is_kept = np.array([[(leaf, name) not in mounts for name in names] for leaf in arm.names])
    around = _boxes(obstacles)
    nodes = _tree(_by_place(0.5 * (around[:, :3] + around[:, 3:]), range(len(obstacles))))
    return Bodies(
        leaves=leaves,
        obstacles=obstacles,
        is_kept=is_kept,
        arm=_tree(_in_order(range(len(leaves)))),
        scene=nodes,
        bounds=_bounds(nodes, around),
    )


def _row(p0: Array, p1: Array, radius: float, *, frame: int = 0) -> Array:
    """Return the row of a capsule, and of the box around it along its axis."""
    row, length = np.zeros(COLUMNS), float(np.linalg.norm(p1 - p0))
    along = (p1 - p0) / length if length > 0.0 else np.array([0.0, 0.0, 1.0])
    side = np.cross(along, np.eye(3)[np.argmin(np.abs(along))])
    side /= np.linalg.norm(side)
    row[P0 : P0 + 3], row[P1 : P1 + 3], row[RADIUS], row[FRAME] = p0, p1, radius, frame
    row[CENTRE : CENTRE + 3], row[HALF : HALF + 3] = (
        0.5 * (p0 + p1),
        radius + np.array([0.0, 0.0, 0.5 * length]),
    )
    row[AXES : AXES + 9] = np.concatenate([side, np.cross(along, side), along])
    return row


def _boxes(bodies: Array) -> Array:
    """Return boxes (k, 6) along the axes around the oriented ones of bodies (k, COLUMNS)."""
    axes, centre = bodies[:, AXES : AXES + 9].reshape(-1, 3, 3), bodies[:, CENTRE : CENTRE + 3]
    reach = np.einsum("kac,ka->kc", np.abs(axes), bodies[:, HALF : HALF + 3])
    return np.concatenate([centre - reach, centre + reach], axis=1)


# A tree as it is told: a leaf's number, or both halves.
Nested = int | tuple["Nested", "Nested"]


def _in_order(items: Sequence[int]) -> Nested:
    """Halve again and again as they stand."""
    if len(items) == 1:
        return items[0]
    half = (len(items) + 1) // 2
    return _in_order(items[:half]), _in_order(items[half:])


def _by_place(middles: Array, items: Sequence[int]) -> Nested:
    """Halve again and again across the longest extent of their middles."""
    if len(items) == 1:
        return items[0]
    longest = int(np.argmax(np.ptp(middles[[*items]], axis=0)))
    ranked = sorted(items, key=lambda item: float(middles[item, longest]))
    half = (len(ranked) + 1) // 2
    return _by_place(middles, ranked[:half]), _by_place(middles, ranked[half:])


def _tree(nested: Nested) -> Integers:
    """Return the nodes (k, 3), children behind their parents."""
    nodes: list[list[int]] = []

    def grow(part: Nested) -> int:
        number = len(nodes)
        nodes.append([0, 0, part if isinstance(part, int) else 0])
        if not isinstance(part, int):
            nodes[number][0], nodes[number][1] = grow(part[0]), grow(part[1])
        return number

    grow(nested)
    return np.array(nodes, dtype=np.int64)


def _bounds(nodes: Integers, around: Array) -> Array:
    """Return the boxes (k, 6) of nodes around those of their bodies."""
    bounds = np.empty((len(nodes), 6))
    for node in reversed(range(len(nodes))):
        left, right, body = nodes[node].tolist()
        parts = around[[body]] if left == 0 else bounds[[left, right]]
        bounds[node] = [*parts[:, :3].min(axis=0), *parts[:, 3:].max(axis=0)]
    return bounds
