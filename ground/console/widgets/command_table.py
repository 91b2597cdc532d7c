"""The commands as a table for Qt: only rows that changed are told to the view, and nothing is copied.

    snapshot.commands ---leaves that are others---> changed rows ---> view draws those that it shows

Above it a filter by state and by text.
"""

from collections.abc import Callable, Iterable
from typing import NamedTuple

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QSortFilterProxyModel,
    Qt,
)
from PySide6.QtGui import QColor

from ground.console.facts.command_rows import CommandRow, Commands
from ground.console.texts import theme
from ground.console.texts.command_words import CommandWords, ShownMoment
from telemetry.messages.command import CommandState

Index = QModelIndex | QPersistentModelIndex
Role = Qt.ItemDataRole
ROOT_INDEX = QModelIndex()

CLEARANCE, STATE = "mm/req.", "state"  # columns that are more than text

FAILED_STATES = frozenset(
    {
        CommandState.REFUSED,
        CommandState.ROLLED_BACK,
        CommandState.CANCELLED,
        CommandState.EXPIRED,
        CommandState.LOST,
    }
)
ROW_FILTERS: dict[str, Callable[[CommandRow], bool]] = {  # what a person may choose to see
    "all": lambda row: True,
    "waiting": lambda row: row.is_in_queue,
    "in flight": lambda row: row.is_away,
    "refused, rolled back": lambda row: row.state in FAILED_STATES,
    "holds": lambda row: row.kind != "motion",
}


class CommandColumn(NamedTuple):
    """A column."""

    title: str
    width: int  # that it starts with [px]
    words: Callable[[CommandRow, ShownMoment], str]


def command_columns(words: CommandWords) -> tuple[CommandColumn, ...]:
    """Return the columns, in their order."""
    return (
        CommandColumn("no.", 54, lambda row, moment: words.number(row)),
        CommandColumn("item", 92, lambda row, moment: words.item(row)),
        CommandColumn("source", 84, lambda row, moment: words.source(row)),
        CommandColumn(CLEARANCE, 70, lambda row, moment: words.clearance(row)),
        CommandColumn(STATE, 240, words.state),
        CommandColumn("tool mm", 116, lambda row, moment: words.tool(row)),
        CommandColumn("executes", 80, lambda row, moment: words.executes(row)),
        CommandColumn("life", 380, lambda row, moment: words.life(row)),
    )


class CommandTable(QAbstractTableModel):
    """Rows of the newest snapshot."""

    def __init__(self, words: CommandWords, parent: QObject | None = None) -> None:
        """Start empty."""
        super().__init__(parent)
        self._words, self._moment = words, ShownMoment()
        self.columns = command_columns(words)
        self._state = next(i for i, column in enumerate(self.columns) if column.title == STATE)
        self._open: set[int] = set()  # rows that have not ended
        self.commands = Commands()

    def show(self, commands: Commands, moment: ShownMoment) -> None:
        """Take the newest rows, and tell which are others."""
        before, was = self.commands, self._moment
        self._moment = moment
        if commands.dropped != before.dropped or len(commands) < len(before):
            self._begin_again(commands)
            return
        changed = list(commands.changed_since(before))
        self._append(commands, len(before))
        self._note_open(changed)
        for row in changed:
            self._emit_changed(row)
        if moment.is_lost != was.is_lost:
            for row in self._open:
                self._emit_changed(row)
        for row in self._open:
            if commands[row].is_in_queue:
                self.dataChanged.emit(self.index(row, self._state), self.index(row, self._state))

    def text(self, row: int) -> str:
        """Return what a person can look for in a row."""
        command = self.commands[row]
        words = self._words
        return "  ".join(
            (words.number(command), words.item(command), words.source(command),
             words.state(command, self._moment))
        )  # fmt: skip

    def rowCount(self, parent: Index = ROOT_INDEX) -> int:
        """Rows."""
        return 0 if parent.isValid() else len(self.commands)

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
        if role not in (Role.DisplayRole, Role.ForegroundRole, Role.ToolTipRole):
            return None  # a view asks for many more, for every cell that it draws
        row, column = self.commands[index.row()], self.columns[index.column()]
        if role == Role.DisplayRole:
            return column.words(row, self._moment)
        if role == Role.ForegroundRole:
            return QColor(self._colour(row, column.title))
        return self._words.whole(row, self._moment)

    def _colour(self, row: CommandRow, title: str) -> str:
        if title == STATE:
            return self._words.colour(row, self._moment)
        if title == CLEARANCE and row.verdict is not None and not row.verdict.ok:
            return theme.BAD
        return theme.STALE if row.after else theme.TEXT

    def _begin_again(self, commands: Commands) -> None:
        self.beginResetModel()
        self.commands = commands
        self._open.clear()
        self._note_open(range(len(commands)))
        self.endResetModel()

    def _append(self, commands: Commands, old: int) -> None:
        """Take rows of which those from `old` on are new."""
        if len(commands) == old:
            self.commands = commands
            return
        self.beginInsertRows(QModelIndex(), old, len(commands) - 1)
        self.commands = commands
        self._note_open(range(old, len(commands)))
        self.endInsertRows()

    def _note_open(self, rows: Iterable[int]) -> None:
        """Note which of these have not ended."""
        for row in rows:
            if self.commands[row].state.is_end:
                self._open.discard(row)
            else:
                self._open.add(row)

    def _emit_changed(self, row: int) -> None:
        self.dataChanged.emit(self.index(row, 0), self.index(row, len(self.columns) - 1))


class CommandFilter(QSortFilterProxyModel):
    """The rows that a person wants to see."""

    def __init__(self, table: CommandTable, parent: QObject | None = None) -> None:
        """Show all rows of a table."""
        super().__init__(parent)
        self._table, self._shows, self._text = table, ROW_FILTERS["all"], ""
        self.setSourceModel(table)

    def choose(self, states: str, text: str) -> None:
        """Show what is in one of the states, with a text in its words; empty: any."""
        self._shows, self._text = ROW_FILTERS[states], text.strip().lower()
        self.invalidate()

    def filterAcceptsRow(self, source_row: int, source_parent: Index) -> bool:
        """Choose a row."""
        if not self._shows(self._table.commands[source_row]):
            return False
        return not self._text or self._text in self._table.text(source_row).lower()
