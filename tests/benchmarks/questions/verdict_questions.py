"""Questions of verdicts: is a move, and the stop after it, clear and within limits?

A peer looks at samples of the same motion, and proves nothing between them.
"""

from collections.abc import Iterator
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from predictor.collision.method import build_world
from predictor.motion.stop import moves, state_within, stop
from predictor.verdict.judge import judge
from telemetry.messages.joint_state import JointState
from tests.benchmarks.peers.asked import asked
from tests.benchmarks.peers.way import Missing, Question, Way
from tests.benchmarks.problems.bodies import bodies_of
from tests.benchmarks.problems.problems import Problem

Array = NDArray[np.float64]
Move = tuple[JointState, JointState]

PERIOD_S = 0.25
REQUIRED_M = 0.01
MOVES = 24  # in a pass, all along the trajectory
SAMPLES = 25  # of a move and its stop, that a peer looks at
TREE = "pinocchio broadphase tree"


def verdict_questions(found: Problem, peers: tuple[str, ...]) -> Iterator[Question]:
    """Ask for verdicts on moves."""
    world = build_world("capsules", found.robot, found.scene)
    points = found.wave.set_points(PERIOD_S)
    asked_moves = list(pairwise(points))[:: (len(points) - 1) // MOVES]

    def verdicts() -> None:
        for begin, end in asked_moves:
            judge(world, begin, end, required_m=REQUIRED_M, period_s=PERIOD_S)

    yield Question(
        "F21", found.name, len(asked_moves), Way("judge", verdicts), _sampled(found, asked_moves, peers)
    )


def _sampled(found: Problem, asked_moves: list[Move], peers: tuple[str, ...]) -> tuple[Way | Missing, ...]:
    """Return what samples of every move and its stop ask of a peer's tree."""
    samples = np.concatenate([_samples(found, *move) for move in asked_moves])
    ways = asked(peers, "hits", bodies_of(found), samples)
    trees = [way for way in ways if isinstance(way, Way) and way.name.startswith(TREE)]
    return (
        *(way for way in ways if isinstance(way, Missing)),
        *(
            Way(f"{way.name}, {SAMPLES} samples", way.run, note="proves nothing between samples")
            for way in trees
        ),
    )


def _samples(found: Problem, begin: JointState, end: JointState) -> Array:
    """Return poses (25, n) of a move and the stop after it, at equal times."""
    track = [begin, end, *stop(end, found.robot.limits, PERIOD_S)]
    times = np.linspace(0.0, PERIOD_S * (len(track) - 1), SAMPLES)
    quintics = [moves(a, b, PERIOD_S) for a, b in pairwise(track)]
    rows = [min(int(t / PERIOD_S), len(quintics) - 1) for t in times]
    return np.array([state_within(quintics[k], t - k * PERIOD_S).q for k, t in zip(rows, times, strict=True)])
