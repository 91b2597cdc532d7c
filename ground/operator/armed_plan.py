"""A plan is armed, and watched until its end is confirmed or something interrupts it."""

from ground.operator.arming import SETTLE_S
from ground.operator.client import OperatorClient, Steps
from telemetry.agreed.authority import State
from telemetry.messages.acts import ArmPlan
from telemetry.messages.plan import PlanReady

END = "its end in telemetry"
STARTING_PERIODS = 8  # until the gate's screen shows an accepted arming


def arming(plan: PlanReady) -> ArmPlan:
    """Return the act that arms a plan."""
    certificate = plan.certificate
    return ArmPlan(plan_id=certificate.plan_id, certificate=certificate.digest, retreat=certificate.retreat)


def watch(desk: OperatorClient, before: int) -> Steps[bool]:
    """Watch an armed plan until its end is confirmed, or overdue; returns False if it was interrupted."""

    def is_interrupted() -> bool:
        return desk.interruptions > before or desk.state == State.HELD

    starting_s = STARTING_PERIODS * desk.run.commanding.period_s
    yield from desk.until(lambda: is_interrupted() or desk.state != State.REST, starting_s, what=END)
    limit_s = desk.round_trip_s + SETTLE_S
    is_waiting = True
    while is_waiting and not (is_interrupted() or desk.is_quiet):
        yield from desk.until(lambda: is_interrupted() or desk.is_ready, what=END)
        is_waiting = yield from desk.until(
            lambda: is_interrupted() or desk.is_quiet or not desk.is_ready, limit_s, what=END
        )
    return not is_interrupted()
