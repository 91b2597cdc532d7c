"""Whether all is farther than required in a few poses side by side, compiled."""

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from predictor.collision.lanes.chain_layout import FRAME
from predictor.collision.lanes.near_kernels import ZERO
from predictor.collision.nearest_kernels import is_mounted
from predictor.collision.rake.near_kernels import (
    axes_near,
    axis_near_box,
    ball_near_box,
    balls_near,
    bar_near,
    bounds_near,
    bounds_near_box,
)
from predictor.collision.rake.placing_kernels import (
    AFTER,
    FIRST,
    MOUNTS,
    NUMBER,
    RADIUS,
    SQUARED,
    frames_at,
    place,
)
from predictor.collision.tables import BOX, KIND, THICK
from predictor.collision.tables import NUMBER as OBSTACLE_NUMBER
from predictor.compiler.jit import inlined_lane_part, kernel, lane_kernel, lane_part
from predictor.model.tree_layout import Tree
from predictor.proximity.proximity_layout import RAKE

Array = NDArray[np.float64]
Singles = NDArray[np.float32]
Integers = NDArray[np.int64]
Number = np.float32
OBSTACLES, HELD, NEXT = range(3)  # columns of a link


class RakeLooker(NamedTuple):
    """Arm and scene in single precision, and room to compute in."""

    tree: Tree
    rows: Array  # (r, 10) of joints
    volumes: Singles  # (g + m, VOLUME) balls around all of a frame, then the leaves
    obstacles: Singles  # (b, OBSTACLE_COLUMNS)
    nodes: Singles  # (t, 6)
    links: Integers  # (t, 3) first obstacle, how many; which node comes next if nothing is near
    meetings: Integers  # (p, 3) two volumes; which comes next if they are not near: the next one for leaves
    mounted: Integers
    slack: float  # [m]
    frames: Singles  # (r + 1, PLACES RAKE)
    axes: Singles  # (g + m, 6 RAKE)
    turn: Singles  # (2 RAKE,)
    q: Array  # (n + RAKE,)
    is_open: Integers  # (g,) 1 where the leaves of a ball are placed

    def cost(self) -> int:
        """Return as long as how many of the quickest looks one takes, about."""
        return 1

    @kernel
    def is_free(self, poses: Array, required: float) -> float:
        """1 if all is farther than required in the poses (n, RAKE); else 0."""
        return 1.0 if keeps(self, poses, required) else 0.0


@lane_kernel
def keeps(look: RakeLooker, poses: Array, required: float) -> bool:
    """Whether all is farther than required in poses (n, RAKE); what is not a number is never farther."""
    if not (are_numbers(poses) and math.isfinite(required)):
        return False
    frames_at(look.tree, look.rows, poses, look.turn, look.q, look.frames)
    more = np.float32(required + look.slack)
    for ball in range(len(look.is_open)):
        place(look.frames[int(look.volumes[ball, FRAME])], look.volumes[ball], look.axes[ball])
        look.is_open[ball] = 0
    for ball in range(len(look.is_open) - 1, -1, -1):
        if _meets_scene(look, ball, more):
            return False
    return not _meets_itself(look, more)


@lane_part
def are_numbers(poses: Array) -> bool:
    """Whether all of poses (n, RAKE) is finite."""
    count = np.int32(0)
    for joint in range(len(poses)):
        for lane in range(RAKE):
            count = np.int32(count + np.int32(poses[joint, lane] - poses[joint, lane] == 0.0))
    return bool(count == len(poses) * RAKE)


@inlined_lane_part
def _open(look: RakeLooker, ball: int) -> None:
    """Place the leaves in a ball, unless they are."""
    if look.is_open[ball] == 0:
        look.is_open[ball] = 1
        frame = look.frames[int(look.volumes[ball, FRAME])]
        for leaf in range(int(look.volumes[ball, FIRST]), int(look.volumes[ball, AFTER])):
            place(frame, look.volumes[leaf], look.axes[leaf])


@inlined_lane_part
def _meets_scene(look: RakeLooker, ball: int, more: Number) -> bool:
    """Whether a leaf in a ball is within that of an obstacle."""
    volumes, links, node = look.volumes, look.links, 0
    first, after = int(volumes[ball, FIRST]), int(volumes[ball, AFTER])
    while node < len(links):
        if not bounds_near(look.axes[ball], look.nodes[node], max(volumes[ball, RADIUS] + more, ZERO)):
            node = links[node, NEXT]
            continue
        for row in range(links[node, OBSTACLES], links[node, OBSTACLES] + links[node, HELD]):
            volume = ball  # then the leaves in it, if it is near
            while volume < after:
                is_near = _is_near(look, volume, row, more)
                if volume == ball and not is_near:
                    break
                if volume == ball:
                    _open(look, ball)
                elif is_near and not _is_joined(look, volume, row):
                    return True
                volume = first if volume == ball else volume + 1
        node += 1
    return False


@inlined_lane_part
def _meets_itself(look: RakeLooker, more: Number) -> bool:
    """Whether two leaves are within that of one another."""
    volumes, row = look.volumes, 0
    while row < len(look.meetings):
        one, other, after = look.meetings[row, 0], look.meetings[row, 1], look.meetings[row, 2]
        a, c = volumes[one, SQUARED], volumes[other, SQUARED]
        reach = max(volumes[one, RADIUS] + volumes[other, RADIUS] + more, ZERO)
        if a == ZERO and c == ZERO:
            is_near = balls_near(look.axes[one], look.axes[other], reach)
        else:
            is_near = axes_near(look.axes[one], look.axes[other], a, c, reach)
        if is_near and after == row + 1:
            return True
        if is_near:
            _open(look, one if one < len(look.is_open) else other)
        row = row + 1 if is_near else after
    return False


@inlined_lane_part
def _is_near(look: RakeLooker, volume: int, row: int, more: Number) -> bool:
    """Whether a volume is within that of an obstacle in any pose."""
    axis, obstacle, squared = look.axes[volume], look.obstacles[row], look.volumes[volume, SQUARED]
    reach = max(look.volumes[volume, RADIUS] + obstacle[THICK] + more, ZERO)
    if obstacle[KIND] != BOX:
        return bar_near(axis, squared, obstacle, reach)
    if squared == ZERO:
        return ball_near_box(axis, obstacle, reach)
    return bounds_near_box(axis, obstacle, reach) and axis_near_box(axis, obstacle, reach)


@inlined_lane_part
def _is_joined(look: RakeLooker, volume: int, row: int) -> bool:
    """Whether a leaf and an obstacle are joined by construction."""
    if look.volumes[volume, MOUNTS] == ZERO:
        return False
    leaves = len(look.volumes) - len(look.is_open)
    key = int(look.obstacles[row, OBSTACLE_NUMBER]) * leaves + int(look.volumes[volume, NUMBER])
    return is_mounted(look.mounted, key)
