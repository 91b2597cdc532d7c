"""Commands of one motion, folded into one row, so that a pass can be taken in at a glance.

    4.1 .. 4.19    joint move       all confirmed         one fold: one motion, nothing to be looked at
    4.20           joint move       refused: late         stands by itself, for it went otherwise
    4.21 .. 4.24   joint move       rolled back after     a fold: one roll-back explains all of them
    4.25           joint move       waiting 0.75 s        stands by itself, as long as it waits

Only the end of the list changes, so only that is folded again; hours of it are folded bit by bit.
"""

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from ground.console.facts.command_rows import CommandRow, Commands
from telemetry.messages.command import CommandState
from telemetry.messages.queue import PlanSource, SetPointArguments, TeleopSource, Verdict

FAILED_STATES = frozenset(
    {CommandState.REFUSED, CommandState.ROLLED_BACK, CommandState.EXPIRED, CommandState.LOST}
)
AT_ONCE = 1000  # commands that are folded in one drawing: some milliseconds
LIFE = tuple(CommandState)  # in the order of a command's life

FoldKey = tuple[str, int, object, str]  # kind, epoch, motion, what ended it


class Fold(NamedTuple):
    """Commands that stand in one row, by their places since the first command ever."""

    first: int
    last: int
    key: FoldKey | None  # None: it stands by itself

    @property
    def size(self) -> int:
        """How many commands it is."""
        return self.last - self.first + 1


class FoldSummary(NamedTuple):
    """What is to be said of a fold."""

    states: tuple[tuple[CommandState, int], ...]  # how many are in each, in the order of their life
    least: Verdict | None  # that of the least clearance beside what is required; None: there is none
    first: CommandRow
    last: CommandRow


class CommandFolds:
    """The folds of a pass, oldest first."""

    def __init__(self) -> None:
        """Start without a command."""
        self.folds: list[Fold] = []
        self.commands = Commands()
        self._end = 0  # the place behind the newest that is folded

    def show(self, commands: Commands) -> int | None:
        """Take the newest commands; return the first fold that is another one now, None: none is."""
        before, self.commands = self.commands, commands
        if commands is before and self._end == commands.end:
            return None
        if commands.dropped < before.dropped or commands.end < before.end:
            self.folds, self._end = [], commands.dropped
            self._fold(commands.dropped)
            return 0
        if commands.dropped > before.dropped:
            self.folds = [
                fold._replace(first=max(fold.first, commands.dropped))
                for fold in self.folds
                if fold.last >= commands.dropped
            ]
        changed = min(next(commands.changed_places(before), before.end), self._end)
        found = self._fold(max(changed, commands.dropped))
        return 0 if commands.dropped > before.dropped else found

    def _fold(self, place: int) -> int | None:
        """Fold again from a place on."""
        folds = self.folds
        while folds and folds[-1].first >= place:
            folds.pop()
        if folds and folds[-1].last >= place:
            folds[-1] = folds[-1]._replace(last=place - 1)
        first = max(len(folds) - 1, 0)
        self._end = min(self.commands.end, place + AT_ONCE)
        for at in range(place, self._end):
            key = fold_key(self.commands.at(at))
            if key is not None and folds and folds[-1].key == key:
                folds[-1] = folds[-1]._replace(last=at)
            else:
                folds.append(Fold(at, at, key))
        return first if self._end > place else None


def fold_key(row: CommandRow) -> FoldKey | None:
    """Return what the commands of one fold have in common; None: this one stands by itself."""
    if row.kind in ("hold", "resume") or row.is_in_queue or stands_out(row):
        return None
    ended = row.after or (row.state.value if row.state is CommandState.CANCELLED else "")
    return row.kind, row.epoch, _motion(row), ended


def stands_out(row: CommandRow) -> bool:
    """True if a command went otherwise than it should, and no stop explains it."""
    return row.state in FAILED_STATES and not row.after


def summary(commands: Commands, fold: Fold) -> FoldSummary:
    """Return what is to be said of a fold."""
    rows = list(_rows(commands, fold))
    states = Counter(row.state for row in rows)
    verdicts = [row.verdict for row in rows if row.verdict is not None]
    return FoldSummary(
        states=tuple((state, states[state]) for state in LIFE if state in states),
        least=min(verdicts, key=lambda verdict: verdict.clearance - verdict.required, default=None),
        first=rows[0],
        last=rows[-1],
    )


def _rows(commands: Commands, fold: Fold) -> Iterator[CommandRow]:
    return (commands.at(place) for place in range(fold.first, fold.last + 1))


def _motion(row: CommandRow) -> object:
    """Return what tells one motion from another in an epoch."""
    source = row.arguments.source if isinstance(row.arguments, SetPointArguments) else None
    match source:
        case PlanSource(plan_id=plan_id):
            return plan_id, row.move and row.move.number
        case TeleopSource(tool=tool):
            return "", tool
    return None
