"""The tool's figures as a small table: two lines for each arm, in millimetres and degrees.

mm, °       x, yaw   y, pitch   z, roll    per s    left
■ cmd        612.3      -33.1    1204.5     12.3   123.4
  0.0 s      -12.3       45.0     178.1      0.5     4.2     and how old it is
"""

import math
from collections.abc import Iterable
from typing import NamedTuple

from ground.console.facts.tool_figures import AllToolFigures, ToolFigures
from ground.console.texts import formats, theme
from telemetry.agreed.run_settings import NS_PER_S

HEADS = ("mm, °", "x, yaw", "y, pitch", "z, roll", "per s", "left")
ARMS = (("■ cmd", theme.COMMANDED), ("▦ tm", theme.SEEN), ("┄ est", theme.NOW))
UNKNOWN = "–"
FAR_M = 9.999  # from which on no tenths of a millimetre are written


class ToolLine(NamedTuple):
    """A line of the table."""

    name: str
    colour: str  # of the name
    cells: tuple[str, ...]  # as many as there are heads after the first
    is_stale: bool = False


def tool_lines(figures: AllToolFigures, now_ns: int) -> list[ToolLine]:
    """Return the lines of all three arms."""
    return [
        line
        for arm, (name, colour) in zip(figures, ARMS, strict=True)
        for line in (_unknown(name, colour) if arm is None else _lines(arm, name, colour, now_ns=now_ns))
    ]


def left_words(figures: AllToolFigures) -> str:
    """Return where the way leads that is left; empty: nowhere."""
    named = figures.commanded or figures.telemetered
    return f"left: to {named.left.to}" if named and named.left else ""


def _unknown(name: str, colour: str) -> Iterable[ToolLine]:
    cells = (UNKNOWN,) * (len(HEADS) - 1)
    return ToolLine(name, colour, cells), ToolLine(formats.NO_DATA, theme.STALE, cells)


def _lines(arm: ToolFigures, name: str, colour: str, *, now_ns: int) -> Iterable[ToolLine]:
    left, age_s = arm.left, max(0.0, (now_ns - arm.at_ns) / NS_PER_S)
    lengths = (*arm.T[:3, 3].tolist(), arm.speed, left.way if left else None)
    angles = (*arm.attitude, arm.turn_rate, left.turn if left else None)
    signs = ("+", "+", "+", "", "")
    shown = theme.STALE if arm.is_stale else colour
    return (
        ToolLine(name, shown, tuple(map(_millimetres, lengths)), arm.is_stale),
        ToolLine(
            _age(age_s, is_stale=arm.is_stale), shown, tuple(map(_degrees, angles, signs)), arm.is_stale
        ),
    )


def _age(age_s: float, *, is_stale: bool) -> str:
    text = f"{age_s:.1f} s" if age_s < 100.0 else formats.clock(age_s)
    return f"{theme.COLOUR_SYMBOLS[theme.STALE]} {text}" if is_stale else text


def _millimetres(length: float | None) -> str:
    if length is None:
        return UNKNOWN
    digits = 1 if abs(length) < FAR_M else 0
    return f"{round(length * 1e3, digits) + 0.0:.{digits}f}"


def _degrees(angle: float | None, sign: str) -> str:
    return UNKNOWN if angle is None else f"{round(math.degrees(angle), 1) + 0.0:{sign}.1f}"
