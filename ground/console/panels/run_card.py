"""The card of a run's beginning and of its end; while it flies there is nothing to say, and it is hidden.

    kernels compiled ---> processes ready ---> first telemetry ---> (hidden) ---> summed up ---> verdict

At the end: the verdict with its rule, the findings with reason and way out, the gravest first, and where the
recording is.
"""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from ground.console.facts.run_facts import RunFacts
from ground.console.facts.snapshot import Snapshot
from ground.console.texts import formats, theme
from ground.console.widgets.figure import Panel, Value, column
from ground.console.widgets.scrolling import BAR_PX, scroll_area
from telemetry.messages.health import Finding, ProcessNow, RunEnd, RunStage

BEGIN_TITLE, END_TITLE = "HOW THE RUN BEGINS", "WHAT CAME OF THE RUN"
LIST_PX = 190  # height of the findings, which scroll
DONE, GOES_ON, TO_COME = "✔", "◐", "○"
COMPILING = "compiling kernels: about a minute after an update, else a moment"
COMPILED = "kernels are compiled"
STEPS = ("compiling", "starting", "running")
STEP_LOOKS = {-1: (DONE, theme.GOOD), 0: (GOES_ON, theme.TEXT), 1: (TO_COME, theme.DIM)}  # before, at, after

CardLine = tuple[str, str, str]  # symbol, text, colour


class RunCard(Panel):
    """How far a run is that does not fly yet, or what came of one that does no longer."""

    def __init__(self) -> None:
        """Start hidden."""
        super().__init__(BEGIN_TITLE)
        self.head, self.rule = Value(17, wraps=True), Value(13, bold=False, wraps=True)
        self.lines = CardLines()
        self.list = scroll_area(self.lines)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.recording = Value(13, bold=False, wraps=True)
        self.recording.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        for widget in (self.head, self.rule, self.list, self.recording):
            self.rows.addWidget(widget)
        self._shown: tuple[RunFacts, bool] | None = None
        self.hide()

    def draw(self, snapshot: Snapshot, now_ns: int) -> None:
        """Show the beginning or the end, if the run is there."""
        run, is_heard = snapshot.run, snapshot.arm.telemetry is not None
        shown = run, is_heard
        if shown == self._shown:
            return
        self._shown = shown
        stage, end = run.stage, run.end
        flies = stage is None or (stage.stage == "running" and is_heard)
        self.setVisible(not flies)
        if end is not None:
            self._draw_end(end)
        elif stage is not None and stage.over_ns is not None:
            self._draw_ending(stage)
        elif stage is not None and not flies:
            self._draw_beginning(stage)

    def _draw_beginning(self, stage: RunStage) -> None:
        self.title.setText(BEGIN_TITLE)
        self.head.show_text("nothing flies yet", colour=theme.TEXT, symbol=GOES_ON)
        self._show_rest("", beginning_lines(stage), "")

    def _draw_ending(self, stage: RunStage) -> None:
        self.title.setText(END_TITLE)
        self.head.show_text(
            f"{stage.stage}   {formats.seconds(stage.elapsed, 0)}", colour=theme.TEXT, symbol=GOES_ON
        )
        self._show_rest("the verdict follows in a moment", (), "")

    def _draw_end(self, end: RunEnd) -> None:
        self.title.setText(END_TITLE)
        look = theme.look(end.verdict)
        self.head.show_text(end.verdict, colour=look.colour, symbol=look.symbol)
        recording = f"recording: {end.recording}" if end.recording else "there is no recording"
        self._show_rest(end.rule, finding_lines(end), recording)

    def _show_rest(self, rule: str, lines: Sequence[CardLine], recording: str) -> None:
        for value, text in ((self.rule, rule), (self.recording, recording)):
            value.show_or_hide(text, colour=theme.DIM)
        self.lines.show_lines(lines)
        self.list.setVisible(bool(lines))
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give the lines the height that they need in this width, up to where they scroll."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        margins = self.rows.contentsMargins()
        width = self.width() - margins.left() - margins.right() - BAR_PX
        self.list.setFixedHeight(max(0, min(LIST_PX, self.lines.heightForWidth(width))))


class CardLines(QWidget):
    """Lines of text, as many as there are."""

    def __init__(self) -> None:
        """Start without any."""
        super().__init__()
        self.values: list[Value] = []
        self._column = column(self, spacing=1, margins=(0, 2, 0, 2))

    def show_lines(self, lines: Sequence[CardLine]) -> None:
        """Show these."""
        while len(self.values) < len(lines):
            value = Value(13, bold=False)
            value.setWordWrap(True)
            self.values.append(value)
            self._column.addWidget(value)
        for number, value in enumerate(self.values):
            value.setVisible(number < len(lines))
        for value, (symbol, text, colour) in zip(self.values, lines, strict=False):
            value.show_text(text, colour=colour, symbol=symbol)


def beginning_lines(stage: RunStage) -> list[CardLine]:
    """Return one line for each step until the first telemetry: done, going on with its time, or to come."""
    ready = [process for process in stage.processes if process.state == "ready"]
    at = STEPS.index(stage.stage)
    texts = (
        COMPILED if at else COMPILING,
        f"{len(ready)} of {len(stage.processes)} processes are ready",
        "waiting for the first telemetry",
    )
    lines = [
        (symbol, f"{text}   {formats.seconds(stage.elapsed, 0)}" if number == at else text, colour)
        for number, text in enumerate(texts)
        for symbol, colour in [STEP_LOOKS[(number > at) - (number < at)]]
    ]
    event = [(theme.COLOUR_SYMBOLS[theme.WARN], stage.event, theme.WARN)] if stage.event else []
    return [*lines[:2], *_named(stage.processes), *lines[2:], *event]


def _named(processes: Sequence[ProcessNow]) -> list[CardLine]:
    """Return one line that names the processes, each with the symbol of its state."""
    symbols = {
        "ready": DONE,
        "starting": GOES_ON,
        "waiting": TO_COME,
        "ended": theme.COLOUR_SYMBOLS[theme.BAD],
    }
    names = [f"{symbols[process.state]} {formats.words(process.role)}" for process in processes]
    return [("", "   ".join(name.replace(" ", formats.NO_BREAK) for name in names), theme.DIM)]


def finding_lines(end: RunEnd) -> list[CardLine]:
    """Return each finding with its reason, and how many more there are."""
    lines = [line for finding in end.findings for line in _finding(finding)]
    more = f"and {end.more} more, which the summary lists"
    return [*lines, *([("", more, theme.DIM)] if end.more else [])]


def _finding(finding: Finding) -> list[CardLine]:
    look = theme.look(finding.severity)
    at = "" if finding.at is None else f"{formats.mission_time(round(finding.at * 1e9))}  "
    why = "; ".join(text for text in (finding.reason, finding.cure) if text)
    line = (look.symbol, f"{at}{finding.text}", look.colour)
    return [line, (" ", why, theme.DIM)] if why else [line]
