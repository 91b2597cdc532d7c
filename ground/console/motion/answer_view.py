"""The planner's answer on the screen: its lines, and the keys that go with it: cancel, shortest.

◐ the planner has had it for 3.2 s                    [cancel]
✖ line refused: ...; it takes 9.8 s at least          [in shortest time]
"""

from collections.abc import Callable, Sequence

from PySide6.QtWidgets import QWidget

from ground.console.motion.answer_words import AnswerLine
from ground.console.motion.letter_button import LetterButton
from ground.console.widgets.figure import Value, column
from ground.console.widgets.wrapping_row import WrappingRow, empty_corner
from ground.operator.client import PlannerWait
from ground.operator.person.motion_answer import MotionAnswer
from telemetry.agreed.reasons import Reason

MOST_LINES, TEXT_PX, SPACING_PX = 8, 12, 4


class AnswerView(QWidget):
    """Lines of text, and two keys that are there only when they apply."""

    def __init__(self, cancel: Callable[[], None], shortest: Callable[[], None]) -> None:
        """Hand on what is pressed."""
        super().__init__()
        self.lines = tuple(Value(TEXT_PX, bold=k == 0, wraps=True) for k in range(MOST_LINES))
        self.cancel = LetterButton("&cancel planning", cancel)
        self.shortest = LetterButton("in sho&rtest time", shortest)
        keys = WrappingRow([self.cancel, self.shortest], empty_corner(), SPACING_PX)
        column(self, *self.lines, keys, spacing=1)

    def draw(
        self, lines: Sequence[AnswerLine], answer: MotionAnswer | None, planning: Sequence[PlannerWait]
    ) -> None:
        """Show the lines of an answer."""
        for k, value in enumerate(self.lines):
            value.setVisible(k < len(lines))
            if k < len(lines):
                line = lines[k]
                value.show_text(line.text, colour=line.colour, symbol=line.symbol, is_stale=line.is_struck)
                value.setToolTip(line.tip)
        self.cancel.setVisible(bool(planning))
        refused = answer.refused if answer else None
        self.shortest.setVisible(refused is not None and refused.reason == Reason.DURATION_TOO_SHORT)
