"""The history of the pass: every command with its arguments, and what people, scripts and the gate did.

    [any state v] [any source v] [from] [until] [filter      ]  [export commands] [again as draft]
    time  no.  what  source  state  note

A command's motion goes back into the form of motions as a draft; nothing is ever sent from here.
"""

from pathlib import Path
from threading import Thread

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QHBoxLayout

from ground.console.facts.command_rows import CommandRow, Commands
from ground.console.facts.snapshot import Snapshot
from ground.console.history.commands_csv import write_commands
from ground.console.history.history_words import (
    SOURCE_CHOICES,
    STATE_CHOICES,
    HistoryFilter,
    HistoryWords,
    clock_s,
)
from ground.console.history.pass_history import HistoryLine, PassHistory
from ground.console.panels.panel_layout import PanelSources
from ground.console.panels.queue_panel import check_box, show_past
from ground.console.plots.plot_export import free_path
from ground.console.texts import theme
from ground.console.texts.command_words import CommandWords, ShownMoment
from ground.console.widgets.action_button import button
from ground.console.widgets.figure import Panel, Value
from ground.console.widgets.filter_text import FilterText
from ground.console.widgets.line_table import LineColumn, LineTable, LineView
from telemetry.messages.queue import SetPointArguments

AT_ONCE = 600  # lines gone through in one drawing: some milliseconds
TIME_PX, TEXT_PX, CHOICE_PX = 104, 170, 148


class HistoryPanel(Panel):
    """Filter, table, export."""

    def __init__(self, sources: PanelSources) -> None:
        """Start with an empty history."""
        super().__init__("HISTORY")
        self._folder, self._chosen = sources.folder, sources.chosen
        self.history = PassHistory()
        self.words = HistoryWords(CommandWords(sources.run, sources.bodies.robot), self.history)
        self.states, self.sources = _choice(STATE_CHOICES), _choice(SOURCE_CHOICES)
        self.since, self.until = FilterText("from 1:30"), FilterText("until 2:00")
        self.text = FilterText()
        self.follow = check_box("follow", self._follow)
        self.export = button("export commands", self._export, "view")
        self.draft = button("again as draft", self._draft, "view")
        self.count, self.outcome = Value(12, bold=False), Value(12, bold=False, wraps=True)
        self.past = Value(12, bold=False)
        self.model = LineTable(history_columns(self.words), self.words.whole, self)
        self.table = LineView(self.model)
        self.table.followed.connect(self.follow.setChecked)
        self.follow.setChecked(True)
        self._commands = Commands()
        self._writing: Thread | None = None
        self._written: tuple[str, str] = ("", theme.DIM)  # how the export went, and its colour
        self._place()
        for box in (self.states, self.sources):
            box.currentTextChanged.connect(self._choose)
        for field in (self.since, self.until, self.text):
            field.textChanged.connect(self._choose)

    def draw(self, snapshot: Snapshot, now_ns: int) -> None:
        """Show the newest states, and go on looking for what is wanted."""
        if not self.isVisible():
            return
        self._commands = snapshot.commands
        self.words.moment = ShownMoment(now_ns, is_lost=snapshot.los_ns is not None)
        first = self.history.show(snapshot.commands, snapshot.events)
        self.history.go_on(AT_ONCE)
        first = min(first, len(self.model.lines))
        if first < max(len(self.history.lines), len(self.model.lines)):
            self.model.replace_tail(first, self.history.lines[first:])
        self.table.follow(self.table.follows)
        self._draw_count()
        show_past(self.past, snapshot.past)
        self.outcome.show_text(self._written[0] or " ", colour=self._written[1], symbol="")
        self.draft.setEnabled(self._chosen.take_draft is not None and self._joint_values is not None)

    def _draw_count(self) -> None:
        shown, left, known = len(self.history.lines), self.history.left, len(self._commands)
        searching = f", {left} to be looked through" if left else ""
        events = len(self.history.events.rows)
        text = f"{shown} lines of {known} commands and {events} events{searching}"
        self.count.show_text(text, colour=theme.DIM)

    def _place(self) -> None:
        line = QHBoxLayout()
        line.setSpacing(6)
        for box in (self.states, self.sources):
            box.setFixedWidth(CHOICE_PX)
        self.since.setMaximumWidth(TIME_PX)
        self.until.setMaximumWidth(TIME_PX)
        self.text.setMaximumWidth(TEXT_PX)
        for widget in (self.states, self.sources, self.since, self.until, self.text, self.export, self.draft):
            line.addWidget(widget)
        line.addStretch(1)
        line.addWidget(self.follow)
        second = QHBoxLayout()
        second.setSpacing(14)
        for value in (self.count, self.past):
            second.addWidget(value)
        second.addWidget(self.outcome, 1)
        self.rows.addLayout(line)
        self.rows.addLayout(second)
        self.rows.addWidget(self.table, 1)

    def _choose(self) -> None:
        """Look for other lines; a time that is none is said, and changes nothing."""
        try:
            from_s, until_s = clock_s(self.since.text()), clock_s(self.until.text())
        except ValueError as error:
            self._written = (f"{error}", theme.WARN)
            return
        chosen = HistoryFilter(
            self.text.text(), self.states.currentText(), self.sources.currentText(), from_s, until_s
        )
        self._written = ("", theme.DIM)
        self.history.choose(self.words.is_wanted(chosen))
        self.model.replace_tail(0, ())

    def _follow(self, follows: bool) -> None:
        self.table.follow(follows)

    def _export(self) -> None:
        """Write the commands, a row for each, while the window goes on."""
        if self._folder is None:
            self._written = ("nothing is written here: this screen has no folder of a run", theme.WARN)
        elif self._writing is None or not self._writing.is_alive():
            self._written = ("the commands are being written", theme.DIM)
            self._writing = Thread(target=self._write, args=(self._folder, self._commands), daemon=True)
            self._writing.start()

    def _write(self, folder: Path, commands: Commands) -> None:
        path = free_path(folder, "commands", ".csv")
        try:
            count = write_commands(path, commands)
        except OSError as error:
            self._written = (f"{path}: {error.strerror}; free the disk or its name, then again", theme.BAD)
        else:
            self._written = (f"{count} commands in {path}", theme.GOOD)

    @property
    def _joint_values(self) -> tuple[float, ...] | None:
        """Where the command that is chosen brought every joint [rad or m]; None: none is chosen."""
        place = self.table.line
        line: HistoryLine | None = self.model.lines[place] if place is not None else None
        command = self.history.at(line) if line is not None else None
        arguments = command.arguments if isinstance(command, CommandRow) else None
        return arguments.q if isinstance(arguments, SetPointArguments) else None

    def _draft(self) -> None:
        """Put the motion of a row into the form again, as a draft."""
        q = self._joint_values
        if q is not None and self._chosen.take_draft is not None:
            self._chosen.take_draft(q)
            self._written = (
                "a joint move to there is the draft in the tab MOTION: F2 asks for it",
                theme.TEXT,
            )


def history_columns(words: HistoryWords) -> tuple[LineColumn, ...]:
    """Return the columns, in their order: in 900 px each has its room."""
    return (
        LineColumn("time", 84, words.time),
        LineColumn("no.", 56, words.number),
        LineColumn("what", 224, words.what),
        LineColumn("source", 130, words.source),
        LineColumn("state", 120, words.state, words.state_colour),
        LineColumn("note", 0, words.note, lambda line: theme.DIM),
    )


def _choice(texts: tuple[str, ...]) -> QComboBox:
    box = QComboBox()
    box.addItems(list(texts))
    box.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    return box
