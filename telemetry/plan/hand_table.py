"""Teleoperation as a table of a file: strokes of the hand, one after the other, with the dead-man pressed.

A script makes the strokes; a person is handed the handle, and reads in them what is to be done.
"""

import math
from typing import Annotated, Literal

import msgspec

from telemetry.messages.base import Vector
from telemetry.plan.move_table import Component, Duration, ToolName
from telemetry.settings import Table

Instant = Annotated[float, msgspec.Meta(ge=0.0, le=3600.0)]
Attempts = Annotated[int, msgspec.Meta(ge=1, le=20)]


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
