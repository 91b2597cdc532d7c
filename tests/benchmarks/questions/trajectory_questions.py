"""Questions of time: the shortest motion from rest to rest, and the fastest timing of a path."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from planner.motion.paths.path import spline_through
from planner.motion.timing.rest_to_rest import rate_limits
from planner.motion.timing.rest_to_rest_kernels import write_rest_to_rest
from predictor.model.robot import Robot
from tests.benchmarks.peers.asked import asked
from tests.benchmarks.peers.way import Question, Way
from tests.benchmarks.problems.arms import THIRTEEN, arms
from tests.benchmarks.problems.motions import random_configurations
from tests.benchmarks.questions.trajectory_kernels import find_fastest_x, write_each_rest_to_rest

Array = NDArray[np.float64]

MOTIONS, PLACES, STEPS = 200, 5, 500
LEAST = 1e-4  # of a random change: motions of all sizes


def trajectory_questions(peers: tuple[str, ...], *, quick: bool = False) -> Iterator[Question]:
    """Make every question, of each arm."""
    for name, robot in arms().items():
        if quick and name != THIRTEEN:
            continue
        case = "six joints" if name == THIRTEEN else f"{robot.n} joints, {name}"
        yield from _rest_to_rest(robot, peers, case=case)
        yield _path_timing(robot, peers, case=case)


def _rest_to_rest(robot: Robot, peers: tuple[str, ...], *, case: str) -> Iterator[Question]:
    begin, end = np.split(random_configurations(robot, 2 * MOTIONS), 2)
    changes = (end - begin) * np.geomspace(LEAST, 1.0, MOTIONS)[:, None]
    limits = rate_limits(robot.limits)
    rows, phases, durations = [*changes], np.empty((MOTIONS, robot.n, 4)), np.empty(MOTIONS)

    def run() -> None:
        for change in rows:
            write_rest_to_rest(change, limits, phases[0])

    def answers() -> Array:
        return np.array([write_rest_to_rest(change, limits, phases[0]) for change in rows])

    ways = asked(peers, "rest_to_rest", robot, changes, False)
    yield Question("F10", case, MOTIONS, Way("write_rest_to_rest", run, answers), ways)
    at_once = Way(
        "write_each_rest_to_rest",
        lambda: write_each_rest_to_rest(changes, limits, phases, durations),
        lambda: durations.copy(),
    )
    at_once.run()
    yield Question(
        "F10", f"{case}, batch", MOTIONS, at_once, asked(peers, "rest_to_rest", robot, changes, True)
    )


def _path_timing(robot: Robot, peers: tuple[str, ...], *, case: str) -> Question:
    """Ask for the timing without jerk, as the peer knows none."""
    places = random_configurations(robot, PLACES)
    spline = spline_through(places)
    points = [spline.at(float(s)) for s in np.linspace(0.0, 1.0, STEPS + 1)]
    q_s, q_ss = (np.array([getattr(point, name) for point in points]) for name in ("q_s", "q_ss"))
    limits, x = rate_limits(robot.limits), np.empty(STEPS + 1)
    room = np.empty((STEPS + 1, 2 * robot.n, 2))

    def run() -> float:
        return float(find_fastest_x(q_s, q_ss, limits, room, x))

    ways = asked(peers, "path_timing", robot, places, STEPS)
    return Question("F11", case, 1, Way("find_fastest_x", run, lambda: np.array([run()])), ways)
