"""Where a floating base goes while its arm moves, in plain floats: the gate's own, dissimilar momentum.

    report                released               head     stop
    --o----|-------|-------|-------|-------|-------|-----|-->      a step of the arm takes the base one step

Every link is four points of mass, which have its mass, its centre and its inertia.  As the arm steps from q
to q', each point moves by d in the base's axes, and the spacecraft, which has no momentum, moves as one rigid
body so that both together have none:

    sum of m (d + v + w x c) = 0      sum of m c x (d + v + w x c) = 0      c half-way between both places

Neither axes nor Jacobians are needed.  The error is of second order in the step: `STEP` and `WRONG_M` are
tested against the exact motion.
"""

import math
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from planner.gate.own_look.plain_frames import PlainJoint, Point, Transform, apply, frames_at, times
from predictor.geometry.shapes import BASE, SceneBody
from predictor.model.robot import Inertia, Robot

Array = NDArray[np.float64]
Pose = tuple[float, ...]  # values of the commanded joints (n,)
Three = tuple[Point, Point, Point]

LARGEST_STEP = 0.1  # that no joint exceeds in one step [rad or m]
MOST_STEPS = 64  # between two poses
BASE_ERROR_M = 0.002  # that the farthest point of an arm may be off after the motion of one round trip [m]
KEPT_STEPS = 256  # steps that are not computed again
CORNERS = ((1.0, 1.0, 1.0), (1.0, -1.0, -1.0), (-1.0, 1.0, -1.0), (-1.0, -1.0, 1.0))  # of a tetrahedron


class _Mass(NamedTuple):
    frame: int
    mass: float  # of each point [kg]
    points: tuple[Point, ...]  # in the frame [m]


class PlainBase:
    """The base of one arm, from momentum."""

    def __init__(self, robot: Robot, joints: Sequence[PlainJoint], bodies: Sequence[SceneBody] = ()) -> None:
        """Take the masses of all that moves with base and joints; the robot has a platform."""
        riding = [body for body in bodies if body.carrier == BASE and body.mass > 0.0]
        self._joints = joints
        self._masses = [_points(robot.platform, 0)] if robot.platform else []
        self._masses += [_points(body, 0) for body in riding]
        self._masses += [_points(link, link.frame) for link in robot.links if link.mass > 0.0]
        self._stepped = lru_cache(maxsize=KEPT_STEPS)(self._step)

    def along(self, T_world_base: Transform, way: Sequence[Pose]) -> Transform:
        """Return where the base is after the arm has gone straight from pose to pose."""
        for begin, end in pairwise(way):
            T_world_base = times(T_world_base, self._stepped(begin, end))
        return T_world_base

    def _step(self, begin: Pose, end: Pose) -> Transform:
        """Return the base's pose, in its axes at `begin`, once the arm has gone to `end`."""
        far = max(abs(b - a) for a, b in zip(begin, end, strict=True))
        steps = max(1, math.ceil(min(far / LARGEST_STEP, MOST_STEPS)))
        poses = [
            tuple(a + (b - a) * k / steps for a, b in zip(begin, end, strict=True)) for k in range(steps + 1)
        ]
        frames = [frames_at(self._joints, q) for q in poses]
        T = frames[0][0]  # the base's own frame: unmoved
        for before, after in pairwise(frames):
            T = times(T, _pose_after_twist(*self._answer(before, after)))
        return T

    def _answer(self, before: Sequence[Transform], after: Sequence[Transform]) -> tuple[Point, Point]:
        """Return how the whole moves and turns, at the base's origin in its axes, as the arm makes a step."""
        m = hx = hy = hz = xx = yy = zz = xy = yz = zx = px = py = pz = lx = ly = lz = 0.0
        for frame, mass, points in self._masses:
            T0, T1 = before[frame], after[frame]
            for point in points:
                (x0, y0, z0), (x1, y1, z1) = apply(T0, point), apply(T1, point)
                x, y, z = 0.5 * (x0 + x1), 0.5 * (y0 + y1), 0.5 * (z0 + z1)
                dx, dy, dz = mass * (x1 - x0), mass * (y1 - y0), mass * (z1 - z0)
                ax, ay, az = mass * x, mass * y, mass * z
                m, hx, hy, hz = m + mass, hx + ax, hy + ay, hz + az
                xx, yy, zz = xx + ax * x, yy + ay * y, zz + az * z
                xy, yz, zx = xy + ax * y, yz + ay * z, zx + az * x
                px, py, pz = px + dx, py + dy, pz + dz
                lx, ly, lz = lx + y * dz - z * dy, ly + z * dx - x * dz, lz + x * dy - y * dx
        cx, cy, cz = hx / m, hy / m, hz / m
        # S, the sum of m c c^T about the mass centre (Steiner)
        sxx, syy, szz = xx - hx * cx, yy - hy * cy, zz - hz * cz
        sxy, syz, szx = xy - hx * cy, yz - hy * cz, zx - hz * cx
        # I w = -(l - c x p): the turn that takes away the angular momentum of d about the mass centre
        spin = (lx - cy * pz + cz * py, ly - cz * px + cx * pz, lz - cx * py + cy * px)
        # inertia = trace(S) 1 - S
        about = ((syy + szz, -sxy, -szx), (-sxy, szz + sxx, -syz), (-szx, -syz, sxx + syy))
        wx, wy, wz = (-w for w in _solved_by_cofactors(about, spin))
        # the mass centre moves by -p / m, so the origin by v = -p / m - w x c
        v = (-px / m - wy * cz + wz * cy, -py / m - wz * cx + wx * cz, -pz / m - wx * cy + wy * cx)
        return v, (wx, wy, wz)


def plain_pose(p: Point, quat: tuple[float, ...]) -> Transform:
    """Return a pose of a place and a unit quaternion, w first."""
    (x, y, z), (qw, qx, qy, qz) = p, quat
    return (
        (1.0 - 2.0 * (qy * qy + qz * qz), 2.0 * (qx * qy - qw * qz), 2.0 * (qx * qz + qw * qy), x),
        (2.0 * (qx * qy + qw * qz), 1.0 - 2.0 * (qx * qx + qz * qz), 2.0 * (qy * qz - qw * qx), y),
        (2.0 * (qx * qz - qw * qy), 2.0 * (qy * qz + qw * qx), 1.0 - 2.0 * (qx * qx + qy * qy), z),
    )


def _pose_after_twist(v: Point, w: Point) -> Transform:
    """Return the pose after a small twist: a turn by w about the origin, and half of it on the way."""
    (vx, vy, vz), (wx, wy, wz), angle = v, w, math.hypot(*w)
    s = math.sin(0.5 * angle) / angle if angle else 0.5
    p = (vx + 0.5 * (wy * vz - wz * vy), vy + 0.5 * (wz * vx - wx * vz), vz + 0.5 * (wx * vy - wy * vx))
    return plain_pose(p, (math.cos(0.5 * angle), s * wx, s * wy, s * wz))


def _solved_by_cofactors(A: Three, b: Point) -> Point:
    """Return the solution of A x = b by cofactors; A is symmetric."""
    (a, d, e), (_, f, g), (_, _, h) = A
    ca, cd, ce = f * h - g * g, e * g - d * h, d * g - e * f
    cf, cg, ch = a * h - e * e, d * e - a * g, a * f - d * d
    det, (x, y, z) = a * ca + d * cd + e * ce, b
    return (
        (ca * x + cd * y + ce * z) / det,
        (cd * x + cf * y + cg * z) / det,
        (ce * x + cg * y + ch * z) / det,
    )


def _points(body: Inertia | SceneBody, frame: int) -> _Mass:
    """Return a body as the corners of a tetrahedron along its principal axes, stretched to its moments."""
    spread, axes = np.linalg.eigh(0.5 * np.trace(body.inertia) * np.eye(3) - body.inertia)
    stretch: Array = axes * np.sqrt(np.maximum(spread, 0.0) / body.mass)
    points = [tuple((body.com + stretch @ corner).tolist()) for corner in np.array(CORNERS)]
    return _Mass(frame, body.mass / len(points), tuple(points))
