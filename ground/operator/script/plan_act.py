"""The act `plan`: a script begins each part at once, and flies a leg until nothing of it is left.

Of a leg: ask for its moves early, arm when that is allowed, watch, finish what is left.

One that has to be refused for a stated reason is over when it is.

ask --> recover --> quiet --> arm --> watch ----------> done
 ^                             |        | interrupted
 |   for the same, or for      |        v
 +-- what is left of it <------+--------+
"""

from ground.operator.act_tables import PlanTable
from ground.operator.arming import NEED_OTHER_START, STAYS_LATCHED, arm, arm_act, recover, settle, watch_plan
from ground.operator.client import NO_PLANNER, Steps
from ground.operator.procedure import PlanPart
from ground.operator.script.teleop_act import teleoperate
from ground.operator.scripted import ScriptedOperator
from ground.series.explanation_words import explained
from telemetry.agreed.reasons import Reason
from telemetry.messages.plan import PlanReady, PlanRefused
from telemetry.plan.plan_table import Leg
from telemetry.plan.teleop_table import TeleopTable

PLANS_EACH = 4  # plans for each arming, as one may be outdated before it is armed
PASSING_REFUSALS = (Reason.NO_START_POSE, Reason.PREDICTOR_SILENT)  # refusals of the planner that time cures


def fly(client: ScriptedOperator, leg: Leg, *, table: PlanTable, name: str) -> Steps[str]:
    """Fly one leg of a plan to its end; returns empty, or why it was given up."""
    interrupted = ""  # the plan whose rest is still to be flown; empty: all of the moves
    armings = failures = 0
    for number in range(1, PLANS_EACH * table.attempts + 1):
        plan_id = f"{name}.{number}"
        answer = yield from _plan(client, leg, plan_id=plan_id, interrupted=interrupted)
        if not (yield from recover(client)):
            return STAYS_LATCHED
        if answer is None and not (yield from client.hears_planner()):
            return f"no plan: {NO_PLANNER}"
        if not isinstance(answer, PlanReady):
            if interrupted and answer and answer.reason == Reason.NO_REMAINDER:
                return ""
            if answer and answer.reason not in PASSING_REFUSALS:
                why = f"no plan: {explained(answer).reasoned}"
                return "" if answer.reason == table.refused else why
            yield from client.pause(client.retry_s)
            continue
        failure = _unexpected(answer, table, interrupted) or (yield from settle(client))
        if failure:
            return failure
        before = client.interruptions
        refusal = yield from arm(client, arm_act(answer))
        if refusal in NEED_OTHER_START:
            yield from client.pause(client.retry_s)
            continue
        if refusal:
            return f"not armed: {refusal}"
        armings += 1
        if armings == 1 and table.hold_at_s is not None:
            client.hold_after(table.hold_at_s)
        if (yield from watch_plan(client, before)):
            return ""
        failures += client.holds_lease  # what a person ended is no failed attempt
        if failures == table.attempts:
            return f"interrupted {failures} times, at last by {client.why}"
        interrupted = plan_id
        yield from client.react()
    return "every plan was outdated before it could be armed"


class ScriptFlier:
    """The flight of a plan by a scripted operator."""

    tries_again = False

    def __init__(self, client: ScriptedOperator, table: PlanTable) -> None:
        """Fly a plan as its table asks."""
        self.client, self._table = client, table
        self.second_person_s = client.table.second_person_s
        self.fires = not client.run.commanding.two_person

    def begins(self, part: PlanPart) -> Steps[None]:
        """Begin at once."""
        yield from ()

    def fly(self, leg: Leg, part: PlanPart) -> Steps[str]:
        """Plan, arm and watch, and finish what is interrupted."""
        return (yield from fly(self.client, leg, table=self._table, name=part.title))

    def steer(self, table: TeleopTable, part: PlanPart) -> Steps[str]:
        """Make the strokes of the table."""
        return (yield from teleoperate(self.client, table, part.title))

    def settle(self) -> Steps[str]:
        """Come to rest without latch."""
        return (yield from settle(self.client))


def _plan(
    client: ScriptedOperator, leg: Leg, *, plan_id: str, interrupted: str
) -> Steps[PlanReady | PlanRefused | None]:
    """Ask for the moves, or for what is left of them, as soon as the arm stands where they will begin."""
    yield from client.until(lambda: client.is_ready or client.is_latched)
    yield from client.react()
    client.request_plan(plan_id, leg.moves, start=leg.start, remainder_of=interrupted)
    if not client.is_ready:
        yield from recover(client)  # the planner works meanwhile
    return (yield from client.planned(plan_id))


def _unexpected(ready: PlanReady, table: PlanTable, interrupted: str) -> str:
    """Return what a plan should not have come to; empty: nothing.  What is left of one may go direct."""
    if table.refused:
        return f"a plan that had to be refused was not: {table.refused}"
    if table.around and not interrupted and not any(step.around for step in ready.steps):
        return "a plan that had to go around something goes direct"
    return ""
