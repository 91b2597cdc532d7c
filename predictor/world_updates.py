"""A model as it is after updates of its world: bodies that stand or are carried elsewhere, tighter limits.

    model of the files --- bodies, each moved whole: in the scene, or onto the joint that carries it ---+
                       --- limits, each no wider than the file's -------------------------------------> model

Predictor, planner and the gate's own look make it from the same updates, so all speak of one world.  The law
of the stop stays as it is: it asks for neither speeds nor ranges, which alone are tightened.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Protocol

import numpy as np

from predictor.geometry.shapes import Box, Capsule, Load, Scene, SceneBody
from predictor.inputs.arrays import Array, read_only
from predictor.model.load import LoadError, with_loads
from predictor.model.quaternions import rotation_from_quaternion
from predictor.model.robot import Robot
from predictor.run_model import Model
from telemetry.files.settings import nearest

MODELS_KEPT = 8  # that were made lately


class UpdateError(ValueError):
    """An update that this model cannot take: which, and why."""


class PlacedBody(Protocol):
    """A body, moved from where its file has it: onto a joint, or where it stood."""

    @property
    def body(self) -> str:
        """Its name."""
        ...

    @property
    def p(self) -> tuple[float, float, float]:
        """Of the displacement [m]."""
        ...

    @property
    def quat(self) -> tuple[float, float, float, float]:
        """Of the displacement."""
        ...

    @property
    def joint(self) -> str:
        """That carries it; empty: none."""
        ...


class TighterLimit(Protocol):
    """Limits of one joint."""

    @property
    def joint(self) -> str:
        """Its name."""
        ...

    @property
    def q_min(self) -> float:
        """[rad or m]."""
        ...

    @property
    def q_max(self) -> float:
        """[rad or m]."""
        ...

    @property
    def qd_max(self) -> float:
        """[rad/s or m/s]."""
        ...


class Updates(Protocol):
    """All that differs from the files."""

    @property
    def bodies(self) -> Sequence[PlacedBody]:
        """Of each body the newest."""
        ...

    @property
    def limits(self) -> Sequence[TighterLimit]:
        """Of each joint the newest."""
        ...


@lru_cache(MODELS_KEPT)
def with_updates(model: Model, updates: Updates) -> Model:
    """Return the model after updates.

    Raises:
        UpdateError: a body or joint that it does not have, or that cannot be so.
    """
    robot, scene = model.robot, model.scene
    for placed in updates.bodies:
        robot, scene = _placed(robot, scene, placed)
    for limit in updates.limits:
        robot = _tightened(robot, limit)
    return replace(model, robot=robot, scene=scene)


def displacement(placed: PlacedBody) -> Array:
    """Return how a body is moved (4, 4)."""
    T = np.eye(4)
    T[:3, :3], T[:3, 3] = rotation_from_quaternion(np.array(placed.quat)), placed.p
    return T


def _placed(robot: Robot, scene: Scene, placed: PlacedBody) -> tuple[Robot, Scene]:
    body = scene.body_named(placed.body)
    if body is None:
        problem = nearest(placed.body, [each.name for each in scene.bodies])
        raise UpdateError(f"the scene has no body {placed.body!r} that could be moved{problem}")
    if body.motion is not None:
        raise UpdateError(f"{placed.body!r} moves by itself, and is kept clear of on its whole way")
    T = displacement(placed)
    boxes = tuple(_box_at(box, T) for box in scene.boxes if box.body == body.name)
    rods = tuple(_capsule_at(rod, T) for rod in scene.capsules if rod.body == body.name)
    meshes = tuple(mesh.at(T) for mesh in scene.meshes if mesh.body == body.name)
    rest = replace(
        scene,
        boxes=tuple(box for box in scene.boxes if box.body != body.name),
        capsules=tuple(rod for rod in scene.capsules if rod.body != body.name),
        meshes=tuple(mesh for mesh in scene.meshes if mesh.body != body.name),
        bodies=tuple(each for each in scene.bodies if each.name != body.name),
    )
    if not placed.joint:
        moved = (*rest.bodies, _body_at(body, T))
        boxes, rods = (*rest.boxes, *boxes), (*rest.capsules, *rods)
        return robot, replace(rest, boxes=boxes, capsules=rods, meshes=(*rest.meshes, *meshes), bodies=moved)
    load = Load(
        body=replace(_body_at(body, T), carrier=placed.joint),
        boxes=tuple(box for box in boxes if not box.cover_of),  # of a mesh its pieces are carried
        capsules=tuple(rod for rod in rods if not rod.cover_of),
        meshes=meshes,
    )
    try:
        return with_loads(robot, replace(rest, loads=(load,)))
    except LoadError as error:
        raise UpdateError(f"{body.name!r}: {error}") from None


def _box_at(box: Box, T: Array) -> Box:
    return replace(box, T_base_box=read_only(T @ box.T_base_box))


def _capsule_at(rod: Capsule, T: Array) -> Capsule:
    R, p = T[:3, :3], T[:3, 3]
    return replace(rod, p0=read_only(R @ rod.p0 + p), p1=read_only(R @ rod.p1 + p))


def _body_at(body: SceneBody, T: Array) -> SceneBody:
    R, p = T[:3, :3], T[:3, 3]
    return replace(body, com=read_only(R @ body.com + p), inertia=read_only(R @ body.inertia @ R.T))


def _tightened(robot: Robot, limit: TighterLimit) -> Robot:
    names, limits = [joint.name for joint in robot.commanded], robot.limits
    if limit.joint not in names:
        problem = nearest(limit.joint, names)
        raise UpdateError(f"the arm commands no joint {limit.joint!r}{problem}")
    i = names.index(limit.joint)
    if not (limits.q_min[i] <= limit.q_min < limit.q_max <= limits.q_max[i]):
        allowed = f"{limits.q_min[i]:.4g} to {limits.q_max[i]:.4g}"
        raise UpdateError(
            f"{limit.joint!r} goes from {limit.q_min:.4g} to {limit.q_max:.4g}, its file {allowed}"
        )
    if not 0.0 < limit.qd_max <= limits.qd_max[i]:
        allowed = f"{limits.qd_max[i]:.4g} a second"
        raise UpdateError(f"{limit.joint!r} would go {limit.qd_max:.4g}, its file {allowed}")
    rows = {
        name: (*row[:i], value, *row[i + 1 :])
        for name, row, value in (
            ("q_min", limits.q_min, limit.q_min),
            ("q_max", limits.q_max, limit.q_max),
            ("qd_max", limits.qd_max, limit.qd_max),
        )
    }
    return replace(robot, limits=replace(limits, **rows))
