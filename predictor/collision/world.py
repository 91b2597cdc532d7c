"""Arm and scene as capsules and boxes, packed for kernels, and how near they come in one pose.

A pair is (kind, arm capsule, other): the other is a box or a capsule of the scene, or a capsule of the arm.
Pairs that are joined by construction (the scene's mounts, the arm's neighbours) are not among them.

What stands in space is looked at from there: the arm's capsules are placed twice, in the arm base and, from
where that floats, in the world, and a pair with such a shape takes the second ones.

    ends   0 ... m - 1 in the arm base,   m ... 2 m - 1 in the world (only if something stands in space)

For each pair and joint a *lever* bounds, in every pose, how fast one of its shapes can move against the other
when that joint moves: the pair's distance changes by at most sum of lever * |qd| per second.  What the base
does meanwhile is in the levers of the pairs that it counts for (`predictor.model.base.base_speed`).
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from predictor.collision.distance import Vector, along
from predictor.collision.method import WorldError
from predictor.collision.nearest_points import segment_box_witness, segment_segment_witness
from predictor.geometry.shapes import Scene
from predictor.jit import kernel
from predictor.model.base.base_speed import base_levers
from predictor.model.base.floating_base import FloatingBase, floating_base
from predictor.model.kinematics import tree_frames
from predictor.model.reach import by_command, levers
from predictor.model.robot import Robot, Tree
from telemetry.settings import nearest

Array = NDArray[np.float64]
Integers = NDArray[np.int64]

WITH_BOX, WITH_CAPSULE, WITH_ARM = 0, 1, 2
SCENE, ITSELF = 0, 1  # sides that the arm must keep clear of


class Packed(NamedTuple):
    """All that the kernels read beside the tree of joints; m arm capsules, n joints, k pairs."""

    frame: Integers  # (m,)
    ends: Array  # (m, 2, 3) axis ends in their frame [m]
    radius: Array  # (m,), or (2 m,)
    T_box_base: Array  # (b, 4, 4)
    half: Array  # (b, 3)
    bar_ends: Array  # (c, 2, 3) axis ends of scene capsules in the arm base [m]
    bar_radius: Array  # (c,)
    pairs: Integers  # (k, 3) kind, arm capsule (+ m: in the world), other
    lever: Array  # (k, n) [m], or 1 of a joint that slides


def floats_past(robot: Robot, scene: Scene) -> FloatingBase | None:
    """Return the arm on its free base if the scene has shapes that do not ride on that; else None."""
    bodies = [shape.body for shape in scene.boxes] + [shape.body for shape in scene.capsules]
    if robot.platform is None or not any(map(scene.stands_in_space, bodies)):
        return None
    return floating_base(robot, scene.bodies)


def pack(robot: Robot, scene: Scene, base: FloatingBase | None = None) -> Packed:
    """Pack an arm and a scene; `base`: of one that floats past a part of the scene.

    Raises:
        WorldError: a mount names an unknown capsule or shape, or nothing is left to keep clear of.
    """
    capsules = robot.capsules
    pairs = _pairs(robot, scene, is_floating=base is not None)
    ends = np.stack([capsules.p0, capsules.p1], axis=1)
    return Packed(
        frame=capsules.frame,
        ends=_fixed(ends, (-1, 2, 3)),
        radius=capsules.radius if base is None else _fixed([*capsules.radius] * 2, (-1,)),
        T_box_base=_fixed([np.linalg.inv(box.T_base_box) for box in scene.boxes], (-1, 4, 4)),
        half=_fixed([box.half for box in scene.boxes], (-1, 3)),
        bar_ends=_fixed([(bar.p0, bar.p1) for bar in scene.capsules], (-1, 2, 3)),
        bar_radius=_fixed([bar.radius for bar in scene.capsules], (-1,)),
        pairs=pairs,
        lever=_levers(robot, ends, pairs, base=base),
    )


def pair_names(robot: Robot, scene: Scene, pairs: Integers) -> tuple[tuple[str, str], ...]:
    """Return what each pair (k, 3) is called: the arm's capsule, and what it must keep clear of."""
    arms = robot.capsules.names
    shapes = ([box.name for box in scene.boxes], [bar.name for bar in scene.capsules], arms)
    return tuple((arms[arm % len(arms)], shapes[kind][other]) for kind, arm, other in pairs)


def _fixed(rows: object, shape: tuple[int, ...]) -> Array:
    array = np.ascontiguousarray(np.array(rows, dtype=np.float64).reshape(shape))
    array.setflags(write=False)
    return array


def _pairs(robot: Robot, scene: Scene, *, is_floating: bool) -> Integers:
    names = robot.capsules.names
    boxes, bars = [box.name for box in scene.boxes], [bar.name for bar in scene.capsules]
    for capsule, shape in scene.mounts:
        for name, valid in ((capsule, [*names]), (shape, boxes + bars)):
            if name not in valid:
                raise WorldError(f"scene {scene.name}: mount of unknown {name!r}{nearest(name, valid)}")
    of = {box.name: box.body for box in scene.boxes} | {bar.name: bar.body for bar in scene.capsules}
    seen_in = {name: len(names) * (is_floating and scene.stands_in_space(of[name])) for name in of}
    pairs = [
        (kind, seen_in[shape] + arm, other)
        for kind, shapes in ((WITH_BOX, boxes), (WITH_CAPSULE, bars))
        for other, shape in enumerate(shapes)
        for arm, capsule in enumerate(names)
        if (capsule, shape) not in scene.mounts
    ]
    frame = robot.capsules.frame
    for first, second in robot.self_pairs:  # the one that moves with more joints comes first
        arm, other = (first, second) if frame[first] > frame[second] else (second, first)
        pairs.append((WITH_ARM, int(arm), int(other)))
    if not pairs:
        raise WorldError(f"scene {scene.name} and arm {robot.name} have nothing to keep clear of")
    packed = np.array(pairs, dtype=np.int64)
    packed.setflags(write=False)
    return packed


def _levers(robot: Robot, ends: Array, pairs: Integers, *, base: FloatingBase | None) -> Array:
    carried = 0.0 if base is None else base_levers(base)
    count = len(ends)
    frames = [int(frame) for frame in robot.capsules.frame]
    moving = [np.maximum(*(levers(robot, f, p) for p in both)) for f, both in zip(frames, ends, strict=True)]
    carriers = [set(robot.carriers(frame)) for frame in frames]
    lever = np.zeros((len(pairs), robot.n))
    for row, (kind, arm, other) in enumerate(pairs):
        if kind == WITH_ARM:  # joints that carry both do not move one against the other
            both = sorted(carriers[arm] & carriers[other])
            apart = np.maximum(moving[arm], moving[other])
            apart[both] = 0.0
            lever[row] = by_command(robot, apart)
        else:
            lever[row] = by_command(robot, moving[arm % count]) + (carried if arm >= count else 0.0)
    lever.setflags(write=False)
    return lever


@kernel
def place(tree: Tree, world: Packed, q: Array, T: Array, out_ends: Array) -> None:
    """Axis ends (m, 2, 3) of the arm's capsules in the arm base; T, of all frames, is scratch."""
    tree_frames(tree, q, T)
    for m in range(len(world.frame)):
        frame = world.frame[m]
        for end in range(2):
            for i in range(3):
                total = T[frame, i, 3]
                for k in range(3):
                    total += T[frame, i, k] * world.ends[m, end, k]
                out_ends[m, end, i] = total


@kernel
def place_in_world(world: Packed, T_world_base: Array, ends: Array) -> None:
    """Add to axis ends (2 m, 2, 3), whose first half is in the arm base, the second, in the world."""
    count = len(world.frame)
    for m in range(count):
        for end in range(2):
            for i in range(3):
                total = T_world_base[i, 3]
                for k in range(3):
                    total += T_world_base[i, k] * ends[m, end, k]
                ends[count + m, end, i] = total


@kernel
def pair_distance(world: Packed, ends: Array, pair: int) -> float:
    """Signed distance of one pair [m] with the arm's axis ends, as placed."""
    return pair_witness(world, ends, pair)[0]


@kernel
def pair_witness(world: Packed, ends: Array, pair: int) -> tuple[float, Vector, Vector]:
    """Signed distance of one pair [m], the nearest point of its first, and the normal of its second there."""
    kind, arm, other = world.pairs[pair, 0], world.pairs[pair, 1], world.pairs[pair, 2]
    p, u = segment(ends, arm)
    radius = world.radius[arm]
    if kind == WITH_BOX:
        T = world.T_box_base[other]
        half = (world.half[other, 0], world.half[other, 1], world.half[other, 2])
        gap, s, normal = segment_box_witness(placed(T, p, 1.0), placed(T, u, 0.0), half)
        normal = (
            T[0, 0] * normal[0] + T[1, 0] * normal[1] + T[2, 0] * normal[2],
            T[0, 1] * normal[0] + T[1, 1] * normal[1] + T[2, 1] * normal[2],
            T[0, 2] * normal[0] + T[1, 2] * normal[1] + T[2, 2] * normal[2],
        )
        return gap - radius, along(along(p, s, u), -radius, normal), normal
    q, v = segment(world.bar_ends, other) if kind == WITH_CAPSULE else segment(ends, other)
    others = world.bar_radius[other] if kind == WITH_CAPSULE else world.radius[other]
    gap, s, normal = segment_segment_witness(p, u, q, v)
    return gap - radius - others, along(along(p, s, u), -radius, normal), normal


@kernel
def segment(ends: Array, row: int) -> tuple[Vector, Vector]:
    """One end of an axis of ends (k, 2, 3), and what leads to the other."""
    p = (ends[row, 0, 0], ends[row, 0, 1], ends[row, 0, 2])
    return p, (ends[row, 1, 0] - p[0], ends[row, 1, 1] - p[1], ends[row, 1, 2] - p[2])


@kernel
def placed(T: Array, x: Vector, is_point: float) -> Vector:
    """A point (1.0) or a direction (0.0) in the frame to which the pose T (4, 4) leads."""
    return (
        T[0, 0] * x[0] + T[0, 1] * x[1] + T[0, 2] * x[2] + is_point * T[0, 3],
        T[1, 0] * x[0] + T[1, 1] * x[1] + T[1, 2] * x[2] + is_point * T[1, 3],
        T[2, 0] * x[0] + T[2, 1] * x[1] + T[2, 2] * x[2] + is_point * T[2, 3],
    )


@kernel
def side_of(world: Packed, pair: int) -> int:
    """SCENE or ITSELF: what the arm must keep clear of in a pair."""
    return ITSELF if world.pairs[pair, 0] == WITH_ARM else SCENE


@kernel
def least_distances(
    tree: Tree,
    world: Packed,
    q: Array,
    T_world_base: Array | None,
    out_distance: Array,
    out_pair: Integers,
) -> None:
    """Least signed distance [m] and its pair (-1: none) of SCENE and of ITSELF; the first NaN ends both."""
    T = np.empty((len(tree.rows) + 1, 4, 4))
    ends = np.empty((len(world.radius), 2, 3))
    place(tree, world, q, T, ends)
    if T_world_base is not None:
        place_in_world(world, T_world_base, ends)
    out_distance[:], out_pair[:] = np.inf, -1
    for pair in range(len(world.pairs)):
        distance, side = pair_distance(world, ends, pair), side_of(world, pair)
        if np.isnan(distance) or distance < out_distance[side]:
            out_distance[side], out_pair[side] = distance, pair
        if np.isnan(distance):
            return


@kernel
def least_of_poses(
    tree: Tree,
    world: Packed,
    poses: Array,
    T_world_base: Array | None,
    out_distance: Array,
    out_pair: Integers,
) -> None:
    """The less of both, or the NaN, of every pose (k, n), into (k,) and (k,)."""
    distance, pair = np.empty(2), np.empty(2, np.int64)
    for k in range(len(poses)):
        least_distances(tree, world, poses[k], T_world_base, distance, pair)
        side = SCENE
        if np.isnan(distance[ITSELF]) or distance[ITSELF] < distance[SCENE]:
            side = ITSELF
        out_distance[k], out_pair[k] = distance[side], pair[side]


@kernel
def witness_of_pair(
    tree: Tree, world: Packed, q: Array, T_world_base: Array | None, pair: int, out_found: Array
) -> None:
    """Nearest point of the first of a pair, then nothing, then the normal, (3, 3), as it was placed."""
    T = np.empty((len(tree.rows) + 1, 4, 4))
    ends = np.empty((len(world.radius), 2, 3))
    place(tree, world, q, T, ends)
    if T_world_base is not None:
        place_in_world(world, T_world_base, ends)
    _, point, normal = pair_witness(world, ends, pair)
    for i in range(3):
        out_found[0, i], out_found[2, i] = point[i], normal[i]
