"""The figures to choose from: what is typed narrows the list below it; nothing pops up.

[ resid          ]    all words must be in the name
| PredictedArm.residual |   Enter or a double click: a plot of its own
| ...                   |   Shift+Enter, or dropped on a plot: into that one
"""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, QObject, QPoint, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit, QListWidget, QListWidgetItem, QWidget

from ground.console.widgets.figure import column
from ground.console.widgets.figure_drag import FigureDrag
from ground.series.catalogue import FigureRow

Add = Callable[[str, bool], None]
TO_LIST = (Qt.Key.Key_Down, Qt.Key.Key_Up, Qt.Key.Key_PageDown, Qt.Key.Key_PageUp)
ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class FigureList(QWidget):
    """A field, and all figures whose names have what is typed."""

    def __init__(self, figures: Sequence[FigureRow], add: Add) -> None:
        """Call `add` with a name, and whether it goes into the plot that is chosen."""
        super().__init__()
        self.add = add
        self.field, self.list = QLineEdit(), QListWidget()
        self.field.setPlaceholderText("find a figure  Ctrl+F")
        self.field.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.setUniformItemSizes(True)
        for row in figures:
            item = QListWidgetItem(row.name, self.list)
            item.setData(Qt.ItemDataRole.UserRole, row.name)
            item.setToolTip(row.header)
        self.list.itemDoubleClicked.connect(lambda item: self.add(_name(item), False))
        self.field.textEdited.connect(self.narrow)
        self.field.installEventFilter(self)
        FigureDrag(self.list.viewport(), self._name_at)
        column(self, self.field, self.list, spacing=2)
        self.narrow("")

    @property
    def names(self) -> list[str]:
        """The figures that are listed now."""
        return [_name(item) for item in self._items() if not item.isHidden()]

    def narrow(self, text: str) -> None:
        """List the figures whose names have all the words of a text."""
        words = text.lower().split()
        for item in self._items():
            item.setHidden(not all(word in _name(item).lower() for word in words))
        self.list.setCurrentRow(next((i for i, item in enumerate(self._items()) if not item.isHidden()), -1))

    def begin(self) -> None:
        """Have what is typed from now on go into the field."""
        self.field.setFocus()
        self.field.selectAll()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Let arrows and Enter in the field act on the list."""
        if not isinstance(event, QKeyEvent) or event.type() != QEvent.Type.KeyPress:
            return False
        if event.key() in ENTER:
            self._add_chosen(into_chosen=event.modifiers() == Qt.KeyboardModifier.ShiftModifier)
        elif event.key() in TO_LIST:
            self._step(1 if event.key() in TO_LIST[::2] else -1)
        return event.key() in (*ENTER, *TO_LIST)

    def _add_chosen(self, *, into_chosen: bool) -> None:
        item = self.list.currentItem()
        if item is not None and not item.isHidden():
            self.add(_name(item), into_chosen)
        self.field.clearFocus()

    def _step(self, by: int) -> None:
        """Choose the next figure of the list."""
        seen = [item for item in self._items() if not item.isHidden()]
        at = seen.index(self.list.currentItem()) if self.list.currentItem() in seen else -by
        if seen:
            self.list.setCurrentItem(seen[min(max(at + by, 0), len(seen) - 1)])

    def _items(self) -> list[QListWidgetItem]:
        return [self.list.item(i) for i in range(self.list.count())]

    def _name_at(self, place: QPoint) -> str:
        item = self.list.itemAt(place)
        return _name(item) if item else ""


def _name(item: QListWidgetItem) -> str:
    return str(item.data(Qt.ItemDataRole.UserRole))
