"""The hand: the pad and its keys, how it steers when it is armed next, what it is to do, and what it feels.

    +-----+  DEAD-MAN HELD: position, base axes, no force
    | pad |  the tool comes to a wall of its workspace: x ...
    |     |  [position T] [base axes B] [no force R] [tool]
    +-----+
    task: lead the tool around the antenna to the goal
    goal: lead the tool to 1400 800 50 mm in base axes, within 10.0 mm; commanded 123.4 mm, telemetry 140.2 mm
    hold SPACE:  A D  left, right ...
    dead-man   held: virtuose 6d, 500 Hz                   12 ms old

Who looks on, or looks at a recording, sees what is known of the hand, and no pad.
"""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QVBoxLayout, QWidget

from ground.console.facts.handover import HandChoice
from ground.console.facts.snapshot import Snapshot
from ground.console.panels.hand_felt import HandFelt
from ground.console.panels.panel_layout import PanelSources
from ground.console.panels.steering_choice import SteeringChoice, steering_text
from ground.console.scene.goals import goal_looks
from ground.console.texts import formats, theme
from ground.console.widgets.figure import Panel, Value
from ground.console.widgets.hand_pad import KEYS_TEXT, MOUSE_TEXT, TURN_TEXT, HandPad
from ground.console.widgets.wrapping_row import WrappingRow, empty_corner
from ground.series.explanation_words import note_text
from telemetry.agreed.participants import REPLAY
from telemetry.messages.handle import HandleStatus
from telemetry.messages.queue import TeleopSource

SPACING = 4
WITHOUT_LEASE = "HAND: without the lease it moves nothing"


class HandPanel(Panel):
    """The hand of the person at this window."""

    def __init__(self, sources: PanelSources) -> None:
        """Hand on the hand."""
        super().__init__("HAND")
        handover, self._bodies = sources.handover, sources.bodies
        self._tool_names = sources.bodies.robot.tool_names
        self.tools = QComboBox()  # of an arm that has several
        self.tools.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.tools.addItems([formats.words(name) for name in self._tool_names])
        self.steering, self.felt = SteeringChoice(sources), HandFelt()
        self.task, self.goals, self.legend, self.note = (Value(12, bold=False, wraps=True) for _ in range(4))
        self.dead_man = Value(13, wraps=True)
        self.pad = HandPad(lambda hand, at_once: handover.set_hand(hand, at_once=at_once), sources.clock)
        self.own = QWidget()  # what only who acts here needs
        self._acts = sources.commands and sources.run.mode != REPLAY
        self._lay_out()
        self.tools.setVisible(len(self._tool_names) > 1)
        if not self._acts:
            self.own.hide()
            self.pad.retire()
        sources.chosen.hand = self._choice

    def draw(self, snapshot: Snapshot, now_ns: int) -> None:
        """Show the hand, what it is to do, and what it feels."""
        self.felt.draw(snapshot, now_ns)
        if not self._acts:
            return
        pilot = snapshot.pilot
        is_asked = pilot is not None and (pilot.keeps_lease or pilot.flies)
        self.task.show_or_hide(self._bodies.task if is_asked else "", colour=theme.GOAL)
        goals = goal_looks(self._bodies, snapshot, now_ns) if is_asked else ()
        self.goals.show_or_hide("\n".join(goal.sentence for goal in goals), colour=theme.GOAL)
        self.pad.turns = self.steering.turns
        lines = (KEYS_TEXT, MOUSE_TEXT, *((TURN_TEXT,) if self.steering.turns else ()))
        self.legend.show_text("\n".join(lines), colour=theme.DIM)
        handle, source = snapshot.hand.handle, snapshot.commands.newest_by_hand
        has_lease = pilot is not None and pilot.holds_lease
        self._draw_dead_man(handle.value if handle else None, source, has_lease=has_lease)
        self.note.show_or_hide(_hand_note(source), colour=theme.WARN)

    def _draw_dead_man(
        self, status: HandleStatus | None, source: TeleopSource | None, *, has_lease: bool
    ) -> None:
        if not has_lease:
            self.dead_man.show_text(WITHOUT_LEASE, colour=theme.DIM)
        elif status and status.device:
            text = f"HAND: {status.device} has the handle, not this window"
            self.dead_man.show_text(text, colour=theme.TEXT)
        elif self.pad.dead_man and status and status.is_pressed and not status.counts:
            self.dead_man.show_text("DEAD-MAN HELD IN VAIN: let go, and press anew", colour=theme.WARN)
        elif self.pad.dead_man:
            self.dead_man.show_text(f"DEAD-MAN HELD{_led(source)}", colour=theme.GOOD)
        else:
            self.dead_man.show_text(f"DEAD-MAN RELEASED{_led(source)}", colour=theme.TEXT)

    def _choice(self) -> HandChoice:
        """Return what the hand is to move and how, if it is armed now."""
        tool = self._tool_names[self.tools.currentIndex()] if len(self._tool_names) > 1 else ""
        return HandChoice(tool, self.steering.steering)

    def _lay_out(self) -> None:
        beside = QVBoxLayout()
        beside.setSpacing(SPACING)
        for value in (self.dead_man, self.note):
            beside.addWidget(value)
        beside.addWidget(WrappingRow((*self.steering.buttons, self.tools), empty_corner(), SPACING))
        beside.addStretch(1)
        line = QHBoxLayout(self.own)
        line.setContentsMargins(0, 0, 0, 0)
        line.addWidget(self.pad, 0, Qt.AlignmentFlag.AlignTop)
        line.addLayout(beside, 1)
        for widget in (self.own, self.task, self.goals, self.legend, self.felt):
            self.rows.addWidget(widget)
        for value in (self.task, self.goals, self.legend):
            value.setVisible(False)  # until somebody is asked
        self.rows.addStretch(1)


def _hand_note(source: TeleopSource | None) -> str:
    """Return why the newest set-point follows the hand otherwise than usual; empty: it does not."""
    return note_text(source.note) if source else ""


def _led(source: TeleopSource | None) -> str:
    """Return how the hand steers the newest set-point; empty: that is none of the hand."""
    return f": {steering_text(source.steering)}" if source else ""
