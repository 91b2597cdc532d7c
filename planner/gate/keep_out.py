"""The gate's own look at where the arm is: the second, dissimilar opinion, in plain floats.

Forward kinematics of the tree of joints, points along every capsule's axis, and for each box of the scene,
grown by the capsule's radius, whether a point lies inside.  Most boxes are never looked at:

    bounds of a limb ---> tree of all boxes ---> axes of one box ---> points of the limb, one by one

It finds gross errors of the model that judged the motion; it does not measure clearance, and sees no curved
shape: `predictor.collision` does that.
"""

import math
from collections.abc import Sequence
from typing import NamedTuple

from planner.gate.box_tree import Bounds, BoxTree
from planner.gate.plain_frames import Point, Transform, apply, frames_at, inverse, plain_joints
from predictor.geometry.shapes import Box, Scene
from predictor.model.robot import Robot

SPACING_M = 0.05  # between points along an axis; about the least radius
SKIN_M = 1e-9  # on what only saves looking: rounding must not hide a box


class _Limb(NamedTuple):
    name: str
    frame: int
    radius: float
    points: tuple[Point, ...]  # along the axis, in the frame [m]
    mounted: frozenset[str]  # boxes that it is joined to by construction


class _KeepOut(NamedTuple):
    name: str
    T_box_base: Transform
    half: Point


class Intrusion(NamedTuple):
    """Which part of the arm lies in which box."""

    limb: str
    box: str


class KeepOut:
    """The boxes of one scene, and one arm."""

    def __init__(self, robot: Robot, scene: Scene) -> None:
        """Take the numbers out of the arrays once."""
        self._joints = plain_joints(robot)
        self._limbs = _limbs(robot, scene)
        self._boxes = [
            _KeepOut(box.name, inverse(box.T_base_box.tolist()), tuple(box.half.tolist()))
            for box in scene.boxes
        ]
        self._tree = BoxTree([_bounds(box) for box in scene.boxes])

    def intrusion(self, q: Sequence[float]) -> Intrusion | None:
        """Return the first part of the arm that lies in a box at joint angles q (n,) [rad], or None.

        Angles that are not finite count as an intrusion: no pose is known to be outside.
        """
        if not all(map(math.isfinite, q)):
            return Intrusion("arm", "unknown pose")
        frames = frames_at(self._joints, q)
        for limb in self._limbs:
            box = self._entered(limb, frames[limb.frame])
            if box:
                return Intrusion(limb.name, box.name)
        return None

    def _entered(self, limb: _Limb, T_base_limb: Transform) -> _KeepOut | None:
        """Return a box in which a limb lies, or None."""
        begin, end = apply(T_base_limb, limb.points[0]), apply(T_base_limb, limb.points[-1])
        near = [self._boxes[number] for number in self._tree.touching(_around(begin, end, limb.radius))]
        if not near:
            return None
        points = [apply(T_base_limb, point) for point in limb.points]
        return next((box for box in near if _lies_in(box, limb, points)), None)


def _lies_in(box: _KeepOut, limb: _Limb, points: Sequence[Point]) -> bool:
    """True if a limb, at points of the arm base, lies in a box that it is not mounted on."""
    if box.name in limb.mounted:
        return False
    begin, end = apply(box.T_box_base, points[0]), apply(box.T_box_base, points[-1])
    if not _may_touch(begin, end, half=box.half, radius=limb.radius + SKIN_M):
        return False
    return any(_is_inside(apply(box.T_box_base, p), box.half, limb.radius) for p in points)


def _is_inside(p_box: Point, half: Point, radius: float) -> bool:
    (x, y, z), (hx, hy, hz) = p_box, half
    return math.hypot(max(abs(x) - hx, 0.0), max(abs(y) - hy, 0.0), max(abs(z) - hz, 0.0)) < radius


def _may_touch(begin: Point, end: Point, *, half: Point, radius: float) -> bool:
    """False if along one axis of the box the whole of a capsule is beyond it."""
    (x0, y0, z0), (x1, y1, z1), (hx, hy, hz) = begin, end, half
    return (
        abs(x0 + x1) - abs(x0 - x1) <= 2.0 * (hx + radius)
        and abs(y0 + y1) - abs(y0 - y1) <= 2.0 * (hy + radius)
        and abs(z0 + z1) - abs(z0 - z1) <= 2.0 * (hz + radius)
    )


def _around(begin: Point, end: Point, radius: float) -> Bounds:
    """Return the bounds of a capsule."""
    (x0, y0, z0), (x1, y1, z1), r = begin, end, radius + SKIN_M
    return (
        min(x0, x1) - r, min(y0, y1) - r, min(z0, z1) - r, max(x0, x1) + r, max(y0, y1) + r, max(z0, z1) + r
    )  # fmt: skip


def _bounds(box: Box) -> Bounds:
    """Return the bounds of a box along the axes of the arm base."""
    T, half = box.T_base_box.tolist(), box.half.tolist()
    reach = [sum(abs(T[i][k]) * half[k] for k in range(3)) for i in range(3)]
    (x, y, z), (a, b, c) = (T[i][3] for i in range(3)), reach
    return (x - a, y - b, z - c, x + a, y + b, z + c)


def _limbs(robot: Robot, scene: Scene) -> list[_Limb]:
    capsules = robot.capsules
    rows = zip(capsules.names, capsules.frame, capsules.p0, capsules.p1, capsules.radius, strict=True)
    return [
        _Limb(
            name=name,
            frame=int(frame),
            radius=float(radius),
            points=_along(p0.tolist(), p1.tolist()),
            mounted=frozenset(shape for capsule, shape in scene.mounts if capsule == name),
        )
        for name, frame, p0, p1, radius in rows
    ]


def _along(p0: Sequence[float], p1: Sequence[float]) -> tuple[Point, ...]:
    """Return points from p0 to p1, `SPACING_M` apart or closer, both ends included."""
    steps = max(1, math.ceil(math.dist(p0, p1) / SPACING_M))
    return tuple(
        (
            p0[0] + (p1[0] - p0[0]) * k / steps,
            p0[1] + (p1[1] - p0[1]) * k / steps,
            p0[2] + (p1[2] - p0[2]) * k / steps,
        )
        for k in range(steps + 1)
    )
