"""The steps of a plan, as a scenario's act and a plan file both have them.

[[move]]  [[move]]            a plan of moves alone lists these, or
[[step]]  [[step]]  [[step]]  any steps, of which each is one table (`telemetry.plan.step_table`)
[[fixture]]                   what leads the hand meanwhile, from the plan's begin to its end

move move | wait | move | verify | pictures        moves that follow one another are one leg: planned,
leg  1    | act  | leg 2| act    | act             certified and armed together, from rest to rest
"""

from collections.abc import Iterator
from itertools import groupby
from typing import Annotated, NamedTuple

import msgspec

from telemetry.files.settings import Table
from telemetry.messages.plan import Move
from telemetry.plan.joint_table import Angles, JointTable, joint_values, radians
from telemetry.plan.move_table import MoveTable
from telemetry.plan.step_table import BetweenMoves, NotCarriedOut, PoseTable, SecureTable, StepTable
from telemetry.plan.teleop_table import StandingFixtureTable

Moves = Annotated[tuple[MoveTable, ...], msgspec.Meta(max_length=50)]
Steps = Annotated[tuple[StepTable, ...], msgspec.Meta(max_length=100)]
Fixtures = Annotated[tuple[StandingFixtureTable, ...], msgspec.Meta(max_length=4)]


class Leg(NamedTuple):
    """Moves that follow one another, and where in the plan they stand."""

    first: int  # number of its first step, from 1
    moves: tuple[Move, ...]
    start: tuple[float, ...] | None = None  # where the arm has to be for it [rad or m]; None: anywhere


class NumberedStep(NamedTuple):
    """A step that is no move, and where in the plan it stands."""

    number: int  # from 1
    kind: str  # its key in a file
    content: BetweenMoves


class StepsTable(Table, frozen=True, kw_only=True):
    """What a plan does, in order."""

    start: JointTable | None = None  # where it begins, of every joint by name, or
    start_q_deg: Angles | None = None  # of an arm whose joints all turn: in their order
    moves: Moves = msgspec.field(name="move", default=())  # of a plan of moves alone
    steps: Steps = msgspec.field(name="step", default=())  # of any kind, in order
    fixtures: Fixtures = msgspec.field(name="fixture", default=())  # what leads a hand meanwhile

    def __post_init__(self) -> None:
        """Refuse a plan without steps, with two lists, starts or names alike, or one beyond its end."""
        if self.start is not None and self.start_q_deg is not None:
            raise ValueError("give either start_q_deg, or start = { ... } with the joints by name")
        joint_values(self.start or {})
        if bool(self.moves) == bool(self.steps):
            raise ValueError("give either move (a plan of moves alone) or step, and at least one of it")
        if any(isinstance(step.content, SecureTable) for step in self.steps[:-1]):
            raise ValueError("secure ends a pass: it must be the last step")
        names = [fixture.name for fixture in self.fixtures]
        for name in names:
            if names.count(name) > 1:
                raise ValueError(f"two fixtures are called {name!r}; names must differ")

    @property
    def has_start(self) -> bool:
        """True if it says where it begins; else it does where the arm is."""
        return self.start is not None or self.start_q_deg is not None

    @property
    def start_q(self) -> tuple[float, ...] | None:
        """The pose where it begins, once its joints are in order [rad or m]; None: where the arm is."""
        if self.start is not None:
            return tuple(row.value for row in joint_values(self.start))
        return None if self.start_q_deg is None else radians(self.start_q_deg)

    @property
    def in_order(self) -> tuple[StepTable, ...]:
        """Every step, those of a plan of moves alone too."""
        return self.steps or tuple(StepTable(move=move) for move in self.moves)

    def parts(self) -> Iterator[Leg | NumberedStep]:
        """Yield legs and what is done between them; ValueError: a pose was not resolved into a move."""
        numbered = enumerate(self.in_order, start=1)
        for is_move, group in groupby(numbered, key=lambda row: row[1].move is not None):
            rows = list(group)
            if is_move:
                moves = tuple(step.move.move() for _, step in rows if step.move)
                yield Leg(rows[0][0], moves, self.start_q if rows[0][0] == 1 else None)
            else:
                yield from (_between(number, step) for number, step in rows)

    def not_carried_out(self) -> NumberedStep | None:
        """Return the first step that no spacecraft carries out yet, so that the plan cannot be flown."""
        for number, step in enumerate(self.in_order, start=1):
            if isinstance(step.content, NotCarriedOut):
                return _between(number, step)
        return None


def _between(number: int, step: StepTable) -> NumberedStep:
    content = step.content
    if isinstance(content, MoveTable | PoseTable):
        raise ValueError(f"step {number} is a {step.kind}, which becomes part of a leg first")
    return NumberedStep(number, step.kind, content)
