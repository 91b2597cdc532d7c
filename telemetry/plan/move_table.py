"""One move of a plan as a table of a file, and what the planner is asked for by it.

    to_deg = [...]  or  to = { NAME_deg = ..., NAME_m = ... }     a joint move
    to_m = [x, y, z]                                              a straight line of the tool

Scenarios and plan files have the same tables.  Degrees end here: `MoveTable.move` hands out radians.
"""

import math
from typing import Annotated

import msgspec

from telemetry.messages.plan import Move
from telemetry.plan.giving import weights_of
from telemetry.plan.joint_table import Angles, JointTable, joint_values, radians
from telemetry.settings import Table

UNIT_TOLERANCE = 1e-6  # of a quaternion's norm

ToolName = Annotated[str, msgspec.Meta(max_length=80)]  # one that the arm has, or none
Metres = Annotated[float, msgspec.Meta(ge=-100.0, le=100.0)]
Component = Annotated[float, msgspec.Meta(ge=-1.0, le=1.0)]
Gives = Annotated[str, msgspec.Meta(max_length=80)]
Duration = Annotated[float, msgspec.Meta(gt=0.0, le=3600.0)]


class MoveTable(Table, frozen=True, kw_only=True):
    """One piece of a plan: a joint move `to` or `to_deg`, or a straight line of the tool `to_m`."""

    tool: ToolName = ""  # that is moved; empty: the arm's first
    to: JointTable | None = None  # goals of joints by name
    to_deg: Angles | None = None  # of all joints, with a tool of those that carry it
    to_m: tuple[Metres, Metres, Metres] | None = None  # end position of the tool, arm base frame
    attitude_wxyz: tuple[Component, Component, Component, Component] | None = None  # None: the present one
    duration_s: Duration | None = None  # None: the shortest
    gives: Gives = ""  # of a line, where joints are locked: what gives way (`telemetry.plan.giving`)

    def __post_init__(self) -> None:
        """Refuse a move with two goals, with none, or with an attitude that is no rotation."""
        if sum(goal is not None for goal in (self.to, self.to_deg, self.to_m)) != 1:
            raise ValueError("give either to_deg or to (a joint move) or to_m (a line)")
        joint_values(self.to or {})
        weights_of(self.gives)
        if self.gives and self.to_m is None:
            raise ValueError("gives belongs to a line (to_m)")
        if self.attitude_wxyz is None:
            return
        if self.to_m is None:
            raise ValueError("attitude_wxyz belongs to a line (to_m)")
        if abs(math.hypot(*self.attitude_wxyz) - 1.0) > UNIT_TOLERANCE or self.attitude_wxyz[0] < 0.0:
            raise ValueError("attitude_wxyz must be a unit quaternion with w >= 0")

    def move(self) -> Move:
        """Return the piece as the planner is asked for it."""
        if self.to_m is not None:
            return Move(
                kind="line",
                tool=self.tool,
                p_base_tool=self.to_m,
                quat_base_tool=self.attitude_wxyz,
                duration=self.duration_s,
                gives=self.gives,
            )
        rows = joint_values(self.to or {})
        q = radians(self.to_deg) if self.to_deg is not None else tuple(row.value for row in rows)
        joints = tuple(row.joint for row in rows)
        return Move(kind="joint", tool=self.tool, q=q, joints=joints, duration=self.duration_s)
