"""Read a robot file of Denavit-Hartenberg rows (strict TOML).

Keys in degrees end in `_deg` and are converted here; everything else is SI.  Limits have no defaults.  What
the structure cannot say is checked at once, and the first problem is told as file: key: what would be right.
"""

import math
from pathlib import Path
from typing import Annotated

import numpy as np
from msgspec import Meta
from numpy.typing import NDArray

from predictor.model.dh import dh_joints
from predictor.model.rigid import Blame, Mass, Name, Tensor, fixed, inertia_from, pose_from
from predictor.model.robot import Capsules, Inertia, Robot, Tool
from predictor.stop import JointLimits
from telemetry.settings import FileError, Reader, Table, nearest, parse_toml

Length = Annotated[float, Meta(ge=-100.0, le=100.0)]  # [m]
Angle = Annotated[float, Meta(ge=-720.0, le=720.0)]  # [deg]
Rate = Annotated[float, Meta(ge=1e-3, le=1e4)]  # [deg/s, deg/s^2 or deg/s^3]; less is no arm that moves
Radius = Annotated[float, Meta(gt=0.0, le=10.0)]  # [m]
Frame = Annotated[int, Meta(ge=0, le=32)]
LONGEST_STOP_S = 60.0  # a stop is a motion that has to be verified with every set-point
Point = tuple[Length, Length, Length]


class _Joint(Table, frozen=True):
    name: Name
    theta_offset_deg: Angle
    d: Length
    a: Length
    alpha_deg: Angle
    q_min_deg: Angle
    q_max_deg: Angle
    speed_max_deg: Rate
    acceleration_max_deg: Rate
    jerk_max_deg: Rate


class _Tool(Table, frozen=True):
    translation: Point
    rotation: tuple[Point, Point, Point]


class _Capsule(Table, frozen=True):
    name: Name
    frame: Frame
    p0: Point
    p1: Point
    radius: Radius


class _Body(Table, frozen=True):
    name: Name
    mass: Mass
    com: Point
    inertia: Tensor


class _Link(_Body, frozen=True):
    frame: Frame


class _RobotTable(Table, frozen=True):
    name: Name
    home_deg: tuple[Angle, ...]
    adjacent: tuple[tuple[Name, Name], ...]
    joint: Annotated[tuple[_Joint, ...], Meta(min_length=1, max_length=32)]
    tool: _Tool
    capsule: Annotated[tuple[_Capsule, ...], Meta(min_length=1, max_length=256)]
    platform: _Body
    link: tuple[_Link, ...]


def read_dh(path: Path | str, read: Reader) -> Robot:
    """Check a robot file and return what it says; `read` gives its bytes.

    Raises:
        FileError: the file, the key, and the range or form that would be right.
    """
    table = parse_toml(read(path), _RobotTable, path)

    def blame(where: str, problem: str) -> FileError:
        return FileError(path, where, problem)

    _check_joints(table, blame)
    T_last_tool = pose_from(table.tool.rotation, table.tool.translation, where="tool", blame=blame)
    return Robot(
        name=table.name,
        joints=dh_joints([joint.name for joint in table.joint], [_dh_row(joint) for joint in table.joint]),
        tool=Tool(len(table.joint), T_last_tool),
        limits=_limits(table.joint),
        capsules=_capsules(table, blame),
        self_pairs=_self_pairs(table, blame),
        platform=_body(table.platform, 0, where="platform", blame=blame),
        links=_links(table, blame),
        home_q=tuple(math.radians(angle) for angle in table.home_deg),
    )


def _dh_row(joint: _Joint) -> tuple[float, float, float, float]:
    return math.radians(joint.theta_offset_deg), joint.d, joint.a, math.radians(joint.alpha_deg)


def _check_joints(table: _RobotTable, blame: Blame) -> None:
    _check_unique([joint.name for joint in table.joint], "joint", blame)
    for i, joint in enumerate(table.joint):
        if not joint.q_min_deg < joint.q_max_deg:
            raise blame(f"joint[{i}].q_min_deg", f"must be less than q_max_deg ({joint.q_max_deg:g})")
        if not _stop_s(joint) <= LONGEST_STOP_S:
            told = f"its stop from full speed would take {_stop_s(joint):.3g} s, {LONGEST_STOP_S:g} s at most"
            raise blame(f"joint[{i}]", f"{told}; raise acceleration_max_deg or jerk_max_deg")
    if len(table.home_deg) != len(table.joint):
        raise blame("home_deg", f"must have {len(table.joint)} values, one for each joint")
    for i, (home, joint) in enumerate(zip(table.home_deg, table.joint, strict=True)):
        if not joint.q_min_deg <= home <= joint.q_max_deg:
            raise blame(f"home_deg[{i}]", f"must lie within {joint.q_min_deg:g} .. {joint.q_max_deg:g}")


def _stop_s(joint: _Joint) -> float:
    """Return how long a jerk-limited stop from full speed takes [s]."""
    v, a, j = joint.speed_max_deg, joint.acceleration_max_deg, joint.jerk_max_deg
    return v / a + a / j if v * j >= a * a else 2.0 * math.sqrt(v / j)


def _check_unique(names: list[str], where: str, blame: Blame) -> None:
    for i, name in enumerate(names):
        if name in names[:i]:
            raise blame(f"{where}[{i}].name", f"{name!r} is there twice; names must differ")


def _limits(joints: tuple[_Joint, ...]) -> JointLimits:
    return JointLimits(
        q_min=tuple(math.radians(joint.q_min_deg) for joint in joints),
        q_max=tuple(math.radians(joint.q_max_deg) for joint in joints),
        qd_max=tuple(math.radians(joint.speed_max_deg) for joint in joints),
        qdd_max=tuple(math.radians(joint.acceleration_max_deg) for joint in joints),
        qddd_max=tuple(math.radians(joint.jerk_max_deg) for joint in joints),
    )


def _capsules(table: _RobotTable, blame: Blame) -> Capsules:
    _check_unique([capsule.name for capsule in table.capsule], "capsule", blame)
    for i, capsule in enumerate(table.capsule):
        if capsule.frame > len(table.joint):
            raise blame(f"capsule[{i}].frame", f"must lie within 0 .. {len(table.joint)}")
    frame = np.array([capsule.frame for capsule in table.capsule], dtype=np.int64)
    frame.setflags(write=False)
    return Capsules(
        names=tuple(capsule.name for capsule in table.capsule),
        frame=frame,
        p0=fixed([capsule.p0 for capsule in table.capsule]),
        p1=fixed([capsule.p1 for capsule in table.capsule]),
        radius=fixed([capsule.radius for capsule in table.capsule]),
    )


def _self_pairs(table: _RobotTable, blame: Blame) -> NDArray[np.int64]:
    """All pairs (k, 2) of capsules on different frames but those that the file lists as adjacent."""
    names = [capsule.name for capsule in table.capsule]
    for i, pair in enumerate(table.adjacent):
        for name in pair:
            if name not in names:
                raise blame(f"adjacent[{i}]", f"unknown capsule {name!r}{nearest(name, names)}")
        if pair[0] == pair[1]:
            raise blame(f"adjacent[{i}]", "must name two different capsules")
    apart = [frozenset(pair) for pair in table.adjacent]
    pairs = [
        (i, j)
        for i, first in enumerate(table.capsule)
        for j, second in enumerate(table.capsule[:i])
        if first.frame != second.frame and frozenset((first.name, second.name)) not in apart
    ]
    found = np.array([(j, i) for i, j in pairs], dtype=np.int64).reshape(-1, 2)
    found.setflags(write=False)
    return found


def _body(body: _Body, frame: int, *, where: str, blame: Blame) -> Inertia:
    inertia = inertia_from(body.inertia, where, blame)
    return Inertia(name=body.name, frame=frame, mass=body.mass, com=fixed(body.com), inertia=inertia)


def _links(table: _RobotTable, blame: Blame) -> tuple[Inertia, ...]:
    if len(table.link) != len(table.joint):
        raise blame("link", f"must have {len(table.joint)} bodies, one for each joint")
    _check_unique([link.name for link in table.link], "link", blame)
    for i, link in enumerate(table.link):
        if link.frame != i + 1:
            raise blame(f"link[{i}].frame", f"must be {i + 1}: links stand in the order of their joints")
    return tuple(
        _body(link, link.frame, where=f"link[{i}]", blame=blame) for i, link in enumerate(table.link)
    )
