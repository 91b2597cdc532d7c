"""The card that explains a hold, a roll-back or a refusal: what happened, between what, and the way out.

It covers nothing and asks for nothing: it stands in its own place until something newer happens, and is no
higher than what it says.
"""

from PySide6.QtWidgets import QVBoxLayout

from ground.console.facts.explanation_facts import Explanation
from ground.console.facts.snapshot import Snapshot
from ground.console.texts import formats, theme
from ground.console.texts.gate_words import ENDS_ASKED_FOR
from ground.console.widgets.figure import Panel, Value
from telemetry.agreed.reasons import Reason, cause, cure
from telemetry.messages.prediction import BrokenMargin

EARLIER_LINES = 3  # lines


class ExplainCard(Panel):
    """The newest explanation large, the ones before it in a line each."""

    def __init__(self) -> None:
        """Start with nothing to explain."""
        super().__init__("WHY IT STOPPED, AND THE WAY OUT")
        self.head, self.cause, self.cure = Value(17), Value(14), Value(14, bold=False)
        self.where = Value(13, bold=False)
        self.earlier = [Value(12, bold=False) for _ in range(EARLIER_LINES)]
        lines = QVBoxLayout()
        lines.setSpacing(1)
        self.rows.addLayout(lines)
        for value in (self.head, self.cause, self.where, self.cure, *self.earlier):
            value.setWordWrap(True)
            lines.addWidget(value)
        self._shown: tuple[tuple[Explanation, ...], tuple[BrokenMargin, ...], str] | None = None

    def draw(self, snapshot: Snapshot, now_ns: int) -> None:
        """Show the newest explanations."""
        world, explanations = snapshot.arm.world, snapshot.explanations.newest
        broken, key = world.broken if world else (), _key_text(snapshot)
        if (explanations, broken, key) == self._shown:
            return
        self._shown = explanations, broken, key
        if not explanations:
            self.head.show_text("no hold and no roll-back so far", colour=theme.DIM)
            for value in (self.where, *self.earlier):
                value.hide()
            way_out = f"Way out: {cure(Reason.INSIDE_MARGIN)}{key}" if broken else ""
            self.cause.show_or_hide(cause(Reason.INSIDE_MARGIN) if broken else "", colour=theme.TEXT)
            self.cure.show_or_hide(way_out, colour=theme.GOOD)
            return
        *earlier, newest = explanations
        self._draw_newest(newest, key)
        lines = [
            f"{formats.mission_time(each.at_ns)}  {each.words.head}: {each.words.cause}"
            for each in reversed(earlier)
        ]
        for value, text in zip(self.earlier, [*lines, *[""] * EARLIER_LINES], strict=False):
            value.show_or_hide(text, colour=theme.DIM)

    def _draw_newest(self, newest: Explanation, key: str) -> None:
        over = f"   (over: {newest.over})" if newest.over else ""
        is_calm = newest.over or newest.reason in ENDS_ASKED_FOR
        loud = theme.DIM if is_calm else theme.BAD
        at = formats.mission_time(newest.at_ns)
        words = newest.words
        self.head.show_text(f"{words.head}   {at}{over}", colour=loud)
        self.cause.show_or_hide(words.cause, colour=theme.DIM if newest.over else theme.TEXT)
        self.where.show_or_hide(words.figures, colour=theme.DIM if newest.over else theme.WARN)
        has_way_out = words.cure and not newest.over
        self.cure.show_or_hide(f"Way out: {words.cure}{key}" if has_way_out else "", colour=theme.GOOD)


def _key_text(snapshot: Snapshot) -> str:
    """Return what the key leads out by; empty: no certified motion does."""
    way_out = snapshot.pilot.way_out if snapshot.pilot else None
    return f"; or F7: led out in {formats.seconds(way_out.ready.duration)}" if way_out else ""
