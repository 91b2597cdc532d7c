"""The script of a scripted operator, as data: the acts that a scenario file lists, in order.

    [[act]]                       one of four kinds, each in its own table:
    [act.plan]                    moves planned together, armed, watched, and taken up again when interrupted
    [act.teleop]                  strokes of the hand with the dead-man pressed
    [act.hold]                    HOLD now, then the way back to rest
    [act.wait]                    nothing, for a while

The moves of a plan are tables of a plan file (`telemetry.plan`).  An arm with several tools is told in each
step which one it moves.
"""

import math
from typing import Annotated, Literal

import msgspec

from telemetry.messages.base import Vector
from telemetry.messages.plan import Move
from telemetry.plan.move_table import Component, Duration, MoveTable, ToolName
from telemetry.reasons import Reason
from telemetry.settings import Table, nearest

Instant = Annotated[float, msgspec.Meta(ge=0.0, le=3600.0)]
Attempts = Annotated[int, msgspec.Meta(ge=1, le=20)]


class PlanTable(Table, frozen=True, kw_only=True):
    """Moves that are planned, certified and armed as one plan."""

    moves: Annotated[tuple[MoveTable, ...], msgspec.Meta(min_length=1, max_length=50)] = msgspec.field(
        name="move"
    )
    attempts: Attempts = 5  # armings, the first one included
    hold_at_s: Instant | None = None  # HOLD is pressed so long after the first arming
    refused: str = ""  # the reason for which the planner has to refuse it; empty: it is flown

    def __post_init__(self) -> None:
        """Refuse a reason that is none."""
        reasons = [reason.value for reason in Reason]
        if self.refused and self.refused not in reasons:
            raise ValueError(f"refused: no such reason {self.refused!r}{nearest(self.refused, reasons)}")

    def asked(self) -> tuple[Move, ...]:
        """Return the moves as the planner is asked for them."""
        return tuple(move.move() for move in self.moves)


class StrokeTable(Table, frozen=True, kw_only=True):
    """One stroke: the hand goes out, stays until something happens, and comes back."""

    direction: tuple[Component, Component, Component]  # of the hand; its length does not matter
    displacement_m: Annotated[float, msgspec.Meta(gt=0.0, le=0.2)]
    until: Literal["rolled_back", "clear", "time"]
    for_s: Duration  # the stroke's limit in any case
    clear_m: Annotated[float, msgspec.Meta(ge=0.0, le=10.0)] | None = None  # predicted clearance that ends it

    def __post_init__(self) -> None:
        """Refuse a stroke without direction, or one that waits for a clearance that is not given."""
        if not any(self.direction):
            raise ValueError("direction has no length; give for example [0.0, 0.0, -1.0]")
        if (self.until == "clear") != (self.clear_m is not None):
            raise ValueError("clear_m belongs to until = 'clear', and is required there")

    def hand(self) -> Vector:
        """Return where the hand goes, from the handle's centre [m]."""
        x, y, z = self.direction
        scale = self.displacement_m / math.hypot(x, y, z)
        return (x * scale, y * scale, z * scale)


class TeleopTable(Table, frozen=True, kw_only=True):
    """Teleoperation in position mode, stroke after stroke."""

    mode: Literal["position"] = "position"
    tool: ToolName = ""  # that the hand moves; empty: the arm's first
    strokes: Annotated[tuple[StrokeTable, ...], msgspec.Meta(min_length=1, max_length=50)] = msgspec.field(
        name="stroke"
    )
    attempts: Attempts = 5  # for each stroke, interruptions included
    hold_at_s: Instant | None = None


class HoldTable(Table, frozen=True, kw_only=True):
    """HOLD is pressed; the act ends when the arm is resumed and at rest again."""


class WaitTable(Table, frozen=True, kw_only=True):
    """Nothing happens."""

    for_s: Duration


class ScriptAct(Table, frozen=True, kw_only=True):
    """One act: exactly one of the four tables."""

    plan: PlanTable | None = None
    teleop: TeleopTable | None = None
    hold: HoldTable | None = None
    wait: WaitTable | None = None

    def __post_init__(self) -> None:
        """Refuse an act that is nothing, or two things."""
        if sum(part is not None for part in (self.plan, self.teleop, self.hold, self.wait)) != 1:
            raise ValueError("an act is exactly one of the tables plan, teleop, hold, wait")

    @property
    def content(self) -> PlanTable | TeleopTable | HoldTable | WaitTable:
        """The one table that is given."""
        return next(part for part in (self.plan, self.teleop, self.hold, self.wait) if part is not None)


class OperatorTable(Table, frozen=True, kw_only=True):
    """How quick and how patient the scripted operator is."""

    reaction_s: Annotated[float, msgspec.Meta(ge=0.1, le=10.0)] = 0.5  # mean
    reaction_spread_s: Annotated[float, msgspec.Meta(ge=0.0, le=5.0)] = 0.1  # standard deviation
    retry_s: Annotated[float, msgspec.Meta(ge=0.5, le=60.0)] = 1.0  # before a refused act is tried again
    confirms_steps: bool = False  # of the on-board clock or the delay
    hand_speed_m_s: Annotated[float, msgspec.Meta(gt=0.0, le=2.0)] = 0.2
