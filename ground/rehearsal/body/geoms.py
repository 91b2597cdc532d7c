"""Solids as MuJoCo has them: geoms without mass that collide in the pairs that are named, and by no rule.

    SEEN       group that rays of the cameras meet      box, capsule, mesh as it is seen
    TOUCHED    group that they pass through             convex pieces of a mesh

MuJoCo keeps vertices in single precision: of a mesh 10 m from its middle a micrometre is lost.
"""

from collections.abc import Iterable
from typing import Any

import mujoco
import numpy as np
from numpy.typing import NDArray

from ground.rehearsal.body.solids import Solid
from predictor.geometry.mesh import Mesh
from predictor.geometry.shapes import Box, Capsule

Array = NDArray[np.float64]

SEEN, TOUCHED = 0, 3
POINT = 1e-9  # an axis that is shorter has no direction [m]


def add_geoms(spec: Any, solids: Iterable[Solid]) -> None:
    """Add solids to the bodies of a model that they name."""
    for solid in solids:
        body, shape = spec.body(solid.body), solid.shape
        if isinstance(shape, Box):
            geom = _box(body, shape)
        elif isinstance(shape, Capsule):
            geom = _rod(body, shape)
        else:
            geom = _mesh(spec, body, solid.name, mesh=shape)
        geom.name, geom.group = solid.name, SEEN if solid.is_seen else TOUCHED
        geom.contype = geom.conaffinity = 0
        geom.mass = 0.0


def quaternion(R: Array) -> Array:
    """Return a rotation (3, 3) as MuJoCo takes it (4,)."""
    quat = np.empty(4)
    mujoco.mju_mat2Quat(quat, np.ascontiguousarray(R).ravel())
    return quat


def _box(body: Any, box: Box) -> Any:
    T = box.T_base_box
    return body.add_geom(
        type=mujoco.mjtGeom.mjGEOM_BOX, size=box.half, pos=T[:3, 3], quat=quaternion(T[:3, :3])
    )


def _rod(body: Any, rod: Capsule) -> Any:
    """Add a capsule; one whose axis ends coincide is a sphere, which MuJoCo wants to be told."""
    size = [float(rod.radius), 0.0, 0.0]
    if np.linalg.norm(rod.p1 - rod.p0) < POINT:
        return body.add_geom(type=mujoco.mjtGeom.mjGEOM_SPHERE, size=size, pos=rod.p0)
    ends = [*map(float, rod.p0), *map(float, rod.p1)]
    return body.add_geom(type=mujoco.mjtGeom.mjGEOM_CAPSULE, size=size, fromto=ends)


def _mesh(spec: Any, body: Any, name: str, *, mesh: Mesh) -> Any:
    made = spec.add_mesh(name=name, inertia=mujoco.mjtMeshInertia.mjMESH_INERTIA_SHELL)
    made.uservert, made.userface = mesh.vertices.ravel(), mesh.faces.ravel()
    return body.add_geom(type=mujoco.mjtGeom.mjGEOM_MESH, meshname=name)
