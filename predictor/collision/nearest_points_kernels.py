"""Where two shapes are nearest, and along which normal the first of them gets clear of the second.

          normal
first       ^         points[0] - points[1] = distance * normal, also where the bodies overlap: then the
  o--------x|         points lie in depth on each other's side, and a shift by the depth along the normal
           ||         makes them one
===========x====      second
"""

import math

from predictor.collision.distance_kernels import (
    TOUCHING,
    Vector,
    along,
    dot,
    nearest_to_box,
    outside_box,
    segment_box_depth,
    segment_segment,
)
from predictor.compiler.jit import kernel, part

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
