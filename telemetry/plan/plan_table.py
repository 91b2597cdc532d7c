"""The steps of a plan, as a scenario's act and a plan file both have them.

[[move]]  [[move]]            a plan of moves alone lists these, or
[[step]]  [[step]]  [[step]]  any steps, of which each is one table (`telemetry.plan.step_table`)

move move | wait | move | verify | pictures        moves that follow one another are one leg: planned,
leg  1    | act  | leg 2| act    | act             certified and armed together, from rest to rest
"""

from collections.abc import Iterator
from itertools import groupby
from typing import Annotated, NamedTuple

import msgspec

from telemetry.messages.plan import Move
from telemetry.plan.move_table import MoveTable
from telemetry.plan.step_table import ContactTable, GripperTable, SecureTable, StepTable
from telemetry.settings import Table

Moves = Annotated[tuple[MoveTable, ...], msgspec.Meta(max_length=50)]
Steps = Annotated[tuple[StepTable, ...], msgspec.Meta(max_length=100)]


class Leg(NamedTuple):
    """Moves that follow one another, and where in the plan they stand."""

    first: int  # number of its first step, from 1
    moves: tuple[Move, ...]


class NumberedStep(NamedTuple):
    """A step that is no move, and where in the plan it stands."""

    number: int  # from 1
    step: StepTable


class StepsTable(Table, frozen=True, kw_only=True):
    """What a plan does, in order."""

    moves: Moves = msgspec.field(name="move", default=())
    steps: Steps = msgspec.field(name="step", default=())

    def __post_init__(self) -> None:
        """Refuse a plan without steps, with two lists of them, or one that goes on after its end."""
        if bool(self.moves) == bool(self.steps):
            raise ValueError("give either move (a plan of moves alone) or step, and at least one of it")
        if any(isinstance(step.content, SecureTable) for step in self.steps[:-1]):
            raise ValueError("secure ends a pass: it must be the last step")

    @property
    def in_order(self) -> tuple[StepTable, ...]:
        """Every step, those of a plan of moves alone too."""
        return self.steps or tuple(StepTable(move=move) for move in self.moves)

    def parts(self) -> Iterator[Leg | NumberedStep]:
        """Return legs and what is done between them; poses must have been resolved into moves."""
        numbered = [NumberedStep(*row) for row in enumerate(self.in_order, start=1)]
        for is_move, group in groupby(numbered, key=lambda row: row.step.move is not None):
            rows = list(group)
            if is_move:
                yield Leg(rows[0].number, tuple(row.step.move.move() for row in rows if row.step.move))
            else:
                yield from rows

    def not_carried_out(self) -> NumberedStep | None:
        """Return the first step that no spacecraft carries out yet, so that the plan cannot be flown."""
        numbered = (NumberedStep(*row) for row in enumerate(self.in_order, start=1))
        refused = (row for row in numbered if isinstance(row.step.content, GripperTable | ContactTable))
        return next(refused, None)
