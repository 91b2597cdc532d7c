"""What a person does by one press, without the hand: each ends with why it was not done, or empty.

An act waits for what time brings (the gate's answer, rest in telemetry), and never tries again by itself.
"""

from collections.abc import Callable

from ground.operator.armed_plan import arming
from ground.operator.arming import AT_REST, LATCH_GONE, RESUME_S, SETTLE_S
from ground.operator.client import OperatorClient, Steps
from telemetry.agreed.authority import ARMED, State
from telemetry.agreed.reasons import Reason, line
from telemetry.messages.acts import ActReply, Disarm, LeaseRequest, PlanWent, ResumeAct, ScriptDone
from telemetry.messages.base import shortened
from telemetry.messages.plan import PlanReady

NO_PLANNER = "the planner gives no answer: look at its lamp and its log"
NO_ANSWER = "the gate gives no answer: look at its lamp and its log"
TELEMETRY = "fresh telemetry"
NOT_STOPPED = "the arm is not confirmed at rest: look at the link, or press HOLD"
BY_SCRIPT = "a script flies: Esc takes the lease from it, then press anew"
ENDED = "ended at rest"


def refusal(reply: ActReply | None) -> str:
    """Return why an act was refused, or empty."""
    if reply is None:
        return NO_ANSWER
    return "" if reply.accepted else reply.detail or reply.reason


def lease_refusal(desk: OperatorClient, reply: ActReply | None) -> str:
    """Return why the lease was refused, or empty."""
    why = refusal(reply)
    return BY_SCRIPT if why and reply and desk.script_holds_lease else why


def settle(desk: OperatorClient) -> Steps[str]:
    """Wait until all that was commanded has ended, or is overdue; returns why not to wait for it.

    What is overdue the gate tells, with figures, when it is asked.
    """
    if not desk.holds_lease:
        return line(Reason.NOT_HOLDER)
    if desk.state != State.REST:
        return line(Reason.LATCHED if desk.state == State.HELD else Reason.WRONG_STATE)
    yield from desk.until(lambda: desk.sees_spacecraft, what=TELEMETRY)
    limit_s = desk.round_trip_s + SETTLE_S
    yield from desk.until(lambda: desk.is_quiet or desk.state != State.REST, limit_s, what=AT_REST)
    return ""


def retreat(desk: OperatorClient) -> Steps[str]:
    """Ask for the way out from where the arm is too near, and arm it."""
    why = yield from settle(desk)
    if why:
        return why
    plan_id = f"retreat-{desk.participant}-{desk.now_ns}"
    desk.request_plan(plan_id, (), retreat=True)
    answer = yield from desk.planned(plan_id)
    if not isinstance(answer, PlanReady):
        return answer.detail if answer else NO_PLANNER
    return refusal((yield from desk.ask(arming(answer))))


def disarm(desk: OperatorClient) -> Steps[str]:
    """End the arming; done as soon as the arm has stopped."""
    why = refusal((yield from desk.ask(Disarm())))
    return why or ("" if (yield from _has_stopped(desk)) else NOT_STOPPED)


def resume(desk: OperatorClient) -> Steps[str]:
    """Leave a HOLD or a latch, with the lease taken if nobody has it."""
    why = "" if desk.keeps_lease else lease_refusal(desk, (yield from desk.ask(LeaseRequest())))
    if why:
        return why
    yield from desk.until(lambda: desk.sees_spacecraft, what=TELEMETRY)
    why = refusal((yield from desk.ask(ResumeAct())))
    if why:
        return why
    limit_s = desk.round_trip_s + RESUME_S
    is_gone = yield from desk.until(lambda: desk.state == State.REST, limit_s, what=LATCH_GONE)
    return "" if is_gone else "telemetry still shows the latch: look at the link, then resume again"


def end(desk: OperatorClient, went: Callable[[], tuple[PlanWent, ...]]) -> Steps[str]:
    """End the pass, and say how far its plans went: disarmed, every command over, the arm at rest."""
    if desk.state in ARMED:
        yield from desk.ask(Disarm())
    if not (yield from _has_stopped(desk)):
        return NOT_STOPPED
    detail = f"{ENDED} by {desk.participant}"
    desk.send(ScriptDone(completed=True, acts_done=0, detail=shortened(detail), plans=went()))
    return ""


def _has_stopped(desk: OperatorClient) -> Steps[bool]:
    """Wait until all that was commanded has ended; returns whether it has."""
    limit_s = desk.round_trip_s + SETTLE_S
    return (yield from desk.until(lambda: _is_over(desk), limit_s, what=AT_REST))


def _is_over(desk: OperatorClient) -> bool:
    """Return whether every command has ended and the arm is at rest, latched or not."""
    status = desk.status
    if status is None or status.waiting or status.in_flight:
        return False
    return status.latched if status.state == State.HELD else status.state == State.REST and status.quiet
