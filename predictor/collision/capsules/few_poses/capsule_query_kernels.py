"""Whether all is farther than required in AT_ONCE poses side by side, compiled."""

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from predictor.collision.capsules.arm_and_scene.lane_distance_kernels import ZERO
from predictor.collision.capsules.arm_and_scene.tables import BOX, FRAME, KIND, THICK
from predictor.collision.capsules.arm_and_scene.tables import NUMBER as OBSTACLE_NUMBER
from predictor.collision.capsules.few_poses.near_kernels import (
    axes_near,
    axis_near_box,
    axis_near_capsule,
    ball_near_box,
    balls_near,
    bounds_near,
    bounds_near_box,
)
from predictor.collision.capsules.few_poses.placing_kernels import (
    AFTER,
    FIRST,
    MOUNTS,
    NUMBER,
    RADIUS,
    SQUARED,
    frames_at,
    place,
)
from predictor.collision.measured_kernels import is_mounted
from predictor.compiler.jit import inlined_lane_part, kernel, lane_kernel, lane_part
from predictor.model.tree_layout import Tree
from predictor.proximity.proximity_layout import AT_ONCE

Array = NDArray[np.float64]
Integers = NDArray[np.int64]
Singles = NDArray[np.float32]
Number = np.float32

OBSTACLES, HELD, NEXT = range(3)  # columns of a link


class CapsuleQuery(NamedTuple):
    """Arm and scene in single precision, and scratch to compute in; g balls, m leaves."""

    tree: Tree
    rows: Array  # (r, 10) of joints
    volumes: Singles  # (g + m, VOLUME) balls around all of a frame, then the leaves
    obstacles: Singles  # (b, OBSTACLE_COLUMNS)
    nodes: Singles  # (t, 6)
    links: Integers  # (t, 3) first obstacle, how many; which node comes next if nothing is near
    meetings: Integers  # (p, 3) two volumes; which comes next if they are not near: the next one for leaves
    mounted: Integers
    slack: float  # [m]
    frames: Singles  # (r + 1, PLACES AT_ONCE)
    axes: Singles  # (g + m, 6 AT_ONCE)
    turn: Singles  # (2 AT_ONCE,)
    q: Array  # (n + AT_ONCE,)
    is_placed: Integers  # (g,) 1 where the leaves of a ball are placed

    def cost(self) -> int:
        """Return about how many times as long as the quickest query of all methods it takes."""
        return 1

    @kernel
    def is_free(self, poses: Array, required: float) -> float:
        """1 if all is farther than required in the poses (n, AT_ONCE); else 0."""
        return 1.0 if is_clear(self, poses, required) else 0.0


@lane_kernel
def is_clear(query: CapsuleQuery, poses: Array, required: float) -> bool:
    """Whether all is farther than required in poses (n, AT_ONCE); what is not a number is never farther."""
    if not (are_numbers(poses) and math.isfinite(required)):
        return False
    frames_at(query.tree, query.rows, poses, query.turn, query.q, query.frames)
    margin = np.float32(required + query.slack)
    for ball in range(len(query.is_placed)):
        place(query.frames[int(query.volumes[ball, FRAME])], query.volumes[ball], query.axes[ball])
        query.is_placed[ball] = 0
    for ball in range(len(query.is_placed) - 1, -1, -1):
        if _meets_scene(query, ball, margin):
            return False
    return not _meets_itself(query, margin)


@lane_part
def are_numbers(poses: Array) -> bool:
    """Whether all of poses (n, AT_ONCE) is finite."""
    count = np.int32(0)
    for joint in range(len(poses)):
        for lane in range(AT_ONCE):  # inf - inf and NaN - NaN are NaN
            count = np.int32(count + np.int32(poses[joint, lane] - poses[joint, lane] == 0.0))
    return bool(count == len(poses) * AT_ONCE)


@inlined_lane_part
def _place_leaves(query: CapsuleQuery, ball: int) -> None:
    """Place the leaves in a ball, unless they are placed."""
    if query.is_placed[ball] == 0:
        query.is_placed[ball] = 1
        frame = query.frames[int(query.volumes[ball, FRAME])]
        for leaf in range(int(query.volumes[ball, FIRST]), int(query.volumes[ball, AFTER])):
            place(frame, query.volumes[leaf], query.axes[leaf])


@inlined_lane_part
def _meets_scene(query: CapsuleQuery, ball: int, margin: Number) -> bool:
    """Whether a leaf in a ball is within a margin of an obstacle."""
    volumes, links, node = query.volumes, query.links, 0
    first, after = int(volumes[ball, FIRST]), int(volumes[ball, AFTER])
    while node < len(links):
        if not bounds_near(query.axes[ball], query.nodes[node], max(volumes[ball, RADIUS] + margin, ZERO)):
            node = links[node, NEXT]
            continue
        for row in range(links[node, OBSTACLES], links[node, OBSTACLES] + links[node, HELD]):
            volume = ball  # then the leaves in it, if it is near
            while volume < after:
                is_near = _is_near(query, volume, row, margin)
                if volume == ball and not is_near:
                    break
                if volume == ball:
                    _place_leaves(query, ball)
                elif is_near and not _is_joined(query, volume, row):
                    return True
                volume = first if volume == ball else volume + 1
        node += 1
    return False


@inlined_lane_part
def _meets_itself(query: CapsuleQuery, margin: Number) -> bool:
    """Whether two leaves are within a margin of one another."""
    volumes, row = query.volumes, 0
    while row < len(query.meetings):
        one, other, after = query.meetings[row, 0], query.meetings[row, 1], query.meetings[row, 2]
        a, c = volumes[one, SQUARED], volumes[other, SQUARED]
        reach = max(volumes[one, RADIUS] + volumes[other, RADIUS] + margin, ZERO)
        if a == ZERO and c == ZERO:
            is_near = balls_near(query.axes[one], query.axes[other], reach)
        else:
            is_near = axes_near(query.axes[one], query.axes[other], a, c, reach)
        if is_near and after == row + 1:
            return True
        if is_near:
            _place_leaves(query, one if one < len(query.is_placed) else other)
        row = row + 1 if is_near else after
    return False


@inlined_lane_part
def _is_near(query: CapsuleQuery, volume: int, row: int, margin: Number) -> bool:
    """Whether a volume is within a margin of an obstacle in any pose."""
    axis, obstacle, squared = query.axes[volume], query.obstacles[row], query.volumes[volume, SQUARED]
    reach = max(query.volumes[volume, RADIUS] + obstacle[THICK] + margin, ZERO)
    if obstacle[KIND] != BOX:
        return axis_near_capsule(axis, squared, obstacle, reach)
    if squared == ZERO:
        return ball_near_box(axis, obstacle, reach)
    return bounds_near_box(axis, obstacle, reach) and axis_near_box(axis, obstacle, reach)


@inlined_lane_part
def _is_joined(query: CapsuleQuery, volume: int, row: int) -> bool:
    """Whether a leaf and an obstacle are joined by construction."""
    if query.volumes[volume, MOUNTS] == ZERO:
        return False
    leaves = len(query.volumes) - len(query.is_placed)
    key = int(query.obstacles[row, OBSTACLE_NUMBER]) * leaves + int(query.volumes[volume, NUMBER])
    return is_mounted(query.mounted, key)
