"""A plan is armed, and watched until its end is confirmed or something interrupts it."""

from ground.operator.arming import SETTLE_S
from ground.operator.client import OperatorClient, Steps
from telemetry.agreed.authority import State
from telemetry.messages.acts import ArmPlan
from telemetry.messages.plan import PlanReady

END = "its end in telemetry"
STARTING_PERIODS = 8  # until the gate's screen shows an accepted arming


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
