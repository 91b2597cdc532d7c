"""Collision methods along one motion."""

import math
from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from ground.comparison.along import Along, look_along, sample_times
from ground.comparison.asked import Asked
from ground.comparison.cost import costs
from ground.comparison.differences import differences, disputes
from ground.comparison.measure import Effort
from ground.report.comparison import (
    AnswerCost,
    ComparedMethod,
    ComparedMotion,
    Comparison,
    DistanceSamples,
    LeastDistance,
    MethodsApart,
    UnsafeFrom,
)
from predictor.collision.method import CollisionWorld, build_world

Array = NDArray[np.float64]

Tell = Callable[[str], None]


def compared(asked: Asked, methods: Sequence[str], *, effort: Effort | None, tell: Tell) -> Comparison:
    """Compare methods along a motion; without an effort what they cost is not measured.

    Raises:
        WorldError: arm and scene do not fit together.
        FileError: the motion is none.
    """
    robot, scene, required_m = asked.place

    def build(name: str) -> CollisionWorld:
        return build_world(name, robot, scene)

    tell("builds the worlds of all methods")
    worlds = {name: build(name) for name in methods}
    course = asked.course(np.max([world.levers for world in worlds.values()], axis=0))
    own_s = sample_times(course)
    times_s, poses = np.array([course.when(at_s) for at_s in own_s.tolist()]), course.at(own_s)
    seen = {}
    for name, world in worlds.items():
        tell(f"looks along by {name}")
        seen[name] = look_along(world, course, own_s, required_m=required_m)
    cost: dict[str, dict[str, AnswerCost]] = {}
    if effort is not None:
        tell("asks them in turns")
        cost = costs(worlds, build, course, poses=poses, required_m=required_m, effort=effort)
    return Comparison(
        motion=_motion(asked.name, times_s, moves=len(course.moves)),
        robot=robot.name,
        scene=scene.name,
        required_m=required_m,
        methods=[
            _method(name, seen[name], facts=_facts(world, poses), cost=cost.get(name, {}))
            for name, world in worlds.items()
        ],
        apart=_apart(seen, times_s, required_m),
        samples=_samples(seen, times_s),
    )


def _motion(name: str, times_s: Array, *, moves: int) -> ComparedMotion:
    begins_s, ends_s = float(times_s[0]), float(times_s[-1])
    return ComparedMotion(name=name, begins_s=begins_s, ends_s=ends_s, moves=moves, samples=len(times_s))


def _apart(seen: dict[str, Along], times_s: Array, required_m: float) -> list[MethodsApart]:
    """Return where each method differs from the first."""
    against, first = next(iter(seen.items()))
    return [
        MethodsApart(
            method=name,
            against=against,
            intervals=differences(first, along, times_s),
            disputes=disputes(first, along, times_s, required_m=required_m),
        )
        for name, along in seen.items()
        if name != against
    ]


def _facts(world: CollisionWorld, poses: Array) -> dict[str, float]:
    """Return figures of the method's own that are numbers: a share of nothing is none."""
    return {name: value for name, value in world.facts(poses).items() if math.isfinite(value)}


def _method(
    name: str, along: Along, *, facts: dict[str, float], cost: dict[str, AnswerCost]
) -> ComparedMethod:
    unsafe = None
    if along.unsafe_s is not None and along.unsafe_pair is not None:
        unsafe = UnsafeFrom(s=along.unsafe_s, pair=along.unsafe_pair)
    least = LeastDistance(m=along.least_m, s=along.least_s, pair=along.least_pair)
    return ComparedMethod(name=name, least=least, unsafe=unsafe, facts=facts, cost=cost)


def _samples(seen: dict[str, Along], times_s: Array) -> DistanceSamples:
    distances = {name: along.distance.tolist() for name, along in seen.items()}
    return DistanceSamples(times_s=times_s.tolist(), distances=distances)
