"""Exact distances between the shapes of arm and scene: segments, points and boxes.

Signed distance has one meaning for all shapes: outside, the least distance of the two; inside, minus the
least shift that parts them (the depth of penetration of contact solvers).

    capsule - capsule   distance of the axes - both radii; axes that cross are at distance 0
    capsule - box       outside, distance of axis and box - radius; inside, minus the least overlap of both
                        over 3 + 3 directions - radius: the normals of the faces and of those that an edge
                        makes with the axis.  The difference of both bodies has no other faces, so it is exact

A sphere is a capsule whose axis is a point.  Every function is a minimum in closed form, never by iteration.
What is not finite never comes out as a finite distance.
"""

import math

from predictor.compiler.jit import inlined_part, kernel, part

Vector = tuple[float, float, float]

# Below this sin^2 of their angle the ends are computed too: the inner solution loses half of its figures.
NEARLY_PARALLEL = 1e-8
TOUCHING = 1e-9  # [m] nearer to a box than this, rounding decides what is inside: ask for the depth


@inlined_part
def dot(a: Vector, b: Vector) -> float:
    """Scalar product."""
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


@inlined_part
def along(p: Vector, s: float, u: Vector) -> Vector:
    """p + s u."""
    return p[0] + s * u[0], p[1] + s * u[1], p[2] + s * u[2]


@inlined_part
def clip(x: float, low: float, high: float) -> float:
    """x within bounds; NaN stays NaN."""
    return low if x < low else high if x > high else x


@kernel
def segment_segment(p: Vector, u: Vector, q: Vector, v: Vector) -> tuple[float, float, float]:
    """Squared distance [m^2] of the segments p + s u and q + t v, and s, t, 0 ... 1, of the nearest points.

    The best s, were the other a line; from there the best t, and from there the best s (Ericson, Real-Time
    Collision Detection, 2005, 5.1.9).
    """
    w = along(p, -1.0, q)
    a, b, c, d, e = dot(u, u), dot(u, v), dot(v, v), dot(u, w), dot(v, w)
    determinant = a * c - b * b  # |u|^2 |v|^2 sin^2 of the angle between them
    s, t = 0.0, 0.0
    if determinant > NEARLY_PARALLEL * a * c:
        s = clip((b * e - c * d) / determinant, 0.0, 1.0)
    elif a > 0.0 and c > 0.0:
        return _nearest_of_ends(w, u, v, determinant)
    if c > 0.0:
        t = clip((e + s * b) / c, 0.0, 1.0)
    if a > 0.0:
        s = clip((t * b - d) / a, 0.0, 1.0)
    gap = along(along(w, s, u), -t, v)
    return dot(gap, gap), s, t


@part
def _nearest_of_ends(w: Vector, u: Vector, v: Vector, determinant: float) -> tuple[float, float, float]:
    """The same where they are parallel or nearly so: an end is nearest, or both nearest points lie inside."""
    a, b, c, d, e = dot(u, u), dot(u, v), dot(v, v), dot(u, w), dot(v, w)
    least, nearest_s, nearest_t = math.inf, 0.0, 0.0
    for case in range(5):  # ends s = 0, 1 with the best t; ends t = 0, 1 with the best s; both inside
        s, t = 1.0 if case == 1 else 0.0, 1.0 if case == 3 else 0.0
        if case < 2:
            t = clip((e + s * b) / c, 0.0, 1.0)
        elif case < 4:
            s = clip((t * b - d) / a, 0.0, 1.0)
        elif determinant > 0.0:
            s = clip((b * e - c * d) / determinant, 0.0, 1.0)
            t = clip((e + s * b) / c, 0.0, 1.0)
        gap = along(along(w, s, u), -t, v)
        squared = dot(gap, gap)
        if not squared >= least:
            least, nearest_s, nearest_t = squared, s, t
    return least, nearest_s, nearest_t


@kernel
def segment_box(p: Vector, u: Vector, half: Vector) -> tuple[float, float]:
    """Signed distance [m] of the segment p + s u and the box |x_i| <= half_i, and s where they are nearest.

    The squared distance of a point that runs along the segment is convex and piecewise quadratic, with
    breakpoints where a coordinate crosses a face; its slope is linear between them: the least point is exact.
    """
    s = nearest_to_box(p, u, half)
    gap = outside_box(along(p, s, u), half)
    distance = math.sqrt(dot(gap, gap))
    if distance <= TOUCHING:
        depth = segment_box_depth(p, u, half)[0]
        if depth >= 0.0 or distance == 0.0:
            return -depth, s
    return distance, s


@part
def nearest_to_box(p: Vector, u: Vector, half: Vector) -> float:
    """Where along the segment p + s u, 0 ... 1, a point is nearest to the box."""
    slope_low = dot(outside_box(p, half), u)
    if slope_low >= 0.0:
        return 0.0
    slope_high = dot(outside_box(along(p, 1.0, u), half), u)
    if slope_high <= 0.0:
        return 1.0
    low, high = 0.0, 1.0
    for i in range(3):
        if u[i] != 0.0:
            for face in (-half[i], half[i]):
                s = (face - p[i]) / u[i]
                if low < s < high:
                    slope = dot(outside_box(along(p, s, u), half), u)
                    if slope < 0.0:
                        low, slope_low = s, slope
                    else:
                        high, slope_high = s, slope
    return low + (high - low) * slope_low / (slope_low - slope_high)  # where the straight slope is zero


@inlined_part
def outside_box(x: Vector, half: Vector) -> Vector:
    """From the nearest point of the box to x; zero inside."""
    return (
        x[0] - clip(x[0], -half[0], half[0]),
        x[1] - clip(x[1], -half[1], half[1]),
        x[2] - clip(x[2], -half[2], half[2]),
    )


@kernel
def segment_box_depth(p: Vector, u: Vector, half: Vector) -> tuple[float, Vector]:
    """How far the segment p + s u must be shifted to leave the box [m], and along which unit vector.

    Negative, if a direction parts them already.
    """
    depth, normal = math.inf, (0.0, 0.0, 1.0)
    for i in range(3):
        below, above = min(p[i], p[i] + u[i]), max(p[i], p[i] + u[i])
        up = below + below < -(above - below)  # its middle lies below 0: out at -half is the shorter way
        overlap = half[i] + above if up else half[i] - below
        if overlap < depth:
            sign = -1.0 if up else 1.0
            depth = overlap
            normal = (sign if i == 0 else 0.0, sign if i == 1 else 0.0, sign if i == 2 else 0.0)
    for i in range(3):
        j, k = (i + 1) % 3, (i + 2) % 3
        length = math.sqrt(u[j] * u[j] + u[k] * u[k])
        if length > 0.0:  # normal to edge i and to the segment
            n_j, n_k = u[k] / length, -u[j] / length
            at = n_j * p[j] + n_k * p[k]  # the same all along the segment
            sign = -1.0 if at < 0.0 else 1.0
            overlap = abs(n_j) * half[j] + abs(n_k) * half[k] - abs(at)
            if overlap < depth:
                depth = overlap
                n = (0.0, sign * n_j, sign * n_k)  # along i, j, k; then along x, y, z
                normal = (n[(3 - i) % 3], n[(4 - i) % 3], n[(5 - i) % 3])
    return depth, normal
