"""The tables of a scene file as they are written: strict TOML, lengths in metres, poses in the arm base.

    [[box]] [[capsule]] [[sphere]] [[mesh]]   shapes, each of a body
    [[body]]                                  its mass, its carrier, how it moves
    [[mount]]                                 what touches by construction, and why

Shapes of a body that a joint carries, a load, are given in that joint's frame instead.
"""

from typing import Annotated, Literal

from msgspec import Meta

from predictor.inputs.rigid import Mass, Name, Tensor
from telemetry.files.settings import PRINTABLE, Table

LARGEST_SCENE = 16_000_000  # bytes of a scene file: some 100,000 boxes
MOST_SHAPES = 100_000  # of each kind
MOST_MESHES = 1024

Length = Annotated[float, Meta(ge=-1000.0, le=1000.0)]  # [m]
Size = Annotated[float, Meta(gt=0.0, le=1000.0)]  # [m]
Factor = Annotated[float, Meta(ge=1e-6, le=1e6)]
Point = tuple[Length, Length, Length]
Rotation = tuple[Point, Point, Point]  # rows
Second = Annotated[float, Meta(ge=0.0, le=1e6)]  # of the run
Speed = Annotated[float, Meta(ge=-100.0, le=100.0)]  # [m/s]
Drift = Annotated[float, Meta(ge=0.0, le=1.0)]  # [m/s]
Rate = Annotated[float, Meta(ge=-3600.0, le=3600.0)]  # [deg/s]

UNTURNED: Rotation = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
TRUE_SIZE = (1.0, 1.0, 1.0)
NOWHERE: Point = (0.0, 0.0, 0.0)


class BoxTable(Table, frozen=True):
    """A box."""

    name: Name
    body: Name  # base, or one that [[body]] names
    centre: Point
    size: tuple[Size, Size, Size]  # whole edges
    rotation: Rotation = UNTURNED  # rows


class CapsuleTable(Table, frozen=True):
    """All points within `radius` of a segment."""

    name: Name
    body: Name  # the same
    p0: Point  # ends of its axis
    p1: Point
    radius: Size


class SphereTable(Table, frozen=True):
    """A sphere."""

    name: Name
    body: Name  # the same
    centre: Point
    radius: Size


class MeshTable(Table, frozen=True):
    """A mesh of a file in the scene file's folder: scaled, then turned, then moved."""

    name: Name
    body: Name  # the same
    file: Annotated[str, Meta(max_length=256, pattern=PRINTABLE)]  # STL, OBJ, PLY, GLB, DAE or VRML 97
    scale: tuple[Factor, Factor, Factor] = TRUE_SIZE  # metres for each unit of the file
    translation: Point = NOWHERE
    rotation: Rotation = UNTURNED  # rows
    pieces: Literal["surface", "coacd"] = "surface"  # how it is taken apart into convex pieces


class WayPointTable(Table, frozen=True):
    """Where a body is at an instant, against the start of the run."""

    time_s: Second
    translation: Point = NOWHERE  # against where it stands at the start
    rotation: Rotation = UNTURNED


class MotionTable(Table, frozen=True):
    """A stated motion: way-points, or a constant speed and turn rate between two instants."""

    about: Point | None = None  # the point that goes along the way, and is turned about; absent: the com
    way_point: Annotated[tuple[WayPointTable, ...], Meta(max_length=1024)] = ()  # or speed and turn rate:
    from_s: Second | None = None  # when it begins, and
    until_s: Second | None = None  # ends
    speed: tuple[Speed, Speed, Speed] = NOWHERE  # in base axes
    turn_rate_deg: tuple[Rate, Rate, Rate] = NOWHERE  # axis times rate, in the axes of the arm base


class BodyTable(Table, frozen=True):
    """What is known of a body beyond its shapes; its mass properties are given together or not at all."""

    name: Name
    mass: Mass | None = None
    com: Point | None = None  # centre of mass
    inertia: Tensor | None = None  # about it
    carrier: Name = "base"  # "base", "space" or the name of a joint
    motion: MotionTable | None = None  # absent: it stands still on its carrier
    drift: Drift = 0.0  # by which it may leave that, at most


class MountTable(Table, frozen=True):
    """What of the arm touches what of the scene by construction."""

    capsule: Name  # of the arm
    shape: Name  # of the scene; a mesh stands for all that covers it
    reason: Annotated[str, Meta(min_length=1, max_length=200, pattern=PRINTABLE)] | None = None
    # must be there where a motion can change what is between both; every run then tells of it


class SceneTable(Table, frozen=True):
    """A scene file."""

    name: Name
    box: Annotated[tuple[BoxTable, ...], Meta(max_length=MOST_SHAPES)] = ()
    capsule: Annotated[tuple[CapsuleTable, ...], Meta(max_length=MOST_SHAPES)] = ()
    sphere: Annotated[tuple[SphereTable, ...], Meta(max_length=MOST_SHAPES)] = ()
    mesh: Annotated[tuple[MeshTable, ...], Meta(max_length=MOST_MESHES)] = ()
    body: Annotated[tuple[BodyTable, ...], Meta(max_length=1024)] = ()
    mount: Annotated[tuple[MountTable, ...], Meta(max_length=MOST_SHAPES)] = ()
