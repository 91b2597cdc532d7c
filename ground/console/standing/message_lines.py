"""Three lines of messages that are always there, the newest first; alarms stand above until they end.

T+00:42.3 ✖ HOLD: the predictor has been silent for 0.5 s; wait for it to come back, then arm
T+00:41.0 · console has the authority lease
T+00:40.2 · plan act-1.1 is ready: 17.3 s, nearest hand – target handrail 199.9 mm
"""

from PySide6.QtWidgets import QWidget

from ground.console.facts.snapshot import Snapshot
from ground.console.texts import formats, theme
from ground.console.texts.message_words import first_lines, message_text
from ground.console.widgets.elided_text import ElidedText
from ground.console.widgets.figure import column

LINES, LINE_PX = 3, 16
NOTHING_YET = "no messages so far"


class MessageLines(QWidget):
    """The newest messages."""

    def __init__(self) -> None:
        """Start without messages."""
        super().__init__()
        self.lines = tuple(ElidedText(theme.LEAST_PX) for _ in range(LINES))
        for line in self.lines:
            line.setFixedHeight(LINE_PX)
        column(self, *self.lines)
        self.setFixedHeight(LINES * LINE_PX)

    def draw(self, snapshot: Snapshot, now_ns: int) -> None:
        """Show the newest messages."""
        shown = first_lines(snapshot.messages, LINES)
        for place, value in enumerate(self.lines):
            if place < len(shown):
                message, at = message_text(shown[place]), formats.mission_time(shown[place].at_ns)
                look = theme.look(message.severity)
                value.show_text(f"{at} {look.symbol} {message.line}", look.colour)
            else:
                value.show_text("" if place or shown else NOTHING_YET, theme.DIM)
