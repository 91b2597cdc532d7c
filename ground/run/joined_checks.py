"""The table of data checks of a run, in SI: the rows of its robot file and of its station's, joined.

A value that both files check has the narrower limit of each kind, and inhibits if either says so.
"""

import math
from collections.abc import Sequence
from pathlib import Path

import msgspec

from predictor.model.data_checks import Checked, CheckRow, checked_values
from predictor.model.robot import Robot
from telemetry.agreed.data_checks import DataCheck, Range
from telemetry.files.settings import FileError

FIGURES = {  # quantity: the figure of a message that it is, and its unit
    "angle_deg": ("Telemetry.q", "rad"),
    "place_m": ("Telemetry.q", "m"),
    "speed_deg_s": ("Telemetry.qd", "rad/s"),
    "speed_m_s": ("Telemetry.qd", "m/s"),
    "current_a": ("Telemetry.currents", "A"),
    "temperature_k": ("Telemetry.temperatures", "K"),
    "base_rate_deg_s": ("Telemetry.rate_base", "rad/s"),
    "base_turn_deg": ("Telemetry.quat_world_base", "rad"),
    "base_place_m": ("Telemetry.p_world_base", "m"),
    "round_trip_s": ("LinkStatus.round_trip", "s"),
    "clock_s": ("LinkStatus.clock", "s"),
}


def joined_checks(robot: Robot, rows: Sequence[CheckRow], path: Path | str) -> tuple[DataCheck, ...]:
    """Return the table of all values that a robot file checks, and the rows of a station's at `path`.

    Raises:
        FileError: such a row does not fit the robot, or no value keeps the limits of both.
    """
    table: dict[str, DataCheck] = {}
    checked = [
        *checked_values(robot.checks, robot.commanded, path),
        *checked_values(rows, robot.commanded, path),
    ]
    for each in map(_in_si, checked):
        known = table.get(each.parameter)
        table[each.parameter] = _narrower(known, each) if known else each
    for check in table.values():
        if any(limits and not limits[0] < limits[1] for limits in (check.soft, check.hard)):
            problem = f"no {check.parameter} is within both these limits and the robot file's"
            raise FileError(path, "check", problem)
    return tuple(table.values())


def _in_si(checked: Checked) -> DataCheck:
    row, joint = checked
    figure, unit = FIGURES[row.quantity]
    scale = math.radians(1.0) if unit.startswith("rad") else 1.0
    return DataCheck(
        parameter=figure if joint is None else f"{figure}[{joint + 1}]",
        unit=unit,
        soft=_scaled(row.soft, scale),
        hard=_scaled(row.hard, scale),
        jump=None if row.jump is None else row.jump * scale,
        rate=None if row.rate is None else row.rate * scale,
        stale_s=row.stale_s,
        inhibits=row.inhibits,
    )


def _scaled(limits: Range | None, scale: float) -> Range | None:
    return None if limits is None else (limits[0] * scale, limits[1] * scale)


def _narrower(one: DataCheck, other: DataCheck) -> DataCheck:
    return msgspec.structs.replace(
        one,
        soft=_common(one.soft, other.soft),
        hard=_common(one.hard, other.hard),
        jump=_least(one.jump, other.jump),
        rate=_least(one.rate, other.rate),
        stale_s=_least(one.stale_s, other.stale_s),
        inhibits=one.inhibits or other.inhibits,
    )


def _common(one: Range | None, other: Range | None) -> Range | None:
    if one is None or other is None:
        return one or other
    return (max(one[0], other[0]), min(one[1], other[1]))


def _least(one: float | None, other: float | None) -> float | None:
    return min((value for value in (one, other) if value is not None), default=None)
