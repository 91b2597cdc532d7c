"""How far, fast and suddenly the joints of a robot table may move, and its named poses.

Only joints that are commanded have limits of their own; one that follows another is held by that one's.
"""

import math
from collections.abc import Sequence
from typing import Literal, NamedTuple

from predictor.inputs.rigid import Blame
from predictor.model.files.robot_table import UNKNOWN, JointRow, RobotTable
from predictor.model.files.row_values import required
from predictor.motion.stop import JointLimits

LONGEST_STOP_S = 60.0  # a stop is a motion that has to be verified with every set-point
LIMIT_KEYS = ("q_min", "q_max", "speed_max", "acceleration_max", "jerk_max")
# For limits that are not known yet: to look at an arm, never to fly it.
STAND_IN_LIMITS = (-180.0, 180.0, 1.0, 1.0, 1.0)
TURN_DEG = 360.0


class StatedLimits(NamedTuple):
    """The limits of one joint: in the unit of its file, degrees or metres, or in SI."""

    q_min: float
    q_max: float
    speed: float
    acceleration: float
    jerk: float


def limits_from(rows: Sequence[JointRow], blame: Blame) -> JointLimits:
    """Return the limits of the commanded joints [rad or m].

    For those that are not known yet there is something to look at the arm with.
    """
    for i, row in enumerate(rows):
        if row.follows:
            _check_none(row, row.follows.joint, where=f"joint[{i}]", blame=blame)
    limits = [_limits(i, row, blame) for i, row in enumerate(rows) if row.follows is None]
    return JointLimits(
        q_min=tuple(each.q_min for each in limits),
        q_max=tuple(each.q_max for each in limits),
        qd_max=tuple(each.speed for each in limits),
        qdd_max=tuple(each.acceleration for each in limits),
        qddd_max=tuple(each.jerk for each in limits),
    )


def _check_none(row: JointRow, driver: str, *, where: str, blame: Blame) -> None:
    """Blame limits of a joint that has none of its own."""
    for key in (f"{name}_{unit}" for name in LIMIT_KEYS for unit in ("deg", "m")):
        if getattr(row, key) is not None:
            raise blame(f"{where}.{key}", f"leave it out: this joint is held by {driver!r}")


def _limits(index: int, row: JointRow, blame: Blame) -> StatedLimits:
    """Return the limits of a commanded joint [rad or m]."""
    where = f"joint[{index}]"
    keys = _limit_keys(row, where, blame)
    stated = [required(row, key, where=where, blame=blame) if key else None for key in keys]
    low, high, *rates = (
        float(value) if value not in (None, UNKNOWN) else stand_in
        for value, stand_in in zip(stated, STAND_IN_LIMITS, strict=True)
    )
    if row.kind == "continuous":
        low, high = -math.inf, math.inf
    elif UNKNOWN in stated[:2]:
        low, high = _ends_around(stated[0], stated[1])
    if not low < high:
        raise blame(f"{where}.{keys[0]}", f"must be less than {keys[1]} ({high:g})")
    limits = StatedLimits(low, high, *rates)
    if UNKNOWN not in stated[2:] and not stop_s(limits) <= LONGEST_STOP_S:
        problem = f"its stop from full speed would take {stop_s(limits):.3g} s, {LONGEST_STOP_S:g} s at most"
        raise blame(where, f"{problem}; raise {keys[3]} or {keys[4]}")
    return limits if row.kind == "prismatic" else StatedLimits(*map(math.radians, limits))


def _ends_around(low: object, high: object) -> tuple[float, float]:
    """Return ends where one or both are not known."""
    if isinstance(low, float):
        return low, low + TURN_DEG
    return (high - TURN_DEG, high) if isinstance(high, float) else STAND_IN_LIMITS[:2]


def _limit_keys(row: JointRow, where: str, blame: Blame) -> list[str]:
    """Return the keys of a joint's limits, empty where its kind has none; blames keys of another kind."""
    unit, other, moves = ("m", "deg", "slides") if row.kind == "prismatic" else ("deg", "m", "turns")
    keys = [f"{name}_{unit}" for name in LIMIT_KEYS]
    wrong = [f"{name}_{other}" for name in LIMIT_KEYS]
    if row.kind == "continuous":
        wrong += keys[:2]
        keys[:2] = ["", ""]
    for key in wrong:
        if getattr(row, key) is not None:
            problem = "without an end" if key in (f"q_min_{unit}", f"q_max_{unit}") else f"[{unit}]"
            raise blame(f"{where}.{key}", f"leave it out: this joint {moves} {problem}")
    return keys


def stop_s(limits: StatedLimits) -> float:
    """Return how long a jerk-limited stop from full speed takes [s]."""
    v, a, j = limits.speed, limits.acceleration, limits.jerk
    return v / a + a / j if v * j >= a * a else 2.0 * math.sqrt(v / j)


def home_from(table: RobotTable, limits: JointLimits, blame: Blame) -> tuple[float, ...]:
    """Return the safe pose [rad or m]; blames one of another number of joints, or outside their limits."""
    return _pose("home", table=table, limits=limits, blame=blame)


def stow_from(table: RobotTable, limits: JointLimits, blame: Blame) -> tuple[float, ...]:
    """Return the stowed pose in the same way; empty if the file has none."""
    if not (table.stow_deg or table.stow_m):
        return ()
    return _pose("stow", table=table, limits=limits, blame=blame)


def _pose(
    name: Literal["home", "stow"], *, table: RobotTable, limits: JointLimits, blame: Blame
) -> tuple[float, ...]:
    rows = [row for row in table.joint if row.follows is None]
    pose = [0.0] * len(rows)
    for key, slides in ((f"{name}_deg", False), (f"{name}_m", True)):
        of = [i for i, row in enumerate(rows) if (row.kind == "prismatic") == slides]
        stated = getattr(table, key)
        if stated == UNKNOWN:
            values = [min(max(0.0, limits.q_min[i]), limits.q_max[i]) for i in of]
        else:
            values = stated if slides else [math.radians(value) for value in stated]
        if len(values) != len(of):
            kind = "slides" if slides else "turns"
            raise blame(key, f"must have {len(of)} values, one for each commanded joint that {kind}")
        for k, (i, value) in enumerate(zip(of, values, strict=True)):
            low, high = limits.q_min[i], limits.q_max[i]
            if not low <= value <= high:
                shown = (low, high) if slides else (math.degrees(low), math.degrees(high))
                raise blame(f"{key}[{k}]", f"must lie within {shown[0]:g} .. {shown[1]:g}")
            pose[i] = value
    return tuple(pose)
