"""Solids as MuJoCo has them, and the shapes that rays of light meet there.

    SEEN       group that rays of the cameras meet      box, capsule, mesh as it is seen
    TOUCHED    group that they pass through             convex pieces of a mesh

Geoms have no mass, and collide in the pairs that are named, by no other rule.  MuJoCo keeps vertices in
single precision: of a mesh 10 m from its middle a micrometre is lost.

Rays meet the shapes of MuJoCo where MuJoCo has them: pictures show the truth of a rehearsal, not what the
predictor takes for it.  Only the rays are ours.
"""

from collections.abc import Callable, Iterable

import mujoco
import numpy as np
from numpy.typing import NDArray

from ground.rehearsal.body.solids import Solid
from predictor.geometry.mesh import Mesh, mesh_of
from predictor.geometry.shapes import Box, Capsule
from predictor.rays.caster import Caster
from predictor.rays.ray_shapes import RayShape

Array = NDArray[np.float64]

SEEN, TOUCHED = 0, 3
POINT = 1e-9  # an axis that is shorter has no direction [m]


def add_geoms(spec: mujoco.MjSpec, solids: Iterable[Solid]) -> None:
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


def _box(body: mujoco.MjsBody, box: Box) -> mujoco.MjsGeom:
    T = box.T_base_box
    return body.add_geom(
        type=mujoco.mjtGeom.mjGEOM_BOX, size=box.half, pos=T[:3, 3], quat=quaternion(T[:3, :3])
    )


def _rod(body: mujoco.MjsBody, rod: Capsule) -> mujoco.MjsGeom:
    """Add a capsule; one whose axis ends coincide is a sphere, a kind of its own in MuJoCo."""
    size = [float(rod.radius), 0.0, 0.0]
    if np.linalg.norm(rod.p1 - rod.p0) < POINT:
        return body.add_geom(type=mujoco.mjtGeom.mjGEOM_SPHERE, size=size, pos=rod.p0)
    ends = [*map(float, rod.p0), *map(float, rod.p1)]
    return body.add_geom(type=mujoco.mjtGeom.mjGEOM_CAPSULE, size=size, fromto=ends)


def _mesh(spec: mujoco.MjSpec, body: mujoco.MjsBody, name: str, *, mesh: Mesh) -> mujoco.MjsGeom:
    made = spec.add_mesh(name=name, inertia=mujoco.mjtMeshInertia.mjMESH_INERTIA_SHELL)
    made.uservert, made.userface = mesh.vertices.ravel(), mesh.faces.ravel()
    return body.add_geom(type=mujoco.mjtGeom.mjGEOM_MESH, meshname=name)


Geom = mujoco.mjtGeom


class RayShapes:
    """The shapes of one group of a model: light passes through all others."""

    def __init__(self, model: mujoco.MjModel, group: int = SEEN, *, excluded_body: int | None = None) -> None:
        """Find them, but for those of one body, and make ready to cast rays."""
        is_met = (model.geom_group == group) & (model.geom_bodyid != excluded_body)
        self.shapes = np.flatnonzero(is_met)  # their numbers in the model
        self.model = model
        self.caster = Caster(
            RayShape(str(geom), place, _SHAPES[Geom(model.geom_type[geom])](model, geom))
            for place, geom in enumerate(self.shapes.tolist())
        )

    def poses(self, data: mujoco.MjData) -> Array:
        """Return where each of them is (shapes, 4, 4), in the world."""
        T = np.zeros((len(self.shapes), 4, 4))
        T[:, :3, :3] = data.geom_xmat[self.shapes].reshape(-1, 3, 3)
        T[:, :3, 3], T[:, 3, 3] = data.geom_xpos[self.shapes], 1.0
        return T


def _box_of_geom(model: mujoco.MjModel, geom: int) -> Box:
    return Box(name="", body="", T_base_box=np.eye(4), half=model.geom_size[geom].copy())


def _rod_of_geom(model: mujoco.MjModel, geom: int) -> Capsule:
    radius, half, _ = model.geom_size[geom].tolist()
    end = np.array([0.0, 0.0, half if model.geom_type[geom] == Geom.mjGEOM_CAPSULE else 0.0])
    return Capsule(name="", body="", p0=-end, p1=end, radius=radius)


def _mesh_of_geom(model: mujoco.MjModel, geom: int) -> Mesh:
    mesh = model.geom_dataid[geom]
    vertices, faces = model.mesh_vertadr[mesh], model.mesh_faceadr[mesh]
    return mesh_of(
        model.mesh_vert[vertices : vertices + model.mesh_vertnum[mesh]],
        model.mesh_face[faces : faces + model.mesh_facenum[mesh]],
    )


_SHAPES: dict[mujoco.mjtGeom, Callable[[mujoco.MjModel, int], Box | Capsule | Mesh]] = {
    Geom.mjGEOM_BOX: _box_of_geom,
    Geom.mjGEOM_SPHERE: _rod_of_geom,
    Geom.mjGEOM_CAPSULE: _rod_of_geom,
    Geom.mjGEOM_MESH: _mesh_of_geom,
}
