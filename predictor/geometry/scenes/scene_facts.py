"""What a scene, or a bare mesh, is made of, for people and programs.

SI throughout; `low` and `high` are the corners of a box along the axes of the arm base, or of the joint that
carries the body, at the start of the run.
"""

from collections.abc import Iterable

import msgspec
import numpy as np

from predictor.geometry.mesh import Array
from predictor.geometry.primitive_meshes import as_mesh
from predictor.geometry.scenes.covers import excess_of
from predictor.geometry.scenes.scene_doubts import doubts, mesh_doubts, volume_around
from predictor.geometry.scenes.scene_file import CARRIER, Shape
from predictor.geometry.shapes import BASE, Box, Capsule, MeshShape, Scene, SceneBody
from predictor.geometry.surfaces import bodies_of, is_closed, volume_of
from predictor.inputs.doubt import Doubt


class BodyMoves(msgspec.Struct, frozen=True, kw_only=True):
    """How a body moves by itself."""

    from_s: float
    until_s: float
    way_points: int


class BodyFacts(msgspec.Struct, frozen=True, kw_only=True):
    """One body."""

    name: str
    carrier: str
    mass: float
    moves: BodyMoves | None
    shapes: list[str]


class ShapeFacts(msgspec.Struct, frozen=True, kw_only=True):
    """One box, capsule or sphere."""

    name: str
    kind: str
    body: str
    volume: float
    low: list[float]
    high: list[float]


class MeshFacts(msgspec.Struct, frozen=True, kw_only=True):
    """One mesh."""

    name: str
    body: str
    vertices: int
    faces: int
    bodies: int
    watertight: bool
    volume: float | None  # None: it is open; negative: it is inside out
    low: list[float]
    high: list[float]
    pieces: int
    covers: int  # boxes and capsules that stand for it, or for its whole way
    cover_volume: float
    # How far the boxes around its pieces reach from it, and from the inside of a closed one, at most, as the
    # run begins; of what stays where it is never more than is allowed.
    excess: float
    excess_allowed: float


class MountFacts(msgspec.Struct, frozen=True, kw_only=True):
    """One mount."""

    capsule: str
    shape: str


class SceneFacts(msgspec.Struct, frozen=True, kw_only=True):
    """What is known of a scene."""

    name: str
    kind: str = "scene"
    ok: bool = True
    kept_clear_of: int  # boxes and capsules that the arm is kept out of
    bodies: list[BodyFacts]
    shapes: list[ShapeFacts]
    meshes: list[MeshFacts]
    mounts: list[MountFacts]
    doubts: list[Doubt]


class BareMesh(msgspec.Struct, frozen=True, kw_only=True):
    """What is known of a mesh that stands nowhere."""

    name: str
    kind: str = "mesh"
    ok: bool = True
    meshes: list[MeshFacts]
    doubts: list[Doubt]


class ProposedMount(msgspec.Struct, frozen=True, kw_only=True):
    """A mount that no motion can do without."""

    capsule: str
    shape: str
    reason: str


class ArmInScene(msgspec.Struct, frozen=True, kw_only=True):
    """How an arm stands in a scene."""

    name: str
    home_clearance: float
    pair: tuple[str, str]
    unreachable: list[str]  # shapes
    proposed_mounts: list[ProposedMount]
    doubts: list[Doubt]


class SceneWithArm(SceneFacts, frozen=True, kw_only=True):
    """A scene, and how an arm stands in it."""

    arm: ArmInScene


def scene_facts(scene: Scene) -> SceneFacts:
    """Return what is known of a scene."""
    shapes, meshes = own_shapes(scene), own_meshes(scene)
    return SceneFacts(
        name=scene.name,
        kept_clear_of=len(scene.volumes),
        bodies=[_body(body, [*shapes, *meshes]) for body in all_bodies(scene)],
        shapes=[_shape(shape) for shape in shapes],
        meshes=[_mesh(mesh, [box for box in scene.boxes if box.cover_of == mesh.name]) for mesh in meshes],
        mounts=[MountFacts(capsule=capsule, shape=shape) for capsule, shape in scene.mounts],
        doubts=doubts(scene),
    )


def mesh_facts(shape: MeshShape, covers: Iterable[Box]) -> BareMesh:
    """Return what is known of a bare mesh."""
    return BareMesh(name=shape.name, meshes=[_mesh(shape, [*covers])], doubts=[*mesh_doubts(shape)])


def all_bodies(scene: Scene) -> list[SceneBody]:
    """Return the bodies, the arm's carrier first; those that a joint carries last."""
    unknown = np.zeros(3)
    carrier = SceneBody(name=CARRIER, mass=0.0, com=unknown, inertia=np.zeros((3, 3)))
    return [carrier, *scene.bodies, *(load.body for load in scene.loads)]


def own_shapes(scene: Scene) -> list[Box | Capsule]:
    """Return the boxes and capsules that cover nothing, those of loads last."""
    found = [*scene.volumes]
    for load in scene.loads:
        found += [*load.boxes, *load.capsules]
    return [shape for shape in found if not shape.cover_of]


def own_meshes(scene: Scene) -> list[MeshShape]:
    """Return the meshes, those of loads last; a moving body's shapes are meshes too."""
    return [*scene.meshes, *(mesh for load in scene.loads for mesh in load.meshes)]


def _body(body: SceneBody, shapes: Iterable[Shape]) -> BodyFacts:
    motion, moves = body.motion, None
    if motion is not None:
        from_s, until_s = float(motion.times_s[0]), float(motion.times_s[-1])
        moves = BodyMoves(from_s=from_s, until_s=until_s, way_points=len(motion.times_s))
    return BodyFacts(
        name=body.name,
        carrier=BASE if body.name == CARRIER else body.carrier,
        mass=body.mass,
        moves=moves,
        shapes=[shape.name for shape in shapes if shape.body == body.name],
    )


def _shape(shape: Box | Capsule) -> ShapeFacts:
    is_sphere = isinstance(shape, Capsule) and (shape.p0 == shape.p1).all()
    kind = "box" if isinstance(shape, Box) else "sphere" if is_sphere else "capsule"
    volume = float(volume_around(shape).volume)
    low, high = (corner.tolist() for corner in bounds(shape))
    return ShapeFacts(name=shape.name, kind=kind, body=shape.body, volume=volume, low=low, high=high)


def bounds(shape: Shape) -> tuple[Array, Array]:
    """Return the least and the greatest x, y, z of a shape [m]."""
    if isinstance(shape, Capsule):
        ends = np.array([shape.p0, shape.p1])
        return ends.min(axis=0) - shape.radius, ends.max(axis=0) + shape.radius
    vertices = as_mesh(shape).mesh.vertices
    return vertices.min(axis=0), vertices.max(axis=0)


def _mesh(shape: MeshShape, covers: list[Box]) -> MeshFacts:
    low, high = bounds(shape)
    has_inside = is_closed(shape.mesh)
    excess, allowed = excess_of(shape)
    return MeshFacts(
        name=shape.name,
        body=shape.body,
        vertices=len(shape.mesh.vertices),
        faces=len(shape.mesh.faces),
        bodies=bodies_of(shape.mesh),
        watertight=has_inside,
        volume=volume_of(shape.mesh) if has_inside else None,
        low=low.tolist(),
        high=high.tolist(),
        pieces=len(shape.pieces),
        covers=len(covers),
        cover_volume=float(sum(8.0 * np.prod(box.half) for box in covers)),
        excess=excess,
        excess_allowed=allowed,
    )
