"""The shapes that rays of light meet: those that MuJoCo has, where MuJoCo has them.

    model --once--> boxes, rods and meshes, each in a frame of its own      `predictor.rays`
    data  --------> where each stands

So pictures show the truth of a rehearsal, not what the predictor takes for it; only the rays are ours.
"""

from collections.abc import Callable
from typing import Any

import mujoco
import numpy as np
from numpy.typing import NDArray

from ground.rehearsal.body.geoms import SEEN
from predictor.geometry.mesh import Mesh, mesh_of
from predictor.geometry.shapes import Box, Capsule
from predictor.rays.caster import Caster
from predictor.rays.packing import RayShape

Array = NDArray[np.float64]
Geom = mujoco.mjtGeom


class Sight:
    """The shapes of one group of a model: light passes through all others."""

    def __init__(self, model: Any, group: int = SEEN, *, without: int | None = None) -> None:
        """Find them, but for those of one body, and make ready to cast rays."""
        is_met = (model.geom_group == group) & (model.geom_bodyid != without)
        self.shapes = np.flatnonzero(is_met)  # their numbers in the model
        self.model = model
        self.caster = Caster(
            RayShape(str(geom), place, _SHAPES[Geom(model.geom_type[geom])](model, geom))
            for place, geom in enumerate(self.shapes.tolist())
        )

    def poses(self, data: Any) -> Array:
        """Return where each of them is (shapes, 4, 4), in the world."""
        T = np.zeros((len(self.shapes), 4, 4))
        T[:, :3, :3] = data.geom_xmat[self.shapes].reshape(-1, 3, 3)
        T[:, :3, 3], T[:, 3, 3] = data.geom_xpos[self.shapes], 1.0
        return T


def _box(model: Any, geom: int) -> Box:
    return Box(name="", body="", T_base_box=np.eye(4), half=model.geom_size[geom].copy())


def _rod(model: Any, geom: int) -> Capsule:
    radius, half, _ = model.geom_size[geom].tolist()
    end = np.array([0.0, 0.0, half if model.geom_type[geom] == Geom.mjGEOM_CAPSULE else 0.0])
    return Capsule(name="", body="", p0=-end, p1=end, radius=radius)


def _mesh(model: Any, geom: int) -> Mesh:
    mesh = model.geom_dataid[geom]
    vertices, faces = model.mesh_vertadr[mesh], model.mesh_faceadr[mesh]
    return mesh_of(
        model.mesh_vert[vertices : vertices + model.mesh_vertnum[mesh]],
        model.mesh_face[faces : faces + model.mesh_facenum[mesh]],
    )


_SHAPES: dict[Any, Callable[[Any, int], Box | Capsule | Mesh]] = {
    Geom.mjGEOM_BOX: _box,
    Geom.mjGEOM_SPHERE: _rod,
    Geom.mjGEOM_CAPSULE: _rod,
    Geom.mjGEOM_MESH: _mesh,
}
