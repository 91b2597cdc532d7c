"""What was cut of the wish of a hand: by speed, by the walls of its workspace, by what is near."""

from dataclasses import dataclass, field

import msgspec

from ground.report.facts.words import count_text
from ground.series.explanation_words import ExplanationWords, hand_clamps
from telemetry.messages.queue import CommandChanges


class ClampRow(msgspec.Struct, frozen=True, kw_only=True):
    """One kind of clamp; what it said first, as people read it."""

    at_s: float
    why: str  # cause, value, limit, pair
    cure: str
    set_points: int


@dataclass(slots=True)
class Clamps:
    """The clamps of a run, by their cause."""

    _first: dict[str, tuple[float, ExplanationWords]] = field(default_factory=dict)
    _counts: dict[str, int] = field(default_factory=dict)

    def on_command_changes(self, at_s: float, message: CommandChanges) -> None:
        """Count set-points of the hand that are less than it asked for."""
        for words in (each for cut in hand_clamps(message) for each in cut):
            self._first.setdefault(words.cause, (at_s, words))
            self._counts[words.cause] = self._counts.get(words.cause, 0) + 1

    @property
    def rows(self) -> list[ClampRow]:
        """One for each cause, in the order in which they came."""
        return [
            ClampRow(at_s=round(at_s, 3), why=words.why, cure=words.cure, set_points=self._counts[cause])
            for cause, (at_s, words) in self._first.items()
        ]


def as_lines(rows: list[ClampRow]) -> list[str]:
    """Return a line for each."""
    return [
        f"clamped    from {row.at_s:.1f} s, {count_text(row.set_points, 'set-point')}: {row.why}; {row.cure}"
        for row in rows
    ]
