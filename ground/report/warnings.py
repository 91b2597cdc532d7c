"""When the operator was warned that the arm is near something, and how near it came meanwhile.

level of CollisionState   clear | warning  warning  contact | clear
one warning                       at_s ..................  until_s,   the least distance and its pair
"""

from typing import Any

from ground.report.words import counted, millimetres
from telemetry.messages.prediction import CollisionState, Nearest

CLEAR = "clear"
DIGITS = 6


class Warnings:
    """The warnings of a run: rows {at_s, until_s, distance_m, pair}, the last one still growing."""

    def __init__(self) -> None:
        """Nobody was warned."""
        self.rows: list[dict[str, Any]] = []
        self._is_on = False

    def take(self, at_s: float, state: CollisionState) -> None:
        """Take what the operator is told."""
        was_on, self._is_on = self._is_on, state.level != CLEAR
        if not self._is_on:
            return
        if not was_on:
            self.rows.append({"at_s": round(at_s, 3), "until_s": 0.0, "distance_m": None, "pair": []})
        row = self.rows[-1]
        row["until_s"] = round(at_s, 3)
        _keep_less(row, state.nearest)

    def unwarned(self, instants: list[float]) -> list[float]:
        """Return of instants [s] those at which no warning was on."""
        return [at for at in instants if not any(row["at_s"] <= at <= row["until_s"] for row in self.rows)]


def nearest_of(rows: list[dict[str, Any]]) -> dict[str, Any] | None:
    """Return the warning in which the arm was nearest to anything; None: there is none with a pair."""
    return min((row for row in rows if row["pair"]), key=lambda row: row["distance_m"], default=None)


def told(rows: list[dict[str, Any]], *, required_m: float, warns_m: float) -> list[str]:
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
        f"warned     {counted(len(rows), 'time')} ({why}); the arm in orbit meanwhile:"
        f" {millimetres(near['distance_m'])} between {' and '.join(near['pair'])} at the nearest"
    ]


def _keep_less(row: dict[str, Any], found: Nearest | None) -> None:
    if found is not None and (not row["pair"] or found.distance < row["distance_m"]):
        row["distance_m"], row["pair"] = round(found.distance, DIGITS), list(found.pair)
