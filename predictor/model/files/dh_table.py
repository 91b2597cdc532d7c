"""A plain table of Denavit-Hartenberg rows, as books and data sheets print it: read into a `RobotTable`.

convention = "classical_dh"     angle_unit = "deg"
[[joint]]  theta_offset  d  a  alpha  q_min  q_max  ...     what it does not say is named as missing
[[check]]  q  position  rotation                            what its author says comes out: compared
"""

import math
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Literal

import numpy as np
from msgspec import Meta

from predictor.inputs.doubt import Doubt
from predictor.inputs.rigid import Mass, Moment, Name, Tensor
from predictor.model.files.body_rows import with_possible_inertia
from predictor.model.files.description import Description, describe_bolted
from predictor.model.files.robot_table import (
    ORIGIN,
    UNKNOWN,
    UNTURNED,
    AllowedRow,
    BodyRow,
    CapsuleRow,
    Frame,
    JointRow,
    Length,
    LinkRow,
    Point,
    Radius,
    RobotTable,
    Rows,
    ToolRow,
    Unknown,
)
from predictor.model.robot import Robot
from telemetry.files.settings import FileError, FileReader, Table, parse_toml

NEIGHBOURS_REASON = "neighbours, which meet in a joint"  # why two capsules may touch
PRINTED_PRECISION = 1e-6  # [m, and of a direction cosine] how exactly such tables print their check values
Number = Annotated[float, Meta(ge=-1e4, le=1e4)]  # an angle or a rate in the unit of the file


class _AnyTable(Table, frozen=True, forbid_unknown_fields=False):
    convention: object = None


class _Joint(Table, frozen=True):
    name: Name
    theta_offset: Number  # angles and rates in the file's unit
    d: Length  # along z of the frame before it
    a: Length  # along its own x
    alpha: Number  # about its own x
    q_min: Number | None = None  # limits; what is not said is missing
    q_max: Number | None = None
    speed_max: Number | None = None
    acceleration_max: Number | None = None
    jerk_max: Number | None = None
    mass: Mass | None = None
    com: Point | None = None  # centre of mass
    inertia_diag: tuple[Moment, Moment, Moment] | None = None  # about it


class _Tool(Table, frozen=True):
    translation: Point
    rotation: Rows = UNTURNED


class _Capsule(Table, frozen=True):
    link: Name  # its name
    frame: Frame  # 0: the base; 1: that of the first joint
    p0: Point  # ends of its axis
    p1: Point
    radius: Radius


class _Body(Table, frozen=True):
    mass: Mass
    com: Point  # centre of mass
    inertia: Tensor  # about it


class _Link(_Body, frozen=True):
    link: Name
    frame: Frame  # that it moves with


class _Check(Table, frozen=True):
    q: tuple[Number, ...]  # a value for each joint
    position: Point  # of the tool there
    rotation: Rows | None = None


class DhRows(Table, frozen=True, kw_only=True):
    """The file as it stands."""

    name: Name
    convention: Literal["classical_dh"]  # distal rows
    length_unit: Literal["m"] = "m"
    angle_unit: Literal["deg", "rad"]
    joint: Annotated[tuple[_Joint, ...], Meta(min_length=1, max_length=32)]
    tool: _Tool = _Tool(translation=ORIGIN)
    capsule: Annotated[tuple[_Capsule, ...], Meta(max_length=256)] = ()
    base_body: _Body | None = None  # of a base that floats
    link_inertia: Annotated[tuple[_Link, ...], Meta(max_length=32)] = ()  # masses of links
    check: Annotated[tuple[_Check, ...], Meta(max_length=1000)] = ()  # what its author says comes out
    reference: dict[str, object] | None = None  # what its author remarks

    def degrees(self, angle: float) -> float:
        """Return an angle or rate in degrees."""
        return angle if self.angle_unit == "deg" else math.degrees(angle)

    def stated(self, angle: float | None) -> float | Unknown:
        """Return an angle or rate in degrees, or that it is not known."""
        return UNKNOWN if angle is None else self.degrees(angle)


def is_dh_table(content: bytes, path: Path | str) -> bool:
    """True if a robot file in TOML is a plain table of rows."""
    return parse_toml(content, _AnyTable, path).convention is not None


def describe_dh(content: bytes, path: Path | str, read: FileReader) -> Description:
    """Return what such a file describes, after a look at what its author says comes out.

    Raises:
        FileError: the file, the key, and the range or form that would be right; or another pose comes out.
    """
    rows = parse_toml(content, DhRows, path)
    doubts: list[Doubt] = []
    description = describe_bolted(_table(rows, doubts), path, read)
    _check(description.robot, rows, path)
    return replace(description, doubts=(*description.doubts, *doubts))


def _table(rows: DhRows, doubts: list[Doubt]) -> RobotTable:
    capsules = tuple(
        CapsuleRow(name=each.link, frame=each.frame, p0=each.p0, p1=each.p1, radius=each.radius)
        for each in rows.capsule
    )
    return RobotTable(
        name=rows.name,
        home_deg=UNKNOWN,
        joint=tuple(_joint(rows, joint) for joint in rows.joint),
        tool=ToolRow(translation=rows.tool.translation, rotation=rows.tool.rotation),
        allowed=_neighbours(capsules),
        capsule=capsules or UNKNOWN,
        platform=_platform(rows.base_body),
        link=tuple(
            with_possible_inertia(_link(rows, i, joint), doubts) for i, joint in enumerate(rows.joint)
        ),
    )


def _neighbours(capsules: Sequence[CapsuleRow]) -> tuple[AllowedRow, ...]:
    """Return the pairs of capsules that meet in a joint: no pose keeps them apart, so they may touch."""
    return tuple(
        AllowedRow(pair=(first.name, second.name), reason=NEIGHBOURS_REASON)
        for i, first in enumerate(capsules)
        for second in capsules[i + 1 :]
        if abs(first.frame - second.frame) == 1
    )


def _joint(rows: DhRows, joint: _Joint) -> JointRow:
    return JointRow(
        name=joint.name,
        theta_offset_deg=rows.degrees(joint.theta_offset),
        d=joint.d,
        a=joint.a,
        alpha_deg=rows.degrees(joint.alpha),
        q_min_deg=rows.stated(joint.q_min),
        q_max_deg=rows.stated(joint.q_max),
        speed_max_deg=rows.stated(joint.speed_max),
        acceleration_max_deg=rows.stated(joint.acceleration_max),
        jerk_max_deg=rows.stated(joint.jerk_max),
    )


def _platform(body: _Body | None) -> BodyRow | None:
    if body is None:
        return None
    return BodyRow(name="platform", mass=body.mass, com=body.com, inertia=body.inertia)


def _link(rows: DhRows, index: int, joint: _Joint) -> LinkRow:
    frame = index + 1
    for link in rows.link_inertia:
        if link.frame == frame:
            return LinkRow(name=link.link, frame=frame, mass=link.mass, com=link.com, inertia=link.inertia)
    return LinkRow(
        name=joint.name,
        frame=frame,
        mass=UNKNOWN if joint.mass is None else joint.mass,
        com=joint.com or UNKNOWN,
        inertia=_diagonal(joint.inertia_diag) if joint.inertia_diag else UNKNOWN,
    )


def _diagonal(moments: tuple[float, float, float]) -> Tensor:
    x, y, z = moments
    return ((x, 0.0, 0.0), (0.0, y, 0.0), (0.0, 0.0, z))


def _check(robot: Robot, rows: DhRows, path: Path | str) -> None:
    """Raise a FileError if another pose comes out than the file says."""
    if not rows.check:
        return
    from predictor.model.kinematics import tool_pose  # compiled; a file without checks needs none

    for i, check in enumerate(rows.check):
        if len(check.q) != len(rows.joint):
            raise FileError(path, f"check[{i}].q", f"must have {len(rows.joint)} values, one for each joint")
        T = tool_pose(robot, np.array([math.radians(rows.degrees(angle)) for angle in check.q]))
        off = np.abs(T[:3, 3] - check.position).max()
        if check.rotation is not None:
            off = max(off, np.abs(T[:3, :3] - check.rotation).max())
        if not off <= PRINTED_PRECISION:
            found = ", ".join(f"{value:.6f}" for value in T[:3, 3])
            problem = f"the rows give another pose, {off:.3g} off: position {found}; correct the rows or it"
            raise FileError(path, f"check[{i}]", problem)
