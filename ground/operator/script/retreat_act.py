"""The act `retreat`: out from where the arm is nearer to something than is required, by plan or by hand.

by plan   ask for the way out --> rest in telemetry --> arm as retreat --> watch
    by hand   engage as retreat --> stroke --> rest, let go --> next; the gate ends it once all is clear
"""

from ground.operator.act_tables import RetreatTable
from ground.operator.arming import STAYS_LATCHED, arm, arm_act, recover, settle, watch_plan
from ground.operator.client import NO_PLANNER, Steps
from ground.operator.script.teleop_act import come_to_rest, engage, is_engaged, let_go, push_stroke
from ground.operator.scripted import ScriptedOperator
from telemetry.agreed.reasons import Reason
from telemetry.messages.plan import PlanReady

SEEN_S = 1.0  # after the arm is confirmed at rest: the predictor has sent what it is near to


def retreat(client: ScriptedOperator, table: RetreatTable, name: str) -> Steps[str]:
    """Lead the arm out; returns empty, or why it was given up."""
    failure = yield from (_by_hand if table.strokes else _by_plan)(client, table, name)
    failure = failure or (yield from settle(client))
    yield from client.pause(SEEN_S)
    return f"{name}: {failure}" if failure else ""


def _by_plan(client: ScriptedOperator, table: RetreatTable, name: str) -> Steps[str]:
    failure = ""
    for number in range(1, table.attempts + 1):
        failure = (yield from _at_rest(client)) or (yield from _flown(client, f"{name}.{number}"))
        if failure in ("", Reason.CLEAR_AGAIN):
            return ""
        yield from client.pause(client.retry_s)
    return failure


def _at_rest(client: ScriptedOperator) -> Steps[str]:
    if not (yield from recover(client)):
        return STAYS_LATCHED
    failure = yield from settle(client)
    yield from client.pause(SEEN_S)
    return failure


def _flown(client: ScriptedOperator, plan_id: str) -> Steps[str]:
    """Fly the way out from where the arm rests; returns empty, or why not."""
    yield from client.react()
    client.request_plan(plan_id, (), retreat=True)
    answer = yield from client.planned(plan_id)
    if not isinstance(answer, PlanReady):
        return answer.reason if answer else NO_PLANNER
    before = client.interruptions
    refusal = yield from arm(client, arm_act(answer))
    if refusal:
        return refusal
    return "" if (yield from watch_plan(client, before)) else f"interrupted by {client.why}"


def _by_hand(client: ScriptedOperator, table: RetreatTable, name: str) -> Steps[str]:
    for stroke in table.strokes:
        failure = yield from _at_rest(client)
        failure = failure or (yield from engage(client, "", retreat=True))
        if Reason.CLEAR_AGAIN in failure:
            return ""
        if failure:
            return failure
        yield from push_stroke(client, stroke)
        if is_engaged(client):
            yield from come_to_rest(client)
        yield from let_go(client)
    return ""
