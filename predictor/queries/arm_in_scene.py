"""How an arm stands in a scene: how clear its home is, what it can never reach, what it is mounted on.

A mount is proposed, with its reason, for a person to judge, of what is near and between which no motion
changes anything (`predictor.model.mounts`); whatever else touches at home is a body in which the arm begins.
What lies beyond the bound of `predictor.model.reach` is out of reach in every pose.  Distances here are those
of points along a limb's axis: to look at, not to fly by.
"""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from predictor.collision.method import METHODS, WorldError, build_world
from predictor.geometry.scenes.scene_facts import ArmInScene, ProposedMount
from predictor.geometry.shapes import Box, Capsule, Scene
from predictor.inputs.doubt import Doubt
from predictor.model.load import LoadError, load_capsules, with_loads
from predictor.model.mounts import (
    LimbPair,
    distance_outside,
    freedom_of,
    limb_distance,
    limb_points,
    missing_reason,
    mountings,
)
from predictor.model.reach import reach
from predictor.model.robot import Robot
from telemetry.files.settings import nearest

NEAR_M = 0.1  # so near that clearance may be asked for
LIMBS_SHOWN = 6  # limbs in a row, of a body in which more begin


class FitError(ValueError):
    """An arm and a scene that cannot be put together."""


def arm_in_scene(robot: Robot, scene: Scene) -> ArmInScene:
    """Return how an arm stands in a scene.

    Raises:
        FitError: the arm cannot carry a load of the scene, or nothing is there to keep clear of.
    """
    names = [*robot.capsules.names]
    unknown = [pair for pair in scene.mounts if pair[0] not in names]
    doubts = [
        _of_mount(*pair, f"the arm has no capsule {pair[0]!r}{nearest(pair[0], names)}") for pair in unknown
    ]
    try:
        loaded, _ = with_loads(robot, replace(scene, mounts=()))
        refused = [m for m in mountings(loaded, scene) if m.needs_reason and not m.reason]
        doubts += [_of_mount(m.capsule, m.shape, missing_reason(m)) for m in refused]
        unfit = unknown + [(m.capsule, volume) for m in refused for volume in m.volumes]
        mounts = tuple(pair for pair in scene.mounts if pair not in unfit)
        arm, around = with_loads(robot, replace(scene, mounts=mounts))
        world = build_world(next(iter(METHODS)), arm, around)
    except (LoadError, WorldError) as error:
        raise FitError(str(error)) from None
    pairs = [*_pairs(arm, around, loads={c.name for load in scene.loads for c in load_capsules(load)})]
    home = world.clearance(arm.home_q)
    doubts += _at_home(arm, around, pairs)
    return ArmInScene(
        name=robot.name,
        home_clearance=home.distance,
        pair=home.pair,
        unreachable=[shape.name for shape in _out_of_reach(arm, around)],
        proposed_mounts=[*_proposals(arm, around, pairs)],
        doubts=doubts,
    )


def _of_mount(capsule: str, shape: str, why: str) -> Doubt:
    return Doubt(f"mount of {capsule} on {shape}", why, "no run begins before that is set right")


def _pairs(robot: Robot, scene: Scene, loads: set[str]) -> Iterator[LimbPair]:
    """Return the pairs that are kept apart: with the scene, and of a load with the rest of the arm."""
    names, mounts = robot.capsules.names, set(scene.mounts)
    for shape in scene.volumes:
        yield from (
            LimbPair(limb, shape) for limb, name in enumerate(names) if (name, shape.name) not in mounts
        )
    for first, second in robot.self_pairs.tolist():
        if names[second] in loads and names[first] not in loads:
            yield LimbPair(first, second)


def _out_of_reach(robot: Robot, scene: Scene) -> Iterator[Box | Capsule]:
    farthest, base = reach(robot), np.zeros((1, 3))
    return (shape for shape in scene.volumes if distance_outside(shape, base) > farthest)


def _at_home(robot: Robot, scene: Scene, pairs: list[LimbPair]) -> Iterator[Doubt]:
    """Return doubts of what touches at home: pair by pair what may be mounted, else by the body begun in."""
    limbs, inside = limb_points(robot, np.array(robot.home_q)), dict[str, list[str]]()
    for pair in pairs:
        depth = -limb_distance(robot, limbs, pair)
        if depth < 0.0:
            continue
        limb, shape = _names(robot, pair)
        if freedom_of(robot, scene, pair).may_mount:
            problem = f"touches {shape} at home, {1e3 * depth:.0f} mm deep"
            yield Doubt(limb, problem, "move the shape, choose another home, or mount one on the other")
        else:
            whole = "" if isinstance(pair.shape, int) else pair.shape.cover_of
            inside.setdefault(whole or shape, []).append(f"{limb} {1e3 * depth:.0f} mm deep")
    for name, found in inside.items():
        deep = ", ".join(found[:LIMBS_SHOWN]) + f" and {len(found) - LIMBS_SHOWN} more" * (
            len(found) > LIMBS_SHOWN
        )
        what_to_do = "move the body, or choose another home; with a mount the arm would fly through it"
        yield Doubt("the arm", f"begins inside {name}: {deep}", what_to_do)


def _proposals(robot: Robot, scene: Scene, pairs: list[LimbPair]) -> Iterator[ProposedMount]:
    """Return the mounts that no motion can do without."""
    limbs = limb_points(robot, np.array(robot.home_q))
    for pair in pairs:
        apart = limb_distance(robot, limbs, pair)
        freedom = freedom_of(robot, scene, pair) if apart <= NEAR_M else None
        if freedom is None or not freedom.may_mount:
            continue
        limb, shape = _names(robot, pair)
        always = f"always {1e3 * apart:.0f} mm apart" if apart > 0.0 else "always touch"
        moved = f"at every value of {freedom.joints[0]}" if freedom.joints else "no joint changes it"
        yield ProposedMount(capsule=limb, shape=shape, reason=f"{always}: {moved}")


def _names(robot: Robot, pair: LimbPair) -> tuple[str, str]:
    names, shape = robot.capsules.names, pair.shape
    return names[pair.row], names[shape] if isinstance(shape, int) else shape.name
