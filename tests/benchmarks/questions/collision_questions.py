"""Questions of collision: distance, hit or free, trajectories, random poses, meshes.

A pass goes through some poses of the trajectory, far apart, or at random: no answer helps the next but by
what a program that asks them one by one would have of it too.
"""

from collections.abc import Callable, Iterator
from operator import attrgetter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from predictor.collision.method import METHODS, Batch, CollisionWorld, build_world
from tests.benchmarks.peers.asked import asked
from tests.benchmarks.peers.way import Question, Way
from tests.benchmarks.problems.arms import THIRTEEN
from tests.benchmarks.problems.bodies import bodies_of
from tests.benchmarks.problems.motions import random_configurations
from tests.benchmarks.problems.problems import (
    DENSE,
    DENSE_ROUND,
    MESH,
    MESH_10K,
    REFERENCE,
    STATION,
    STATION_ROUND,
    Problem,
    problem,
)
from tests.benchmarks.questions.verdict_questions import verdict_questions

Array = NDArray[np.float64]

POSES = 60  # in a pass, unless the line says how many
MANY = 50_000  # random ones, of which 10^6 are so many times as many
OTHERS = (
    (REFERENCE, ""),
    (STATION, "service_robot"),
    (STATION, "station_arm"),
    (DENSE, "two_arms"),
    (STATION_ROUND, ""),
    (DENSE_ROUND, ""),
)
DISTANCE = attrgetter("distance")
TOUCHING_M = 1e-6  # nearer to it than this, rounding decides whether it is a hit
TWO_CORES = ", two cores"
WITH_MESHES = "convex"  # the method that looks at meshes


def collision_questions(peers: tuple[str, ...], *, quick: bool = False) -> Iterator[Question]:
    """Make every question; a quick run asks of one problem alone."""
    for name in (STATION,) if quick else (STATION, DENSE):
        found = problem(name)
        yield from _of_one_pose(found, _some(found.trajectory), peers, case=name)
        random = random_configurations(found.robot, POSES)
        yield from _of_one_pose(found, random, peers, case=f"{name}, at random")
        yield from _of_many(found, peers, quick=quick)
    for name, arm in () if quick else OTHERS:
        found = problem(name, arm or THIRTEEN)
        case = f"{name}, {found.robot.name}"
        yield from _of_one_pose(found, _some(found.trajectory), peers, case=case)
    for name in () if quick else (MESH, MESH_10K):
        yield _of_meshes(problem(name), peers)
    for name in (STATION,) if quick else (REFERENCE, STATION, DENSE):
        yield from verdict_questions(problem(name), peers)


def _of_one_pose(found: Problem, poses: Array, peers: tuple[str, ...], *, case: str) -> Iterator[Question]:
    bodies, world = bodies_of(found), build_world("capsules", found.robot, found.scene)

    def is_touching() -> NDArray[np.bool_]:
        return np.abs(world.batch(poses).distance) < TOUCHING_M

    distances = asked(peers, "distances", bodies, poses)
    clearance = _each("clearance", world.clearance, poses, figure=DISTANCE)
    witness = _each("witness", world.witness, poses, figure=DISTANCE)
    yield Question("F1", case, len(poses), clearance, distances)
    yield Question("F2", case, len(poses), witness, distances)
    hits, is_hit = asked(peers, "hits", bodies, poses), _each("is_hit", world.is_hit, poses, figure=float)
    yield Question("F3", case, len(poses), is_hit, hits, undecided=is_touching)


def _of_many(found: Problem, peers: tuple[str, ...], *, quick: bool) -> Iterator[Question]:
    bodies, world = bodies_of(found), build_world("capsules", found.robot, found.scene)
    poses = found.trajectory[:: 60 if quick else 1]
    for cores in (1, 2):
        yield Question(
            "F4",
            found.name + TWO_CORES * (cores == 2),
            len(poses),
            _along(world, poses, cores=cores),
            asked(peers, "trajectory_hits", bodies, poses, threads=cores),
            cores=cores,
        )
    many = random_configurations(found.robot, MANY // 500 if quick else MANY)
    yield Question("F5", found.name, len(many), _along(world, many))


def _of_meshes(found: Problem, peers: tuple[str, ...]) -> Question:
    bodies = bodies_of(found)
    poses = _some(found.trajectory)
    ways = (*asked(peers, "distances", bodies, poses), *asked(peers, "mesh_distances", bodies, poses))
    ours = None
    if WITH_MESHES in METHODS:
        world = build_world(WITH_MESHES, found.robot, found.scene)
        ours = _each("clearance", world.clearance, poses, figure=DISTANCE)
    return Question("F6", found.name, len(poses), ours, ways)


def _some(trajectory: Array) -> Array:
    """Return poses all along a trajectory."""
    return trajectory[:: len(trajectory) // POSES]


def _along(world: CollisionWorld, poses: Array, *, cores: int = 1) -> Way:
    def run() -> Batch:
        return world.batch(poses, cores=cores)

    return Way("batch", run, lambda: run().distance)


def _each(name: str, ask: Callable[[Array], Any], poses: Array, *, figure: Callable[[Any], float]) -> Way:
    """Return the way that asks once for each pose; the figures of what is timed are what is compared."""
    rows = [*poses]

    def run() -> list[Any]:
        return [ask(q) for q in rows]

    return Way(name, run, lambda: np.array([figure(found) for found in run()]))
