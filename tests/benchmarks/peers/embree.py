"""Embree, by embreex: rays at triangles, in single precision."""

from collections.abc import Sequence

import numpy as np
from embreex.mesh_construction import TriangleMesh
from embreex.rtcore_scene import EmbreeScene
from numpy.typing import NDArray

from predictor.geometry.mesh import Mesh
from tests.benchmarks.peers.way import Way
from tests.benchmarks.problems.motions import Rays

Array = NDArray[np.float64]

NAME = "embree"
SINGLE_M = 1e-4  # to which it is good: places and distances are in single precision
PRECISION = "in single precision"
NOTHING_M, FAR_M = -1.0, 1e30  # how a ray that meets nothing is told, here and there


def mesh_rays(meshes: Sequence[Mesh], rays: Rays) -> list[Way]:
    """How far rays from one place go until they meet a triangle, -1 if none."""
    scene = EmbreeScene()
    kept = [  # who holds them as long as the scene is asked
        TriangleMesh(scene, mesh.vertices.astype(np.float32), mesh.faces.astype(np.int32)) for mesh in meshes
    ]
    directions = np.ascontiguousarray(rays.directions, np.float32)
    origins = np.ascontiguousarray(np.broadcast_to(rays.origins[0], directions.shape), np.float32)

    def run() -> Array:
        met: Array = scene.run(origins, directions, query="DISTANCE")
        return met

    def answers() -> Array:
        met = run().astype(np.float64)
        return np.where(met < FAR_M, met, NOTHING_M) if kept else met

    return [Way(f"{NAME} DISTANCE", run, answers, SINGLE_M, PRECISION)]
