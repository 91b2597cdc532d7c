"""Is a contact ever missed, or a motion held without need?  Seeded scenes and moves against Pinocchio.

    d(t)   o                 o        samples at both ends of a piece of the motion; between them d falls by
            `.           . '          L per second at most, so the piece is split until it cannot go below
    bar  -----`.-----. '------        the bar, or is a hundredth of what a planner would sample
                `.o'

L bounds how fast any two points move against each other: twice the arm's reach at the joints' speeds.  It is
crude and simple on purpose, and shares nothing with the bounds of the sweep that it judges.
"""

from collections.abc import Callable
from functools import lru_cache
from itertools import pairwise
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from predictor.collision.method import build_world
from predictor.model.reach import full_reach
from predictor.model.robot import Robot
from predictor.motion.stop import moves, stop
from predictor.verdict.judge import judge
from telemetry.drive.factory import load
from telemetry.messages.joint_state import JointState
from tests.benchmarks.problems.arms import arms
from tests.benchmarks.problems.bodies import bodies_of
from tests.benchmarks.problems.motions import random_configurations, wave
from tests.benchmarks.problems.problems import Problem
from tests.benchmarks.problems.scenes import Sizes, crowd

Array = NDArray[np.float64]
Move = tuple[JointState, JointState]
Distances = Callable[[Array], Array]  # poses (k, n) -> the least distance at each (k,) [m]

ORACLE = "tests.benchmarks.peers.pinocchio:least_distances"
PERIOD_S = 0.25
USUAL, FINER = 25, 100  # samples of a period by which motions are usually judged; how many times finer
REQUIRED_M = (0.0, 0.01, 0.05)
SLACK_M, NEEDLESS_M = 1e-6, 0.005  # of the oracle; beyond the requirement nothing may be held
AROUND = Sizes(0.02, 0.15, 0.15)
MOST_BODIES = 20
ASIDE = 0.15  # [rad or m] by which the motion leaves the one that the scene was made around


class Tally(NamedTuple):
    """What came of moves."""

    moves: int = 0
    near: int = 0  # come nearer than is required
    missed: tuple[str, ...] = ()  # and were let go
    far: int = 0  # stay clear by 5 mm more than is required
    needless: int = 0  # and were held

    def plus(self, other: "Tally") -> "Tally":
        """Return both together."""
        return Tally(
            self.moves + other.moves,
            self.near + other.near,
            self.missed + other.missed,
            self.far + other.far,
            self.needless + other.needless,
        )


def recall(seed: int, count: int = 100) -> Tally:
    """Judge so many moves in the scene of a seed, and look at each with the oracle.

    Raises:
        ImportError: the oracle is not installed.
    """
    rng = np.random.default_rng(seed)
    found = _problem(rng, seed)
    world = build_world("capsules", found.robot, found.scene)
    distances: Distances = load(ORACLE)(bodies_of(found))
    points = [*pairwise(found.wave.set_points(PERIOD_S))]
    tally = Tally()
    for index in rng.choice(len(points), count, replace=count > len(points)):
        required_m = float(rng.choice(REQUIRED_M))
        told = judge(world, *points[index], required_m=required_m, period_s=PERIOD_S)
        if told.reason != "limit":
            bar_m = required_m - SLACK_M if told.ok else required_m + NEEDLESS_M
            least = least_on(found.robot, points[index], distances, bar_m=bar_m)
            name = f"seed {seed}, move {index}, {required_m:g} m required, {least:.6f} m found"
            tally = tally.plus(_tally(told.ok, least - required_m, name))
    return tally


def _tally(is_let_go: bool, spare_m: float, name: str) -> Tally:
    is_near, is_far = spare_m < -SLACK_M, spare_m > NEEDLESS_M
    missed = (name,) if is_near and is_let_go else ()
    return Tally(1, int(is_near), missed, int(is_far), int(is_far and not is_let_go))


def _problem(rng: np.random.Generator, seed: int) -> Problem:
    """Return any arm at any place, among bodies around a motion that is nearly its own."""
    robot = list(arms().values())[rng.integers(len(arms()))]
    [home] = random_configurations(robot, 1, seed=seed)
    low, high = np.array(robot.limits.q_min), np.array(robot.limits.q_max)
    around = wave(robot, seed=seed, home=home).trajectory()[::10]
    aside = np.clip(home + rng.uniform(-ASIDE, ASIDE, robot.n), low, high)
    bodies = int(rng.integers(1, MOST_BODIES + 1))
    scene = crowd(f"seed {seed}", robot, around, count=bodies, sizes=AROUND, seed=seed)
    return Problem(scene.name, robot, scene, wave(robot, seed=seed, home=aside))


def least_on(robot: Robot, move: Move, distances: Distances, *, bar_m: float) -> float:
    """Return the least distance found on a move and its stop; if that is above the bar, so is all of it."""
    track = [*move, *stop(move[1], robot.limits, PERIOD_S)]
    quintics = np.array([moves(a, b, PERIOD_S) for a, b in pairwise(track)])
    fastest, span_s = _fastest(robot, quintics), PERIOD_S
    ends = distances(np.concatenate([quintics[:, :, 0], _at(quintics[-1:], np.array([PERIOD_S]))]))
    least = float(ends.min())
    # Of each piece: the period that it is in, when it begins there, and the distances at its ends.
    row, t_s, d0, d1 = np.arange(len(quintics)), np.zeros(len(quintics)), ends[:-1], ends[1:]
    while span_s > PERIOD_S / (USUAL * FINER) and least >= bar_m:
        may_be_near = 0.5 * (d0 + d1 - fastest[row] * span_s) < bar_m
        row, t_s, d0, d1 = row[may_be_near], t_s[may_be_near], d0[may_be_near], d1[may_be_near]
        if not len(row):
            break
        span_s *= 0.5
        middle = distances(_at(quintics[row], t_s + span_s))
        least = min(least, float(middle.min()))
        row, t_s = np.concatenate([row, row]), np.concatenate([t_s, t_s + span_s])
        d0, d1 = np.concatenate([d0, middle]), np.concatenate([middle, d1])
    return least


def _at(quintics: Array, t_s: Array) -> Array:
    """Return where quintics (k, n, 6) are at their times (k,): joint values (k, n)."""
    t, q = t_s[:, None], quintics[:, :, 5]
    for power in range(4, -1, -1):
        q = q * t + quintics[:, :, power]
    return q


def _fastest(robot: Robot, quintics: Array) -> Array:
    """Bound how fast two points of an arm and its scene move against each other in each period (k,) [m/s].

    The rate of a joint stays between its Bernstein coefficients; no point is farther from the base than the
    arm reaches.
    """
    rates = quintics[:, :, 1:] * np.arange(1.0, 6.0) * PERIOD_S ** np.arange(5.0)
    rows = [[comb(i, j) / comb(4, j) for j in range(5)] for i in range(5)]
    speeds = np.abs(rates @ np.array(rows).T).max(axis=2)[:, robot.columns] * robot.gears
    turns = np.array([joint.kind == "revolute" for joint in robot.joints])
    return np.asarray(2.0 * (speeds * np.where(turns, _reach(robot), 1.0)).sum(axis=1))


@lru_cache(maxsize=16)
def _reach(robot: Robot) -> float:
    return full_reach(robot)
