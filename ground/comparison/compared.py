"""Collision methods along one motion: what each of them sees, where they differ, and what their answers cost.

A method that tells less than another is the more careful of the two there; how much the bodies are truly
apart is for neither of them to say.  Answers are asked in turns along the same motion:

    build    a world of it again, once its kernels are there
    pose     one configuration after the other, each by a call
    batch    the same in one call, for each of them
    sweep    the whole motion, for each of its moves
"""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ground.comparison.along import DistancesAlong, distances_along, sample_times
from ground.comparison.compared_motion import MotionToCompare
from ground.comparison.measure import Effort, times_in_turns
from ground.report.method_comparison import (
    AnswerCost,
    ApartInterval,
    ComparedMethod,
    ComparedMotion,
    Comparison,
    Dispute,
    DistanceSamples,
    LeastDistance,
    MethodsApart,
    UnsafeFrom,
)
from predictor.collision.method import CollisionWorld, build_world
from predictor.queries.timed_moves import TimedMoves

Array = NDArray[np.float64]
ShowProgress = Callable[[str], None]

SAME_M = 1e-6  # distances that differ by no more are the same
POSES_ASKED = 200  # to measure what an answer costs


def compare_methods(
    motion: MotionToCompare, methods: Sequence[str], *, effort: Effort | None, show_progress: ShowProgress
) -> Comparison:
    """Compare methods along a motion; without an effort what they cost is not measured.

    Raises:
        WorldError: arm and scene do not fit together.
        FileError: the motion is none.
    """
    robot, scene, required_m = motion.arm_and_scene

    def build(name: str) -> CollisionWorld:
        return build_world(name, robot, scene)

    show_progress("builds the worlds of all methods")
    worlds = {name: build(name) for name in methods}
    course = motion.course(np.max([world.levers for world in worlds.values()], axis=0))
    own_s = sample_times(course)
    times_s, poses = np.array([course.when(at_s) for at_s in own_s.tolist()]), course.at(own_s)
    seen = {}
    for name, world in worlds.items():
        show_progress(f"looks along by {name}")
        seen[name] = distances_along(world, course, own_s, required_m=required_m)
    cost: dict[str, dict[str, AnswerCost]] = {}
    if effort is not None:
        show_progress("asks them in turns")
        cost = answer_costs(worlds, build, course, poses=poses, required_m=required_m, effort=effort)
    return Comparison(
        motion=_motion(motion.name, times_s, moves=len(course.moves)),
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


def _apart(seen: dict[str, DistancesAlong], times_s: Array, required_m: float) -> list[MethodsApart]:
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
    name: str, along: DistancesAlong, *, facts: dict[str, float], cost: dict[str, AnswerCost]
) -> ComparedMethod:
    unsafe = None
    if along.unsafe_s is not None and along.unsafe_pair is not None:
        unsafe = UnsafeFrom(s=along.unsafe_s, pair=along.unsafe_pair)
    least = LeastDistance(m=along.least_m, s=along.least_s, pair=along.least_pair)
    return ComparedMethod(name=name, least=least, unsafe=unsafe, facts=facts, cost=cost)


def _samples(seen: dict[str, DistancesAlong], times_s: Array) -> DistanceSamples:
    distances = {name: along.distance.tolist() for name, along in seen.items()}
    return DistanceSamples(times_s=times_s.tolist(), distances=distances)


def differences(first: DistancesAlong, other: DistancesAlong, times_s: Array) -> list[ApartInterval]:
    """Return each interval in which the other gives more, or less, than the first: the greatest first."""
    apart = other.distance - first.distance
    rows = []
    for sign in (1.0, -1.0):
        for begin, after in true_runs(sign * apart > SAME_M):
            at = begin + int(np.argmax(sign * apart[begin:after]))
            rows.append(
                ApartInterval(
                    from_s=float(times_s[begin]),
                    until_s=float(times_s[after - 1]),
                    most_m=float(apart[at]),
                    at_s=float(times_s[at]),
                    pair=first.pair[at],
                    other_pair=other.pair[at],
                )
            )
    return sorted(rows, key=lambda row: -abs(row.most_m))


def disputes(
    first: DistancesAlong, other: DistancesAlong, times_s: Array, *, required_m: float
) -> list[Dispute]:
    """Return each interval in which only one of both is too near."""
    below, other_below = first.distance < required_m, other.distance < required_m
    return [
        Dispute(from_s=float(times_s[begin]), until_s=float(times_s[after - 1]), by_other=by_other)
        for by_other, where in ((True, other_below & ~below), (False, below & ~other_below))
        for begin, after in true_runs(where)
    ]


def true_runs(where: NDArray[np.bool_]) -> Iterator[tuple[int, int]]:
    """Return begin and end, which is behind it, of each run of what is true."""
    edges = np.flatnonzero(np.diff(np.concatenate([[False], where, [False]]).astype(np.int8)))
    yield from zip(edges[::2].tolist(), edges[1::2].tolist(), strict=True)


class CostQuestion(NamedTuple):
    """One kind of question, and how many answers it gives."""

    call: Callable[[], object]
    answers: int


def answer_costs(
    worlds: Mapping[str, CollisionWorld],
    build: Callable[[str], CollisionWorld],
    course: TimedMoves,
    *,
    poses: Array,
    required_m: float,
    effort: Effort,
) -> dict[str, dict[str, AnswerCost]]:
    """Return of each method, by question, what an answer costs."""
    some = poses[:: max(1, len(poses) // POSES_ASKED)]

    def questions_to(name: str, world: CollisionWorld) -> dict[str, CostQuestion]:
        return {
            "build": CostQuestion(lambda: build(name), 1),
            "pose": CostQuestion(lambda: [world.clearance(q) for q in some], len(some)),
            "batch": CostQuestion(lambda: world.batch(some), len(some)),
            "sweep": CostQuestion(lambda: _follow(world, course, required_m), len(course.moves)),
        }

    questions = {name: questions_to(name, world) for name, world in worlds.items()}
    found: dict[str, dict[str, AnswerCost]] = {name: {} for name in worlds}
    for question in next(iter(questions.values())):
        each = [of[question] for of in questions.values()]
        took = times_in_turns([asking.call for asking in each], effort)
        us = np.median(took, axis=0) / [asking.answers for asking in each]
        ratio = np.median(took / took[:, :1], axis=0)
        for column, name in enumerate(worlds):
            found[name][question] = AnswerCost(us=float(us[column]), ratio=float(ratio[column]))
    return found


def _follow(world: CollisionWorld, course: TimedMoves, required_m: float) -> object:
    return world.sweep(course.moves, required_m=required_m, period_s=course.period_s)
