"""The command queue: one line for each command, newest at the bottom, coloured by state."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QSizePolicy, QTableWidget, QTableWidgetItem

from ground.console import formats, theme
from ground.console.figure import Value
from ground.console.panel import Panel
from ground.console.snapshot import CommandRow, Snapshot
from telemetry.run_settings import NS_PER_S

COLUMNS = ("no.", "kind", "clear", "state", "for")
STATE = 3


class QueuePanel(Panel):
    """Counts and table."""

    def __init__(self) -> None:
        """Start with an empty queue."""
        super().__init__("QUEUE")
        self.counts = Value(14)
        self.counts.setWordWrap(True)
        self.rows.addWidget(self.counts)
        self.table = QTableWidget(0, len(COLUMNS))
        self.table.setHorizontalHeaderLabels(list(COLUMNS))
        self.table.verticalHeader().hide()
        self.table.verticalHeader().setDefaultSectionSize(17)
        self.table.setShowGrid(False)
        self.table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.table.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.table.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Ignored)  # takes what is left
        self.table.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        header = self.table.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(STATE, QHeaderView.ResizeMode.Stretch)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        self.rows.addWidget(self.table, 1)

    def draw(self, snapshot: Snapshot, now_ns: int) -> None:
        """Show the newest states."""
        self._draw_counts(snapshot, now_ns)
        table, commands = self.table, snapshot.commands
        if table.rowCount() != len(commands):
            table.setRowCount(len(commands))
        for row, command in enumerate(commands):
            self._draw_row(row, command, now_ns)
        table.scrollToBottom()

    def _draw_counts(self, snapshot: Snapshot, now_ns: int) -> None:
        gate = snapshot.gate
        if gate is None:
            self.counts.show_text(None)
            return
        status = gate.value
        text = f"{status.waiting} waiting   {status.in_flight} in flight   epoch {status.epoch}"
        self.counts.show_text(f"{text}   {formats.age(gate.age_s(now_ns))}", is_stale=gate.is_stale(now_ns))

    def _draw_row(self, row: int, command: CommandRow, now_ns: int) -> None:
        clearance = "" if command.clearance is None else formats.millimetres(command.clearance)
        reason = f": {formats.words(command.reason)}" if command.reason else ""
        since = formats.seconds(max(0.0, (now_ns - command.at_ns) / NS_PER_S))
        state = f"{command.state.value}{reason}"
        texts = (f"{command.epoch}.{command.seq}", command.kind, clearance, state, since)
        for column, text in enumerate(texts):
            item = self.table.item(row, column)
            if item is None:
                item = QTableWidgetItem()
                self.table.setItem(row, column, item)
            if item.text() != text:
                item.setText(text)
                if column == STATE:
                    item.setToolTip(text)
                    item.setForeground(QColor(theme.look(command.state).colour))
