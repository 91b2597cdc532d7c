"""How an arm stands in a scene: how clear its home is, what it can never reach, what it is mounted on.

    name, home_clearance, pair, unreachable[], proposed_mounts[{capsule, shape, reason}]
    doubts[{what, why, what_to_do}]

A part of the arm and a shape that touch in every one of many poses, drawn by a seed, or that are always
equally near, cannot be kept apart by any motion: a mount is proposed for them, with that as its reason, for a
person to judge.  What lies beyond the bound of `predictor.model.reach` is out of reach in every pose, drawn
or not.  Distances here are those of points along a limb's axis: to look at, not to fly by.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from predictor.collision.method import METHODS, WorldError, build_world
from predictor.doubt import Doubt
from predictor.geometry.shapes import Box, Capsule, Scene
from predictor.model.kinematics import link_poses
from predictor.model.load import LoadError, load_capsules, with_loads
from predictor.model.reach import reach
from predictor.model.robot import Robot
from telemetry.settings import nearest

Array = NDArray[np.float64]

SEED, POSES, POINTS = 1, 300, 24  # poses that are drawn; points along a limb
STEADY_M, NEAR_M = 1e-6, 0.1  # apart by the same, to rounding; and so near that clearance may be asked for


class FitError(ValueError):
    """An arm and a scene that cannot be put together."""


class _Pair(NamedTuple):
    """A part of the arm, by its row, and a shape: of the scene, or of the arm's load, by its row."""

    limb: int
    shape: Box | Capsule | int


def arm_facts(robot: Robot, scene: Scene) -> dict[str, Any]:
    """Return how an arm stands in a scene.

    Raises:
        FitError: the arm cannot carry a load of the scene, or nothing is there to keep clear of.
    """
    names = [*robot.capsules.names]
    unknown = [pair for pair in scene.mounts if pair[0] not in names]
    doubts = [_of_mount(*pair, names) for pair in unknown]
    try:
        arm, around = with_loads(
            robot, replace(scene, mounts=tuple(pair for pair in scene.mounts if pair not in unknown))
        )
        world = build_world(next(iter(METHODS)), arm, around)
    except (LoadError, WorldError) as error:
        raise FitError(str(error)) from None
    pairs = [*_pairs(arm, around, loads={c.name for load in scene.loads for c in load_capsules(load)})]
    home = world.clearance(arm.home_q)
    doubts += _at_home(arm, pairs)
    return {
        "name": robot.name,
        "home_clearance": home.distance,
        "pair": list(home.pair),
        "unreachable": [shape.name for shape in _out_of_reach(arm, around)],
        "proposed_mounts": [*_proposals(arm, pairs)],
        "doubts": [doubt._asdict() for doubt in doubts],
    }


def _of_mount(capsule: str, shape: str, names: list[str]) -> Doubt:
    told = f"the arm has no capsule {capsule!r}{nearest(capsule, names)}"
    return Doubt(f"mount of {capsule} on {shape}", told, "name one of the arm's, or leave it out")


def _pairs(robot: Robot, scene: Scene, loads: set[str]) -> Iterator[_Pair]:
    """Return the pairs that are kept apart: with the scene, and of a load with the rest of the arm."""
    names, mounts = robot.capsules.names, set(scene.mounts)
    for shape in scene.volumes:
        yield from (_Pair(limb, shape) for limb, name in enumerate(names) if (name, shape.name) not in mounts)
    for first, second in robot.self_pairs.tolist():
        if names[second] in loads and names[first] not in loads:
            yield _Pair(first, second)


def _out_of_reach(robot: Robot, scene: Scene) -> Iterator[Box | Capsule]:
    farthest, base = reach(robot), np.zeros((1, 3))
    return (shape for shape in scene.volumes if _outside(shape, base) > farthest)


def _at_home(robot: Robot, pairs: list[_Pair]) -> Iterator[Doubt]:
    limbs = _limbs(robot, np.array(robot.home_q))
    for pair in pairs:
        depth = -_distance(robot, limbs, pair)
        if depth >= 0.0:
            limb, shape = _names(robot, pair)
            told = f"touches {shape} at home, {1e3 * depth:.0f} mm deep"
            yield Doubt(limb, told, "move the shape, choose another home, or mount one on the other")


def _proposals(robot: Robot, pairs: list[_Pair]) -> Iterator[dict[str, str]]:
    """Return the mounts that no motion can do without."""
    rng, limits = np.random.default_rng(SEED), robot.limits
    low, high = np.maximum(limits.q_min, -np.pi), np.minimum(limits.q_max, np.pi)
    seen = dict.fromkeys(range(len(pairs)), (np.inf, -np.inf))
    for q in rng.uniform(low, high, (POSES, robot.n)):
        limbs = _limbs(robot, q)
        for index, (least, most) in [*seen.items()]:
            distance = _distance(robot, limbs, pairs[index])
            least, most = min(least, distance), max(most, distance)
            seen[index] = least, most
            if most > 0.0 and (most - least > STEADY_M or most > NEAR_M):
                del seen[index]
    for index, (least, _) in seen.items():
        limb, shape = _names(robot, pairs[index])
        told = f"always {1e3 * least:.0f} mm apart" if least > 0.0 else "touch"
        yield {"capsule": limb, "shape": shape, "reason": f"{told} in {POSES} of {POSES} poses drawn"}


def _names(robot: Robot, pair: _Pair) -> tuple[str, str]:
    names, shape = robot.capsules.names, pair.shape
    return names[pair.limb], names[shape] if isinstance(shape, int) else shape.name


def _limbs(robot: Robot, q: Array) -> Array:
    """Return points (m, POINTS, 3) along the axes of the arm's capsules, in the arm base."""
    T = link_poses(robot, q)[robot.capsules.frame]
    share = np.linspace(0.0, 1.0, POINTS)[None, :, None]
    points = (1.0 - share) * robot.capsules.p0[:, None] + share * robot.capsules.p1[:, None]
    placed: Array = np.einsum("mij,mkj->mki", T[:, :3, :3], points) + T[:, None, :3, 3]
    return placed


def _distance(robot: Robot, limbs: Array, pair: _Pair) -> float:
    radius, points = float(robot.capsules.radius[pair.limb]), limbs[pair.limb]
    if isinstance(pair.shape, int):
        begin, end = limbs[pair.shape, 0], limbs[pair.shape, -1]
        return _from_segment(points, begin, end) - radius - float(robot.capsules.radius[pair.shape])
    return _outside(pair.shape, points) - radius


def _outside(shape: Box | Capsule, points: Array) -> float:
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
