"""The way to an armed arm: resume from a latch, wait until it is quiet, arm, and try again when refused.

An act is never hammered: a refused one is done again after a moment, and a resume that brought nothing after
one round trip and a second.
"""

from ground.operator.client import Steps
from ground.operator.scripted import ScriptedOperator
from telemetry.agreed.authority import State
from telemetry.agreed.limits import RESUME_PATIENCE_NS
from telemetry.agreed.reasons import Reason
from telemetry.agreed.run_settings import NS_PER_S
from telemetry.messages.acts import ArmAct, Confirm, ResumeAct

RESUMES = 10  # resumes in one recovery, before the operator gives up
ARMINGS = 15  # refusals of one arming
RESUME_S = RESUME_PATIENCE_NS / NS_PER_S + 0.2  # beyond the round trip, so that the gate takes a new one
SETTLE_S = 30.0  # beyond the round trip, until an arm at rest must have been confirmed there
LATCH_GONE = "the latch to be gone in telemetry"
AT_REST = "rest at r in telemetry"
STAYS_LATCHED = "the spacecraft stays latched"

# Refusals that waiting does not cure: the arm or the plan has to be brought to another state first.
OTHER_START = (
    Reason.PERSON_HOLD,
    Reason.LATCHED,
    Reason.WRONG_STATE,
    Reason.START_MISMATCH,
    Reason.WORLD_CHANGED,
    Reason.INSIDE_MARGIN,
    Reason.CLEAR_AGAIN,
    Reason.NO_CERTIFICATE,
    Reason.CERTIFICATE_MISMATCH,
    Reason.NO_WINDOW,
    Reason.WINDOW_CLOSING,
)


def recover(desk: ScriptedOperator) -> Steps[bool]:
    """Bring the arm to rest without latch, and wait for the window if there is none.

    Returns:
        False if the spacecraft stays latched whatever is done.
    """
    for _ in range(RESUMES):
        yield from desk.until(lambda: desk.is_ready or desk.is_latched, what="the arm at rest")
        if desk.is_ready:
            return True
        yield from desk.react()
        reply = yield from desk.ask(ResumeAct())
        if reply and reply.accepted:
            yield from desk.until(
                lambda: desk.state == State.REST, desk.round_trip_s + RESUME_S, what=LATCH_GONE
            )
        else:
            yield from desk.pause(desk.retry_s)
    return desk.is_ready


def settle(desk: ScriptedOperator) -> Steps[str]:
    """Wait until every command has ended and the arm is confirmed at rest; returns empty, or why not."""
    while not desk.is_quiet:
        if not (yield from recover(desk)):
            return STAYS_LATCHED
        limit_s = desk.round_trip_s + SETTLE_S
        if not (yield from desk.until(lambda: desk.is_quiet or not desk.is_ready, limit_s, what=AT_REST)):
            return "the arm is not confirmed at rest where it was commanded"
    return ""


def arm(desk: ScriptedOperator, act: ArmAct) -> Steps[str]:
    """Arm, again after a moment if refused; returns empty if armed, or the reason why not."""
    reason = ""
    for _ in range(ARMINGS):
        yield from desk.react()
        reply = yield from desk.ask(act)
        if reply and reply.accepted:
            return ""
        reason = reply.reason if reply else "the gate does not answer"
        if reason in OTHER_START:
            return reason
        if reason == Reason.TIME_STEPPED and desk.confirms_steps:
            yield from _confirm(desk)
        yield from desk.pause(desk.retry_s)
    return reason


def _confirm(desk: ScriptedOperator) -> Steps[None]:
    """Confirm by how much clock or delay have stepped; the way back from a HOLD then measures the way up."""
    yield from desk.react()
    if desk.status is not None and desk.status.time_step is not None:
        reply = yield from desk.ask(Confirm(step=desk.status.time_step))
        if reply and reply.accepted:
            yield from hold(desk)
            yield from settle(desk)


def hold(desk: ScriptedOperator) -> Steps[str]:
    """Press HOLD, and bring the arm back to rest; returns empty, or why that failed."""
    desk.hold_now()
    yield from desk.until(lambda: desk.state in (State.STOPPING, State.HELD), desk.retry_s)
    yield from desk.react()
    return "" if (yield from recover(desk)) else STAYS_LATCHED
