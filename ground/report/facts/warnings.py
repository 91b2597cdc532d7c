"""Warnings that the arm is near something, and how near it came meanwhile.

level of CollisionState   clear | warning  warning  contact | clear
one warning                       at_s ..................  until_s,   the least distance and its pair
"""

import math
from collections.abc import Sequence

import msgspec

from ground.report.facts.words import count_text, millimetres
from telemetry.messages.prediction import CollisionState, Nearest

CLEAR = "clear"
DIGITS = 6


class WarnedRow(msgspec.Struct, frozen=True, kw_only=True):
    """One warning, from its begin until it is over."""

    at_s: float
    until_s: float
    distance_m: float | None = None  # the least meanwhile; None: to nothing
    pair: tuple[str, ...] = ()


class Warnings:
    """The warnings of a run, the last one still growing."""

    def __init__(self) -> None:
        """Begin without warnings."""
        self.rows: list[WarnedRow] = []
        self._is_on = False

    def on_collision_state(self, at_s: float, state: CollisionState) -> None:
        """Count the level that the operator sees."""
        was_on, self._is_on = self._is_on, state.level != CLEAR
        if not self._is_on:
            return
        if not was_on:
            self.rows.append(WarnedRow(at_s=round(at_s, 3), until_s=0.0))
        lasting = msgspec.structs.replace(self.rows[-1], until_s=round(at_s, 3))
        self.rows[-1] = _with_less(lasting, state.nearest)

    def unwarned(self, instants: list[float]) -> list[float]:
        """Return of instants [s] those at which no warning was on."""
        return [at for at in instants if not any(row.at_s <= at <= row.until_s for row in self.rows)]


def nearest_of(rows: Sequence[WarnedRow]) -> WarnedRow | None:
    """Return the warning in which the arm was nearest to anything; None: there is none with a pair."""
    return min((row for row in rows if row.pair), key=_distance, default=None)


def as_lines(rows: Sequence[WarnedRow], *, required_m: float, warns_m: float) -> list[str]:
    """Return one line about how near the arm came while the operator was being warned, or none."""
    near = nearest_of(rows)
    if near is None:
        return []
    required, warns = millimetres(required_m), millimetres(warns_m)
    why = (
        f"below {warns} or about to be"
        if warns == required
        else f"below {warns}, or about to be below {required}"
    )
    return [
        f"warned     {count_text(len(rows), 'time')} ({why}); the arm in orbit meanwhile:"
        f" {millimetres(near.distance_m)} between {' and '.join(near.pair)} at the nearest"
    ]


def _distance(row: WarnedRow) -> float:
    return math.inf if row.distance_m is None else row.distance_m


def _with_less(row: WarnedRow, found: Nearest | None) -> WarnedRow:
    if found is None or (row.distance_m is not None and found.distance >= row.distance_m):
        return row
    return msgspec.structs.replace(row, distance_m=round(found.distance, DIGITS), pair=found.pair)
