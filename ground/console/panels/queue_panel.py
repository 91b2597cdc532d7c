"""The command queue: what waits, what is on its way, and the pass before it, a motion in one row.

    3 waiting   14 in flight   epoch 4   0.1 s ago            [ ] unfold all  [x] follow the newest
    no.  item  source  hold  mm/req.  state  note

It follows the newest row until a person scrolls up, and again from when that person is back at the end.
"""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCheckBox, QHBoxLayout

from ground.console.facts.panel_facts import Stamped
from ground.console.facts.snapshot import PastFacts, Snapshot
from ground.console.history.fold_words import FoldWords
from ground.console.history.folded_lines import FoldedLines, QueuePainter
from ground.console.panels.panel_layout import PanelSources
from ground.console.texts import formats, theme
from ground.console.texts.command_words import LATE_NS, CommandWords, ShownMoment
from ground.console.widgets.figure import Panel, Value
from ground.console.widgets.line_table import LineColumn, LineTable, LineView
from telemetry.messages.queue import GateStatus

HOLD_COLUMN = 3


class QueuePanel(Panel):
    """Counts, and the table."""

    def __init__(self, sources: PanelSources) -> None:
        """Start with an empty queue."""
        super().__init__("QUEUE")
        self.words = FoldWords(CommandWords(sources.run, sources.bodies.robot))
        self.counts = Value(14)
        self.past = Value(12, bold=False)
        self.unfold = check_box("unfold all", self._unfold)
        self.follow = check_box("follow the newest", self._follow)
        self.model = LineTable(queue_columns(self.words), self.words.whole, self)
        self.folded = FoldedLines(self.model)
        self._late = 0  # answers, as drawn last
        self.table = LineView(self.model)
        self.painter = QueuePainter(HOLD_COLUMN)
        self.table.setItemDelegate(self.painter)
        self.table.toggled.connect(self.folded.toggle)
        self.table.opened.connect(lambda line, is_open: self.folded.set_open(line, is_open=is_open))
        self.table.followed.connect(self.follow.setChecked)
        self.follow.setChecked(True)
        line = QHBoxLayout()
        line.setSpacing(10)
        line.addWidget(self.counts)
        line.addWidget(self.past, 1)
        line.addWidget(self.unfold)
        line.addWidget(self.follow)
        self.rows.addLayout(line)
        self.rows.addWidget(self.table, 1)

    def draw(self, snapshot: Snapshot, now_ns: int) -> None:
        """Show the newest states."""
        is_lost = snapshot.los_ns is not None
        late = 0 if is_lost else snapshot.commands.late(now_ns, by_ns=LATE_NS)
        self._draw_counts(snapshot.authority.gate, now_ns, is_lost=is_lost, late=late)
        show_past(self.past, snapshot.past)
        was_lost, was_late, self._late = self.words.moment.is_lost, self._late, late
        self.words.show(snapshot.commands, ShownMoment(now_ns, is_lost=is_lost))
        self.folded.show(snapshot.commands)
        self._draw_waiting()
        if is_lost != was_lost or late or was_late:
            self.model.redraw(0, len(self.model.lines))
        self.table.follow(self.table.follows)

    def _draw_waiting(self) -> None:
        """Draw the rule *now* and the bars of what waits below it."""
        words, lines, painter = self.words, self.model.lines, self.painter
        first, before = self.folded.first_waiting, painter.rule
        painter.rule = first if 0 < first < len(lines) else -1
        painter.shares = {}
        for line in range(first, len(lines)):
            left_s = words.words.left_s(words.commands.at(lines[line].fold.first), words.moment)
            if left_s is not None:
                painter.shares[line] = left_s / words.words.hold_s if words.words.hold_s else 0.0
        self.model.redraw(first, len(lines))
        if before != painter.rule and 0 <= before < len(lines):
            self.model.redraw(before, before + 1)

    def _draw_counts(
        self, gate: Stamped[GateStatus] | None, now_ns: int, *, is_lost: bool, late: int
    ) -> None:
        if gate is None:
            self.counts.show_text(None)
            return
        status = gate.value
        away = "unknown since LOS" if is_lost else f"in flight, {late} late" if late else "in flight"
        text = f"{status.waiting} waiting   {status.in_flight} {away}   epoch {status.epoch}"
        self.counts.show_text(f"{text}   {formats.age(gate.age_s(now_ns))}", is_stale=gate.is_stale(now_ns))

    def _unfold(self, is_open: bool) -> None:
        self.folded.open_all(is_open)

    def _follow(self, follows: bool) -> None:
        self.table.follow(follows)


def queue_columns(words: FoldWords) -> tuple[LineColumn, ...]:
    """Return the columns, in their order: in 900 px each has its room."""
    return (
        LineColumn("no.", 106, words.number),
        LineColumn("item", 104, words.item),
        LineColumn("source", 112, words.source),
        LineColumn("hold", 56, words.hold),
        LineColumn("mm/req.", 74, words.clearance, words.clearance_colour),
        LineColumn("state", 250, words.state, words.state_colour),
        LineColumn("note", 0, words.note, words.note_colour),
    )


def check_box(text: str, choose: object) -> QCheckBox:
    """Return a box to be ticked, which leaves the keyboard alone."""
    box = QCheckBox(text)
    box.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    box.toggled.connect(choose)
    return box


def show_past(value: Value, past: PastFacts) -> None:
    """Say how much is known of what was before this screen began."""
    if past.is_whole:
        since = "" if not past.since_ns or past.since_ns < 0 else formats.mission_time(past.since_ns)
        value.show_text(f"since {since}" if since else " ", colour=theme.DIM)
    elif past.life is None:
        value.show_text("asks for what was before", colour=theme.DIM)
    else:
        value.show_text(f"what was before: {formats.percent(past.share)} has come", colour=theme.DIM)
