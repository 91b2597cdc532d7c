"""A person who flies: each press begins one act, and the screen says what it waits for or why it was refused.

    Take lease --> Resume --> Plan --> (seen in the scene) --> Arm plan ----+
                                 |                                          +--> Disarm --> End the pass
                                 +--> Arm hand: hold the dead-man, steer ---+

An act waits for what time brings (the gate's answer, rest in telemetry), and never tries again by itself.
A new one takes the place of one that still waits; so does HOLD.
"""

from typing import Literal, NamedTuple

import msgspec

from ground.operator.arming import AT_REST, LATCH_GONE, RESUME_S, SETTLE_S
from ground.operator.client import OperatorClient, Steps
from telemetry.authority import ARMED, State
from telemetry.messages.acts import (
    ActReply,
    ArmPlan,
    ArmTeleop,
    Confirm,
    Disarm,
    LeaseRequest,
    ResumeAct,
    ScriptDone,
)
from telemetry.messages.base import Vector, shortened
from telemetry.messages.command import HoldCommand
from telemetry.messages.plan import Move, PlanReady
from telemetry.reasons import Reason, line
from telemetry.run_settings import NS_PER_S, RunSettings

CENTRE: Vector = (0.0, 0.0, 0.0)
HAND_SPEED = 0.2  # of the simulated handle under a mouse [m/s]
PRESSED_S = 0.2  # a pressed dead-man has been seen
PRESS_WITHIN_S = 20.0  # after the hand was asked for
NO_ANSWER = "the gate gives no answer: look at its lamp and its log"
NO_PLAN = "there is no plan to arm: ask for one"
DEAD_MAN = "the dead-man: hold it"
TELEMETRY = "fresh telemetry"
STANDSTILL = "the arm to come to rest"
ENDED = "ended at rest"

PilotAct = Literal["lease", "leave", "arm plan", "arm hand", "disarm", "resume", "end"]


class PlanOffer(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Moves that a person may ask for by name."""

    name: str
    moves: tuple[Move, ...]


class Errand(NamedTuple):
    """The newest act: what became of it."""

    name: str
    waits_for: str  # in words; empty: it has ended
    refused: str  # why it was not done; empty: it was, or still waits
    at_ns: int  # of its last change


class PilotState(NamedTuple):
    """What the screen shows of a person's acts."""

    holds_lease: bool
    keeps_lease: bool
    offers: tuple[str, ...]  # plans that may be asked for
    plan: PlanReady | None  # to be armed
    errand: Errand | None
    flies: bool  # nobody else does: the pass ends when the person says so


class Hand(NamedTuple):
    """The hand as the window saw it at an instant."""

    p: Vector  # wanted displacement of the handle [m]
    dead_man: bool
    at_ns: int


class Pilot(OperatorClient):
    """The client of a person."""

    def __init__(
        self, run: RunSettings, participant: str, offers: tuple[PlanOffer, ...] = (), *, flies: bool = False
    ) -> None:
        """Sit down; `flies`: no script does."""
        super().__init__(run, participant)
        self._offers = {offer.name: offer.moves for offer in offers}
        self._flies = flies
        self._plans = 0  # asked for so far
        self._ready: PlanReady | None = None
        self._errand: Errand | None = None
        self._steps: Steps[str] | None = None
        self._pressed_ns: int | None = None  # since when the dead-man is held

    def _answered(self, reply: ActReply) -> None:
        """Take an answer; who has lost the lease asks for it again only by an act."""
        super()._answered(reply)
        if reply.act == LeaseRequest.__name__ and not reply.accepted:
            self.keeps_lease = False

    @property
    def shown(self) -> PilotState:
        """What the screen shows now."""
        return PilotState(
            self.holds_lease, self.keeps_lease, tuple(self._offers), self._ready, self._errand, self._flies
        )

    def press(self, act: PilotAct) -> None:
        """Begin an act."""
        begin = {
            "lease": self._take_lease,
            "leave": self._leave_lease,
            "arm plan": self._arm_plan,
            "arm hand": self._arm_hand,
            "disarm": self._disarm,
            "resume": self._resume,
            "end": self._end,
        }
        self._begin(act, begin[act]())

    def ask_for(self, offer: str) -> None:
        """Ask for one of the plans that are offered."""
        self._begin(f"plan {offer}", self._plan(offer))

    def arm_hand(self, tool: str) -> None:
        """Arm the hand for one of the arm's tools."""
        self._begin("arm hand", self._arm_hand(tool))

    def confirm(self, step_s: float) -> None:
        """Confirm by how much clock or delay have stepped [s]."""
        self._begin("confirm", self._confirm(step_s))

    def hold(self, nonce: int) -> HoldCommand:
        """Press HOLD; whatever still waits waits no longer."""
        if self._steps is not None:
            self._finish("HOLD was pressed")
        return self.press_hold(nonce)

    def close(self, nonce: int) -> HoldCommand:
        """Press HOLD and end the pass: nobody flies any more."""
        detail = f"the window of {self.participant} was closed"
        hold = self.hold(nonce)
        self.send(ScriptDone(completed=False, acts_done=0, detail=detail))
        return hold

    def there(self, hand: Hand) -> None:
        """The person is there, and the hand on the handle; it counts only for who wants the authority."""
        if not self.keeps_lease:
            return
        self.beat()
        self._pressed_ns = (self._pressed_ns or self.now_ns) if hand.dead_man else None
        place = hand.p if self.is_engaged else CENTRE
        self.move_hand(place, speed=HAND_SPEED, dead_man=hand.dead_man, at_ns=hand.at_ns)

    @property
    def is_engaged(self) -> bool:
        """True if a set-point of the hand has been taken: the handle's place of then is its origin."""
        status = self.status
        if status is None or status.state not in ARMED:
            return False
        return status.state == State.TELEOP or status.waiting > 0

    def go_on(self) -> None:
        """Go on with the act, as far as it can."""
        if self._steps is None or self._errand is None:
            return
        try:
            next(self._steps)
        except StopIteration as ended:
            self._finish(ended.value)
        else:
            self._errand = self._errand._replace(waits_for=self.waits_for)

    def _begin(self, name: str, steps: Steps[str]) -> None:
        if self._steps is not None:
            self._steps.close()
        self._steps = steps
        self._errand = Errand(name, "its turn", "", self.now_ns)

    def _finish(self, refused: str) -> None:
        if self._steps is not None:
            self._steps.close()
        self._steps = None
        if self._errand is not None:
            self._errand = Errand(self._errand.name, "", refused, self.now_ns)

    # the acts: each ends with why it was not done, or empty

    def _take_lease(self) -> Steps[str]:
        return _why((yield from self.take_lease()))

    def _leave_lease(self) -> Steps[str]:
        self.keeps_lease = False
        yield from ()
        return ""

    def _plan(self, offer: str) -> Steps[str]:
        self._ready = None
        yield from self.until(lambda: self.sees_spacecraft, what=TELEMETRY)
        yield from self.until(lambda: self.state in (State.REST, State.HELD), what=STANDSTILL)
        self._plans += 1
        plan_id = f"{self.participant}.{self._plans}"
        self.request_plan(plan_id, self._offers[offer])
        answer = yield from self.planned(plan_id)
        if isinstance(answer, PlanReady):
            self._ready = answer
            return ""
        return _told(answer.reason, answer.detail) if answer else "the planner gives no answer"

    def _arm_plan(self) -> Steps[str]:
        if self._ready is None:
            return NO_PLAN
        why = yield from self._rest()
        if why:
            return why
        certificate = self._ready.certificate
        reply = yield from self.ask(ArmPlan(plan_id=certificate.plan_id, certificate=certificate.digest))
        return _why(reply)

    def _arm_hand(self, tool: str = "") -> Steps[str]:
        """Arm as soon as the dead-man is held; a hand that was let go is quickly taken again."""
        if not (yield from self.until(self._is_pressed, PRESS_WITHIN_S, what=DEAD_MAN)):
            return line(Reason.DEAD_MAN_NOT_PRESSED)
        reply = yield from self.ask(ArmTeleop(tool=tool))
        if reply is None or reply.reason != Reason.NOT_QUIET:
            return _why(reply)
        return (yield from self._rest()) or _why((yield from self.ask(ArmTeleop(tool=tool))))

    def _is_pressed(self) -> bool:
        return self._pressed_ns is not None and self.now_ns - self._pressed_ns >= PRESSED_S * NS_PER_S

    def _disarm(self) -> Steps[str]:
        return _why((yield from self.ask(Disarm())))

    def _resume(self) -> Steps[str]:
        why = "" if self.keeps_lease else _why((yield from self.ask(LeaseRequest())))
        if why:
            return why
        yield from self.until(lambda: self.sees_spacecraft, what=TELEMETRY)
        why = _why((yield from self.ask(ResumeAct())))
        if why:
            return why
        limit_s = self.round_trip_s + RESUME_S
        is_gone = yield from self.until(lambda: self.state == State.REST, limit_s, what=LATCH_GONE)
        return "" if is_gone else "telemetry still shows the latch: look at the link, then resume again"

    def _confirm(self, step_s: float) -> Steps[str]:
        return _why((yield from self.ask(Confirm(step=step_s))))

    def _end(self) -> Steps[str]:
        if self.state in ARMED:
            yield from self.ask(Disarm())
        limit_s = self.round_trip_s + SETTLE_S
        if not (yield from self.until(self._is_over, limit_s, what=AT_REST)):
            return "the arm is not confirmed at rest: look at the link, or press HOLD"
        detail = f"{ENDED} by {self.participant}"
        self.send(ScriptDone(completed=True, acts_done=0, detail=shortened(detail)))
        return ""

    def _is_over(self) -> bool:
        """Return whether every command has ended and the arm is at rest, latched or not."""
        status = self.status
        if status is None or status.waiting or status.in_flight:
            return False
        return status.latched if status.state == State.HELD else status.state == State.REST and status.quiet

    def _rest(self) -> Steps[str]:
        """Wait until all that was commanded has ended, or is overdue; returns why not to wait for it.

        What is overdue the gate tells, with figures, when it is asked.
        """
        if not self.holds_lease:
            return line(Reason.NOT_HOLDER)
        if self.state != State.REST:
            return line(Reason.LATCHED if self.state == State.HELD else Reason.WRONG_STATE)
        yield from self.until(lambda: self.sees_spacecraft, what=TELEMETRY)
        limit_s = self.round_trip_s + SETTLE_S
        yield from self.until(lambda: self.is_quiet or self.state != State.REST, limit_s, what=AT_REST)
        return ""


def _why(reply: ActReply | None) -> str:
    """Return why an act was refused, or empty."""
    if reply is None:
        return NO_ANSWER
    return "" if reply.accepted else reply.detail or reply.reason


def _told(reason: str, detail: str) -> str:
    """Return a reason with its way out, and the figures."""
    known = line(Reason(reason)) if reason in set(Reason) else reason
    return f"{known} ({detail})" if detail and detail != known else known
