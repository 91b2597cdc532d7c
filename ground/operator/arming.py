"""The way to an armed arm, and what is watched then: resume, wait until it is quiet, arm, watch to the end.

An act is never hammered: a refused one is done again after a moment, and a resume that brought nothing after
one round trip and a second.  An armed plan is watched until its end is confirmed, or something interrupts it.
"""

from ground.operator.client import OperatorClient, Steps
from ground.operator.scripted import ScriptedOperator
from telemetry.agreed.authority import State
from telemetry.agreed.limits import RESUME_PATIENCE_NS
from telemetry.agreed.reasons import Reason
from telemetry.agreed.run_settings import NS_PER_S
from telemetry.messages.acts import ArmAct, ArmPlan, Confirm, ResumeAct
from telemetry.messages.plan import PlanReady

RESUMES = 10  # resumes in one recovery, before the operator gives up
ARMINGS = 15  # refusals of one arming
RESUME_S = RESUME_PATIENCE_NS / NS_PER_S + 0.2  # beyond the round trip, so that the gate takes a new one
SETTLE_S = 30.0  # beyond the round trip, until an arm at rest must have been confirmed there
LATCH_GONE = "the latch to be gone in telemetry"
AT_REST = "rest at r in telemetry"
STAYS_LATCHED = "the spacecraft stays latched"

# Refusals that waiting does not cure: the arm or the plan has to be brought to another state first.
NEED_OTHER_START = (
    Reason.PERSON_HOLD,
    Reason.LATCHED,
    Reason.WRONG_STATE,
    Reason.START_MISMATCH,
    Reason.WORLD_CHANGED,
    Reason.INSIDE_MARGIN,
    Reason.CLEAR_AGAIN,
    Reason.NO_CERTIFICATE,
    Reason.CERTIFICATE_MISMATCH,
    Reason.OTHER_LEASE,
    Reason.NO_WINDOW,
    Reason.WINDOW_CLOSING,
)
END = "its end in telemetry"
STARTING_PERIODS = 8  # until the gate's screen shows an accepted arming


def recover(client: ScriptedOperator) -> Steps[bool]:
    """Bring the arm to rest without latch, and wait for the window if there is none.

    Returns:
        False if the spacecraft stays latched whatever is done.
    """
    for _ in range(RESUMES):
        yield from client.until(lambda: client.is_ready or client.is_latched, what="the arm at rest")
        if client.is_ready:
            return True
        yield from client.react()
        reply = yield from client.ask(ResumeAct())
        if reply and reply.accepted:
            yield from client.until(
                lambda: client.state == State.REST, client.round_trip_s + RESUME_S, what=LATCH_GONE
            )
        else:
            yield from client.pause(client.retry_s)
    return client.is_ready


def settle(client: ScriptedOperator) -> Steps[str]:
    """Wait until every command has ended and the arm is confirmed at rest; returns empty, or why not."""
    while not client.is_quiet:
        if not (yield from recover(client)):
            return STAYS_LATCHED
        limit_s = client.round_trip_s + SETTLE_S
        is_over = yield from client.until(
            lambda: client.is_quiet or not client.is_ready, limit_s, what=AT_REST
        )
        if not is_over:
            return "the arm is not confirmed at rest where it was commanded"
    return ""


def arm(client: ScriptedOperator, act: ArmAct) -> Steps[str]:
    """Arm, again after a moment if refused; returns empty if armed, or the reason why not."""
    reason = ""
    for _ in range(ARMINGS):
        yield from client.react()
        reply = yield from client.ask(act)
        if reply and reply.accepted:
            return ""
        reason = reply.reason if reply else "the gate does not answer"
        if reason in NEED_OTHER_START:
            return reason
        if reason == Reason.TIME_STEPPED and client.confirms_steps:
            yield from _confirm(client)
        yield from client.pause(client.retry_s)
    return reason


def _confirm(client: ScriptedOperator) -> Steps[None]:
    """Confirm by how much clock or delay have stepped; the way back from a HOLD then measures the way up."""
    yield from client.react()
    if client.status is not None and client.status.time_step is not None:
        reply = yield from client.ask(Confirm(step=client.status.time_step))
        if reply and reply.accepted:
            yield from hold(client)
            yield from settle(client)


def hold(client: ScriptedOperator) -> Steps[str]:
    """Press HOLD, and bring the arm back to rest; returns empty, or why that failed."""
    client.hold_now()
    yield from client.until(lambda: client.state in (State.STOPPING, State.HELD), client.retry_s)
    yield from client.react()
    return "" if (yield from recover(client)) else STAYS_LATCHED


def arm_act(plan: PlanReady) -> ArmPlan:
    """Return the act that arms a plan."""
    certificate = plan.certificate
    return ArmPlan(plan_id=certificate.plan_id, certificate=certificate.digest, retreat=certificate.retreat)


def watch_plan(client: OperatorClient, before: int) -> Steps[bool]:
    """Watch an armed plan until its end is confirmed, or overdue; returns False if it was interrupted."""

    def is_interrupted() -> bool:
        return client.interruptions > before or client.state == State.HELD

    starting_s = STARTING_PERIODS * client.run.commanding.period_s
    yield from client.until(lambda: is_interrupted() or client.state != State.REST, starting_s, what=END)
    limit_s = client.round_trip_s + SETTLE_S
    is_waiting = True
    while is_waiting and not (is_interrupted() or client.is_quiet):
        yield from client.until(lambda: is_interrupted() or client.is_ready, what=END)
        is_waiting = yield from client.until(
            lambda: is_interrupted() or client.is_quiet or not client.is_ready, limit_s, what=END
        )
    return not is_interrupted()
