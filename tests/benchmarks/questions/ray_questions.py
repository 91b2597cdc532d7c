"""Questions of rays: what a fan of them meets first, among primitives and among meshes; in one call."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from predictor.rays.caster import Caster
from predictor.rays.ray_shapes import RayShape
from predictor.rays.scene_shapes import frame_poses, seen_shapes
from tests.benchmarks.peers.asked import asked
from tests.benchmarks.peers.way import Question, Way
from tests.benchmarks.problems.bodies import bodies_of
from tests.benchmarks.problems.motions import Rays, fan
from tests.benchmarks.problems.problems import DENSE, MESH, MESH_10K, STATION, Problem, problem

Array = NDArray[np.float64]

RAYS, FEW = 4096, 256
NOTHING_M = -1.0  # how a ray that meets nothing is told, here as by MuJoCo


def ray_questions(peers: tuple[str, ...], *, quick: bool = False) -> Iterator[Question]:
    """Make every question; a quick run asks of one problem alone."""
    for name in (STATION,) if quick else (STATION, DENSE, MESH, MESH_10K):
        found = problem(name)
        yield _of(found, peers, count=FEW if quick else RAYS)
        if found.scene.meshes:
            yield _of_triangles(found, peers, count=FEW if quick else RAYS)


def _of(found: Problem, peers: tuple[str, ...], *, count: int) -> Question:
    q = np.array(found.robot.home_q)
    rays = fan(found.robot, count)
    ours = _cast(seen_shapes(found.robot, found.scene), rays, frame_poses(found.robot, q))
    return Question("F15", found.name, count, ours, asked(peers, "rays", bodies_of(found), q, rays))


def _of_triangles(found: Problem, peers: tuple[str, ...], *, count: int) -> Question:
    """Ask about the scene's meshes alone, as some peers know nothing else."""
    meshes, rays = [shape.mesh for shape in found.scene.meshes], fan(found.robot, count)
    shapes = [RayShape(shape.name, 0, shape.mesh) for shape in found.scene.meshes]
    ours = _cast(shapes, rays, np.eye(4)[None])
    return Question(
        "F15", f"{found.name}, triangles alone", count, ours, asked(peers, "mesh_rays", meshes, rays)
    )


def _cast(shapes: list[RayShape], rays: Rays, T: Array) -> Way:
    caster, origin, directions = Caster(shapes), rays.origins[0], rays.directions

    def run() -> Array:
        return caster.first_hits(origin, directions, T=T).distance

    def distances() -> Array:
        met = run()
        return np.where(np.isfinite(met), met, NOTHING_M)

    return Way("first_hits", run, distances)
