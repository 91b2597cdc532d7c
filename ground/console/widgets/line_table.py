"""A table of many lines, of which only the end changes: what stays is neither copied nor drawn again.

    lines  |==== as before ====|~~ others ~~|+ new +|     replace_tail: the view is told of the end alone

A person scrolls, walks with the arrow keys and opens a line by a click, Enter or Right, and closes it by
Left.  It follows the newest line until somebody scrolls up, and again from the end.  A column takes what
width is left, so nothing is to be scrolled sideways.
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QSizePolicy, QTableView

from ground.console.texts import theme

Index = QModelIndex | QPersistentModelIndex
Role = Qt.ItemDataRole
ROOT_INDEX = QModelIndex()
ROW_PX = 18
LEAST_COLUMN_PX = 40
OPENING_KEYS = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Right)


class LineColumn(NamedTuple):
    """A column of lines of one kind."""

    title: str
    width: int  # [px]; 0: it takes what is left
    text: Callable[[Any], str]
    colour: Callable[[Any], str] = lambda line: theme.TEXT


class LineTable(QAbstractTableModel):
    """The lines."""

    def __init__(
        self, columns: Sequence[LineColumn], tip: Callable[[Any], str], parent: QObject | None = None
    ) -> None:
        """Start empty; `tip` returns all that is known of a line."""
        super().__init__(parent)
        self.columns, self._tip = tuple(columns), tip
        self.lines: list[Any] = []

    def replace_tail(self, start: int, tail: Sequence[Any]) -> None:
        """Have other lines from a place on."""
        old, new = len(self.lines), start + len(tail)
        both = min(old, new)
        self.lines[start:both] = tail[: both - start]
        if old > new:
            self.beginRemoveRows(ROOT_INDEX, new, old - 1)
            del self.lines[new:]
            self.endRemoveRows()
        elif new > old:
            self.beginInsertRows(ROOT_INDEX, old, new - 1)
            self.lines += tail[both - start :]
            self.endInsertRows()
        self.redraw(start, both)

    def redraw(self, first: int, end: int) -> None:
        """Have lines drawn again that say something else now."""
        if end > first:
            self.dataChanged.emit(self.index(first, 0), self.index(end - 1, len(self.columns) - 1))

    def rowCount(self, parent: Index = ROOT_INDEX) -> int:
        """Lines."""
        return 0 if parent.isValid() else len(self.lines)

    def columnCount(self, parent: Index = ROOT_INDEX) -> int:
        """Columns."""
        return 0 if parent.isValid() else len(self.columns)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Role.DisplayRole
    ) -> str | None:
        """Return a column's title."""
        is_title = orientation == Qt.Orientation.Horizontal and role == Role.DisplayRole
        return self.columns[section].title if is_title else None

    def data(self, index: Index, role: int = Role.DisplayRole) -> str | QColor | None:
        """Return the text, the colour or the whole story of a cell."""
        if role == Role.DisplayRole:
            return self.columns[index.column()].text(self.lines[index.row()])
        if role == Role.ForegroundRole:
            return QColor(self.columns[index.column()].colour(self.lines[index.row()]))
        if role == Role.ToolTipRole:
            return self._tip(self.lines[index.row()])
        return None  # a view asks for many more, for every cell that it draws


class LineView(QTableView):
    """The view of such a table."""

    opened = Signal(int, bool)  # a line, and whether it is to be open
    toggled = Signal(int)  # a line that was clicked
    followed = Signal(bool)  # whether the newest line is followed now

    def __init__(self, model: LineTable) -> None:
        """Show a table from its end."""
        super().__init__()
        self.setModel(model)
        self._model = model
        self.follows = True
        self.verticalHeader().hide()
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.verticalHeader().setDefaultSectionSize(ROW_PX)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Ignored)  # takes what is left
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTabKeyNavigation(False)
        header = self.horizontalHeader()
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        header.setHighlightSections(False)
        header.setMinimumSectionSize(LEAST_COLUMN_PX)
        for place, column in enumerate(model.columns):
            mode = QHeaderView.ResizeMode.Interactive if column.width else QHeaderView.ResizeMode.Stretch
            header.setSectionResizeMode(place, mode)
            if column.width:
                header.resizeSection(place, column.width)
        self.clicked.connect(lambda index: self.toggled.emit(index.row()))
        self.verticalScrollBar().valueChanged.connect(self._scrolled)

    @property
    def line(self) -> int | None:
        """The line that a person has chosen; None: none."""
        index = self.currentIndex()
        return index.row() if index.isValid() and self.selectionModel().hasSelection() else None

    def follow(self, follows: bool) -> None:
        """Follow the newest line, or stay."""
        self.follows = follows
        if follows:
            self.scrollToBottom()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Walk and open; a letter is a key of the window, and never looked for here."""
        line = self.line
        if event.key() in (*OPENING_KEYS, Qt.Key.Key_Left) and line is not None:
            self.opened.emit(line, event.key() in OPENING_KEYS)
        elif event.text().isprintable() and event.text():
            event.ignore()
        else:
            super().keyPressEvent(event)

    def _scrolled(self, value: int) -> None:
        follows = value >= self.verticalScrollBar().maximum()
        if follows != self.follows:
            self.follows = follows
            self.followed.emit(follows)
