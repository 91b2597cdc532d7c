"""Other ways to ask whether an arm is near something, as published: written plainly, compiled like ours.

    capsule pairs   every leaf of the arm against every obstacle, by the distance of their axes
    box pairs       the same of oriented boxes around them, by fifteen separating axes
    box tree        trees of boxes along the axes, walked down side by side; oriented boxes at their ends
    capsule tree    the same trees; capsules at their ends, whose boxes are those around oriented ones

Each finds the frames of the arm, places its leaves, then looks until something is near.  They are what
`python -m tests.benchmarks` measures beside the methods, and nothing else uses them.

Sources: S. Gottschalk, M. C. Lin, D. Manocha, "OBBTree", SIGGRAPH 1996 (fifteen axes); C. Ericson, "Real-Time
Collision Detection", 2005, 5.1.9 (segments) and 4.4 (oriented boxes).
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from predictor.compiler.jit import kernel
from predictor.model.kinematics import joint_array, joint_rows
from predictor.model.kinematics_kernels import tree_frames
from predictor.model.robot import Robot
from predictor.model.tree_layout import Tree

Array = NDArray[np.float64]
Integers = NDArray[np.int64]

# Columns of a body: a rod, its radius, and the oriented box around it.
P0, P1, RADIUS = 0, 3, 6
CENTRE, AXES, HALF = 7, 10, 19
FRAME, COLUMNS = 22, 23
BOXES, TREES = 1, 2  # bits of a way: oriented boxes instead of rods, trees instead of all pairs
ROUNDING = 1e-12  # of axes that are parallel, whose product is no axis


class Bodies(NamedTuple):
    """What a rival looks at."""

    leaves: Array  # (m, COLUMNS) in their frames
    obstacles: Array  # (b, COLUMNS) in the arm base
    is_kept: NDArray[np.bool_]  # (m, b) whether they must stay apart
    arm: Integers  # (2 m - 1, 3) nodes: two children, or 0, and the body; children stand behind their parent
    scene: Integers  # (2 b - 1, 3)
    bounds: Array  # (2 b - 1, 6) of the scene's nodes, low and high


class Rival:
    """One way, asked as a method is."""

    def __init__(self, robot: Robot, bodies: Bodies, *, way: int, within_m: float) -> None:
        """Look for what is at most `within_m` away; oriented boxes for what may be."""
        self._robot, self._way, self._within = robot, way, within_m
        self._given = (*robot.tree, *bodies)
        m, b = bodies.is_kept.shape
        self._room = (
            np.empty((len(robot.joints) + 1, 4, 4)),
            np.empty((m, COLUMNS)),
            np.empty((2 * m - 1, 6)),
            np.empty((2 * m * b, 2), np.int64),
        )

    def is_hit(self, q: Array) -> bool:
        """Return whether anything is near at q (n,)."""
        return bool(self._look(joint_array(self._robot, q)[None])[0])

    def hits(self, poses: Array) -> NDArray[np.bool_]:
        """Return it at each of the poses (k, n)."""
        return self._look(joint_rows(self._robot, poses))

    def _look(self, poses: Array) -> NDArray[np.bool_]:
        found = np.empty(len(poses), np.bool_)
        _look(poses, self._way, self._within, found, *self._given, *self._room)
        return found


@kernel
def _look(
    poses: Array,
    way: int,
    within: float,
    out_hit: NDArray[np.bool_],
    rows: Array,
    pieces: Array,
    leaves: Array,
    obstacles: Array,
    is_kept: NDArray[np.bool_],
    arm: Integers,
    scene: Integers,
    bounds: Array,
    T: Array,
    placed: Array,
    boxes: Array,
    stack: Integers,
) -> None:
    """Update and ask, pose after pose: frames, leaves, boxes of the tree if there is one."""
    for k in range(len(poses)):
        tree_frames(Tree(rows, pieces), poses[k], T)
        for i in range(len(leaves)):
            _place(leaves, i, T, placed, way)
        if way & TREES:
            _bound(arm, placed, boxes)
            out_hit[k] = _walk(way, within, placed, obstacles, is_kept, arm, boxes, scene, bounds, stack)
        else:
            out_hit[k] = _all_pairs(way, within, placed, obstacles, is_kept)


@kernel
def _all_pairs(way: int, within: float, placed: Array, obstacles: Array, is_kept: NDArray[np.bool_]) -> bool:
    for i in range(len(placed)):
        for j in range(len(obstacles)):
            if is_kept[i, j] and _are_near(way, within, placed, i, obstacles, j):
                return True
    return False


@kernel
def _place(leaves: Array, i: int, T: Array, placed: Array, way: int) -> None:
    frame = int(leaves[i, FRAME])
    for first in (P0, P1):
        for k in range(3):
            placed[i, first + k] = T[frame, k, 3]
            for c in range(3):
                placed[i, first + k] += T[frame, k, c] * leaves[i, first + c]
    placed[i, RADIUS] = leaves[i, RADIUS]
    if way == 0:
        return
    for k in range(3):
        placed[i, CENTRE + k] = 0.5 * (placed[i, P0 + k] + placed[i, P1 + k])
        placed[i, HALF + k] = leaves[i, HALF + k]
        for axis in range(3):
            column = AXES + 3 * axis
            placed[i, column + k] = 0.0
            for c in range(3):
                placed[i, column + k] += T[frame, k, c] * leaves[i, column + c]


@kernel
def _bound(nodes: Integers, placed: Array, boxes: Array) -> None:
    """Find the boxes along the axes from leaf to root: of a leaf around its oriented box."""
    for node in range(len(nodes) - 1, -1, -1):
        left, right, i = nodes[node]
        for k in range(3):
            if left:
                boxes[node, k] = min(boxes[left, k], boxes[right, k])
                boxes[node, 3 + k] = max(boxes[left, 3 + k], boxes[right, 3 + k])
            else:
                reach = 0.0
                for axis in range(3):
                    reach += abs(placed[i, AXES + 3 * axis + k]) * placed[i, HALF + axis]
                boxes[node, k] = placed[i, CENTRE + k] - reach
                boxes[node, 3 + k] = placed[i, CENTRE + k] + reach


@kernel
def _walk(
    way: int,
    within: float,
    placed: Array,
    obstacles: Array,
    is_kept: NDArray[np.bool_],
    arm: Integers,
    boxes: Array,
    scene: Integers,
    bounds: Array,
    stack: Integers,
) -> bool:
    """Go down both trees where boxes meet, the children of both at once; a leaf waits for the other tree."""
    stack[0, 0], stack[0, 1], top = 0, 0, 1
    while top:
        top -= 1
        a, b = stack[top, 0], stack[top, 1]
        meet = True
        for k in range(3):
            apart = boxes[a, k] > bounds[b, 3 + k] + within or bounds[b, k] > boxes[a, 3 + k] + within
            meet = meet and not apart
        if not meet:
            continue
        if arm[a, 0] == 0 and scene[b, 0] == 0:
            i, j = arm[a, 2], scene[b, 2]
            if is_kept[i, j] and _are_near(way, within, placed, i, obstacles, j):
                return True
            continue
        for x in range(2 if arm[a, 0] else 1):
            for y in range(2 if scene[b, 0] else 1):
                stack[top, 0] = arm[a, x] if arm[a, 0] else a
                stack[top, 1] = scene[b, y] if scene[b, 0] else b
                top += 1
    return False


@kernel
def _are_near(way: int, within: float, a: Array, i: int, b: Array, j: int) -> bool:
    if way & BOXES:
        return _boxes_meet(a, i, b, j, within)
    reach = within + a[i, RADIUS] + b[j, RADIUS]
    is_near: bool = _squared_distance(a, i, b, j) <= reach * reach
    return is_near


@kernel
def _along(a: Array, i: int, k: int, b: Array, j: int, c: int) -> float:
    """Return the product of two columns of three numbers."""
    product: float = a[i, k] * b[j, c] + a[i, k + 1] * b[j, c + 1] + a[i, k + 2] * b[j, c + 2]
    return product


@kernel
def _squared_distance(a: Array, i: int, b: Array, j: int) -> float:
    """Return the least squared distance of two axes: clamp s, then t, then s again."""
    ux, uy, uz = a[i, P1] - a[i, P0], a[i, P1 + 1] - a[i, P0 + 1], a[i, P1 + 2] - a[i, P0 + 2]
    vx, vy, vz = b[j, P1] - b[j, P0], b[j, P1 + 1] - b[j, P0 + 1], b[j, P1 + 2] - b[j, P0 + 2]
    rx, ry, rz = a[i, P0] - b[j, P0], a[i, P0 + 1] - b[j, P0 + 1], a[i, P0 + 2] - b[j, P0 + 2]
    uu, vv, uv = ux * ux + uy * uy + uz * uz, vx * vx + vy * vy + vz * vz, ux * vx + uy * vy + uz * vz
    ur, vr = ux * rx + uy * ry + uz * rz, vx * rx + vy * ry + vz * rz
    span = uu * vv - uv * uv
    s = min(max((uv * vr - ur * vv) / span, 0.0), 1.0) if span > ROUNDING * uu * vv else 0.0
    t = min(max((uv * s + vr) / vv, 0.0), 1.0) if vv > 0.0 else 0.0
    s = min(max((uv * t - ur) / uu, 0.0), 1.0) if uu > 0.0 else 0.0
    dx, dy, dz = rx + s * ux - t * vx, ry + s * uy - t * vy, rz + s * uz - t * vz
    squared: float = dx * dx + dy * dy + dz * dz
    return squared


@kernel
def _boxes_meet(a: Array, i: int, b: Array, j: int, within: float) -> bool:
    """Return whether two oriented boxes overlap, the first grown by a distance: by up to fifteen axes."""
    dx, dy = b[j, CENTRE] - a[i, CENTRE], b[j, CENTRE + 1] - a[i, CENTRE + 1]
    dz = b[j, CENTRE + 2] - a[i, CENTRE + 2]
    a0, a1, a2 = a[i, HALF] + within, a[i, HALF + 1] + within, a[i, HALF + 2] + within
    b0, b1, b2 = b[j, HALF], b[j, HALF + 1], b[j, HALF + 2]
    t0 = dx * a[i, AXES] + dy * a[i, AXES + 1] + dz * a[i, AXES + 2]
    r00, r01 = _along(a, i, AXES, b, j, AXES), _along(a, i, AXES, b, j, AXES + 3)
    r02 = _along(a, i, AXES, b, j, AXES + 6)
    s00, s01, s02 = abs(r00) + ROUNDING, abs(r01) + ROUNDING, abs(r02) + ROUNDING
    if abs(t0) > a0 + b0 * s00 + b1 * s01 + b2 * s02:
        return False
    t1 = dx * a[i, AXES + 3] + dy * a[i, AXES + 4] + dz * a[i, AXES + 5]
    r10, r11 = _along(a, i, AXES + 3, b, j, AXES), _along(a, i, AXES + 3, b, j, AXES + 3)
    r12 = _along(a, i, AXES + 3, b, j, AXES + 6)
    s10, s11, s12 = abs(r10) + ROUNDING, abs(r11) + ROUNDING, abs(r12) + ROUNDING
    if abs(t1) > a1 + b0 * s10 + b1 * s11 + b2 * s12:
        return False
    t2 = dx * a[i, AXES + 6] + dy * a[i, AXES + 7] + dz * a[i, AXES + 8]
    r20, r21 = _along(a, i, AXES + 6, b, j, AXES), _along(a, i, AXES + 6, b, j, AXES + 3)
    r22 = _along(a, i, AXES + 6, b, j, AXES + 6)
    s20, s21, s22 = abs(r20) + ROUNDING, abs(r21) + ROUNDING, abs(r22) + ROUNDING
    if abs(t2) > a2 + b0 * s20 + b1 * s21 + b2 * s22:
        return False
    return not (
        abs(t0 * r00 + t1 * r10 + t2 * r20) > b0 + a0 * s00 + a1 * s10 + a2 * s20
        or abs(t0 * r01 + t1 * r11 + t2 * r21) > b1 + a0 * s01 + a1 * s11 + a2 * s21
        or abs(t0 * r02 + t1 * r12 + t2 * r22) > b2 + a0 * s02 + a1 * s12 + a2 * s22
        or abs(t2 * r10 - t1 * r20) > a1 * s20 + a2 * s10 + b1 * s02 + b2 * s01
        or abs(t2 * r11 - t1 * r21) > a1 * s21 + a2 * s11 + b0 * s02 + b2 * s00
        or abs(t2 * r12 - t1 * r22) > a1 * s22 + a2 * s12 + b0 * s01 + b1 * s00
        or abs(t0 * r20 - t2 * r00) > a0 * s20 + a2 * s00 + b1 * s12 + b2 * s11
        or abs(t0 * r21 - t2 * r01) > a0 * s21 + a2 * s01 + b0 * s12 + b2 * s10
        or abs(t0 * r22 - t2 * r02) > a0 * s22 + a2 * s02 + b0 * s11 + b1 * s10
        or abs(t1 * r00 - t0 * r10) > a0 * s10 + a1 * s00 + b1 * s22 + b2 * s21
        or abs(t1 * r01 - t0 * r11) > a0 * s11 + a1 * s01 + b0 * s22 + b2 * s20
        or abs(t1 * r02 - t0 * r12) > a0 * s12 + a1 * s02 + b0 * s21 + b1 * s20
    )
