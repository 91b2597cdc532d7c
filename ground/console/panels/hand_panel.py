"""The hand on the handle: whose it is, whether it presses, which device was sent away, and what it feels.

dead-man   held: virtuose 6d, 500 Hz                   12 ms old
sent away  stick: stick is the second device; ...            3.1 s ago
the force, while a bilateral hand is armed
"""

from ground.console.facts.panel_facts import Stamped
from ground.console.facts.snapshot import Snapshot
from ground.console.texts import formats, theme
from ground.console.texts.handle_words import dead_man_text, hand_age, handle_owner, refused_device
from ground.console.widgets.figure import Panel, ValueRow
from ground.console.widgets.force_figure import ForceFigure
from telemetry.agreed.authority import ARMED
from telemetry.agreed.run_settings import NS_PER_S
from telemetry.messages.force import HandForce
from telemetry.messages.handle import HandleStatus

TITLE = "HAND"
FORCE_TITLE = "HAND   # force given   | asked"


class HandPanel(Panel):
    """What is known of the hand; not there before one has led the arm, or a device has come."""

    def __init__(self) -> None:
        """Start without data."""
        super().__init__(TITLE)
        self.dead_man, self.refused, self.force = ValueRow("dead-man"), ValueRow("sent away"), ForceFigure()
        for widget in (self.dead_man, self.refused, self.force):
            self.rows.addWidget(widget)
        self._is_of_use = False
        self.hide()

    def draw(self, snapshot: Snapshot, now_ns: int) -> None:
        """Show the newest word of the hand, and the newest force on it."""
        hand = snapshot.hand
        told = hand.handle.value if hand.handle else None
        self._is_of_use |= hand.force is not None or bool(
            told and (told.counts or told.device or told.refused)
        )
        self.setVisible(self._is_of_use)
        if self._is_of_use:
            pilot, gate = snapshot.pilot, snapshot.authority.gate
            is_mine = pilot is not None and pilot.holds_lease
            self._draw_handle(hand.handle, now_ns, is_mine=is_mine)
            is_at_work = gate is None or gate.value.state in ARMED
            self._draw_force(hand.force, now_ns, is_at_work=is_at_work)

    def _draw_handle(self, seen: Stamped[HandleStatus] | None, now_ns: int, *, is_mine: bool) -> None:
        if seen is None:
            return
        told, is_stale = seen.value, seen.is_stale(now_ns)
        note = formats.age(seen.age_s(now_ns)) if is_stale else hand_age(told)
        press, colour = dead_man_text(told)
        text = f"{press}: {handle_owner(told, is_mine=is_mine)}"
        self.dead_man.show_value(text, note, is_stale=is_stale, look=theme.colour_look(colour))
        self.refused.setVisible(bool(told.refused))
        since = formats.age(max(0, now_ns - told.refused_ns) / NS_PER_S)
        self.refused.show_value(refused_device(told), since, look=theme.colour_look(theme.WARN))

    def _draw_force(self, seen: Stamped[HandForce] | None, now_ns: int, *, is_at_work: bool) -> None:
        is_stale = seen is not None and seen.is_stale(now_ns)
        has_force = seen is not None and (is_at_work or not is_stale)  # once it is over it has to be old
        self.force.setVisible(has_force)
        self.title.setText(FORCE_TITLE if has_force else TITLE)
        if seen is not None and has_force:
            self.force.show_force(
                seen.value, formats.age(seen.age_s(now_ns)) if is_stale else "", is_stale=is_stale
            )
