"""How commands of one motion read that are folded into one row, and how one reads that is not.

no.            item          source     hold     mm/req.   state               note
▸ 4.1 - 4.19   joint move    #1 pass             64.8/30   ✔ all confirmed     in orbit until T+00:42.3
  4.20         J2 +1.4°      #20 pass            64.8/30   ✖ refused           late
--------------------------------------------- now --------------------------------------------------
  4.21         J2 +1.4°      #21 pass   0.75 s   64.8/30   ◌ waiting           hand and target handrail
"""

from typing import NamedTuple

from ground.console.facts.command_rows import CommandRow, Commands
from ground.console.history.command_folds import Fold, FoldSummary, summary
from ground.console.texts import formats, theme
from ground.console.texts.command_words import ITEM_TEXTS, CommandWords, ShownMoment
from ground.operator.part_words import move_text
from telemetry.messages.command import CommandState
from telemetry.messages.queue import PlanSource, SetPointArguments, TeleopSource

CLOSED, OPEN, INNER = "▸ ", "▾ ", "    "


class QueueLine(NamedTuple):
    """A line of the queue."""

    fold: Fold
    is_inner: bool = False  # one command of a fold that is open
    is_open: bool = False


class FoldWords:
    """Reads lines out, at one moment after another."""

    def __init__(self, words: CommandWords) -> None:
        """Take the words of single commands."""
        self.words = words
        self.commands, self.moment = Commands(), ShownMoment()
        self._known: dict[Fold, FoldSummary] = {}

    def show(self, commands: Commands, moment: ShownMoment) -> None:
        """Read out these commands from now on."""
        if commands is not self.commands:
            self._known.clear()
        self.commands, self.moment = commands, moment

    def number(self, line: QueueLine) -> str:
        """Return the number, or the first and the last."""
        first, last = self._row(line), self.commands.at(line.fold.last)
        if line.fold.size == 1:
            return f"{INNER if line.is_inner else '  '}{self.words.number(first)}"
        mark = OPEN if line.is_open else CLOSED
        return f"{mark}{self.words.number(first)} - {self.words.number(last)}"

    def item(self, line: QueueLine) -> str:
        """Return what is to be done."""
        return self.words.item(self._row(line)) if line.fold.size == 1 else _motion(self._row(line))

    def source(self, line: QueueLine) -> str:
        """Return who or what asks for it."""
        row = self._row(line)
        source = row.arguments.source if isinstance(row.arguments, SetPointArguments) else None
        if line.fold.size == 1 or source is None:
            return self.words.source(row)
        return source.plan_id if isinstance(source, PlanSource) else "hand"

    def hold(self, line: QueueLine) -> str:
        """Return for how long it still has to wait."""
        return self.words.hold(self._row(line), self.moment) if line.fold.size == 1 else ""

    def clearance(self, line: QueueLine) -> str:
        """Return the least clearance that a verdict measured, beside what is required."""
        verdict = self._summary(line).least
        return "" if verdict is None else formats.ratio(verdict.clearance, verdict.required)

    def clearance_colour(self, line: QueueLine) -> str:
        """Return its colour: bad where a verdict says so."""
        verdict = self._summary(line).least
        return theme.BAD if verdict is not None and not verdict.ok else theme.TEXT

    def state(self, line: QueueLine) -> str:
        """Return the state, or how many are in which."""
        if line.fold.size == 1:
            return self.words.state(self._row(line), self.moment)
        states = self._summary(line).states
        if len(states) == 1:
            return f"{theme.look(states[0][0]).symbol} all {states[0][0].value}"
        counts = ", ".join(f"{count} {state.value}" for state, count in states)
        return f"{theme.look(states[0][0]).symbol} {counts}"

    def state_colour(self, line: QueueLine) -> str:
        """Return the colour of the state that is farthest from a good end."""
        if line.fold.size == 1:
            return self.words.colour(self._row(line), self.moment)
        found = self._summary(line)
        return theme.STALE if found.first.after else theme.look(found.states[0][0]).colour

    def note(self, line: QueueLine) -> str:
        """Return why it ended, when it is executed, or what it comes near."""
        if line.fold.size == 1:
            return self.words.note(self._row(line), self.moment)
        found = self._summary(line)
        if found.first.after:
            return found.first.after
        return f"in orbit until {self.words.executes(found.last)}" if found.last.executes_ns else ""

    def note_colour(self, line: QueueLine) -> str:
        """Return the colour of the note."""
        row = self._row(line)
        is_loud = row.reason and not row.after and row.state is not CommandState.CANCELLED
        return theme.BAD if is_loud and row.state.is_end else theme.DIM

    def whole(self, line: QueueLine) -> str:
        """Return everything, in lines."""
        if line.fold.size == 1:
            return self.words.whole(self._row(line), self.moment)
        opened = "click, Enter or arrow right shows each"
        return (
            f"{line.fold.size} commands: {self.item(line)}\n{self.state(line)}\n{self.note(line)}\n{opened}"
        )

    def _row(self, line: QueueLine) -> CommandRow:
        return self.commands.at(line.fold.first)

    def _summary(self, line: QueueLine) -> FoldSummary:
        if line.fold not in self._known:
            self._known[line.fold] = summary(self.commands, line.fold)
        return self._known[line.fold]


def _motion(row: CommandRow) -> str:
    """Return what the motion is that a set-point belongs to."""
    source = row.arguments.source if isinstance(row.arguments, SetPointArguments) else None
    match source:
        case PlanSource():
            return move_text(row.move.kind) if row.move else "plan"
        case TeleopSource(tool=tool):
            return f"hand {formats.words(tool)}".rstrip()
    return ITEM_TEXTS.get(row.kind, row.kind)
