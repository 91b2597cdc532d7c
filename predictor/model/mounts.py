"""Which part of an arm may be left out against which body: one between which no motion changes anything.

    no joint moves it        none stands between both, or each only turns one of them about its own axis
    one joint moves it       one commanded value alone, and both touch at every value that this may have
    more, or it goes by itself: nothing is surely the same; a mount of it needs a reason

Distances here are those of points along a limb's axis, which are never less than the limb's own: what touches
by them does touch.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from predictor.geometry.shapes import SPACE, Box, Capsule, Scene
from predictor.inputs.arrays import Array
from predictor.model.plain_poses import link_poses
from predictor.model.reach import by_commanded_joint, levers
from predictor.model.robot import Robot

LIMB_POINTS = 24  # along a limb
ON_AXIS_M = 1e-9  # as near to an axis a point is on it
FINEST_SHARE = 1e-3  # share of a joint's range below which touching is not proven


class LimbPair(NamedTuple):
    """A part of the arm, by its row, and a shape of the scene, or of the arm's load, by its row."""

    row: int
    shape: Box | Capsule | int


class Freedom(NamedTuple):
    """What moves a limb against what it is left out against."""

    joints: tuple[str, ...]  # the commanded ones
    goes_by_itself: bool = False  # a body with a motion of its own, or in space beside a base that floats
    always_touches: bool = False  # one joint alone moves it, and both touch at each of its values

    @property
    def is_none(self) -> bool:
        """True if nothing moves it."""
        return not self.joints and not self.goes_by_itself

    @property
    def may_mount(self) -> bool:
        """True if leaving it out changes nothing that a motion could."""
        return self.is_none or self.always_touches

    @property
    def text(self) -> str:
        """What moves it, in words."""
        if self.goes_by_itself:
            return "the body goes by itself"
        shown = ", ".join(self.joints[:2]) + f" and {len(self.joints) - 2} more" * (len(self.joints) > 2)
        return f"moved by {shown}" if self.joints else "nothing moves it"


class Mounting(NamedTuple):
    """A limb that a scene leaves out against a shape, or against all that covers a mesh."""

    capsule: str
    shape: str  # or mesh
    volumes: tuple[str, ...]  # of the scene, or of a load, that stand for it
    reason: str
    freedom: Freedom  # against that of the volumes against which it has most

    @property
    def needs_reason(self) -> bool:
        """True if a motion can change what is left out."""
        return not self.freedom.may_mount


@lru_cache(maxsize=1)
def mountings(robot: Robot, scene: Scene) -> tuple[Mounting, ...]:
    """Return what a scene leaves out; `robot` has its loads.  Names of nothing are left to others.

    It takes a while of thousands of pieces, and is asked twice where a model is put together.
    """
    rows = {name: row for row, name in enumerate(robot.capsules.names)}
    shapes: dict[str, Box | Capsule | int] = {shape.name: shape for shape in scene.volumes}
    found: dict[tuple[str, str], Mounting] = {}
    for capsule, shape in scene.mounts:
        against = shapes.get(shape, rows.get(shape))
        if capsule not in rows or against is None:
            continue
        freedom = freedom_of(robot, scene, LimbPair(rows[capsule], against))
        whole = shape if isinstance(against, int) else against.cover_of or shape
        new = Mounting(capsule, whole, (shape,), scene.reasons.get((capsule, shape), ""), freedom)
        known = found.get((capsule, whole), new._replace(volumes=()))
        freest = max(known.freedom, freedom, key=lambda one: (not one.may_mount, not one.is_none))
        found[capsule, whole] = new._replace(volumes=(*known.volumes, shape), freedom=freest)
    return tuple(found.values())


def missing_reason(mounting: Mounting) -> str:
    """Return why a mount without a reason is refused, and what to do."""
    moves = mounting.freedom.text
    return f'{moves}, so nothing would keep them apart; leave the mount out, or give reason = "..."'


def freedom_of(robot: Robot, scene: Scene, limb: LimbPair) -> Freedom:
    """Return what moves a limb against what stands there."""
    path = _path(robot, limb)
    names = tuple(robot.commanded[column].name for column in sorted({int(robot.columns[j]) for j, _ in path}))
    if not isinstance(limb.shape, int) and _goes_by_itself(robot, scene, limb.shape.body):
        return Freedom(names, goes_by_itself=True)
    return Freedom(names, always_touches=len(names) == 1 and _always_touches(robot, limb, path[0][0]))


def _goes_by_itself(robot: Robot, scene: Scene, name: str) -> bool:
    body = scene.body_named(name)
    if body is None:
        return False
    return body.motion is not None or (body.carrier == SPACE and robot.platform is not None)


def _path(robot: Robot, limb: LimbPair) -> list[tuple[int, bool]]:
    """Return the joints between both, from the limb on: those that do more than turn one about its own axis.

    True: from what the joint carries to its parent; False: the other way.
    """
    shapes = robot.capsules
    own = [*robot.carriers(int(shapes.frame[limb.row]))]
    other = [*robot.carriers(int(shapes.frame[limb.shape]))] if isinstance(limb.shape, int) else []
    path = [(j, True) for j in own if j not in other]
    path += [(j, False) for j in reversed(other) if j not in own]
    path = _peeled(robot, path, (shapes.p0[limb.row], shapes.p1[limb.row]))
    if isinstance(limb.shape, Box):
        return path
    at = limb.shape
    ends = (shapes.p0[at], shapes.p1[at]) if isinstance(at, int) else (at.p0, at.p1)
    back = _peeled(robot, [(j, not is_down) for j, is_down in reversed(path)], ends)
    return [(j, not is_down) for j, is_down in reversed(back)]


def _peeled(robot: Robot, path: list[tuple[int, bool]], ends: Sequence[Array]) -> list[tuple[int, bool]]:
    """Return a path without the joints at its begin that only turn a rod of these ends about its own axis."""
    points = np.array(ends)
    for number, (index, is_down) in enumerate(path):
        joint = robot.joints[index]
        R, p = joint.T_parent_joint[:3, :3], joint.T_parent_joint[:3, 3]
        local = points if is_down else (points - p) @ R
        away = np.cross(joint.axis, local - joint.pivot)
        if joint.kind != "revolute" or np.linalg.norm(away, axis=1).max() > ON_AXIS_M:
            return path[number:]
        points = local @ R.T + p if is_down else local
    return []


def _always_touches(robot: Robot, limb: LimbPair, joint: int) -> bool:
    """True if both surely touch at every value of the one commanded joint that moves them."""
    column = int(robot.columns[joint])
    low, high = float(robot.limits.q_min[column]), float(robot.limits.q_max[column])
    if not np.isfinite(high - low):
        if any(other.law for other in robot.joints):
            return False  # what follows it need not be where it was after a turn
        low, high = -np.pi, np.pi
    speed, q = _speed(robot, limb)[column], np.array(robot.home_q)
    least, open_cells = FINEST_SHARE * (high - low), [(low, high)]
    while open_cells:
        begin, end = open_cells.pop()
        q[column] = 0.5 * (begin + end)
        found = limb_distance(robot, limb_points(robot, q), limb)
        if found > 0.0 or (found + 0.5 * speed * (end - begin) > 0.0 and end - begin < least):
            return False
        if found + 0.5 * speed * (end - begin) > 0.0:
            open_cells += [(begin, q[column]), (q[column], end)]
    return True


def _speed(robot: Robot, limb: LimbPair) -> Array:
    """Bound how fast the distance changes at unit speed of each commanded joint (n,)."""
    rows = [limb.row, limb.shape] if isinstance(limb.shape, int) else [limb.row]
    shapes = robot.capsules
    ends = [(int(shapes.frame[row]), p) for row in rows for p in (shapes.p0[row], shapes.p1[row])]
    return by_commanded_joint(robot, np.max([levers(robot, frame, p) for frame, p in ends], axis=0))


def limb_points(robot: Robot, q: Array) -> Array:
    """Return points (m, LIMB_POINTS, 3) along the axes of the arm's capsules, in the arm base."""
    T = link_poses(robot, q)[robot.capsules.frame]
    share = np.linspace(0.0, 1.0, LIMB_POINTS)[None, :, None]
    points = (1.0 - share) * robot.capsules.p0[:, None] + share * robot.capsules.p1[:, None]
    placed: Array = np.einsum("mij,mkj->mki", T[:, :3, :3], points) + T[:, None, :3, 3]
    return placed


def limb_distance(robot: Robot, limbs: Array, limb: LimbPair) -> float:
    """Return how far a limb's points are from the shape, less its radius [m]; `limbs`: of `limb_points`."""
    radius, points = float(robot.capsules.radius[limb.row]), limbs[limb.row]
    if isinstance(limb.shape, int):
        begin, end = limbs[limb.shape, 0], limbs[limb.shape, -1]
        return _from_segment(points, begin, end) - radius - float(robot.capsules.radius[limb.shape])
    return distance_outside(limb.shape, points) - radius


def distance_outside(shape: Box | Capsule, points: Array) -> float:
    """Return how far the nearest of points (k, 3) is outside a shape [m]; negative inside."""
    if isinstance(shape, Capsule):
        return _from_segment(points, shape.p0, shape.p1) - shape.radius
    beyond = np.abs((points - shape.T_base_box[:3, 3]) @ shape.T_base_box[:3, :3]) - shape.half
    away = np.linalg.norm(np.maximum(beyond, 0.0), axis=1)
    return float((away + np.minimum(beyond.max(axis=1), 0.0)).min())


def _from_segment(points: Array, begin: Array, end: Array) -> float:
    along = end - begin
    share = np.clip((points - begin) @ along / max(float(along @ along), 1e-300), 0.0, 1.0)
    return float(np.linalg.norm(points - begin - share[:, None] * along, axis=1).min())
