"""Published planning problems as all are asked them: an arm of spheres among boxes, spheres and capsules.

A cylinder has flat ends, and the scene's shapes have none: it is a capsule around it, or, in the problems
`box`, where goals reach over its flat end, a box around it.  So what is free here is free of the cylinder.  A
problem whose start or goal touches something, itself or what is around a cylinder is left out, and counted.
"""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from predictor.collision.method import CollisionWorld, build_world
from predictor.geometry.shapes import Box, Capsule, Scene
from predictor.inputs.arrays import read_only
from predictor.model.robot import Robot
from tests.benchmarks.problems.problem_sets import SETS, Cylinder, Query, queries
from tests.benchmarks.problems.sphere_models import sphere_robot

Array = NDArray[np.float64]

REACHED_OVER = "box"  # problems that begin so have goals over the end of a cylinder


class Problem(NamedTuple):
    """From start to goal."""

    name: str
    family: str  # of scenes that are alike
    robot: Robot
    scene: Scene
    world: CollisionWorld
    start: Array  # (n,)
    goal: Array


class Outcome(NamedTuple):
    """What a search came to."""

    is_found: bool
    search_s: float  # until there was a way, or none
    whole_s: float  # until it was shortened
    length: float  # sum of the lengths of its lines, each the root of the squares of all joints [rad]


def problems(folder: Path, name: str, *, every: int = 1) -> Iterator[Problem]:
    """Make every so-manieth problem of a set.

    Raises:
        FileError: a file is missing.
    """
    told = SETS[name]
    robot = sphere_robot(folder / told.urdf, folder / told.srdf)
    for number, query in enumerate(queries(folder / told.scenes, robot)):
        if number % every == 0:
            scene = _scene(query)
            world = build_world("capsules", robot, scene)
            family = query.name.split()[0].removesuffix(f"_{name}")
            yield Problem(query.name, family, robot, scene, world, query.start, query.goal)


def is_valid(problem: Problem) -> bool:
    """Return whether start and goal are free."""
    return all(problem.world.clearance(q).distance > 0.0 for q in (problem.start, problem.goal))


def _scene(query: Query) -> Scene:
    rows = [*enumerate(query.cylinders)]
    if query.name.startswith(REACHED_OVER):
        boxes = tuple(_box(f"cylinder{number}", each) for number, each in rows)
        return replace(query.scene, boxes=(*query.scene.boxes, *boxes))
    bars = tuple(_capsule(f"cylinder{number}", each) for number, each in rows)
    return replace(query.scene, capsules=(*query.scene.capsules, *bars))


def _box(name: str, around: Cylinder) -> Box:
    half = read_only(np.array([around.radius, around.radius, around.half]))
    return Box(name=name, body="base", T_base_box=around.T_base_cylinder, half=half)


def _capsule(name: str, around: Cylinder) -> Capsule:
    middle, axis = around.T_base_cylinder[:3, 3], around.half * around.T_base_cylinder[:3, 2]
    return Capsule(
        name=name, body="base", p0=read_only(middle - axis), p1=read_only(middle + axis), radius=around.radius
    )
