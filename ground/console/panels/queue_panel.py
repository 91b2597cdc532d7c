"""The command queue and its history: one row for each command of the pass, newest at the bottom.

    3 waiting   14 in flight   epoch 4   0.1 s ago
    [all v] [filter           ] [x] follow the newest
    no.  item  source  mm/req.  state  ...

It follows the newest row until a person scrolls up, and again from when that person is back at the end.
"""

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import (
    QAbstractItemView,
    QCheckBox,
    QComboBox,
    QHBoxLayout,
    QHeaderView,
    QLineEdit,
    QSizePolicy,
    QTableView,
)

from ground.console.facts.panel_facts import Stamped
from ground.console.facts.snapshot import Snapshot
from ground.console.panels.panel_layout import PanelSources
from ground.console.texts import formats
from ground.console.texts.command_words import CommandWords, ShownMoment
from ground.console.widgets.command_table import ROW_FILTERS, CommandFilter, CommandTable
from ground.console.widgets.figure import Panel, Value
from telemetry.messages.queue import GateStatus

ROW_PX = 18
LEAST_CHARACTERS = 8  # of the chosen states, in a narrow window
IDLE_MS = 5000  # after the last key the keyboard goes back to the hand


class QueuePanel(Panel):
    """Counts, filter and table."""

    def __init__(self, sources: PanelSources) -> None:
        """Start with an empty queue."""
        super().__init__("QUEUE")
        self.counts = Value(14)
        self.counts.setWordWrap(True)
        self.model = CommandTable(CommandWords(sources.run, sources.bodies.robot), self)
        self.shown = CommandFilter(self.model, self)
        self.states, self.text, self.follow = _states(), FilterText(), _follow()
        self.states.currentTextChanged.connect(self._choose)
        self.text.textChanged.connect(self._choose)
        self.follow.toggled.connect(self._follow)
        self.table = _table(self.model, self.shown)
        self.table.verticalScrollBar().valueChanged.connect(self._scrolled)
        self.rows.addWidget(self.counts)
        line = QHBoxLayout()
        line.setSpacing(6)
        line.addWidget(self.states)
        line.addWidget(self.text, 1)
        line.addWidget(self.follow)
        self.rows.addLayout(line)
        self.rows.addWidget(self.table, 1)

    def draw(self, snapshot: Snapshot, now_ns: int) -> None:
        """Show the newest states."""
        is_lost = snapshot.los_ns is not None
        self._draw_counts(snapshot.authority.gate, now_ns, is_lost=is_lost)
        self.model.show(snapshot.commands, ShownMoment(now_ns, is_lost=is_lost))
        self._follow(self.follow.isChecked())

    def _draw_counts(self, gate: Stamped[GateStatus] | None, now_ns: int, *, is_lost: bool) -> None:
        if gate is None:
            self.counts.show_text(None)
            return
        status = gate.value
        away = "unknown since LOS" if is_lost else "in flight"
        text = f"{status.waiting} waiting   {status.in_flight} {away}   epoch {status.epoch}"
        self.counts.show_text(f"{text}   {formats.age(gate.age_s(now_ns))}", is_stale=gate.is_stale(now_ns))

    def _choose(self) -> None:
        self.shown.choose(self.states.currentText(), self.text.text())

    def _follow(self, follows: bool) -> None:
        if follows:
            self.table.scrollToBottom()

    def _scrolled(self, value: int) -> None:
        self.follow.setChecked(value >= self.table.verticalScrollBar().maximum())


class FilterText(QLineEdit):
    """What is looked for; it gives the keyboard back by Enter, or after a while without a key."""

    def __init__(self) -> None:
        """Start empty."""
        super().__init__()
        self.setPlaceholderText("filter")
        self.setClearButtonEnabled(True)
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self._idle = QTimer(self, singleShot=True, interval=IDLE_MS)
        self._idle.timeout.connect(self.clearFocus)
        self.returnPressed.connect(self.clearFocus)
        self.textEdited.connect(self._idle.start)


def _states() -> QComboBox:
    states = QComboBox()
    states.addItems(list(ROW_FILTERS))
    states.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    states.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
    states.setMinimumContentsLength(LEAST_CHARACTERS)
    return states


def _follow() -> QCheckBox:
    follow = QCheckBox("follow the newest")
    follow.setChecked(True)
    follow.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    return follow


def _table(model: CommandTable, shown: CommandFilter) -> QTableView:
    table = QTableView()
    table.setModel(shown)
    table.verticalHeader().hide()
    table.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
    table.verticalHeader().setDefaultSectionSize(ROW_PX)
    table.setShowGrid(False)
    table.setWordWrap(False)
    table.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
    table.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    table.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Ignored)  # takes what is left
    table.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
    header = table.horizontalHeader()
    header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
    header.setHighlightSections(False)
    header.setStretchLastSection(True)
    for place, column in enumerate(model.columns):
        header.resizeSection(place, column.width)
    return table
