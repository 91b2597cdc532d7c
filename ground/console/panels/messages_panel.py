"""All messages of this console: what happened when, how often, and the way out; filtered and acknowledged.

[all|alarms and warnings|not acknowledged]  [filter    ]  [acknowledge all]   12 messages, 2 in force, 3 ...
time        n   message                                                way out
T+00:42.3   ×2  ✖ HOLD: the predictor has been silent ...              wait for it to come back, then arm
"""

from typing import NamedTuple

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QHBoxLayout

from ground.console.facts.handover import Acknowledged
from ground.console.facts.message_book import MessageLine
from ground.console.facts.snapshot import Snapshot
from ground.console.panels.panel_layout import PanelSources
from ground.console.texts import formats, theme
from ground.console.texts.message_words import MessageText, message_text
from ground.console.widgets.action_button import button
from ground.console.widgets.figure import Panel, Value
from ground.console.widgets.filter_text import FilterText
from ground.console.widgets.line_table import LineColumn, LineTable, LineView

FILTER_PX = 220
ALL, GRAVE, UNREAD = "all", "alarms and warnings", "not acknowledged"


class _Row(NamedTuple):
    line: MessageLine
    message: MessageText

    @property
    def look(self) -> theme.Look:
        return theme.look(self.message.severity)

    @property
    def colour(self) -> str:
        return theme.DIM if self.line.is_acknowledged else self.look.colour

    def is_wanted(self, choice: str, filtered: str) -> bool:
        """True if the choice and what is looked for let it be shown."""
        if choice == GRAVE and self.message.severity == "note":
            return False
        return filtered in self.message.line.lower() and not (choice == UNREAD and self.line.is_acknowledged)


def _colour(row: _Row) -> str:
    return row.colour


COLUMNS = (
    LineColumn("time", 96, lambda row: formats.mission_time(row.line.at_ns), _colour),
    LineColumn("", 40, lambda row: f"×{row.line.count}" if row.line.count > 1 else "", _colour),
    LineColumn("message", 0, lambda row: f"{row.look.symbol} {row.message.text}", _colour),
    LineColumn("way out", 340, lambda row: row.message.way_out, _colour),
)


class MessagesPanel(Panel):
    """The whole list, the newest first."""

    def __init__(self, sources: PanelSources) -> None:
        """Hand on that messages were read."""
        super().__init__("MESSAGES")
        self._handover = sources.handover
        self._shown: tuple[tuple[MessageLine, ...], str, str] | None = None
        self._number = 0  # of the newest
        self.choice, self.filter, self.count = QComboBox(), FilterText(), Value(12, bold=False)
        self.choice.addItems([ALL, GRAVE, UNREAD])
        self.choice.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.filter.setMaximumWidth(FILTER_PX)
        self.acknowledge = button("acknowledge all", self._acknowledge, "view")
        self.model = LineTable(COLUMNS, lambda row: row.message.line, self)
        line = QHBoxLayout()
        for widget in (self.choice, self.filter, self.acknowledge, self.count):
            line.addWidget(widget)
        line.addStretch(1)
        self.rows.addLayout(line)
        self.rows.addWidget(LineView(self.model), 1)

    def draw(self, snapshot: Snapshot, now_ns: int) -> None:
        """Show the messages; the table is touched only when they change."""
        messages, choice = snapshot.messages, self.choice.currentText()
        shown = messages, choice, self.filter.text().strip().lower()
        if shown == self._shown or not self.isVisible():
            return
        self._shown, self._number = shown, max((line.number for line in messages), default=0)
        rows = [_Row(line, message_text(line)) for line in reversed(messages)]
        self.model.replace_tail(0, [row for row in rows if row.is_wanted(choice, shown[2])])
        in_force = sum(line.is_in_force for line in messages)
        unread = sum(not line.is_acknowledged for line in messages)
        text = f"{len(messages)} messages, {in_force} alarms in force, {unread} not acknowledged"
        self.count.show_text(text, colour=theme.BAD if in_force else theme.DIM)

    def _acknowledge(self) -> None:
        self._handover.act(Acknowledged(self._number))
