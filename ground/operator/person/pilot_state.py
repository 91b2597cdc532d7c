"""What passes between a person at a screen and the client: acts by one press, and what is shown of them."""

from typing import Literal, NamedTuple

from ground.operator.client import PlannerWait
from ground.operator.person.motion_answer import MotionAnswer, NamedPose, WayOut
from ground.operator.person.person_plans import OfferedPlan
from ground.operator.view import Polled
from telemetry.messages.base import Vector
from telemetry.messages.plan import PlanReady

CENTRE: Vector = (0.0, 0.0, 0.0)

PilotAct = Literal[
    "lease",
    "go",  # in the poll
    "no go",
    "take over",  # the lease, from who holds it
    "leave",
    "arm plan",
    "arm hand",
    "retreat",  # the way out
    "disarm",
    "resume",
    "end",
    "shortest",  # of the motion that was asked for too fast
    "cancel planning",  # all that the planner has not answered yet
]


class PendingAct(NamedTuple):
    """The newest act: what became of it."""

    name: str
    waits_for: str  # in words; empty: it has ended
    refused: str  # why it was not done; empty: it was, or still waits
    at_ns: int  # of its last change
    outcome: str = ""  # what it has begun, which goes on; empty: it is done, once it has ended


class PilotState(NamedTuple):
    """What the screen shows of a person's acts."""

    holds_lease: bool
    keeps_lease: bool
    offers: tuple[OfferedPlan, ...]  # plans that may be flown, and how far each is
    plan: PlanReady | None  # to be armed
    pending: PendingAct | None
    flies: bool  # no script does: the pass ends when the person ends it
    arm_refusal: str = ""  # why "arm plan" would be refused already here, and the cure; empty: it would not
    motion: MotionAnswer | None = None  # that was asked for last
    planning: tuple[PlannerWait, ...] = ()  # what the planner has not answered yet: "cancel planning"
    poses: tuple[NamedPose, ...] = ()  # of the arm's file
    saved: tuple[str, ...] = ()  # names of the plan files that may be opened
    polled: Polled = ""  # whether the poll asks this participant, and has its GO
    needs_other: bool = False  # what was armed here has to be fired by another person
    confirms_world: bool = False  # the world update that is proposed may be confirmed here
    way_out: WayOut | None = None  # that "retreat" flies; None: there is none, or none is needed


class SeenHand(NamedTuple):
    """The hand as the window saw it at an instant."""

    p: Vector  # wanted displacement of the handle [m]
    dead_man: bool
    at_ns: int
    turn: Vector = CENTRE  # wanted turn of the handle, about one of its axes [rad]
