"""What a person asks for at a screen beside the plans of the scenario: a motion, a jog, a fixture, a file,
equipment.

    AskMotion, AskJog, AskJointJog --> planner --> PlanReady ----> shown --> "arm plan" --> gate
                                               '-> PlanRefused --> shown --> "shortest", if it was too fast

Whoever sits at a screen may ask, and sees the answer; only the holder of the lease arms, and only what was
planned under that lease.  Moves are the tables of a plan file, so that what was asked can be saved as one.
"""

from typing import NamedTuple

from telemetry.messages.base import Vector
from telemetry.messages.fixture import FixtureRequest
from telemetry.messages.operations import Operation
from telemetry.plan.move_table import MoveTable

ASKED = "asked motion"  # what `PlanChoice` names to have the rest of it planned, or all of it anew


class AskMotion(NamedTuple):
    """Moves from where the arm rests, one after the other; they take the place of what was asked before."""

    moves: tuple[MoveTable, ...]
    name: str = "motion"  # for people


class AskJog(NamedTuple):
    """One stated step of a tool along an axis of a frame, or about it."""

    axis: Vector  # of length one, in the frame
    step: float  # [m], or [rad] if it turns; with its sign
    turns: bool = False
    frame: str = ""  # base (empty), world or tool
    tool: str = ""  # that goes; empty: the arm's first


class AskJointJog(NamedTuple):
    """One stated step of a joint; the others stay."""

    joint: str
    step: float  # [rad or m], with its sign


class AskFixture(NamedTuple):
    """What is to lead the hand, or, of the kind `none`, is to be taken away."""

    request: FixtureRequest


class AskOperation(NamedTuple):
    """A command without motion: armed if it is critical, else given at once."""

    operation: Operation


class SavePlan(NamedTuple):
    """The motion that was asked for last, as a plan file in the folder of the run's plans."""

    name: str


class OpenPlan(NamedTuple):
    """A plan file of that folder, which joins the plans that are offered."""

    name: str


MotionAct = AskMotion | AskJog | AskJointJog | AskFixture | AskOperation | SavePlan | OpenPlan
