"""All commands of a pass, in the order of their beginning: an immutable sequence that is cheap to change.

    (row row ... row) (row row ... row) (row row)       leaves
     another state of one row: its leaf and the list of leaves are made again, all others are shared

So a snapshot holds the whole pass by reference, and who draws sees from the leaves what changed since.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from telemetry.messages.command import CommandState
from telemetry.messages.queue import Arguments, SetPointArguments, TeleopSource, Verdict

LEAF_ROWS = 64  # rows
MOST_LEAVES = 1024  # some hours of motion

IN_QUEUE = frozenset({CommandState.PROPOSED, CommandState.WAITING, CommandState.VERIFIED})


class Stage(NamedTuple):
    """A state, and when it was heard."""

    state: CommandState
    at_ns: int  # ground clock


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandRow:
    """One command and its life so far."""

    kind: str
    epoch: int
    seq: int
    stages: tuple[Stage, ...]  # as they came, at least one
    reason: str = ""  # code, of the newest state
    arguments: Arguments | None = None
    executes_ns: int | None = None  # ground clock; None: it has not left, or nobody knows
    verdict: Verdict | None = None  # of a motion
    after: str = ""  # which hold or roll-back explains its end

    @property
    def state(self) -> CommandState:
        """The newest."""
        return self.stages[-1].state

    @property
    def is_in_queue(self) -> bool:
        """True if it has not left yet."""
        return self.state in IN_QUEUE

    @property
    def is_away(self) -> bool:
        """True if it was released and its end is not known."""
        return not self.is_in_queue and not self.state.is_end

    def since_ns(self, state: CommandState) -> int | None:
        """Return when it was first heard to be in a state; None: never."""
        return next((stage.at_ns for stage in self.stages if stage.state is state), None)


@dataclass(frozen=True, slots=True)
class Commands:
    """Rows, oldest first."""

    leaves: tuple[tuple[CommandRow, ...], ...] = ()  # all of them full but the last
    dropped: int = 0  # oldest rows that are not kept any more

    def __len__(self) -> int:
        """Rows that are kept."""
        return LEAF_ROWS * (len(self.leaves) - 1) + len(self.leaves[-1]) if self.leaves else 0

    def __getitem__(self, index: int) -> CommandRow:
        """Return a row, 0 the oldest that is kept.

        Raises:
            IndexError: there is none.
        """
        leaf, place = divmod(index, LEAF_ROWS)
        if leaf < 0:
            raise IndexError(index)
        return self.leaves[leaf][place]

    def __iter__(self) -> Iterator[CommandRow]:
        """Go through all rows."""
        return (row for leaf in self.leaves for row in leaf)

    def with_new(self, row: CommandRow) -> "Commands":
        """Return these and a new one; beyond the most that is kept the oldest go."""
        *full, last = self.leaves or ((),)
        if len(last) < LEAF_ROWS:
            return Commands((*full, (*last, row)), self.dropped)
        leaves, too_many = (*self.leaves, (row,)), len(self.leaves) >= MOST_LEAVES
        return Commands(leaves[too_many:], self.dropped + too_many * LEAF_ROWS)

    def with_row(self, index: int, row: CommandRow) -> "Commands":
        """Return these with another row in one place."""
        number, place = divmod(index, LEAF_ROWS)
        leaf = self.leaves[number]
        changed = (*leaf[:place], row, *leaf[place + 1 :])
        return Commands((*self.leaves[:number], changed, *self.leaves[number + 1 :]), self.dropped)

    @property
    def newest_by_hand(self) -> TeleopSource | None:
        """Where the newest set-point comes from; None: not from a hand."""
        newest = self[len(self) - 1].arguments if len(self) else None
        source = newest.source if isinstance(newest, SetPointArguments) else None
        return source if isinstance(source, TeleopSource) else None

    def changed_since(self, before: "Commands") -> Iterator[int]:
        """Return the places of rows that both have, and that are not the same row."""
        for number, (leaf, was) in enumerate(zip(self.leaves, before.leaves, strict=False)):
            if leaf is not was:
                for place, (row, old) in enumerate(zip(leaf, was, strict=False)):
                    if row is not old:
                        yield number * LEAF_ROWS + place
