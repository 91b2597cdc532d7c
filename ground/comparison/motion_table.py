"""A motion as a table: CSV with a head, and a row for each instant.

    t_s,joint_1_deg,joint_2_deg,lift_m
    0.0,20.0,-100.0,0.1
    2.5,25.0,-90.0,0.1

Joints are called as in a scenario's joint tables: by name, with _deg of one that turns and _m of one that
slides.  Between two rows each joint goes straight.
"""

import csv
import math
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from predictor.model.robot import Robot
from telemetry.files.settings import FileError, nearest, read_file
from telemetry.plan.joint_table import joint_values

Array = NDArray[np.float64]

TIME = "t_s"
LARGEST = 100_000_000  # bytes


class TimedPoses(NamedTuple):
    """When the arm is where."""

    times_s: Array  # (k,)
    poses: Array  # (k, n) [rad or m]


def read_motion(path: Path, robot: Robot) -> TimedPoses:
    """Read the table of a motion of an arm.

    Raises:
        FileError: no text, a column that is missing, unknown or there twice, or a row that is no numbers.
    """
    try:
        text = read_file(path, at_most=LARGEST).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise FileError(path, "", "is not UTF-8 text; save the table as CSV in UTF-8") from None
    try:
        head, *rows = [row for row in csv.reader(text.splitlines(), strict=True) if row] or [[]]
    except csv.Error as error:
        raise FileError(path, "", f"is no CSV that can be read ({error})") from None
    names = [name.strip() for name in head]
    columns = _columns(path, names, robot)
    values = [_numbers(path, line, row, names=names) for line, row in enumerate(rows, start=2)]
    table = np.array(values, dtype=np.float64).reshape(len(values), len(names))
    in_si = [table[:, place] * factor for place, factor in columns]
    return TimedPoses(table[:, names.index(TIME)], np.column_stack(in_si))


def _columns(path: Path, names: Sequence[str], robot: Robot) -> list[tuple[int, float]]:
    """Return for each joint where its column is, and what makes it [rad or m]."""
    keys = [f"{joint.name}_{'m' if joint.kind == 'prismatic' else 'deg'}" for joint in robot.commanded]
    for name in names:
        if name not in (TIME, *keys) or names.count(name) > 1:
            why = "is there twice" if names.count(name) > 1 else f"is no column{nearest(name, [TIME, *keys])}"
            raise FileError(path, name or "line 1", f"{why}; {', '.join((TIME, *keys))} are right")
    for key in (TIME, *keys):
        if key not in names:
            raise FileError(path, "line 1", f"has no column {key}; {', '.join((TIME, *keys))} are right")
    return [(names.index(key), joint_values({key: 1.0})[0].value) for key in keys]


def _numbers(path: Path, line: int, row: Sequence[str], *, names: Sequence[str]) -> list[float]:
    if len(row) != len(names):
        raise FileError(path, f"row {line}", f"has {len(row)} values; {len(names)} are right")
    numbers = []
    for name, text in zip(names, row, strict=True):
        try:
            numbers.append(float(text))
        except ValueError:
            raise FileError(path, f"row {line}: {name}", f"{text!r} is no number") from None
        if not math.isfinite(numbers[-1]):
            raise FileError(path, f"row {line}: {name}", f"{text!r} is not finite")
    return numbers
