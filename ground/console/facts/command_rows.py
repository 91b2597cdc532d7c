"""All commands of a pass, in the order of their beginning: an immutable sequence that is cheap to change.

    (row row ... row) (row row ... row) (row row)       leaves
     another state of one row: its leaf and the list of leaves are made again, all others are shared

So a snapshot holds the whole pass by reference, and who draws sees from the leaves what changed since.
Leaves whose rows have all ended are packed: hours of a pass in some megabytes.
"""

import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple, overload

import msgspec

from telemetry.messages.command import IN_QUEUE, CommandState
from telemetry.messages.plan import MoveKind
from telemetry.messages.queue import Arguments, SetPointArguments, TeleopSource, Verdict

LEAF_ROWS = 64  # rows
UNPACKED_LEAVES = 32  # those looked at last
LEVEL = 3  # of deflation
MOST_LEAVES = 2048  # nine hours of four commands a second


class Stage(NamedTuple):
    """A state, and when it was heard."""

    state: CommandState
    at_ns: int  # ground clock
    on_board_ns: int | None = None  # when it was so on board, ground clock; None: not reported


class MoveOfPlan(NamedTuple):
    """Which move of a plan a set-point belongs to."""

    number: int  # from 1
    kind: MoveKind


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
    expects_ns: int | None = None  # by when its end is to be known, ground clock
    verdict: Verdict | None = None  # of a motion
    move: MoveOfPlan | None = None  # None: of no plan, or of one that this screen knows nothing of
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
        return self.state.has_left

    @property
    def begun_ns(self) -> int:
        """When it was first heard of."""
        return self.stages[0].at_ns

    def since_ns(self, state: CommandState) -> int | None:
        """Return when it was first heard to be in a state; None: never."""
        return next((stage.at_ns for stage in self.stages if stage.state is state), None)

    def on_board_ns(self, state: CommandState) -> int | None:
        """Return when it was in a state on board; None: not reported."""
        return next((stage.on_board_ns for stage in self.stages if stage.state is state), None)

    def late_ns(self, now_ns: int) -> int:
        """Return by how much the answer is late; 0: it is not, or none is expected any more."""
        return 0 if self.expects_ns is None or not self.is_away else max(0, now_ns - self.expects_ns)


@dataclass(frozen=True, slots=True)
class Commands:
    """Rows, oldest first."""

    leaves: tuple[Sequence[CommandRow], ...] = ()  # all of them full but the last
    dropped: int = 0  # oldest rows that are not kept any more
    most_leaves: int = MOST_LEAVES

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

    @property
    def end(self) -> int:
        """The place behind the newest row, counted since the first row ever."""
        return self.dropped + len(self)

    def at(self, place: int) -> CommandRow:
        """Return the row in a place, counted since the first row ever."""
        return self[place - self.dropped]

    def __iter__(self) -> Iterator[CommandRow]:
        """Go through all rows."""
        return (row for leaf in self.leaves for row in leaf)

    def with_new(self, row: CommandRow) -> "Commands":
        """Return these and a new one; beyond the most that is kept the oldest go."""
        *full, last = self.leaves or ((),)
        if len(last) < LEAF_ROWS:
            return replace(self, leaves=(*full, (*last, row)))
        leaves, too_many = (*self.leaves, (row,)), len(self.leaves) >= self.most_leaves
        return replace(self, leaves=leaves[too_many:], dropped=self.dropped + too_many * LEAF_ROWS)

    def with_leaf(self, number: int, leaf: Sequence[CommandRow]) -> "Commands":
        """Return these with the same rows of a leaf kept in another way."""
        return replace(self, leaves=(*self.leaves[:number], leaf, *self.leaves[number + 1 :]))

    def with_row(self, index: int, row: CommandRow) -> "Commands":
        """Return these with another row in one place."""
        number, place = divmod(index, LEAF_ROWS)
        leaf = self.leaves[number]
        changed = (*leaf[:place], row, *leaf[place + 1 :])
        return replace(self, leaves=(*self.leaves[:number], changed, *self.leaves[number + 1 :]))

    @property
    def newest_by_hand(self) -> TeleopSource | None:
        """Where the newest set-point comes from; None: not from a hand."""
        newest = self[len(self) - 1].arguments if len(self) else None
        source = newest.source if isinstance(newest, SetPointArguments) else None
        return source if isinstance(source, TeleopSource) else None

    def has_away(self, kind: str) -> bool:
        """True if one of the newest commands is of this kind, was released, and its end is not known."""
        newest = (row for leaf in reversed(self.leaves[-2:]) for row in reversed(leaf))
        return any(row.kind == kind and row.is_away for row in newest)

    def late(self, now_ns: int, *, by_ns: int) -> int:
        """Return how many of the newest commands have an answer that is late by so much."""
        return sum(row.late_ns(now_ns) >= by_ns for leaf in self.leaves[-2:] for row in leaf)

    def changed_places(self, before: "Commands") -> Iterator[int]:
        """Return the places of rows that both have, and that are not the same row, oldest first."""
        gone = (self.dropped - before.dropped) // LEAF_ROWS  # leaves go whole
        for number, (leaf, was) in enumerate(zip(self.leaves, before.leaves[gone:], strict=False)):
            if leaf is not was:
                for place, (row, old) in enumerate(zip(leaf, was, strict=False)):
                    if row is not old and row != old:  # packed rows are equal, and not the same
                        yield self.dropped + number * LEAF_ROWS + place


class PackedRows(Sequence[CommandRow]):
    """Rows whose life is over: some 14 KiB instead of 190, unpacked when somebody looks at them."""

    __slots__ = ("_content", "_size")

    def __init__(self, rows: Sequence[CommandRow]) -> None:
        """Pack them."""
        self._content, self._size = zlib.compress(_PACK(tuple(rows)), LEVEL), len(rows)

    @property
    def rows(self) -> tuple[CommandRow, ...]:
        """The rows."""
        return _unpacked(self)

    def unpack(self) -> tuple[CommandRow, ...]:
        """Return the rows anew."""
        return _UNPACK(zlib.decompress(self._content))

    def __len__(self) -> int:
        """How many they are."""
        return self._size

    @overload
    def __getitem__(self, index: int) -> CommandRow: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[CommandRow]: ...

    def __getitem__(self, index: int | slice) -> CommandRow | Sequence[CommandRow]:
        """Return a row, or some."""
        return self.rows[index]


_PACK = msgspec.msgpack.Encoder().encode
_UNPACK = msgspec.msgpack.Decoder(tuple[CommandRow, ...]).decode


@lru_cache(maxsize=UNPACKED_LEAVES)
def _unpacked(packed: PackedRows) -> tuple[CommandRow, ...]:
    return packed.unpack()
