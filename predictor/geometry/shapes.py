"""Shapes of the scene: boxes, capsules and meshes, where they stand in the arm base at the start of a run.

A sphere is a capsule whose ends coincide.  A mesh is what is seen, and what physics touches by its convex
pieces; what the arm is kept away from are the boxes and capsules that *cover* it:

    mesh "station" ----> pieces 0, 1, 2 (convex) ----> boxes "station/0", "station/1", "station/2"

so that verdict, certificate and the gate's own look speak of the same volumes.  Every shape of a body that
moves is such a mesh: it is shown where it is, and boxes cover its whole way, because the arm may be stopped
anywhere and stay there for any time.  Shapes are pure data; distances are in `predictor.collision`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple

import numpy as np

from predictor.geometry.body_motion import BodyMotion
from predictor.geometry.mesh import Array, Mesh, placed
from predictor.inputs.rigid import MATRIX_ERROR

BASE, SPACE = "base", "space"  # the carrier of a body that no part of the arm carries


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Box:
    """An oriented box."""

    name: str
    body: str  # rigid body it belongs to: base or target
    T_base_box: Array  # (4, 4) pose of its centre in the arm base frame
    half: Array  # (3,) half edge lengths [m]
    cover_of: str = ""  # the mesh that it covers, or whose way; empty: it is a body by itself


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Capsule:
    """A capsule: all points within `radius` of a segment."""

    name: str
    body: str
    p0: Array  # (3,) axis ends in the arm base frame [m]
    p1: Array  # (3,)
    radius: float  # [m]
    cover_of: str = ""


class PlacedBox(NamedTuple):
    """A box around something: the pose of its centre, and its half edges."""

    T: Array  # (4, 4)
    half: Array  # (3,) [m]


def box_holds(box: PlacedBox, piece: Mesh) -> bool:
    """Return whether a pose and half edges make a box, with all of a mesh in it."""
    T, half = box
    if T.shape != (4, 4) or half.shape != (3,):
        return False
    if np.abs(T[:3, :3] @ T[:3, :3].T - np.eye(3)).max() > MATRIX_ERROR:
        return False
    return bool((np.abs((piece.vertices - T[:3, 3]) @ T[:3, :3]) <= half).all())


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class MeshShape:
    """A mesh; `Scene.boxes` and `Scene.capsules` cover all of its pieces."""

    name: str
    body: str
    mesh: Mesh  # in the arm base frame, at the start of the run
    pieces: tuple[Mesh, ...]  # convex; together they contain the mesh
    boxes: tuple[PlacedBox, ...] = ()  # around each piece, where they were found with them

    def at(self, T: Array) -> "MeshShape":
        """Return the shape after a displacement (4, 4)."""
        return replace(
            self,
            mesh=placed(self.mesh, T),
            pieces=tuple(placed(piece, T) for piece in self.pieces),
            boxes=tuple(PlacedBox(T @ box.T, box.half) for box in self.boxes),
        )


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class SceneBody:
    """A body of a scene beyond its shapes: its mass, its carrier, and how it moves."""

    name: str
    mass: float  # [kg]; 0: it is not known, and nothing needs it
    com: Array  # (3,) in the arm base frame [m]
    inertia: Array  # (3, 3) about the centre of mass [kg m^2]
    carrier: str = BASE  # BASE: rides on the platform; SPACE: floats apart from it; or the name of a joint
    motion: BodyMotion | None = None  # against its carrier; None: it stays where it is
    drift: float = 0.0  # by which it may leave where it is said to be, at most [m/s]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Load:
    """A body that a joint carries, in the frame of that joint; the arm's own as soon as both are read."""

    body: SceneBody
    boxes: tuple[Box, ...]
    capsules: tuple[Capsule, ...]
    meshes: tuple[MeshShape, ...]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Scene:
    """What stands around the arm, as read from its file."""

    name: str
    boxes: tuple[Box, ...]
    capsules: tuple[Capsule, ...]
    bodies: tuple[SceneBody, ...]
    meshes: tuple[MeshShape, ...] = ()
    mounts: tuple[tuple[str, str], ...] = ()  # (arm capsule, shape) joined by construction: never tested
    reasons: Mapping[tuple[str, str], str] = field(default_factory=dict)  # of mounts, where the file has one
    loads: tuple[Load, ...] = ()  # of a scene that is not put together with its arm yet
    allowances: Mapping[str, float] = field(default_factory=dict)  # by which shapes are larger for drift [m]

    @property
    def volumes(self) -> tuple[Box | Capsule, ...]:
        """All that the arm is kept clear of."""
        return (*self.boxes, *self.capsules)

    def stands_in_space(self, name: str) -> bool:
        """True if no base carries a body."""
        body = self.body_named(name)
        return body is not None and body.carrier == SPACE

    def body_named(self, name: str) -> SceneBody | None:
        """Return a body by its name; None: the scene has none, it is welded to the platform."""
        return next((body for body in self.bodies if body.name == name), None)
