"""What a robot file says, as it stands there: the one form into which every kind of robot file is brought.

    arm.toml ------------------.
    DH table of another kind ---+--> RobotTable --> predictor.model.files.description --> Robot
    arm.urdf ------------------'         '--------> predictor.model.files.robot_writing --> arm.toml

A joint is a Denavit-Hartenberg row, or it is placed: its frame in that of the joint that carries it, and its
axis.  Angles are in degrees where a key ends in `_deg`, everything else is SI.  Limits have no defaults; what
is not known yet is written "?", and an arm with such a value can be looked at, not flown.
"""

from pathlib import Path
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from predictor.inputs.rigid import Mass, Name, Tensor
from predictor.model.data_checks import CheckRows
from telemetry.files.settings import PRINTABLE, FileError, Table

Unknown = Literal["?"]
UNKNOWN: Unknown = "?"
Length = Annotated[float, Meta(ge=-100.0, le=100.0)]  # [m]
Angle = Annotated[float, Meta(ge=-720.0, le=720.0)]  # [deg]
Rate = Annotated[float, Meta(ge=1e-3, le=1e4)]  # [deg/s, deg/s^2 or deg/s^3]; less is no arm that moves
Slide = Annotated[float, Meta(ge=1e-5, le=1e3)]  # [m/s, m/s^2 or m/s^3]
Size = Annotated[float, Meta(gt=0.0, le=100.0)]  # [m]
Radius = Annotated[float, Meta(gt=0.0, le=10.0)]  # [m]
Reason = Annotated[str, Meta(max_length=200, pattern=PRINTABLE)]
Factor = Annotated[float, Meta(gt=0.0, le=1e6)]
Frame = Annotated[int, Meta(ge=0, le=32)]
Coefficient = Annotated[float, Meta(ge=-1e6, le=1e6)]
Pair = tuple[Coefficient, Coefficient]
Point = tuple[Length, Length, Length]
Rows = tuple[Point, Point, Point]
Kind = Literal["revolute", "continuous", "prismatic"]

ORIGIN = (0.0, 0.0, 0.0)
UNTURNED = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
TRUE_SIZE = (1.0, 1.0, 1.0)

DH_KEYS = ("theta_offset_deg", "d", "a", "alpha_deg")
PLACEMENT_KEYS = ("translation", "rotation", "axis", "pivot")


class FourBarRow(Table, frozen=True):
    """A linkage: its lengths, and where its angles count from (`predictor.model.four_bar`)."""

    ground: Size  # lengths, from here
    input: Size
    coupler: Size
    output: Size
    assembly: Literal["open", "crossed"]
    input_zero_deg: Angle = 0.0
    output_zero_deg: Angle = 0.0


class FollowsRow(Table, frozen=True):
    """Which commanded joint a joint follows, and by which of these laws; values in rad or m."""

    joint: str  # the commanded one; by one of the laws that follow
    polynomial: Annotated[tuple[Coefficient, ...], Meta(min_length=2, max_length=16)] | None = None
    table: Annotated[tuple[Pair, ...], Meta(min_length=2, max_length=1000)] | None = None
    four_bar: FourBarRow | None = None


class JointRow(Table, frozen=True):
    """One joint: a DH row, or a placement; which keys of the limits it has, its kind decides."""

    name: Name
    parent: str | None = None  # name of the joint that carries it; "": the base; absent: the one before it
    kind: Kind = "revolute"  # turns, turns on and on, or slides
    theta_offset_deg: Angle | None = None  # a DH row: these four, or
    d: Length | None = None  # along z of the frame before it
    a: Length | None = None  # along its own x
    alpha_deg: Angle | None = None  # about its own x
    translation: Point | None = None  # of its frame in its parent's, at zero
    rotation: Rows | None = None  # rows
    axis: Point | None = None  # in its own frame
    pivot: Point | None = None  # a point of the axis, in its own frame
    follows: FollowsRow | None = None  # absent: it is commanded, and has limits of its own
    q_min_deg: Angle | Unknown | None = None  # limits of one that turns
    q_max_deg: Angle | Unknown | None = None
    speed_max_deg: Rate | Unknown | None = None
    acceleration_max_deg: Rate | Unknown | None = None
    jerk_max_deg: Rate | Unknown | None = None
    q_min_m: Length | Unknown | None = None  # limits of one that slides
    q_max_m: Length | Unknown | None = None
    speed_max_m: Slide | Unknown | None = None
    acceleration_max_m: Slide | Unknown | None = None
    jerk_max_m: Slide | Unknown | None = None


class ToolRow(Table, frozen=True):
    """Where a tool is; the first of a file is the one that is meant."""

    translation: Point  # in the frame
    rotation: Rows  # rows
    name: Name = "tool"
    frame: Frame | None = None  # absent: the frame of the last joint


class CapsuleRow(Table, frozen=True):
    """One capsule of the arm's shape, in a frame."""

    name: Name
    frame: Frame  # 0: the base; 1: that of the first joint
    p0: Point  # ends of its axis, in the frame
    p1: Point
    radius: Radius


class CylinderRow(Table, frozen=True):
    """A cylinder about the z axis, its middle at the origin."""

    radius: Size
    length: Size  # along z


class MeshRow(Table, frozen=True):
    """A body of the arm: what is seen of a frame, what is touched there, or both."""

    name: Name
    frame: Frame  # 0: the base; 1: that of the first joint
    use: Literal["seen", "touched", "both"] = "both"  # by eyes and cameras, by physics, or both
    file: str | None = None  # a mesh inside the robot file's folder; or one of the four that follow
    box: tuple[Size, Size, Size] | None = None  # whole edges
    cylinder: CylinderRow | None = None
    capsule: CylinderRow | None = None  # a cylinder with half a ball at each end
    sphere: Size | None = None  # radius
    scale: tuple[Factor, Factor, Factor] = TRUE_SIZE  # of the file's coordinates, before it is placed
    translation: Point = ORIGIN  # where it stands in the frame
    rotation: Rows = UNTURNED


class AllowedRow(Table, frozen=True):
    """Two capsules that are not kept apart, and why."""

    pair: tuple[Name, Name]  # names of two capsules
    reason: Reason  # as `robot check` tells it


class BodyRow(Table, frozen=True):
    """Mass properties of one body, about its centre of mass, in axes of its frame."""

    name: Name
    mass: Mass | Unknown
    com: Point | Unknown  # centre of mass
    inertia: Tensor | Unknown  # about it


class LinkRow(BodyRow, frozen=True):
    """Mass properties of what one joint's frame carries."""

    frame: Frame  # of the joint that carries it
    bare: bool | Unknown = False  # true: it moves without any capsule, which you accept; else it is not flown


class RangeSensorRow(Table, frozen=True):
    """A range sensor on the arm: the nearest echo in its beam counts."""

    frame: Frame
    position: Point  # in that frame
    direction: Point  # of its beam; the length does not matter
    range_m: Size  # farthest echo that it hears
    beam_deg: Annotated[float, Meta(ge=0.0, le=45.0)]  # half the angle of its cone
    noise_m: Annotated[float, Meta(ge=0.0, le=1.0)]  # standard deviation of what it measures


class RobotTable(Table, frozen=True, kw_only=True):
    """A robot file."""

    name: Name
    home_deg: tuple[Angle, ...] | Unknown = ()  # of the joints that turn, in their order
    home_m: tuple[Length, ...] | Unknown = ()  # of those that slide
    stow_deg: tuple[Angle, ...] = ()  # the same of the pose in which it is stowed, if there is one
    stow_m: tuple[Length, ...] = ()
    allowed: Annotated[tuple[AllowedRow, ...], Meta(max_length=4096)] = ()  # pairs that are not kept apart
    joint: Annotated[tuple[JointRow, ...], Meta(min_length=1, max_length=32)]  # from the base on
    tool: ToolRow | Annotated[tuple[ToolRow, ...], Meta(min_length=1, max_length=32)]
    capsule: Annotated[tuple[CapsuleRow, ...], Meta(min_length=1, max_length=256)] | Unknown
    mesh: Annotated[tuple[MeshRow, ...], Meta(max_length=256)] = ()
    platform: BodyRow | None = None  # absent: the base is bolted to the ground
    link: tuple[LinkRow, ...]  # masses of what the joints carry
    range_sensor: RangeSensorRow | None = None
    check: CheckRows = ()  # what telemetry is checked against

    @property
    def capsules(self) -> tuple[CapsuleRow, ...]:
        """The arm's volumes; none where they are not known yet."""
        return self.capsule if isinstance(self.capsule, tuple) else ()

    @property
    def tools(self) -> tuple[ToolRow, ...]:
        """All tools, the one that is meant first."""
        return self.tool if isinstance(self.tool, tuple) else (self.tool,)


def validated(table: RobotTable, path: Path | str) -> RobotTable:
    """Return a table that was made of another kind of file, after the checks that one read from TOML had.

    Raises:
        FileError: a value that no robot file may have.
    """
    try:
        return msgspec.convert(msgspec.to_builtins(table), RobotTable)
    except msgspec.ValidationError as error:
        raise FileError(path, "", f"makes no robot file: {error}") from None
