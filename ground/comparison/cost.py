"""What answers of methods cost, asked in turns along the same motion.

build    a world of it again, once its kernels are there
pose     one configuration after the other, each by a call
batch    the same in one call, for each of them
sweep    the whole motion, for each of its moves
"""

from collections.abc import Callable, Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ground.comparison.measure import Effort, interleaved
from ground.report.comparison import AnswerCost
from predictor.collision.method import CollisionWorld
from predictor.queries.course import Course

Array = NDArray[np.float64]

POSES = 200


class Asking(NamedTuple):
    """One kind of question, and how many answers it gives."""

    call: Callable[[], object]
    answers: int


def costs(
    worlds: Mapping[str, CollisionWorld],
    build: Callable[[str], CollisionWorld],
    course: Course,
    *,
    poses: Array,
    required_m: float,
    effort: Effort,
) -> dict[str, dict[str, AnswerCost]]:
    """Return of each method, by question, what an answer costs."""
    some = poses[:: max(1, len(poses) // POSES)]

    def askings(name: str, world: CollisionWorld) -> dict[str, Asking]:
        return {
            "build": Asking(lambda: build(name), 1),
            "pose": Asking(lambda: [world.clearance(q) for q in some], len(some)),
            "batch": Asking(lambda: world.batch(some), len(some)),
            "sweep": Asking(lambda: _follow(world, course, required_m), len(course.moves)),
        }

    asked = {name: askings(name, world) for name, world in worlds.items()}
    told: dict[str, dict[str, AnswerCost]] = {name: {} for name in worlds}
    for question in next(iter(asked.values())):
        each = [of[question] for of in asked.values()]
        took = interleaved([asking.call for asking in each], effort)
        us = np.median(took, axis=0) / [asking.answers for asking in each]
        ratio = np.median(took / took[:, :1], axis=0)
        for column, name in enumerate(worlds):
            told[name][question] = AnswerCost(us=float(us[column]), ratio=float(ratio[column]))
    return told


def _follow(world: CollisionWorld, course: Course, required_m: float) -> object:
    return world.sweep(course.moves, required_m=required_m, period_s=course.period_s)
