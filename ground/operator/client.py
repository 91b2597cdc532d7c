"""The client of script and person alike: what it is shown, and the acts that it does.

An act is a procedure, written as a generator: it does what is to be done now and yields when it has to wait
for the next look, 20 times each second.  What it waits for it says in words, for the screen.

    client.on_message(message) -> what is known     look, look, look ...  -> the procedure goes on
    client.send(message)       -> the outbox        client.take_outbox()  -> what the role puts on the bus
"""

import math
from collections.abc import Callable, Generator, Mapping
from typing import NamedTuple, TypeVar

import msgspec

from ground.operator.procedure_reports import ProcedureReports
from ground.operator.view import OperatorView
from telemetry.agreed.run_settings import NS_PER_S, RunSettings
from telemetry.messages.acts import Act, ActReply, LeaseRequest, OperatorBeat
from telemetry.messages.base import Message
from telemetry.messages.command import HoldCommand
from telemetry.messages.plan import Move, PlanCancel, PlanReady, PlanRefused, PlanRequest, ReplanRequest

LOOK_NS = NS_PER_S // 20
LEASE_NS = 3 * NS_PER_S  # between two renewals
ANSWER_S = 1.0  # a gate that has not answered an act by then will not
NO_PLANNER = "the planner gives no answer, or began anew: look at its lamp and its log, then ask again"
PLANNER_AGAIN = "the planner, which has fallen silent"
PLANNING_S = 60.0  # a planner that has not answered by then will not

T = TypeVar("T")
Steps = Generator[None, None, T]


class PlannerWait(NamedTuple):
    """What the planner has been asked for and has not answered yet."""

    name: str
    since_ns: int  # ground clock
    cancel: Message  # tells it that it is not wanted any more


class OperatorClient(OperatorView):
    """Screens, keys and the handle, as one participant sees and uses them."""

    retry_s = 1.0  # before a refused act is tried again, where it is
    confirms_steps = False  # of the on-board clock or the delay, without being asked to
    joints: tuple[str, ...] = ()  # their names, in the order of telemetry
    session = 0  # of this life of it: what an earlier one held, ends

    def __init__(self, run: RunSettings, participant: str, *, nonce: Callable[[], int]) -> None:
        """Begin with dark screens, the hand off the handle and nothing to do.

        `nonce` returns another number for each press of HOLD.
        """
        super().__init__(run, participant)
        self._nonce = nonce
        self.waits_for = ""  # in words; empty: nothing
        self.procedures = ProcedureReports(participant)
        self._asked_of: dict[str, int] = {}  # restarts of the planner before a plan was asked for
        self.planning: dict[str, PlannerWait] = {}  # what the planner was asked for, by its name
        self.keeps_lease = False  # it is asked for, and renewed
        self._acts_asked = 0  # acts so far: the number of the newest
        self._lease_ns = 0  # when it is asked for again
        self._outbox: list[Message] = []

    def look(self, now_ns: int) -> None:
        """Begin a look at the screens: report on procedures, and renew the lease when its time has come."""
        self.now_ns = now_ns
        self._outbox += self.procedures.due(now_ns)
        if self.keeps_lease and now_ns >= self._lease_ns and not self.waits_for_person:
            self._lease_ns = now_ns + LEASE_NS
            self.do(LeaseRequest(session=self.session))

    def take_outbox(self) -> list[Message]:
        """Return what was done since the last time, in order."""
        done, self._outbox = self._outbox, []
        return done

    def send(self, message: Message) -> None:
        """Do something that leaves as a message."""
        self._outbox.append(message)

    def beat(self) -> None:
        """Send the beat of a participant that is there."""
        self.send(OperatorBeat())

    def hold_now(self) -> None:
        """Press HOLD."""
        self.send(HoldCommand(actor=self.participant, pressed_ns=self.now_ns, nonce=self._nonce()))

    def do(self, act: Act) -> int:
        """Do an act of authority; return its number."""
        self._acts_asked += 1
        self.send(msgspec.structs.replace(act, number=self._acts_asked))
        return self._acts_asked

    def take_lease(self, *, take_over: bool = False) -> Steps[ActReply | None]:
        """Ask for the lease, or take it over; it is renewed as long as it was granted."""
        self.keeps_lease, self._lease_ns = True, self.now_ns + LEASE_NS
        reply = yield from self.ask(LeaseRequest(session=self.session, take_over=take_over))
        self.keeps_lease = reply is not None and reply.accepted
        return reply

    def ask(self, act: Act) -> Steps[ActReply | None]:
        """Do an act of authority and wait for the gate's answer to just that; None if there is none."""
        number = self.do(act)
        yield from self.until(lambda: number in self.replies, ANSWER_S, what="the gate's answer")
        return self.replies.get(number)

    def request_plan(
        self,
        plan_id: str,
        moves: tuple[Move, ...],
        *,
        start: tuple[float, ...] | None = None,
        remainder_of: str = "",
        retreat: bool = False,
        leads_out: bool = False,
    ) -> None:
        """Ask for moves from a start (n,) [rad or m] or anywhere, for what is left, or for the way out."""
        self._asked_of[plan_id] = self.planner_restarts
        if remainder_of:
            self.send(ReplanRequest(plan_id=plan_id, remainder_of=remainder_of))
        else:
            asked = PlanRequest(plan_id=plan_id, moves=moves, start=start)
            self.send(msgspec.structs.replace(asked, retreat=retreat, leads_out=leads_out))

    def planned(self, plan_id: str) -> Steps[PlanReady | PlanRefused | None]:
        """Wait for the planner's answer to a request; None if there is none."""
        yield from self.planner_answers(plan_id, self.plans, cancel=PlanCancel(plan_id=plan_id))
        return self.plans.get(plan_id)

    def planner_answers(self, name: str, answers: Mapping[str, object], *, cancel: Message) -> Steps[bool]:
        """Wait until the planner has answered, or has died since it was asked; returns whether it has.

        `cancel` tells it not to answer.
        """
        self.planning[name] = PlannerWait(name, self.now_ns, cancel)
        asked = self._asked_of.pop(name, self.planner_restarts)

        def is_over() -> bool:
            return name in answers or self.is_planner_silent or self.planner_restarts > asked

        try:
            yield from self.until(is_over, PLANNING_S, what="the planner")
            return name in answers
        finally:
            del self.planning[name]

    def hears_planner(self) -> Steps[bool]:
        """Wait, where the planner is silent, until it is heard again; returns whether it is."""
        return (yield from self.until(lambda: not self.is_planner_silent, PLANNING_S, what=PLANNER_AGAIN))

    def cancel_planning(self) -> None:
        """Cancel all that the planner was asked for and has not answered: it answers that it is cancelled."""
        for waited in self.planning.values():
            self.send(waited.cancel)

    def until(
        self, condition: Callable[[], bool], limit_s: float = math.inf, *, what: object = ""
    ) -> Steps[bool]:
        """Wait for a condition, at most so long; returns whether it holds.

        What is waited for is read at each look: figures in it are the newest.
        """
        waited = self.now_ns
        try:
            while not condition():
                if self.now_ns - waited >= limit_s * NS_PER_S:
                    return False
                self.waits_for = f"{what}"
                yield
        finally:
            self.waits_for = ""
        return True

    def pause(self, duration_s: float) -> Steps[None]:
        """Wait."""
        yield from self.until(lambda: False, duration_s)

    def react(self) -> Steps[None]:
        """Wait as long as it takes to understand and to act; a person has done so before."""
        yield from ()
