"""The lines of the queue: a fold, or its commands one by one where a person has opened it.

fold 1          line 0                           the rule *now* stands above the first line that waits
fold 2, open    line 1, its commands lines 2..20
fold 3          line 21                          what waits is never folded
"""

from collections.abc import Iterator

from PySide6.QtCore import QRect
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem

from ground.console.facts.command_rows import Commands
from ground.console.history.command_folds import CommandFolds, Fold
from ground.console.history.fold_words import QueueLine
from ground.console.texts import theme
from ground.console.widgets.line_table import Index, LineTable

RULE_PX = 2
BAR_PX = 3


class FoldedLines:
    """Keeps a table's lines as the commands are, and as a person has opened them."""

    def __init__(self, table: LineTable) -> None:
        """Start without a command."""
        self._table, self._folds = table, CommandFolds()
        self._starts: list[int] = []  # line of each fold
        self._open: set[int] = set()  # first places of folds that are open
        self.opens_all = False

    def show(self, commands: Commands) -> None:
        """Show the newest commands."""
        changed = self._folds.show(commands)
        if changed is not None:
            self._fill(changed)

    def set_open(self, line: int, *, is_open: bool) -> None:
        """Open or close the fold that a line belongs to."""
        number = self._fold_of(line)
        fold = self._folds.folds[number]
        if fold.size == 1:
            return
        if is_open != self.opens_all:
            self._open.add(fold.first)
        else:
            self._open.discard(fold.first)
        self._fill(number)

    def toggle(self, line: int) -> None:
        """Open what is closed, close what is open by its first line."""
        shown: QueueLine = self._table.lines[line]
        if not shown.is_inner:
            self.set_open(line, is_open=not shown.is_open)

    def open_all(self, is_open: bool) -> None:
        """Open all, or close all."""
        self.opens_all = is_open
        self._open.clear()
        self._fill(0)

    @property
    def first_waiting(self) -> int:
        """The first line that waits; behind the last: none does."""
        line, lines = len(self._table.lines), self._table.lines
        while line and self._waits(lines[line - 1]):
            line -= 1
        return line

    def _waits(self, line: QueueLine) -> bool:
        return line.fold.size == 1 and self._folds.commands.at(line.fold.first).is_in_queue

    def _fill(self, number: int) -> None:
        """Make the lines anew from a fold on."""
        start = self._starts[number] if number < len(self._starts) else len(self._table.lines)
        del self._starts[number:]
        tail: list[QueueLine] = []
        for fold in self._folds.folds[number:]:
            self._starts.append(start + len(tail))
            tail += self._lines_of(fold)
        self._table.replace_tail(start, tail)

    def _lines_of(self, fold: Fold) -> Iterator[QueueLine]:
        is_open = fold.size > 1 and (fold.first in self._open) != self.opens_all
        yield QueueLine(fold, is_open=is_open)
        for place in range(fold.first, fold.last + 1) if is_open else ():
            yield QueueLine(Fold(place, place, None), is_inner=True)

    def _fold_of(self, line: int) -> int:
        shown: QueueLine = self._table.lines[line]
        while shown.is_inner:
            line -= 1
            shown = self._table.lines[line]
        return self._starts.index(line)


class QueuePainter(QStyledItemDelegate):
    """Draws cells, the rule *now*, and how much of its time in the queue is left to what waits."""

    def __init__(self, hold_column: int) -> None:
        """Draw no rule and no bar yet."""
        super().__init__()
        self._hold_column = hold_column
        self.rule = -1  # line below it; -1: none
        self.shares: dict[int, float] = {}  # of the hold that is left, by line

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw a cell."""
        super().paint(painter, option, index)
        cell: QRect = option.rect
        if index.row() == self.rule:
            painter.fillRect(QRect(cell.left(), cell.top(), cell.width(), RULE_PX), QColor(theme.NOW))
        share = self.shares.get(index.row())
        if share is not None and index.column() == self._hold_column:
            painter.save()
            painter.setPen(QPen(QColor(theme.LINE), 1))
            bar = QRect(cell.left() + 2, cell.bottom() - BAR_PX, cell.width() - 8, BAR_PX)
            painter.fillRect(bar, QColor(theme.LINE))
            bar.setWidth(round(bar.width() * share))
            painter.fillRect(bar, QColor(theme.UNDER_WAY))
            painter.restore()
