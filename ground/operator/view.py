"""The operator's desk: what a scripted operator is shown, and what it does about it.

An act of the script is a procedure, written as a generator: it does what is to be done now and yields when it
has to wait for the next look, 20 times each second.

    desk.show(message)  ->  what is known        look, look, look ...  ->  the procedure goes on
    desk.send(message)  ->  the outbox           desk.take()           ->  what the role puts on the bus
"""

import math
from collections.abc import Callable, Generator
from typing import TypeVar

import msgspec
import numpy as np

from ground.operator.script import OperatorTable
from telemetry.authority import SCRIPT, State
from telemetry.contract import NEVER_NS
from telemetry.link.plausibility import HEARD, ReportJudge
from telemetry.messages.acts import (
    ActReply,
    ArmPlan,
    ArmTeleop,
    Confirm,
    Disarm,
    Lease,
    LeaseRequest,
    ResumeAct,
)
from telemetry.messages.base import Message, Vector
from telemetry.messages.command import HoldCommand
from telemetry.messages.handle import HandIntent
from telemetry.messages.plan import PlanReady, PlanRefused
from telemetry.messages.prediction import PredictedArm
from telemetry.messages.queue import GateStatus, HoldNotice, RollBack
from telemetry.messages.spacecraft import Telemetry
from telemetry.reasons import Reason
from telemetry.run_settings import NS_PER_S, RunSettings

ACTOR = SCRIPT
ANSWER_S = 1.0  # a gate that has not answered an act by then will not
FASTEST_REACTION_S = 0.1
CLOSED_PERIODS = 4  # after a window should have closed, whether it has is on the screen

Asked = LeaseRequest | ArmPlan | ArmTeleop | ResumeAct | Disarm | Confirm
T = TypeVar("T")
Steps = Generator[None, None, T]


class OperatorView:
    """Screens, keys and the handle, as one scripted operator sees and uses them."""

    def __init__(self, run: RunSettings, table: OperatorTable, rng: np.random.Generator) -> None:
        """Sit down at dark screens, with the hand off the handle."""
        self.run, self.table = run, table
        self.now_ns = 0
        self.status: GateStatus | None = None
        self.clearance: float | None = None  # predicted, of the commanded arm [m]
        self.interruptions = 0  # holds and roll-backs so far
        self.roll_backs = 0
        self.why = ""  # reason of the last interruption
        self.was_rolled_back = False  # the last interruption was a roll-back
        self.plans: dict[str, PlanReady | PlanRefused] = {}
        self._rng = rng
        self._holder = ""
        self._was_told = False  # that a person holds the arm
        self._reports = ReportJudge(run)
        self._telemetry: Telemetry | None = None
        self._telemetry_ns = 0
        self._asked = 0  # acts so far: the number of the newest
        self._reply: ActReply | None = None
        self._presses = 0
        self._hold_ns = NEVER_NS
        self._shut_until_ns = 0  # the window is about to close, or closed: nothing is begun
        self._outbox: list[Message] = []

    def show(self, message: object, now_ns: int) -> None:
        """Take in what a screen shows."""
        match message:
            case GateStatus():
                self.status = message
            case Telemetry() if self._reports.hear(message, now_ns) in HEARD:
                self._telemetry, self._telemetry_ns = message, now_ns
            case PredictedArm(clearance=clearance):
                self.clearance = clearance
            case RollBack(reason=reason):
                self.roll_backs += 1
                self._interrupt(reason, is_roll_back=True)
            case HoldNotice(reason=reason):
                self._interrupt(reason, is_roll_back=False)
            case PlanReady(certificate=certificate):
                self.plans[certificate.plan_id] = message
            case PlanRefused(plan_id=plan_id):
                self.plans[plan_id] = message
            case ActReply(to=to, reason=reason) if to == ACTOR:
                self._reply = message
                self._was_told = reason == Reason.PERSON_HOLD
            case Lease(holder=holder):
                self._holder = holder

    def look(self, now_ns: int) -> None:
        """Begin a look at the screens; HOLD is pressed if its time has come."""
        self.now_ns = now_ns
        if now_ns >= self._hold_ns:
            self.press_hold()

    def take(self) -> list[Message]:
        """Return what was done since the last time, in order."""
        done, self._outbox = self._outbox, []
        return done

    def send(self, message: Message) -> None:
        """Do something that leaves as a message."""
        self._outbox.append(message)

    def press_hold(self) -> None:
        """Press HOLD."""
        self._presses += 1
        self._hold_ns = NEVER_NS
        self.send(HoldCommand(actor=ACTOR, pressed_ns=self.now_ns, nonce=self._presses))

    def press_hold_after(self, delay_s: float) -> None:
        """Make up one's mind to press HOLD so long after now, whatever happens."""
        self._hold_ns = self.now_ns + round(delay_s * NS_PER_S)

    def move_hand(self, p_handle: Vector, *, dead_man: bool) -> None:
        """Move the hand on the handle, with the dead-man pressed or not."""
        self.send(HandIntent(p_handle=p_handle, speed=self.table.hand_speed_m_s, dead_man=dead_man))

    def do(self, act: Asked) -> int:
        """Do an act of authority; return its number."""
        self._asked += 1
        self.send(msgspec.structs.replace(act, number=self._asked))
        return self._asked

    def ask(self, act: Asked) -> Steps[ActReply | None]:
        """Do an act of authority and wait for the gate's answer to just that; None if there is none."""
        number = self.do(act)
        yield from self.until(lambda: self._reply is not None and self._reply.number == number, ANSWER_S)
        reply = self._reply if self._reply is not None and self._reply.number == number else None
        if reply is not None and reply.reason == Reason.WINDOW_CLOSING:
            self._expect_loss_of_signal()
        return reply

    def until(self, condition: Callable[[], bool], limit_s: float = math.inf) -> Steps[bool]:
        """Wait for a condition, at most so long; returns whether it holds."""
        waited = self.now_ns
        while not condition():
            if self.now_ns - waited >= limit_s * NS_PER_S:
                return False
            yield
        return True

    def pause(self, duration_s: float) -> Steps[None]:
        """Wait."""
        yield from self.until(lambda: False, duration_s)

    def react(self) -> Steps[None]:
        """Take the time that a person takes to understand and to act."""
        drawn = float(self._rng.normal(self.table.reaction_s, self.table.reaction_spread_s))
        yield from self.pause(max(FASTEST_REACTION_S, drawn))

    @property
    def holds_lease(self) -> bool:
        """True if this operator may command."""
        return self._holder == ACTOR

    @property
    def waits_for_person(self) -> bool:
        """True if the gate has said that a person has to resume, and its screen still shows that."""
        return self._was_told and self.status is not None and bool(self.status.held_by)

    @property
    def state(self) -> str:
        """State of authority and motion as the gate last told it; empty if it never did."""
        return self.status.state if self.status else ""

    @property
    def is_latched(self) -> bool:
        """True if the spacecraft waits at rest in its latch, and a resume of this operator can reach it."""
        reported = self._telemetry
        if not self.holds_lease or self.state != State.HELD or not self._sees_spacecraft or reported is None:
            return False
        return reported.latched and reported.mode == "latched"

    @property
    def is_ready(self) -> bool:
        """True if neither lease, latch nor loss of signal are in the way of a new arming at rest."""
        if (
            not self.holds_lease
            or self.state != State.REST
            or not self._sees_spacecraft
            or self.now_ns < self._shut_until_ns
        ):
            return False
        return self._telemetry is not None and not self._telemetry.latched

    @property
    def is_quiet(self) -> bool:
        """True if everything that was commanded has ended, and telemetry shows it."""
        status = self.status
        return (
            self.is_ready and status is not None and status.quiet and not (status.waiting or status.in_flight)
        )

    @property
    def round_trip_s(self) -> float:
        """Round trip of the link: as measured, or as planned before that."""
        measured = self.status.round_trip if self.status else None
        return self.run.link.up_s + self.run.link.down_s if measured is None else measured

    @property
    def _sees_spacecraft(self) -> bool:
        age_ns = self.now_ns - self._telemetry_ns
        return (
            self.status is not None and self.status.has_window and age_ns <= self.run.link.telemetry_limit_ns
        )

    def _interrupt(self, reason: str, *, is_roll_back: bool) -> None:
        self.interruptions += 1
        self.why = reason
        self.was_rolled_back = is_roll_back
        if reason == Reason.WINDOW_CLOSING:
            self._expect_loss_of_signal()

    def _expect_loss_of_signal(self) -> None:
        """Begin nothing before the window, which is about to close, is known to have closed."""
        if self.status and self.status.has_window:
            shown_ns = CLOSED_PERIODS * self.run.commanding.period_ns
            self._shut_until_ns = self.status.window_closes_ns + shown_ns
