"""The well-known messages of Foxglove, as far as they are said here: JSON by these keys, under these names.

    struct --- msgspec ---> JSON message, and the JSON schema that says what its keys are

Other programs know them by the name `foxglove.<Class>` (docs.foxglove.dev, message schemas).  A time is
seconds and nanoseconds since 1970, a quaternion turns a vector of the child's axes into the parent's, lengths
are in metres, octets are base64.
"""

from enum import IntEnum
from typing import Any

import msgspec

from telemetry.agreed.run_settings import NS_PER_S
from telemetry.wire.schemas import schema

ENCODING, SCHEMA_ENCODING = "json", "jsonschema"
PREFIX = "foxglove"


class _Known(msgspec.Struct, frozen=True, kw_only=True):
    pass


class Time(_Known, frozen=True):
    """An instant of UTC."""

    sec: int
    nsec: int


class Duration(_Known, frozen=True):
    """A span of time."""

    sec: int = 0
    nsec: int = 0


class Vector3(_Known, frozen=True):
    """A position or a size."""

    x: float
    y: float
    z: float


class Quaternion(_Known, frozen=True):
    """A rotation."""

    x: float = 0.0
    y: float = 0.0
    z: float = 0.0
    w: float = 1.0


class Pose(_Known, frozen=True):
    """Where something is, and how it is turned."""

    position: Vector3
    orientation: Quaternion = Quaternion()


class Color(_Known, frozen=True):
    """Each part from 0 to 1."""

    r: float
    g: float
    b: float
    a: float


class JointState(_Known, frozen=True):
    """One joint."""

    name: str
    position: float  # [rad or m]
    velocity: float | None = None  # [rad/s or m/s]; None: not told


class JointStates(_Known, frozen=True):
    """All joints at one time."""

    timestamp: Time
    joints: list[JointState]


class FrameTransform(_Known, frozen=True):
    """Where a frame is in its parent's."""

    timestamp: Time
    parent_frame_id: str
    child_frame_id: str
    translation: Vector3
    rotation: Quaternion


class FrameTransforms(_Known, frozen=True):
    """Frames at one time."""

    transforms: list[FrameTransform]


class CubePrimitive(_Known, frozen=True):
    """A box."""

    pose: Pose
    size: Vector3  # whole edges [m]
    color: Color


class SpherePrimitive(_Known, frozen=True):
    """A sphere."""

    pose: Pose
    size: Vector3  # diameters [m]
    color: Color


class CylinderPrimitive(_Known, frozen=True):
    """A cylinder along z."""

    pose: Pose
    size: Vector3  # diameters and length [m]
    color: Color
    bottom_scale: float = 1.0
    top_scale: float = 1.0


class TriangleListPrimitive(_Known, frozen=True):
    """A surface of triangles: every three of the indices are one, counter-clockwise from outside."""

    pose: Pose
    points: list[Vector3]  # [m]
    color: Color
    indices: list[int]
    colors: list[Color] = []


class SceneEntity(_Known, frozen=True):
    """What stands in one frame, and moves with it."""

    timestamp: Time
    frame_id: str
    id: str
    lifetime: Duration = Duration()  # 0: until it is said anew
    frame_locked: bool = True
    cubes: list[CubePrimitive] = []
    spheres: list[SpherePrimitive] = []
    cylinders: list[CylinderPrimitive] = []
    triangles: list[TriangleListPrimitive] = []


class SceneUpdate(_Known, frozen=True):
    """Entities that are there from now on; one of the same id gives way."""

    entities: list[SceneEntity]


class CompressedImage(_Known, frozen=True):
    """A picture."""

    timestamp: Time
    frame_id: str
    data: bytes
    format: str  # png


class CameraCalibration(_Known, frozen=True):
    """How a camera sees, without distortion."""

    timestamp: Time
    frame_id: str
    width: int  # [pixels]
    height: int
    K: list[float]  # (3, 3) row by row: from a point in the camera's frame to pixels
    P: list[float]  # (3, 4) the same for a rectified picture
    R: tuple[float, ...] = (1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0)
    D: list[float] = []
    distortion_model: str = ""


class LogLevel(IntEnum):
    """How grave an event is."""

    UNKNOWN = 0
    DEBUG = 1
    INFO = 2
    WARNING = 3
    ERROR = 4
    FATAL = 5


class Log(_Known, frozen=True):
    """An event."""

    timestamp: Time
    level: LogLevel
    message: str
    name: str  # who says it
    file: str = ""
    line: int = 0


Known = JointStates | FrameTransforms | SceneUpdate | CompressedImage | CameraCalibration | Log


def time_of(utc_ns: int) -> Time:
    """Return an instant as it is written here [ns since 1970]."""
    sec, nsec = divmod(utc_ns, NS_PER_S)
    return Time(sec=sec, nsec=nsec)


def json_schema(kind: type[msgspec.Struct], **more: dict[str, Any]) -> dict[str, Any]:
    """Return the JSON schema of a struct: an object, as other programs ask for; `more` are further keys."""
    own = schema(kind)
    return {**own, "properties": {**more, **own.get("properties", {})}}
