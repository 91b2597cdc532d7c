"""The joints that a robot table says, and how far, fast and suddenly they may move.

A joint is a Denavit-Hartenberg row, or it is placed.  In both ways the joint before it carries it, unless the
row names another one, or "" for the base.
"""

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from predictor.model.dh import dh_joint
from predictor.model.rigid import Blame, fixed, pose_from
from predictor.model.robot import BASE, Joint
from predictor.model.robot_table import DH_ROW, ORIGIN, PLACED, UNKNOWN, UNTURNED, JointRow, RobotTable
from predictor.stop import JointLimits
from telemetry.settings import nearest

LONGEST_STOP_S = 60.0  # a stop is a motion that has to be verified with every set-point
LIMITS = ("q_min", "q_max", "speed_max", "acceleration_max", "jerk_max")
STAND_IN = (
    -180.0,
    180.0,
    1.0,
    1.0,
    1.0,
)  # for limits that nobody knows yet: to look at an arm, never to fly it
TURN = 360.0
UNIT_AXIS = 1e-6  # how far the length of an axis may be from 1, as somebody wrote it


class Limits(NamedTuple):
    """The limits of one joint in the unit of its file: degrees, or metres."""

    q_min: float
    q_max: float
    speed: float
    acceleration: float
    jerk: float


def joints_from(rows: Sequence[JointRow], blame: Blame) -> tuple[Joint, ...]:
    """Return the joints; blames a name that is there twice, an unknown parent, and what is no joint."""
    check_unique([row.name for row in rows], "joint", blame)
    return tuple(
        _joint(row, _parent(i, rows, blame), where=f"joint[{i}]", blame=blame) for i, row in enumerate(rows)
    )


def check_unique(names: Sequence[str], where: str, blame: Blame) -> None:
    """Blame the first name that is there twice."""
    for i, name in enumerate(names):
        if name in names[:i]:
            raise blame(f"{where}[{i}].name", f"{name!r} is there twice; names must differ")


def _parent(index: int, rows: Sequence[JointRow], blame: Blame) -> int:
    parent, before = rows[index].parent, [row.name for row in rows[:index]]
    if parent is None:
        return index - 1
    if parent == "":
        return BASE
    if parent not in before:
        told = nearest(parent, before) or '; only "", the base, can carry the first joint'
        raise blame(f"joint[{index}].parent", f"no joint {parent!r} stands before this one{told}")
    return before.index(parent)


def _joint(row: JointRow, parent: int, *, where: str, blame: Blame) -> Joint:
    placed = [key for key in PLACED if getattr(row, key) is not None]
    if any(getattr(row, key) is not None for key in DH_ROW):
        if placed or row.kind == "prismatic":
            told = f"has {placed[0]}" if placed else "slides"
            raise blame(where, f"is a DH row and {told}; a joint is a DH row that turns, or it is placed")
        offset, d, a, alpha = (_required(row, key, where=where, blame=blame) for key in DH_ROW)
        return dh_joint(row.name, (math.radians(offset), d, a, math.radians(alpha)), parent=parent)
    _required(row, "axis", where=where, blame=blame)
    return _placed(row, parent, where=where, blame=blame)


def _placed(row: JointRow, parent: int, *, where: str, blame: Blame) -> Joint:
    axis = np.array(row.axis)
    length = float(np.linalg.norm(axis))
    if not abs(length - 1.0) <= UNIT_AXIS:
        raise blame(f"{where}.axis", f"has length {length:.6g}; it must be a unit vector")
    if row.kind == "prismatic" and row.pivot is not None:
        raise blame(f"{where}.pivot", "has no meaning for a joint that slides; leave it out")
    return Joint(
        name=row.name,
        parent=parent,
        T_parent_joint=pose_from(
            row.rotation or UNTURNED, row.translation or ORIGIN, where=where, blame=blame
        ),
        axis=fixed(axis / length),
        pivot=fixed(row.pivot or ORIGIN),
        kind="prismatic" if row.kind == "prismatic" else "revolute",
    )


def _required(row: JointRow, key: str, *, where: str, blame: Blame) -> Any:
    value = getattr(row, key)
    if value is None:
        raise blame(where, f"missing required field `{key}`")
    return value


def limits_from(rows: Sequence[JointRow], blame: Blame) -> JointLimits:
    """Return the limits [rad or m]; for those that are not known yet something to look at the arm with."""
    limits = [_in_si(row, _limits(i, row, blame)) for i, row in enumerate(rows)]
    return JointLimits(
        q_min=tuple(each.q_min for each in limits),
        q_max=tuple(each.q_max for each in limits),
        qd_max=tuple(each.speed for each in limits),
        qdd_max=tuple(each.acceleration for each in limits),
        qddd_max=tuple(each.jerk for each in limits),
    )


def _in_si(row: JointRow, limits: Limits) -> Limits:
    return limits if row.kind == "prismatic" else Limits(*map(math.radians, limits))


def _limits(index: int, row: JointRow, blame: Blame) -> Limits:
    where = f"joint[{index}]"
    keys = _limit_keys(row, where, blame)
    stated = [_required(row, key, where=where, blame=blame) if key else None for key in keys]
    low, high, *rates = (
        float(value) if value not in (None, UNKNOWN) else stand_in
        for value, stand_in in zip(stated, STAND_IN, strict=True)
    )
    if row.kind == "continuous":
        low, high = -math.inf, math.inf
    elif UNKNOWN in stated[:2]:
        low, high = _around(stated[0], stated[1])
    if not low < high:
        raise blame(f"{where}.{keys[0]}", f"must be less than {keys[1]} ({high:g})")
    limits = Limits(low, high, *rates)
    if UNKNOWN not in stated[2:] and not stop_s(limits) <= LONGEST_STOP_S:
        told = f"its stop from full speed would take {stop_s(limits):.3g} s, {LONGEST_STOP_S:g} s at most"
        raise blame(where, f"{told}; raise {keys[3]} or {keys[4]}")
    return limits


def _around(low: object, high: object) -> tuple[float, float]:
    """Return ends where one or both are not known."""
    if isinstance(low, float):
        return low, low + TURN
    return (high - TURN, high) if isinstance(high, float) else STAND_IN[:2]


def _limit_keys(row: JointRow, where: str, blame: Blame) -> list[str]:
    """Return the keys of a joint's limits, empty where its kind has none; blames keys of another kind."""
    unit, other, moves = ("m", "deg", "slides") if row.kind == "prismatic" else ("deg", "m", "turns")
    keys = [f"{name}_{unit}" for name in LIMITS]
    wrong = [f"{name}_{other}" for name in LIMITS]
    if row.kind == "continuous":
        wrong += keys[:2]
        keys[:2] = ["", ""]
    for key in wrong:
        if getattr(row, key) is not None:
            told = "without an end" if key in (f"q_min_{unit}", f"q_max_{unit}") else f"[{unit}]"
            raise blame(f"{where}.{key}", f"leave it out: this joint {moves} {told}")
    return keys


def stop_s(limits: Limits) -> float:
    """Return how long a jerk-limited stop from full speed takes [s]."""
    v, a, j = limits.speed, limits.acceleration, limits.jerk
    return v / a + a / j if v * j >= a * a else 2.0 * math.sqrt(v / j)


def home_from(table: RobotTable, limits: JointLimits, blame: Blame) -> tuple[float, ...]:
    """Return the safe pose [rad or m]; blames one of another number of joints, or outside their limits."""
    home = [0.0] * len(table.joint)
    for key, slides in (("home_deg", False), ("home_m", True)):
        of = [i for i, row in enumerate(table.joint) if (row.kind == "prismatic") == slides]
        stated = getattr(table, key)
        values = [_near_zero(limits, i) for i in of] if stated == UNKNOWN else _in_rad(stated, slides)
        if len(values) != len(of):
            kind = "slides" if slides else "turns"
            raise blame(key, f"must have {len(of)} values, one for each joint that {kind}")
        for k, (i, value) in enumerate(zip(of, values, strict=True)):
            low, high = limits.q_min[i], limits.q_max[i]
            if not low <= value <= high:
                shown = (low, high) if slides else (math.degrees(low), math.degrees(high))
                raise blame(f"{key}[{k}]", f"must lie within {shown[0]:g} .. {shown[1]:g}")
            home[i] = value
    return tuple(home)


def _in_rad(values: Sequence[float], slides: bool) -> list[float]:
    return [*values] if slides else [math.radians(value) for value in values]


def _near_zero(limits: JointLimits, index: int) -> float:
    return min(max(0.0, limits.q_min[index]), limits.q_max[index])
