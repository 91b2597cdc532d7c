"""The act `retreat`: out from where the arm is nearer to something than is required, by plan or by hand.

by plan   ask for the way out --> rest in telemetry --> arm as retreat --> watch
    by hand   engage as retreat --> stroke --> rest, let go --> next; the gate ends it once all is clear
"""

from ground.operator.act_tables import RetreatTable
from ground.operator.armed_plan import arming, watch
from ground.operator.arming import STAYS_LATCHED, arm, recover, settle
from ground.operator.client import Steps
from ground.operator.script.teleop_act import come_to_rest, engage, is_engaged, let_go, push
from ground.operator.scripted import ScriptedOperator
from telemetry.agreed.reasons import Reason
from telemetry.messages.plan import PlanReady

SEEN_S = 1.0  # after the arm is confirmed at rest: the predictor has told what it is near to


def retreat(desk: ScriptedOperator, table: RetreatTable, name: str) -> Steps[str]:
    """Lead the arm out; returns empty, or why it was given up."""
    failure = yield from (_by_hand if table.strokes else _by_plan)(desk, table, name)
    failure = failure or (yield from settle(desk))
    yield from desk.pause(SEEN_S)
    return f"{name}: {failure}" if failure else ""


def _by_plan(desk: ScriptedOperator, table: RetreatTable, name: str) -> Steps[str]:
    failure = ""
    for number in range(1, table.attempts + 1):
        failure = (yield from _at_rest(desk)) or (yield from _flown(desk, f"{name}.{number}"))
        if failure in ("", Reason.CLEAR_AGAIN):
            return ""
        yield from desk.pause(desk.retry_s)
    return failure


def _at_rest(desk: ScriptedOperator) -> Steps[str]:
    if not (yield from recover(desk)):
        return STAYS_LATCHED
    failure = yield from settle(desk)
    yield from desk.pause(SEEN_S)
    return failure


def _flown(desk: ScriptedOperator, plan_id: str) -> Steps[str]:
    """Fly the way out from where the arm rests; returns empty, or why not."""
    yield from desk.react()
    desk.request_plan(plan_id, (), retreat=True)
    answer = yield from desk.planned(plan_id)
    if not isinstance(answer, PlanReady):
        return answer.reason if answer else "the planner does not answer"
    before = desk.interruptions
    refusal = yield from arm(desk, arming(answer))
    if refusal:
        return refusal
    return "" if (yield from watch(desk, before)) else f"interrupted by {desk.why}"


def _by_hand(desk: ScriptedOperator, table: RetreatTable, name: str) -> Steps[str]:
    for stroke in table.strokes:
        failure = yield from _at_rest(desk)
        failure = failure or (yield from engage(desk, "", retreat=True))
        if Reason.CLEAR_AGAIN in failure:
            return ""
        if failure:
            return failure
        yield from push(desk, stroke)
        if is_engaged(desk):
            yield from come_to_rest(desk)
        yield from let_go(desk)
    return ""
