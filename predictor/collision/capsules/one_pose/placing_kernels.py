"""The leaves of an arm as they are placed in one pose, and the exact distance of any pair of them."""

import math

import numpy as np
from numpy.typing import NDArray

from predictor.collision.capsules.arm_and_scene.distance_kernels import Vector, segment_box, segment_segment
from predictor.collision.capsules.arm_and_scene.tables import (
    AXES,
    BOX,
    CENTRE,
    COLUMN,
    COS,
    FIRST,
    FRAME,
    HALF,
    JOINT,
    KIND,
    OBSTACLE_COLUMNS,
    PARENT,
    RADII,
    RADIUS,
    RUN,
    SECOND,
    SIN,
    SLIDES,
    START,
    THETA,
    THICK,
    WIDE,
    X,
)
from predictor.collision.capsules.one_pose.packed_layout import (
    AXES_AT,
    AXIS,
    BASE,
    CHAIN,
    CHAINS,
    FRAMES,
    GROUP,
    GROUPS,
    IN_WORLD,
    JOINTS,
    LANES,
    LAW,
    LAW_AFTER,
    LAW_FIRST,
    LAWS,
    LEAF,
    LEAF_ROWS,
    LEAVES,
    OBSTACLE_ROWS,
    PAIR,
    PAIR_ROWS,
    PLACES,
    SIDES,
    SLOPES,
)
from predictor.compiler.jit import inlined_part, kernel, part
from predictor.model.angle_kernels import sine_cosine
from predictor.model.kinematics_kernels import law_at

Array = NDArray[np.float64]


FARTHEST = 1e60  # [m^2] beyond it the fourth power of a length overflows


@inlined_part
def leaf_of(packed: Array, row: int) -> int:
    """Number of a placed leaf: rows 0 ... m - 1 are in the arm base, m ... 2 m - 1 the same in the world."""
    m = int(packed[LEAVES])
    return row if row < m else row - m


@inlined_part
def leaf_at(packed: Array, leaf: int) -> int:
    """Where the columns of a leaf begin."""
    return int(packed[LEAF_ROWS]) + leaf * LEAF


@inlined_part
def obstacle_at(packed: Array, other: int) -> int:
    """Where the columns of an obstacle begin."""
    return int(packed[OBSTACLE_ROWS]) + other * OBSTACLE_COLUMNS


@inlined_part
def pair_at(packed: Array, pair: int) -> int:
    """Where the columns of a pair of leaves begin."""
    return int(packed[PAIR_ROWS]) + pair * PAIR


@inlined_part
def axis_at(packed: Array, row: int) -> int:
    """Where in the scratch the axis of a placed leaf begins."""
    return int(packed[AXES_AT]) + row * AXIS


@kernel
def place(packed: Array, scratch: Array, q: Array, T_world_base: Array) -> bool:
    """Place the axis of every leaf and its bounds at q (n,); False: something is not finite."""
    walk(packed, scratch, q)
    m, lanes, total = int(packed[LEAVES]), int(packed[LANES]), 0.0
    for joint in range(len(q)):  # one that carries no leaf has to be a number too
        total += 0.0 * q[joint]
    for leaf in range(m):
        begin = leaf_at(packed, leaf)
        row, at = packed[begin : begin + LEAF], int(packed[begin + FRAME])
        frame = scratch[at : at + PLACES]
        p, u = moved(frame, vector(row, START), 1.0), moved(frame, vector(row, RUN), 0.0)
        total += _put(scratch, axis_at(packed, leaf), lanes + leaf // WIDE * GROUP + leaf % WIDE, p, u)
    if packed[SIDES] > 1.0:
        for i in range(4):
            for j in range(3):
                scratch[IN_WORLD + 3 * i + j] = T_world_base[j, i]
        others, base = lanes + int(packed[GROUPS]) * GROUP, scratch[IN_WORLD : IN_WORLD + PLACES]
        for leaf in range(m):
            at = axis_at(packed, leaf)
            p, u = moved(base, vector(scratch, at), 1.0), moved(base, vector(scratch, at + 3), 0.0)
            total += _put(scratch, at + m * AXIS, others + leaf // WIDE * GROUP + leaf % WIDE, p, u)
    return total < FARTHEST


@part
def walk(packed: Array, scratch: Array, q: Array) -> None:
    """Put frames of all joints of the chain, and slopes of their laws, at q (n,) (`arm_and_scene.chain`)."""
    frames, slopes = int(packed[FRAMES]), int(packed[SLOPES])
    for i in range(PLACES):
        scratch[frames + i] = packed[BASE + i]
    for joint in range(int(packed[JOINTS])):
        begin, at = int(packed[CHAINS]) + joint * CHAIN, frames + (joint + 1) * PLACES
        row, frame = packed[begin : begin + CHAIN], scratch[at : at + PLACES]
        at = int(row[PARENT])
        parent = scratch[at : at + PLACES]
        value, slope = 0.0, 0.0
        if row[JOINT] >= 0.0:
            value, slope = q[int(row[COLUMN])], 1.0
            if row[LAW_AFTER] > row[LAW_FIRST]:
                laws = packed[int(packed[LAWS]) : int(packed[LEAF_ROWS])].reshape((-1, int(packed[LAW])))
                value, slope, _ = law_at(laws, int(row[LAW_FIRST]), int(row[LAW_AFTER]), value)
        shift = value if row[SLIDES] != 0.0 else 0.0
        s, c = sine_cosine(row[THETA] + value - shift)  # theta; a joint that slides has its constant alone
        ca, sa = row[COS], row[SIN]
        px, py, pz = vector(row, X)
        for i in range(3):
            x, y, z = parent[i], parent[3 + i], parent[6 + i]
            v, w = ca * y + sa * z, ca * z - sa * y  # y and z after Rx(alpha); then Rz(theta)
            frame[i] = c * x + s * v
            frame[3 + i] = c * v - s * x
            frame[6 + i] = w
            frame[9 + i] = parent[9 + i] + (px * x + py * y + pz * z) + shift * w  # shift(p), in the parent
        scratch[slopes + joint] = slope


@inlined_part
def _put(scratch: Array, at: int, lane: int, p: Vector, u: Vector) -> float:
    """Put one placed leaf and its bounds; its squared size, which is finite if the leaf is."""
    for i in range(3):
        end = p[i] + u[i]
        scratch[at + i], scratch[at + 3 + i] = p[i], u[i]
        scratch[lane + i * WIDE] = p[i] if p[i] < end else end
        scratch[lane + (3 + i) * WIDE] = end if p[i] < end else p[i]
    return p[0] * p[0] + p[1] * p[1] + p[2] * p[2] + u[0] * u[0] + u[1] * u[1] + u[2] * u[2]


@inlined_part
def vector(part: Array, at: int) -> Vector:
    """The vector that begins at a place."""
    return part[at], part[at + 1], part[at + 2]


@inlined_part
def moved(frame: Array, x: Vector, is_point: float) -> Vector:
    """A point (1.0) or a direction (0.0) of a frame (PLACES,) in that frame's parent."""
    return (
        frame[0] * x[0] + frame[3] * x[1] + frame[6] * x[2] + is_point * frame[9],
        frame[1] * x[0] + frame[4] * x[1] + frame[7] * x[2] + is_point * frame[10],
        frame[2] * x[0] + frame[5] * x[1] + frame[8] * x[2] + is_point * frame[11],
    )


@inlined_part
def in_axes(part: Array, at: int, x: Vector) -> Vector:
    """A vector along three axes that stand one after the other from a place on."""
    return (
        part[at] * x[0] + part[at + 1] * x[1] + part[at + 2] * x[2],
        part[at + 3] * x[0] + part[at + 4] * x[1] + part[at + 5] * x[2],
        part[at + 6] * x[0] + part[at + 7] * x[1] + part[at + 8] * x[2],
    )


@part
def obstacle_distance(packed: Array, scratch: Array, row: int, other: int) -> float:
    """Signed distance of a placed leaf and an obstacle [m]."""
    axis, at = axis_at(packed, row), obstacle_at(packed, other)
    radius = float(packed[leaf_at(packed, leaf_of(packed, row)) + RADIUS])
    leaf, obstacle = scratch[axis : axis + AXIS], packed[at : at + OBSTACLE_COLUMNS]
    p, u, q, extent = vector(leaf, 0), vector(leaf, 3), vector(obstacle, CENTRE), vector(obstacle, HALF)
    if obstacle[KIND] == BOX:
        p = in_axes(obstacle, AXES, (p[0] - q[0], p[1] - q[1], p[2] - q[2]))
        return segment_box(p, in_axes(obstacle, AXES, u), extent)[0] - radius
    return math.sqrt(segment_segment(p, u, q, extent)[0]) - (radius + float(obstacle[THICK]))


@part
def pair_distance(packed: Array, scratch: Array, pair: int) -> float:
    """Signed distance of a pair of leaves [m]."""
    at = pair_at(packed, pair)
    i, j = axis_at(packed, int(packed[at + FIRST])), axis_at(packed, int(packed[at + SECOND]))
    first, second = scratch[i : i + AXIS], scratch[j : j + AXIS]
    p, u, q, v = vector(first, 0), vector(first, 3), vector(second, 0), vector(second, 3)
    return math.sqrt(segment_segment(p, u, q, v)[0]) - float(packed[at + RADII])


@kernel
def distance_of(packed: Array, scratch: Array, row: int, other: int) -> float:
    """Signed distance of a placed leaf and an obstacle, or of the pair of leaves -1 - other [m]."""
    if other < 0:
        return pair_distance(packed, scratch, -1 - other)
    return obstacle_distance(packed, scratch, row, other)
