"""What is read of a URDF's elements, in the form in which the library gives them."""

from collections.abc import Sequence
from typing import Protocol

from predictor.inputs.arrays import Array
from predictor.model.files.robot_table import Kind


class UrdfCylinder(Protocol):
    """A cylinder, or a capsule."""

    radius: float
    length: float


class UrdfBox(Protocol):
    """A box."""

    size: Array  # (3,) whole edges


class UrdfSphere(Protocol):
    """A sphere."""

    radius: float


class UrdfMesh(Protocol):
    """A mesh in a file of its own."""

    filename: str
    scale: Array | float | None


class UrdfGeometry(Protocol):
    """One of these."""

    box: UrdfBox | None
    cylinder: UrdfCylinder | None
    capsule: UrdfCylinder | None
    sphere: UrdfSphere | None
    mesh: UrdfMesh | None


class UrdfShape(Protocol):
    """A shape that is seen, or touched."""

    origin: Array | None  # (4, 4)
    geometry: UrdfGeometry


class UrdfInertial(Protocol):
    """Mass properties."""

    origin: Array | None  # (4, 4)
    mass: float | None
    inertia: Array | None  # (3, 3)


class UrdfLink(Protocol):
    """A link."""

    name: str
    inertial: UrdfInertial | None
    visuals: Sequence[UrdfShape]
    collisions: Sequence[UrdfShape]


class UrdfLimit(Protocol):
    """Limits of a joint [rad or m]."""

    lower: float | None
    upper: float | None
    velocity: float | None


class UrdfMimic(Protocol):
    """The joint that another one follows, along a straight line."""

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
    limit: UrdfLimit | None
    mimic: UrdfMimic | None


class UrdfRobot(Protocol):
    """A URDF."""

    links: Sequence[UrdfLink]
    joints: Sequence[UrdfJoint]
