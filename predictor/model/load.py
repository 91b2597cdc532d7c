"""Loads: bodies of a scene that a joint of the arm carries become the arm's own.

    robot + scene with loads ---> robot with their capsules and mass, scene without them

Each box of a load, and each convex piece of a mesh, gets one capsule with all of it inside.  It must stay
clear of the scene, and of every capsule of the arm in another frame but those that a mount of the scene
names: what touches what on one's own arm is stated, not guessed.  A load is seen and touched as its link
is: by its meshes where the link has any, otherwise by its capsules.

Here arm and scene meet, so here a mount is refused without a reason where a motion could change what it
leaves out (`predictor.model.mounts`).
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np

from predictor.geometry.fit import volumes
from predictor.geometry.primitive_meshes import as_mesh
from predictor.geometry.scenes.covers import resting_covers
from predictor.geometry.shapes import Box, Capsule, Load, MeshShape, Scene
from predictor.inputs.arrays import Array, Integers, read_only, read_only_integers
from predictor.model.masses import welded
from predictor.model.mounts import missing_reason, mountings
from predictor.model.robot import Capsules, Inertia, Part, Robot
from telemetry.files.settings import nearest

SKIN_M = 1e-9  # by which a capsule is larger than what it is made for: rounding


class LoadError(ValueError):
    """A load that this arm cannot carry, or a name that arm and scene both use."""


def with_loads(robot: Robot, scene: Scene) -> tuple[Robot, Scene]:
    """Return the arm with all loads of a scene, and the scene without them.

    Raises:
        LoadError: the arm has no joint of that name, both use the same name, or a mount has no reason.
    """
    for load in scene.loads:
        robot = _carrying(robot, load, scene.mounts)
    own = {capsule.name for load in scene.loads for capsule in load_capsules(load)}
    for capsule, shape in scene.mounts:
        if shape in own and capsule not in robot.capsules.names:
            raise LoadError(f"mount of unknown {capsule!r}{nearest(capsule, [*robot.capsules.names])}")
    _check_names(robot, [shape.name for shape in (*scene.volumes, *scene.meshes)])
    for mounting in mountings(robot, scene):
        if mounting.needs_reason and not mounting.reason:
            raise LoadError(
                f"mount of {mounting.capsule!r} on {mounting.shape!r}: {missing_reason(mounting)}"
            )
    mounts = tuple(pair for pair in scene.mounts if pair[1] not in own)
    return robot, replace(scene, loads=(), mounts=mounts)


def load_capsules(load: Load) -> tuple[Capsule, ...]:
    """Return the capsules of a load, in the frame that carries it."""
    blocks = [(box.name, as_mesh(box).mesh, box) for box in load.boxes]
    blocks += [
        (box.name, piece, box)
        for mesh in load.meshes
        for piece, box in zip(mesh.pieces, resting_covers(mesh), strict=True)
    ]
    around = [
        capsule_around(mesh.vertices, box.T_base_box, name=name, body=box.body) for name, mesh, box in blocks
    ]
    return (*around, *load.capsules)


def capsule_around(points: Array, T: Array, *, name: str, body: str) -> Capsule:
    """Return the smallest of three capsules around points (k, 3): along the edges of a box (4, 4) of them."""
    found = [_along(points, centre=T[:3, 3], axis=T[:3, i]) for i in range(3)]
    least = min(found, key=lambda capsule: capsule.volume)
    return Capsule(name=name, body=body, p0=read_only(least.p0), p1=read_only(least.p1), radius=least.radius)


def _along(points: Array, *, centre: Array, axis: Array) -> volumes.BoundingCapsule:
    """Return the shortest capsule about an axis, with all points inside."""
    away = points - centre
    height = away @ axis
    across = np.linalg.norm(away - np.outer(height, axis), axis=1)
    radius = float(across.max())
    cap = np.sqrt(radius**2 - across**2)  # how far beyond an end of the axis a point may be
    low, high = float((height + cap).min()), float((height - cap).max())
    if low > high:  # one sphere holds them all
        low = high = 0.5 * (low + high)
    return volumes.BoundingCapsule(p0=centre + low * axis, p1=centre + high * axis, radius=radius + SKIN_M)


def _carrying(robot: Robot, load: Load, mounts: Sequence[tuple[str, str]]) -> Robot:
    names = [joint.name for joint in robot.joints]
    if load.body.carrier not in names:
        problem = nearest(load.body.carrier, ["base", "space", *names])
        raise LoadError(f"the arm has no joint {load.body.carrier!r} that could carry it{problem}")
    frame = names.index(load.body.carrier) + 1
    added = load_capsules(load)
    _check_names(robot, [*(capsule.name for capsule in added), *(mesh.name for mesh in load.meshes)])
    links = list(robot.links)
    links[frame - 1] = _with_mass(links[frame - 1], load)
    return replace(
        robot,
        capsules=_joined(robot.capsules, added, frame),
        self_pairs=_pairs(robot, added, frame=frame, mounts=frozenset(mounts)),
        links=tuple(links),
        parts=(*robot.parts, *_parts(robot, load, frame)),
    )


def _check_names(robot: Robot, names: Iterable[str]) -> None:
    """Refuse a shape of the scene that is called like one of the arm: a contact names what touched."""
    own = {*robot.capsules.names, *(part.name for part in robot.parts)}
    for name in names:
        if name in own:
            raise LoadError(f"the arm has a {name!r} of its own; names must differ, rename the shape")


def _with_mass(link: Inertia, load: Load) -> Inertia:
    body = load.body
    if body.mass == 0.0:
        return link
    both = [(link.mass, link.com, link.inertia), (body.mass, body.com, body.inertia)]
    return welded(link.name, link.frame, both)


def _joined(own: Capsules, added: Sequence[Capsule], frame: int) -> Capsules:
    return Capsules(
        names=(*own.names, *(capsule.name for capsule in added)),
        frame=read_only_integers([*own.frame, *[frame] * len(added)]),
        p0=read_only([*own.p0, *(capsule.p0 for capsule in added)]),
        p1=read_only([*own.p1, *(capsule.p1 for capsule in added)]),
        radius=read_only([*own.radius, *(capsule.radius for capsule in added)]),
    )


def _pairs(
    robot: Robot, added: Sequence[Capsule], *, frame: int, mounts: frozenset[tuple[str, str]]
) -> Integers:
    """Return the pairs (k, 2) of the arm, and those of a load with whatever another frame carries."""
    own = robot.capsules
    others = [index for index, its in enumerate(own.frame) if its != frame]
    pairs = [
        (other, len(own.names) + number)
        for number, capsule in enumerate(added)
        for other in others
        if (own.names[other], capsule.name) not in mounts
    ]
    return read_only_integers(np.concatenate([robot.self_pairs, np.reshape(pairs, (-1, 2))]))


def _parts(robot: Robot, load: Load, frame: int) -> Iterable[Part]:
    """Return a load as meshes where its link has meshes; to be touched where those can be."""
    beside = [part for part in robot.parts if part.frame == frame]
    if not beside:
        return
    is_touched = any(part.pieces for part in beside)
    shapes: tuple[Box | Capsule | MeshShape, ...] = (*load.boxes, *load.capsules, *load.meshes)
    for shape in map(as_mesh, shapes):
        yield Part(name=shape.name, frame=frame, mesh=shape.mesh, pieces=shape.pieces if is_touched else ())
