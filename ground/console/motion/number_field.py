"""Fields for numbers with their units, some in a row; the arrow keys step them.

x [  612.0 mm]  y [  -33.0 mm]  z [ 1204.0 mm]     up, down: a step; with SHIFT ten
                                                   enter: done, the keys belong to the window again
"""

from collections.abc import Callable, Container, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QLineEdit, QWidget

from ground.console.motion.motion_draft import NumberRow
from ground.console.texts import theme

CAPTION_PX, LEAST_PX = 12, 44  # least widths of a name, and of a field
PLAIN, WRONG = "padding: 2px 3px;", f"padding: 2px 3px; border-color: {theme.BAD}; color: {theme.BAD};"
SPACING_PX = 4
FAST = 10.0  # steps at once, with SHIFT


class NumberField(QLineEdit):
    """One number; it is given back to the window's keys by enter."""

    stepped = Signal(float)  # steps of the arrow keys

    def __init__(self, hint: str = "") -> None:
        """Start empty."""
        super().__init__()
        self.setToolTip(hint)
        self.setAlignment(Qt.AlignmentFlag.AlignRight)
        self.setMinimumWidth(LEAST_PX)
        self.setStyleSheet(PLAIN)
        self._is_wrong = False
        self.returnPressed.connect(self.clearFocus)

    def show_number(self, text: str, *, is_wrong: bool) -> None:
        """Show a number, unless it is being typed, and whether it can be used."""
        if not is_wrong and not (self.hasFocus() and self.isModified()) and self.text() != text:
            self.setText(text)
        if is_wrong != self._is_wrong:
            self._is_wrong = is_wrong
            self.setStyleSheet(WRONG if is_wrong else PLAIN)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Step by the arrow keys; all else is text."""
        sign = {int(Qt.Key.Key_Up): 1.0, int(Qt.Key.Key_Down): -1.0}.get(event.key())
        if sign is None:
            super().keyPressEvent(event)
            return
        self.setModified(False)  # from here on it shows what it is stepped to
        is_fast = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        self.stepped.emit(sign * (FAST if is_fast else 1.0))


class NumberGrid(QWidget):
    """Numbers that are asked for together."""

    def __init__(
        self,
        rows: Sequence[NumberRow],
        columns: int,
        *,
        typed: Callable[[NumberRow, str], None],
        stepped: Callable[[NumberRow, float], None],
    ) -> None:
        """Make a field for each; what a person does to one is handed on."""
        super().__init__()
        self._rows = rows
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setSpacing(SPACING_PX)
        self.fields = {row.name: NumberField(row.hint) for row in rows}
        for k, row in enumerate(rows):
            field = self.fields[row.name]
            field.textEdited.connect(lambda text, row=row: typed(row, text))
            field.stepped.connect(lambda by, row=row: stepped(row, by))
            is_last = k % columns == columns - 1 or k == len(rows) - 1
            has_unit = is_last or rows[k + 1].quantity is not row.quantity
            whole = captioned(row.caption, field, row.quantity.unit if has_unit else "")
            grid.addWidget(whole, k // columns, k % columns)
        for column in range(columns):
            grid.setColumnStretch(column, 1)

    def draw(
        self, text: Callable[[NumberRow], str], wrong: Container[str], locked: Container[str] = ()
    ) -> None:
        """Show the numbers, and by their names which cannot be used, and which are not to be changed."""
        for row in self._rows:
            field = self.fields[row.name]
            field.show_number(text(row), is_wrong=row.name in wrong)
            field.setEnabled(row.name not in locked)


def captioned(caption: str, field: QWidget, unit: str) -> QWidget:
    """Return a field with its name before it and its unit behind it."""
    whole = QWidget()
    line = QHBoxLayout(whole)
    line.setContentsMargins(0, 0, 0, 0)
    line.setSpacing(2)
    for text in (caption, unit):
        label = QLabel(text)
        label.setStyleSheet(f"color: {theme.DIM};")
        label.setMinimumWidth(CAPTION_PX if text else 0)
        line.addWidget(label)
    line.insertWidget(1, field, 1)
    return whole
