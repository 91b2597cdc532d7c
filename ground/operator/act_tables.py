"""The acts of a script as a scenario file has them, and how quick and patient their operator is."""

from typing import Annotated, Literal

import msgspec

from telemetry.agreed.reasons import Reason
from telemetry.files.settings import Table, nearest
from telemetry.plan.move_table import Place, ToolName
from telemetry.plan.plan_table import StepsTable
from telemetry.plan.teleop_table import Attempts, Instant, StrokeTable


class PlanTable(StepsTable, frozen=True, kw_only=True):
    """A plan that is flown to its end: in the scenario itself, or in a plan file beside it."""

    file: str = ""  # the plan file that has the steps; empty: they stand here
    attempts: Attempts = 5  # armings of each leg, the first one included
    hold_at_s: Instant | None = None  # HOLD is pressed so long after the first arming
    refused: str = ""  # the reason for which the planner has to refuse it; empty: it is flown
    around: bool = False  # it has to lead a move around something; False: it may

    def __post_init__(self) -> None:
        """Refuse steps in two places, and a reason that is none."""
        if self.file and (self.moves or self.steps or self.fixtures or self.has_start):
            raise ValueError("give either file, or the steps themselves with their start and fixtures")
        if not self.file:
            StepsTable.__post_init__(self)
        reasons = [reason.value for reason in Reason]
        if self.refused and self.refused not in reasons:
            raise ValueError(f"refused: no such reason {self.refused!r}{nearest(self.refused, reasons)}")


class RetreatTable(Table, frozen=True, kw_only=True):
    """The way out from where the arm is nearer to something than is required, slowly."""

    strokes: Annotated[tuple[StrokeTable, ...], msgspec.Meta(max_length=50)] = msgspec.field(
        name="stroke", default=()
    )  # of the hand; none: by plan, along what was executed
    attempts: Attempts = 5  # armings, the first one included


class ReachTable(Table, frozen=True, kw_only=True):
    """A goal that a person leads the tool to, in base axes, and how well that person judges a distance."""

    goal_m: Place  # where the tool is to come
    via_m: Annotated[tuple[Place, ...], msgspec.Meta(max_length=20)] = ()  # the person's own way around
    tube_m: Annotated[float, msgspec.Meta(gt=0.0, le=1.0)] | None = (
        None  # radius of one that leads to the goal
    )
    tool: ToolName = ""  # that the hand moves; empty: the arm's first
    sees: Literal["telemetered", "predicted"] = "predicted"  # the arm that the person goes by
    tolerance_m: Annotated[float, msgspec.Meta(ge=0.002, le=1.0)] = 0.01  # from it, to be there
    near_m: Annotated[float, msgspec.Meta(ge=0.002, le=1.0)] = 0.04  # to a point of the way that is passed
    error_share: Annotated[float, msgspec.Meta(ge=0.0, le=1.0)] = 0.1  # of what is left, along each axis
    error_m: Annotated[float, msgspec.Meta(ge=0.0, le=0.1)] = 0.002  # besides
    strokes: Annotated[int, msgspec.Meta(ge=1, le=200)] = 40  # before the goal is given up


class OperatorTable(Table, frozen=True, kw_only=True):
    """How quick and how patient the scripted operator is."""

    reaction_s: Annotated[float, msgspec.Meta(ge=0.1, le=10.0)] = 0.5  # mean
    reaction_spread_s: Annotated[float, msgspec.Meta(ge=0.0, le=5.0)] = 0.1  # standard deviation
    retry_s: Annotated[float, msgspec.Meta(ge=0.5, le=60.0)] = 1.0  # before a refused act is tried again
    confirms_steps: bool = False  # of the on-board clock or the delay
    second_person_s: Annotated[float, msgspec.Meta(ge=0.0, le=3600.0)] | None = (
        None  # until one lets a step go on that asks; None: nobody is played, a console has to
    )
    hand_speed_m_s: Annotated[float, msgspec.Meta(gt=0.0, le=2.0)] = 0.2  # of strokes
    hand_turning_deg_s: Annotated[float, msgspec.Meta(gt=0.0, le=360.0)] = 20.0  # of strokes that turn
