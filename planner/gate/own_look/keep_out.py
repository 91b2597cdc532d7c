"""The gate's own look at where the arm is: the second, dissimilar opinion, in plain floats.

Forward kinematics of the tree of joints, points along every capsule of the arm, and for each body of the
scene, grown by the capsule's radius, whether a point lies inside.  Most bodies are never looked at:

    bounds of a limb ---> tree of all bodies ---> one body ---> points of the limb, one by one

           all                   Every node bounds what is below it; a region that misses
         /     \\                 a node's bounds misses all of that.  Halving the bodies along
     left       right            the longest side of their centres keeps the tree flat:
     /  \\       /   \\            11 levels for 1,000 bodies, of whatever sizes.
    a    b     c     d

A body is a box, a capsule, or one of the boxes that cover a mesh or the whole way of what moves: the very
volumes that verdicts and certificates speak of.  Each point is one of the arm's own, and counts only where it
is deeper in than rounding: so whatever is refused here touches something in their world too, and they refuse
it.  What stands in space while the base floats is looked at in the world, from where momentum takes the base
(`plain_base`): there a point counts only where it is deeper in than the base may be elsewhere.

This look finds gross errors of the model that judged the motion; it does not measure clearance:
`predictor.collision` does that.
"""

import math
from collections.abc import Sequence
from operator import add
from typing import NamedTuple

from planner.gate.own_look.plain_base import BASE_ERROR_M, PlainBase
from planner.gate.own_look.plain_frames import (
    Point,
    Transform,
    apply,
    frames_at,
    inverse,
    plain_joints,
    times,
)
from predictor.geometry.shapes import Box, Capsule, Scene
from predictor.model.robot import Robot

Bounds = tuple[float, float, float, float, float, float]  # least x, y, z, greatest x, y, z [m]
_Node = tuple[Bounds, tuple["_Node", ...], int]  # bounds, children, number of the body if there are none
SPACING_M = 0.05  # between points along an axis at most; a thinner limb has them as far apart as it is thick
CLOSEST_M = 0.005  # of a limb however thin
SKIN_M = 1e-9  # rounding must neither hide a body from what only saves looking, nor make an intrusion


class BoxTree:
    """Bounds by number, in order of space."""

    def __init__(self, bounds: Sequence[Bounds]) -> None:
        """Sort the bounds; there may be none."""
        self._roots = (_node(bounds, list(range(len(bounds)))),) if bounds else ()

    def touching(self, region: Bounds) -> list[int]:
        """Return the numbers of all bounds that have a point in common with a region."""
        x0, y0, z0, x1, y1, z1 = region
        found, waiting = [], [*self._roots]
        while waiting:
            (ax, ay, az, bx, by, bz), children, number = waiting.pop()
            if ax <= x1 and bx >= x0 and ay <= y1 and by >= y0 and az <= z1 and bz >= z0:
                if children:
                    waiting += children
                else:
                    found.append(number)
        return found


def _node(bounds: Sequence[Bounds], numbers: Sequence[int]) -> _Node:
    x0, y0, z0, x1, y1, z1 = zip(*(bounds[number] for number in numbers), strict=True)
    around = (min(x0), min(y0), min(z0), max(x1), max(y1), max(z1))
    if len(numbers) == 1:
        return around, (), numbers[0]
    centres = [list(map(add, low, high)) for low, high in ((x0, x1), (y0, y1), (z0, z1))]  # twice of them
    widest = max(centres, key=lambda along: max(along) - min(along))
    ordered = [number for _, number in sorted(zip(widest, numbers, strict=True))]
    half = len(ordered) // 2
    return around, (_node(bounds, ordered[:half]), _node(bounds, ordered[half:])), -1


class _Limb(NamedTuple):
    name: str
    frame: int
    radius: float
    points: tuple[Point, ...]  # along the axis, in the frame [m]
    mounted: frozenset[str]  # bodies that it is joined to by construction


class _Block(NamedTuple):
    name: str
    T_box_base: Transform
    half: Point

    def may_touch(self, begin: Point, end: Point, radius: float) -> bool:
        """False if along one axis of the box the whole of a capsule is beyond it."""
        (x0, y0, z0), (x1, y1, z1) = apply(self.T_box_base, begin), apply(self.T_box_base, end)
        hx, hy, hz = self.half
        return (
            abs(x0 + x1) - abs(x0 - x1) <= 2.0 * (hx + radius)
            and abs(y0 + y1) - abs(y0 - y1) <= 2.0 * (hy + radius)
            and abs(z0 + z1) - abs(z0 - z1) <= 2.0 * (hz + radius)
        )

    def distance(self, p_base: Point) -> float:
        """Return how far a point is outside [m]; negative inside."""
        (x, y, z), (hx, hy, hz) = apply(self.T_box_base, p_base), self.half
        dx, dy, dz = abs(x) - hx, abs(y) - hy, abs(z) - hz
        return math.hypot(max(dx, 0.0), max(dy, 0.0), max(dz, 0.0)) + min(max(dx, dy, dz), 0.0)


class _Bar(NamedTuple):
    name: str
    begin: Point  # of its axis, in the arm base [m]
    along: Point
    radius: float

    def may_touch(self, begin: Point, end: Point, radius: float) -> bool:
        """Its points are looked at as fast as anything that would save it."""
        return True

    def distance(self, p_base: Point) -> float:
        """Return how far a point is outside [m]; negative inside."""
        (x, y, z), (ax, ay, az), (ux, uy, uz) = p_base, self.begin, self.along
        x, y, z = x - ax, y - ay, z - az
        length2 = ux * ux + uy * uy + uz * uz
        share = min(max((x * ux + y * uy + z * uz) / length2, 0.0), 1.0) if length2 else 0.0
        return math.hypot(x - share * ux, y - share * uy, z - share * uz) - self.radius


class Intrusion(NamedTuple):
    """Which part of the arm lies in which body of the scene."""

    limb: str
    body: str


class _Bodies:
    """Bodies that stand still in one frame: the arm base, or the world."""

    def __init__(self, volumes: Sequence[Box | Capsule], *, depth_m: float) -> None:
        """Take the numbers out of the arrays; what is less deep in is not inside."""
        boxes = [box for box in volumes if isinstance(box, Box)]
        bars = [bar for bar in volumes if isinstance(bar, Capsule)]
        self._depth_m = depth_m
        self._bodies: list[_Block | _Bar] = [*map(_block, boxes), *map(_bar, bars)]
        self._tree = BoxTree([*map(_box_bounds, boxes), *map(_bar_bounds, bars)])

    def entered_body(self, limb: _Limb, T_limb: Transform) -> _Block | _Bar | None:
        """Return a body in which a limb lies, or None."""
        begin, end = apply(T_limb, limb.points[0]), apply(T_limb, limb.points[-1])
        near = [self._bodies[number] for number in self._tree.touching(_bounds(begin, end, limb.radius))]
        near = [body for body in near if body.name not in limb.mounted]
        near = [body for body in near if body.may_touch(begin, end, limb.radius + SKIN_M)]
        if not near:
            return None
        points, inside = [apply(T_limb, point) for point in limb.points], limb.radius - self._depth_m
        return next((body for body in near if any(body.distance(p) < inside for p in points)), None)


class KeepOut:
    """The bodies of one scene, and one arm."""

    def __init__(self, robot: Robot, scene: Scene, *, base_m: float = 0.0) -> None:
        """Take the numbers out of the arrays once; `base_m`: how far elsewhere a base that floats may be."""
        joints = plain_joints(robot)
        self._joints, self._limbs = joints, _limbs(robot, scene)
        apart = [each for each in scene.volumes if robot.platform and scene.stands_in_space(each.body)]
        names = {each.name for each in apart}
        riding = [each for each in scene.volumes if each.name not in names]
        self._riding = _Bodies(riding, depth_m=SKIN_M)
        self._apart = _Bodies(apart, depth_m=base_m + BASE_ERROR_M)
        self.base = PlainBase(robot, joints, scene.bodies) if apart else None  # None: it does not count

    def intrusion(self, q: Sequence[float], T_world_base: Transform | None = None) -> Intrusion | None:
        """Return the first part of the arm that lies in a body at joint values q (n,), or None.

        Values that are not finite count as an intrusion: no pose is known to be outside.  Without the pose of
        the base, what stands in space is not looked at.
        """
        if not all(map(math.isfinite, q)):
            return Intrusion("arm", "unknown pose")
        frames = frames_at(self._joints, q)
        for limb in self._limbs:
            T_limb = frames[limb.frame]
            body = self._riding.entered_body(limb, T_limb)
            if body is None and T_world_base is not None:
                body = self._apart.entered_body(limb, times(T_world_base, T_limb))
            if body:
                return Intrusion(limb.name, body.name)
        return None


def _bounds(begin: Point, end: Point, radius: float) -> Bounds:
    """Return the bounds of a capsule."""
    (x0, y0, z0), (x1, y1, z1), r = begin, end, radius + SKIN_M
    return (
        min(x0, x1) - r, min(y0, y1) - r, min(z0, z1) - r, max(x0, x1) + r, max(y0, y1) + r, max(z0, z1) + r
    )  # fmt: skip


def _block(box: Box) -> _Block:
    return _Block(box.name, inverse(box.T_base_box.tolist()), tuple(box.half.tolist()))


def _bar(capsule: Capsule) -> _Bar:
    along = (capsule.p1 - capsule.p0).tolist()
    return _Bar(capsule.name, tuple(capsule.p0.tolist()), tuple(along), float(capsule.radius))


def _box_bounds(box: Box) -> Bounds:
    """Return the bounds of a box along the axes of the arm base."""
    T, half = box.T_base_box.tolist(), box.half.tolist()
    reach = [sum(abs(T[i][k]) * half[k] for k in range(3)) for i in range(3)]
    (x, y, z), (a, b, c) = (T[i][3] for i in range(3)), reach
    return (x - a, y - b, z - c, x + a, y + b, z + c)


def _bar_bounds(capsule: Capsule) -> Bounds:
    return _bounds(tuple(capsule.p0.tolist()), tuple(capsule.p1.tolist()), float(capsule.radius))


def _limbs(robot: Robot, scene: Scene) -> list[_Limb]:
    capsules = robot.capsules
    rows = zip(capsules.names, capsules.frame, capsules.p0, capsules.p1, capsules.radius, strict=True)
    return [
        _Limb(
            name=name,
            frame=int(frame),
            radius=float(radius),
            points=_points_along(p0.tolist(), p1.tolist(), spacing_m=_spacing(float(radius))),
            mounted=frozenset(shape for capsule, shape in scene.mounts if capsule == name),
        )
        for name, frame, p0, p1, radius in rows
    ]


def _spacing(radius: float) -> float:
    return min(SPACING_M, max(radius, CLOSEST_M))


def _points_along(p0: Sequence[float], p1: Sequence[float], *, spacing_m: float) -> tuple[Point, ...]:
    """Return points from p0 to p1, so far apart or closer, both ends included."""
    steps = max(1, math.ceil(math.dist(p0, p1) / spacing_m))
    return tuple(
        (
            p0[0] + (p1[0] - p0[0]) * k / steps,
            p0[1] + (p1[1] - p0[1]) * k / steps,
            p0[2] + (p1[2] - p0[2]) * k / steps,
        )
        for k in range(steps + 1)
    )
