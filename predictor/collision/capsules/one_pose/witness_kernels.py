"""Where two shapes are nearest, and along which normal the first of them gets clear of the second.

          normal
first       ^         points[0] - points[1] = distance * normal, also where the bodies overlap: then the
  o--------x|         points lie in depth on each other's side, and a shift by the depth along the normal
           ||         makes them one
===========x====      second

The distance changes with the joints by the normal times how fast the nearest points move:

    d distance / dq = normal . (J_first - J_second)

These points move along the surfaces too, but across the normal; so the velocity of what carries them counts
alone (Danskin's theorem for a least distance).
"""

import math

import numpy as np
from numpy.typing import NDArray

from predictor.collision.capsules.arm_and_scene.distance_kernels import (
    TOUCHING,
    Vector,
    along,
    dot,
    nearest_to_box,
    outside_box,
    segment_box_depth,
    segment_segment,
)
from predictor.collision.capsules.arm_and_scene.tables import (
    AXES,
    BOX,
    CENTRE,
    COLUMN,
    FIRST,
    FRAME,
    HALF,
    JOINT,
    KIND,
    PARENT,
    RADIUS,
    SECOND,
    SLIDES,
)
from predictor.collision.capsules.one_pose.nearest_pair_kernels import NearestPair
from predictor.collision.capsules.one_pose.packed_layout import (
    CHAIN,
    CHAINS,
    FRAMES,
    IN_WORLD,
    LEAVES,
    PLACES,
    SLOPES,
)
from predictor.collision.capsules.one_pose.placing_kernels import (
    axis_at,
    in_axes,
    leaf_at,
    leaf_of,
    obstacle_at,
    pair_at,
    vector,
)
from predictor.collision.measured_kernels import NORMAL, POINTS, RATES
from predictor.compiler.jit import kernel, part

Array = NDArray[np.float64]

CROSSING = 1e-9  # [m] axes nearer than this have no direction between them: the normal is that of both
ASIDE = 1e-6  # [m] by which a segment that has just left a box is held off to see where it left last


@kernel
def segment_segment_witness(p: Vector, u: Vector, q: Vector, v: Vector) -> tuple[float, float, Vector]:
    """Distance [m] of the segments p + s u and q + t v, s of the nearest points, the normal from q to p."""
    squared, s, t = segment_segment(p, u, q, v)
    distance = math.sqrt(squared)
    if distance > CROSSING:
        gap = along(along(along(p, -1.0, q), s, u), -t, v)
        return distance, s, (gap[0] / distance, gap[1] / distance, gap[2] / distance)
    return distance, s, _normal_to_both(u, v)


@part
def _normal_to_both(u: Vector, v: Vector) -> Vector:
    """A unit vector normal to two vectors, either of which may be zero or along the other."""
    normal = _cross(u, v)
    if dot(normal, normal) <= 1e-16 * dot(u, u) * dot(v, v):
        longer = u if dot(u, u) >= dot(v, v) else v
        x, y, z = abs(longer[0]), abs(longer[1]), abs(longer[2])
        least = (1.0, 0.0, 0.0) if x <= min(y, z) else (0.0, 1.0, 0.0) if y <= z else (0.0, 0.0, 1.0)
        normal = _cross(longer, least)
    length = math.sqrt(dot(normal, normal))
    if length == 0.0:
        return 0.0, 0.0, 1.0
    return normal[0] / length, normal[1] / length, normal[2] / length


@part
def _cross(a: Vector, b: Vector) -> Vector:
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]


@kernel
def segment_box_witness(p: Vector, u: Vector, half: Vector) -> tuple[float, float, Vector]:
    """Signed distance [m] of the segment p + s u and a box, s of the nearest points, and the box's normal."""
    s = nearest_to_box(p, u, half)
    gap = outside_box(along(p, s, u), half)
    distance = math.sqrt(dot(gap, gap))
    if distance <= TOUCHING:
        depth, normal = segment_box_depth(p, u, half)
        if depth >= 0.0 or distance == 0.0:  # shifted out, it touches the box where it leaves last
            s = nearest_to_box(along(p, depth + ASIDE, normal), u, half)
            return -depth, s, normal
    return distance, s, (gap[0] / distance, gap[1] / distance, gap[2] / distance)


@part
def add_rates(
    packed: Array, scratch: Array, leaf: int, point: Vector, normal: Vector, sign: float, out_rates: Array
) -> None:
    """Add how fast a point of a leaf goes along a normal at unit speed of each joint (n,), with a sign."""
    at, frames = int(packed[leaf_at(packed, leaf) + FRAME]), int(packed[FRAMES])
    while at > frames:
        joint = (at - frames) // PLACES - 1
        z, p, row = vector(scratch, at + 6), vector(scratch, at + 9), int(packed[CHAINS]) + joint * CHAIN
        x, y, w = point[0] - p[0], point[1] - p[1], point[2] - p[2]
        turned = z[1] * w - z[2] * y, z[2] * x - z[0] * w, z[0] * y - z[1] * x
        speed = dot(normal, z if packed[row + SLIDES] != 0.0 else turned)
        if packed[row + JOINT] >= 0.0:
            out_rates[int(packed[row + COLUMN])] += sign * scratch[int(packed[SLOPES]) + joint] * speed
        at = int(packed[row + PARENT])


@part
def write_witness(packed: Array, scratch: Array, found: NearestPair, out: Array) -> None:
    """Write nearest points, normal and, where there is a place for them, rates of a pair, in the arm base."""
    first, second = found.row, -1
    if found.other < 0:
        pair = pair_at(packed, -1 - found.other)
        first, second = int(packed[pair + FIRST]), int(packed[pair + SECOND])
    (x, y, z), normal = _witness(packed, scratch, first, second, found.other)
    if first >= int(packed[LEAVES]):  # placed in the world: back into the arm base
        first, (bx, by, bz) = leaf_of(packed, first), vector(scratch, IN_WORLD + 9)
        x, y, z = in_axes(scratch, IN_WORLD, (x - bx, y - by, z - bz))
        normal = in_axes(scratch, IN_WORLD, normal)
    point, other = (x, y, z), along((x, y, z), -found.distance, normal)
    for i in range(3):
        out[POINTS + i], out[POINTS + 3 + i] = point[i], other[i]
        out[NORMAL + i] = normal[i]
    if len(out) > RATES:
        rates = out[RATES:]
        for joint in range(len(rates)):
            rates[joint] = 0.0
        add_rates(packed, scratch, first, point, normal, 1.0, rates)
        if second >= 0:
            add_rates(packed, scratch, second, other, normal, -1.0, rates)


@part
def _witness(packed: Array, scratch: Array, row: int, second: int, other: int) -> tuple[Vector, Vector]:
    """Nearest point of a placed leaf to a second one, or if there is none to an obstacle, and its normal."""
    at, axis = obstacle_at(packed, other), axis_at(packed, row)
    p, u = vector(scratch, axis), vector(scratch, axis + 3)
    radius = packed[leaf_at(packed, leaf_of(packed, row)) + RADIUS]
    if second >= 0:
        axis = axis_at(packed, second)
        q, v = vector(scratch, axis), vector(scratch, axis + 3)
    else:
        q, v = vector(packed, at + CENTRE), vector(packed, at + HALF)
    if second >= 0 or packed[at + KIND] != BOX:
        _, s, normal = segment_segment_witness(p, u, q, v)
    else:
        from_centre = in_axes(packed, at + AXES, (p[0] - q[0], p[1] - q[1], p[2] - q[2]))
        _, s, n = segment_box_witness(from_centre, in_axes(packed, at + AXES, u), v)
        normal = (0.0, 0.0, 0.0)
        for i in range(3):
            normal = along(normal, n[i], vector(packed, at + AXES + 3 * i))
    return along(along(p, s, u), -radius, normal), normal
