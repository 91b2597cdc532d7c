"""What a person does by one press, without the hand: each ends with why it was not done, or empty.

An act waits for what time brings (the gate's answer, rest in telemetry), and never tries again by itself.
"""

from collections.abc import Callable

from ground.operator.arming import AT_REST, LATCH_GONE, RESUME_S, SETTLE_S, arm_act
from ground.operator.carrying_out import have_made
from ground.operator.client import ANSWER_S, NO_PLANNER, OperatorClient, Steps
from ground.operator.operation_step import operate
from ground.series.explanation_words import explained
from telemetry.agreed.authority import ARMED, State
from telemetry.agreed.reasons import Reason, line
from telemetry.messages.acts import (
    ActReply,
    Confirm,
    Disarm,
    GoNoGo,
    LeaseRequest,
    PlanWent,
    ResumeAct,
    ScriptDone,
)
from telemetry.messages.base import shortened
from telemetry.messages.fixture import FixtureRequest
from telemetry.messages.operations import Operation
from telemetry.messages.plan import PlanReady
from telemetry.messages.world import ConfirmWorld

NO_ANSWER = "the gate gives no answer: look at its lamp and its log"
NOTHING_PLANNED = "nothing is being planned"
TELEMETRY = "fresh telemetry"
NOT_STOPPED = "the arm is not confirmed at rest: look at the link, or press HOLD"
BY_SCRIPT = "a script flies: Esc takes the lease from it, then press anew"
ENDED = "ended at rest"


def refusal(reply: ActReply | None) -> str:
    """Return why an act was refused, or empty."""
    if reply is None:
        return NO_ANSWER
    return "" if reply.accepted else explained(reply).reasoned


def lease_refusal(client: OperatorClient, reply: ActReply | None) -> str:
    """Return why the lease was refused, or empty."""
    why = refusal(reply)
    return BY_SCRIPT if why and reply and client.script_holds_lease else why


def settle(client: OperatorClient) -> Steps[str]:
    """Wait until all that was commanded has ended, or is overdue; returns why not to wait for it.

    What is overdue is in the answer of the gate, with figures.
    """
    if not client.holds_lease:
        return line(Reason.NOT_HOLDER)
    if client.state != State.REST:
        return line(Reason.LATCHED if client.state == State.HELD else Reason.WRONG_STATE)
    yield from client.until(lambda: client.sees_spacecraft, what=TELEMETRY)
    limit_s = client.round_trip_s + SETTLE_S
    yield from client.until(lambda: client.is_quiet or client.state != State.REST, limit_s, what=AT_REST)
    return ""


def retreat(client: OperatorClient, shown: PlanReady | None) -> Steps[str]:
    """Arm the way out that is shown, or ask for one from where the arm is too near and arm that."""
    why = yield from settle(client)
    if why:
        return why
    if shown is not None:
        return refusal((yield from client.ask(arm_act(shown))))
    plan_id = f"retreat-{client.participant}-{client.now_ns}"
    client.request_plan(plan_id, (), retreat=True)
    answer = yield from client.planned(plan_id)
    if not isinstance(answer, PlanReady):
        return explained(answer).reasoned if answer else NO_PLANNER
    return refusal((yield from client.ask(arm_act(answer))))


def disarm(client: OperatorClient) -> Steps[str]:
    """End the arming; done as soon as the arm has stopped."""
    why = refusal((yield from client.ask(Disarm())))
    return why or ("" if (yield from _has_stopped(client)) else NOT_STOPPED)


def answer_poll(client: OperatorClient, *, go: bool) -> Steps[str]:
    """Say GO or NO-GO, as the poll asks."""
    return refusal((yield from client.ask(GoNoGo(go=go))))


def ask_operation(client: OperatorClient, operation: Operation) -> Steps[str]:
    """Have a command without motion armed, or given where it is not critical, once the arm is at rest."""
    why = yield from settle(client)
    return why or (yield from operate(client, operation, fires=False))[0]


def needs_other(client: OperatorClient) -> bool:
    """True if this participant has armed what another person has to fire."""
    armed = client.status.armed if client.status else None
    return armed is not None and armed.by == client.participant and client.run.commanding.two_person


def confirms_world(client: OperatorClient) -> bool:
    """True if this participant may confirm the world update that is proposed."""
    proposed = client.status.proposed if client.status else None
    if proposed is None or not client.holds_lease:
        return False
    return proposed.by != client.participant or not client.run.commanding.two_person


def confirm(client: OperatorClient, what: float | bytes) -> Steps[str]:
    """Confirm by how much clock or delay have stepped [s], or a world update by its hash."""
    act = ConfirmWorld(digest=what) if isinstance(what, bytes) else Confirm(step=what)
    return refusal((yield from client.ask(act)))


def resume(client: OperatorClient) -> Steps[str]:
    """Leave a HOLD or a latch, with the lease taken if it is free."""
    asked = LeaseRequest(session=client.session)
    why = "" if client.keeps_lease else lease_refusal(client, (yield from client.ask(asked)))
    if why:
        return why
    yield from client.until(lambda: client.sees_spacecraft, what=TELEMETRY)
    why = refusal((yield from client.ask(ResumeAct())))
    if why:
        return why
    limit_s = client.round_trip_s + RESUME_S
    is_gone = yield from client.until(lambda: client.state == State.REST, limit_s, what=LATCH_GONE)
    return "" if is_gone else "telemetry still shows the latch: look at the link, then resume again"


def ask_fixture(client: OperatorClient, request: FixtureRequest) -> Steps[str]:
    """Have a fixture made that leads the hand, or taken away."""
    return (yield from have_made(client, request)) if client.holds_lease else line(Reason.NOT_HOLDER)


def cancel_planning(client: OperatorClient) -> Steps[str]:
    """Cancel all that the planner has not answered yet."""
    waited = set(client.planning)
    client.cancel_planning()
    yield from client.until(lambda: not waited & client.planning.keys(), ANSWER_S, what="the planner")
    return "" if waited else NOTHING_PLANNED


def end_pass(client: OperatorClient, went: Callable[[], tuple[PlanWent, ...]]) -> Steps[str]:
    """End the pass, and report how far its plans went: disarmed, every command over, the arm at rest."""
    if client.state in ARMED:
        yield from client.ask(Disarm())
    if not (yield from _has_stopped(client)):
        return NOT_STOPPED
    detail = f"{ENDED} by {client.participant}"
    client.send(ScriptDone(completed=True, acts_done=0, detail=shortened(detail), plans=went()))
    return ""


def _has_stopped(client: OperatorClient) -> Steps[bool]:
    """Wait until all that was commanded has ended; returns whether it has."""
    limit_s = client.round_trip_s + SETTLE_S
    return (yield from client.until(lambda: _is_over(client), limit_s, what=AT_REST))


def _is_over(client: OperatorClient) -> bool:
    """Return whether every command has ended and the arm is at rest, latched or not."""
    status = client.status
    if status is None or status.waiting or status.in_flight:
        return False
    return status.latched if status.state == State.HELD else status.state == State.REST and status.quiet
