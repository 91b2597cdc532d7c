"""Options of a motion: lists of numbers, goals of joints, locks, what gives way; and the lines on locks.

A wrong value is reported by what it should be, with units: `A,B,C`, `NAME_deg=A`, `NAME_m=M`.
"""

import math
from collections.abc import Iterator

from ground.commands.arguments import Arguments
from telemetry.plan.giving import weights_of
from telemetry.plan.joint_table import joint_values
from telemetry.plan.planned import LockedFigures, Planned


def joint_angles(text: str) -> tuple[float, ...]:
    """Return the numbers of an argument."""
    values = tuple(map(float, text.split(",")))
    if not all(map(math.isfinite, values)):
        raise ValueError
    return values


def place(text: str) -> tuple[float, ...]:
    """Return three numbers."""
    values = joint_angles(text)
    if len(values) != 3:
        raise ValueError
    return values


def angles(text: str) -> tuple[float, ...]:
    """Return three numbers."""
    return place(text)


def direction(text: str) -> tuple[float, ...]:
    """Return three numbers that are not all zero."""
    values = place(text)
    if not any(values):
        raise ValueError
    return values


def named_value(text: str) -> tuple[str, float]:
    """Return a name and its number."""
    name, _, value = text.partition("=")
    (number,) = joint_angles(value)
    return name, number


# as errors name them
joint_angles.__name__ = "list of joint values (A,B,... in deg)"
place.__name__ = "place (X,Y,Z in m)"
angles.__name__ = "list of three angles (A,B,C in deg)"
direction.__name__ = "direction (X,Y,Z, not all 0)"
named_value.__name__ = "goal of a joint (NAME_deg=A or NAME_m=A)"


MM_PER_M = 1000.0


def lock_value(text: str) -> tuple[str, float | None]:
    """Return a joint that is locked, and where [rad or m]; None: where the motion begins."""
    name, is_given, figure = text.partition("=")
    if not is_given:
        return name, None
    key = name if name.endswith(("_deg", "_m")) else f"{name}_deg"
    (row,) = joint_values({key: float(figure)})
    if not math.isfinite(row.value):
        raise ValueError
    return row.joint, row.value


def giving(text: str) -> str:
    """Return what gives way, as it was written, or with `weights=` before it."""
    gives = text.removeprefix("weights=")
    weights_of(gives)
    return gives


# as errors name them
lock_value.__name__ = "locked joint (NAME, NAME=DEG or NAME_m=M)"
giving.__name__ = "list of what gives way (z, or z,yaw, or nearest, or z=1,roll=0.1)"


def add_lock(options: Arguments) -> None:
    """Add which joints are locked."""
    options.add_argument(
        "--lock",
        type=lock_value,
        action="append",
        default=[],
        metavar="NAME=DEG",
        help="a joint that stays there (NAME_m=M if it slides), or without =DEG where the motion begins",
    )


def add_gives(options: Arguments) -> None:
    """Add what gives way."""
    options.add_argument(
        "--gives",
        type=giving,
        default="",
        metavar="z|nearest|z=1,roll=0.1,...",
        help="what gives way: coordinates by name, the place as near as it comes, or by weights in the least "
        "sum of squares [m, rad]; all others hold exactly.  Axes are those of the arm base; `z in tool`: of "
        "the tool as the motion begins.  Without it nothing does "
        "if the joints that move can hold a pose, else z",
    )


def lock_lines(found: Planned, locks: LockedFigures) -> Iterator[str]:
    """Yield the lines on a motion with locked joints."""
    units = {need.name: need.unit for need in found.joints}
    for name, value in locks.joints.items():
        yield f"locked    {name} at {_figure(value, units[name])}"
    if locks.least_singular is None:
        return
    for given in locks.gives:
        by, where = _figure(given.amount, given.unit, "+"), f"{100 * given.at:.0f} %"
        what = f"{given.coordinate}{given.axes}"
        yield f"gives     {what}, by {by} at most, at {where} of the {found.kind}"
    if locks.attitude:
        yield f"instead   {locks.attitude}"
    if not locks.gives:
        yield "gives     nothing: the joints that move hold the whole pose"
    yield f"singular  {locks.least_singular:.3f} is the least singular value of the joints that move"


def _figure(value: float, unit: str, sign: str = "") -> str:
    if unit == "rad":
        return f"{math.degrees(value):{sign}.2f} deg"
    return f"{value * MM_PER_M:{sign}.1f} mm"
