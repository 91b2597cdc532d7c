"""What is read of a URDF's elements, in the form in which the library gives them."""

from collections.abc import Sequence
from typing import Protocol

from predictor.inputs.arrays import Array
from predictor.model.files.robot_table import Kind


class UrdfCylinder(Protocol):
    """A cylinder, or a capsule."""

    radius: float
    length: float


class _Box(Protocol):
    size: Array  # (3,) whole edges


class _Sphere(Protocol):
    radius: float


class _Mesh(Protocol):
    filename: str
    scale: Array | float | None


class _Geometry(Protocol):
    box: _Box | None
    cylinder: UrdfCylinder | None
    capsule: UrdfCylinder | None
    sphere: _Sphere | None
    mesh: _Mesh | None


class UrdfShape(Protocol):
    """A shape that is seen, or touched."""

    origin: Array | None  # (4, 4)
    geometry: _Geometry


class _Inertial(Protocol):
    origin: Array | None  # (4, 4)
    mass: float | None
    inertia: Array | None  # (3, 3)


class UrdfLink(Protocol):
    """A link."""

    name: str
    inertial: _Inertial | None
    visuals: Sequence[UrdfShape]
    collisions: Sequence[UrdfShape]


class _Limit(Protocol):
    lower: float | None
    upper: float | None
    velocity: float | None


class _Mimic(Protocol):
    joint: str
    multiplier: float
    offset: float


class UrdfJoint(Protocol):
    """A joint."""

    name: str
    type: Kind  # of one that moves
    parent: str  # names of links
    child: str
    origin: Array | None  # (4, 4)
    axis: Array  # (3,)
    limit: _Limit | None
    mimic: _Mimic | None


class UrdfRobot(Protocol):
    """A URDF."""

    links: Sequence[UrdfLink]
    joints: Sequence[UrdfJoint]
