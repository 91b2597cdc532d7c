"""The steps of the plan that a person flies, a row for each, around the one that comes next.

✔ 1  joint move
✖ 2  verify joint_2 speed_deg_s -0.1 .. 0.1 for 1 s: joint_2 speed_deg_s 0.4, asked ...
○ 3  a second person: is the target at rest?
○ 4-5  joint move, line
  3 more
"""

from collections.abc import Sequence

from PySide6.QtWidgets import QWidget

from ground.console.texts import theme
from ground.console.widgets.figure import Value, column
from ground.operator.procedure import PartRow
from telemetry.messages.plan import PartState

SHOWN_ROWS = 6  # rows, so that the panels below keep their room
QUESTION_MARK = "?"  # what ends with it needs no colon
DONE_ROWS = 2  # of those: done already
PART_LOOKS: dict[PartState, theme.Look] = {
    "to do": theme.look("not yet"),
    "ready": theme.Look("▬", theme.PLANNED),
    "doing": theme.look("under way"),
    "asks": theme.look("unknown"),
    "interrupted": theme.look("warning"),
    "done": theme.look("done"),
    "failed": theme.look("failed"),
}


class PlanRows(QWidget):
    """Rows of one plan."""

    def __init__(self) -> None:
        """Start without a plan."""
        super().__init__()
        self.before, *rows, self.after = (Value(12, bold=False, wraps=True) for _ in range(SHOWN_ROWS + 2))
        self.rows = tuple(rows)
        column(self, self.before, *self.rows, self.after, spacing=1)

    def draw(self, rows: Sequence[PartRow]) -> None:
        """Show the rows of a plan; none: take no room."""
        self.setVisible(bool(rows))
        first = _first(rows)
        shown = rows[first : first + SHOWN_ROWS]
        _show_count(self.before, first, "done before")
        _show_count(self.after, len(rows) - first - len(shown), "more")
        for k, value in enumerate(self.rows):
            value.setVisible(k < len(shown))
            if k < len(shown):
                look, text = PART_LOOKS[shown[k].state], _text(shown[k])
                value.show_text(text, colour=look.colour, symbol=look.symbol)


def _first(rows: Sequence[PartRow]) -> int:
    """Return the first row that is shown: the next one stands among them, and few that are done."""
    current = next((k for k, row in enumerate(rows) if row.state != "done"), len(rows))
    return max(0, min(current - DONE_ROWS, len(rows) - SHOWN_ROWS))


def _text(row: PartRow) -> str:
    end = "" if row.what.endswith(QUESTION_MARK) else ":"
    return f"{row.steps}  {row.what}{f'{end} {row.detail}' if row.detail else ''}"


def _show_count(value: Value, count: int, what: str) -> None:
    value.setVisible(count > 0)
    value.show_text(f"{count} {what}" if count else "", colour=theme.DIM, symbol="")
