"""Questions of rays: what a fan of them meets first, among primitives and among meshes; in one call."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from ground.bench.asked import asked
from ground.bench.bodies import bodies_of
from ground.bench.motions import fan
from ground.bench.problems import DENSE, MESH, MESH_10K, STATION, Problem, problem
from ground.bench.way import Question, Way
from predictor.rays.around import frame_poses, seen_shapes
from predictor.rays.caster import Caster

Array = NDArray[np.float64]

RAYS, FEW = 4096, 256
NOTHING_M = -1.0  # how a ray that meets nothing is told, here as by MuJoCo


def ray_questions(peers: tuple[str, ...], *, quick: bool = False) -> Iterator[Question]:
    """Make every question; a quick run asks of one problem alone."""
    for name in (STATION,) if quick else (STATION, DENSE, MESH, MESH_10K):
        yield _of(problem(name), peers, count=FEW if quick else RAYS)


def _of(found: Problem, peers: tuple[str, ...], *, count: int) -> Question:
    q = np.array(found.robot.home_q)
    caster = Caster(seen_shapes(found.robot, found.scene))
    rays, T = fan(found.robot, count), frame_poses(found.robot, q)
    origin, directions = rays.origins[0], rays.directions

    def distances() -> Array:
        met = caster.first_hits(origin, directions, T=T).distance
        return np.where(np.isfinite(met), met, NOTHING_M)

    def run() -> object:
        return caster.first_hits(origin, directions, T=T)

    ways = asked(peers, "rays", bodies_of(found), q, rays)
    return Question("F15", found.name, count, Way("first_hits", run, distances), ways)
