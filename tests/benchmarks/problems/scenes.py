"""Scenes to measure with, for any arm: primitives around where it moves, or convex modules of many triangles.

A body stands near the arm's trajectory, but leaves it its way: a scene in which every motion touches
something would measure how quickly the first contact is found, and one of far bodies how quickly they are
left out.
"""

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from predictor.geometry.mesh import Mesh, mesh_of, placed
from predictor.geometry.scenes.covers import resting_covers
from predictor.geometry.shapes import Box, Capsule, MeshShape, Scene
from predictor.inputs.arrays import read_only
from predictor.model.kinematics import link_poses
from predictor.model.reach import full_reach
from predictor.model.robot import Robot

Array = NDArray[np.float64]

BODY = "base"
NEAREST_M = 0.03  # from a ball around a body to the arm at some pose
LOOKS = 200  # poses of the trajectory that a body must leave alone
PLACES = 6  # on the axis of each leaf
KINDS = ("box", "capsule", "sphere")
WITHOUT_BOXES = "without boxes"
TRIES = 20_000
PROFILE = 4.0  # exponent of a module's outline: between a ball (2) and a drum


class Sizes(NamedTuple):
    """Of the balls around bodies, in reaches of the arm: their radius, and how far off the arm's way."""

    least: float
    most: float
    away: float


LARGE, SMALL, MODULES = Sizes(0.08, 0.22, 0.35), Sizes(0.015, 0.05, 0.35), Sizes(0.12, 0.25, 0.06)


class _Place(NamedTuple):
    """Where a body may stand."""

    centre: Array  # (3,) [m]
    radius: float  # of a ball that holds it [m]


def crowd(name: str, robot: Robot, poses: Array, *, count: int, sizes: Sizes, seed: int = 1) -> Scene:
    """Return a scene of boxes, capsules and spheres in turn, clear of the arm at all poses (k, n).

    One whose name ends with `WITHOUT_BOXES` has capsules and spheres alone.
    """
    kinds = KINDS[1:] if name.endswith(WITHOUT_BOXES) else KINDS
    rng = np.random.default_rng(seed)
    boxes: list[Box] = []
    capsules: list[Capsule] = []
    for number, place in enumerate(_places(robot, poses, rng, count=count, sizes=sizes)):
        kind = kinds[number % len(kinds)]
        if kind == "box":
            boxes.append(_box(f"box_{number}", place, rng))
        else:
            capsules.append(_capsule(f"{kind}_{number}", place, rng, is_sphere=kind == "sphere"))
    shapes = [box.name for box in boxes] + [capsule.name for capsule in capsules]
    return Scene(
        name=name, boxes=tuple(boxes), capsules=tuple(capsules), bodies=(), mounts=_foot(robot, shapes)
    )


def modules(name: str, robot: Robot, poses: Array, *, faces: int, count: int = 5, seed: int = 1) -> Scene:
    """Return a scene of convex modules, each of so many triangles, covered by boxes."""
    rng = np.random.default_rng(seed)
    shapes = []
    for number, place in enumerate(_places(robot, poses, rng, count=count, sizes=MODULES)):
        mesh = placed(_module(faces, place.radius, rng.uniform(0.4, 0.7)), _pose(place.centre, rng))
        shapes.append(MeshShape(name=f"module_{number}", body=BODY, mesh=mesh, pieces=(mesh,)))
    boxes = tuple(box for shape in shapes for box in resting_covers(shape))
    mounts = _foot(robot, [box.name for box in boxes])
    return Scene(name=name, boxes=boxes, capsules=(), bodies=(), meshes=tuple(shapes), mounts=mounts)


def _foot(robot: Robot, shapes: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """Return the leaves that stand still with every shape: what does not move is not tested."""
    names, frame = robot.capsules.names, robot.capsules.frame
    return tuple((leaf, shape) for leaf, of in zip(names, frame, strict=True) if of == 0 for shape in shapes)


def _places(
    robot: Robot, poses: Array, rng: np.random.Generator, *, count: int, sizes: Sizes
) -> Iterator[_Place]:
    """Draw places that leave the arm its way.

    Raises:
        ValueError: there are not that many.
    """
    reach, (points, radii) = full_reach(robot), _occupied(robot, poses)
    found = 0
    for _ in range(TRIES):
        near, way = rng.integers(len(points)), rng.normal(size=3)
        radius = reach * rng.uniform(sizes.least, sizes.most)
        away = radii[near] + radius + rng.uniform(NEAREST_M, NEAREST_M + sizes.away * reach)
        centre = points[near] + away * way / np.linalg.norm(way)
        if (np.linalg.norm(points - centre, axis=1) - radii).min() < radius + NEAREST_M:
            continue
        yield _Place(centre, radius)
        found += 1
        if found == count:
            return
    raise ValueError(f"{robot.name} leaves room for {found} bodies of {count}")


def _occupied(robot: Robot, poses: Array) -> tuple[Array, Array]:
    """Return balls, (k, 3) and (k,), that hold the leaves at some of the poses."""
    leaves = robot.capsules
    share = np.linspace(0.0, 1.0, PLACES)[:, None, None]
    on_axis = leaves.p0 + share * (leaves.p1 - leaves.p0)  # (places, m, 3)
    radii = leaves.radius + np.linalg.norm(leaves.p1 - leaves.p0, axis=1) / (2 * (PLACES - 1))
    looked_at = poses[np.linspace(0, len(poses) - 1, min(LOOKS, len(poses))).astype(int)]
    points = []
    for q in looked_at:
        T = link_poses(robot, q)[leaves.frame]
        points.append(np.einsum("mij,pmj->pmi", T[:, :3, :3], on_axis) + T[:, :3, 3])
    return np.concatenate(points).reshape(-1, 3), np.tile(radii, len(points) * PLACES)


def _box(name: str, place: _Place, rng: np.random.Generator) -> Box:
    half = rng.uniform(0.2, 1.0, 3)
    half *= place.radius / np.linalg.norm(half)
    return Box(name=name, body=BODY, T_base_box=read_only(_pose(place.centre, rng)), half=read_only(half))


def _capsule(name: str, place: _Place, rng: np.random.Generator, *, is_sphere: bool) -> Capsule:
    radius = place.radius if is_sphere else place.radius * rng.uniform(0.2, 0.7)
    way = rng.normal(size=3)
    arm = way / np.linalg.norm(way) * (place.radius - radius)
    return Capsule(
        name=name,
        body=BODY,
        p0=read_only(place.centre - arm),
        p1=read_only(place.centre + arm),
        radius=radius,
    )


def _pose(centre: Array, rng: np.random.Generator) -> Array:
    """Return a pose (4, 4) there, turned at random."""
    Q, R = np.linalg.qr(rng.normal(size=(3, 3)))
    Q *= np.sign(np.diag(R))
    T = np.eye(4)
    T[:3, :3], T[:3, 3] = Q * np.linalg.det(Q), centre
    return T


def _module(faces: int, radius: float, slender: float) -> Mesh:
    """Return a convex body of revolution about z of exactly so many triangles.

    k rings of s sides between two tips have 2 s k triangles; what lies between two sides is flat.

    Raises:
        ValueError: that many triangles make no such rings.
    """
    sides = 2 * round(math.sqrt(faces / 2.0) * 0.625)
    while faces % (2 * sides):
        sides -= 1
        if sides < 3:
            raise ValueError(f"{faces} triangles make no rings of equal sides")
    rings = faces // (2 * sides)
    angle = math.pi * np.arange(1, rings + 1) / (rings + 1)
    outline = (np.abs(np.cos(angle)) ** PROFILE + np.abs(np.sin(angle)) ** PROFILE) ** (-1.0 / PROFILE)
    z, rho = outline * np.cos(angle), slender * outline * np.sin(angle)
    turn = 2.0 * math.pi * np.arange(sides) / sides
    rim = np.stack(
        [np.outer(rho, np.cos(turn)), np.outer(rho, np.sin(turn)), np.outer(z, np.ones(sides))], axis=2
    )
    corners = np.concatenate([[[0.0, 0.0, 1.0]], rim.reshape(-1, 3), [[0.0, 0.0, -1.0]]])
    return mesh_of(corners * radius / np.linalg.norm(corners, axis=1).max(), _ring_faces(rings, sides))


def _ring_faces(rings: int, sides: int) -> NDArray[np.int64]:
    here = np.arange(sides)
    there = (here + 1) % sides
    tip, last = 0, 1 + rings * sides
    faces = [np.column_stack([np.full(sides, tip), 1 + here, 1 + there])]
    for ring in range(rings - 1):
        a, b = 1 + ring * sides + here, 1 + ring * sides + there
        faces += [np.column_stack([a, a + sides, b]), np.column_stack([b, a + sides, b + sides])]
    end = 1 + (rings - 1) * sides
    faces.append(np.column_stack([end + here, np.full(sides, last), end + there]))
    return np.concatenate(faces)
