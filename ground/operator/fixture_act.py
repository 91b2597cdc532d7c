"""Fixtures that lead the hand: asked of the planner from where the arm rests, waited for, taken away."""

from collections.abc import Iterable

from ground.operator.client import PLANNING_S, OperatorClient, Steps
from telemetry.agreed.reasons import Reason
from telemetry.messages.fixture import FixtureRequest

TRIES = 4  # of what time cures
PASSING = (Reason.NO_START_POSE, Reason.PREDICTOR_SILENT)


def have_made(desk: OperatorClient, request: FixtureRequest) -> Steps[str]:
    """Have a fixture made; returns empty, or why there is none."""
    name = request.fixture_id
    desk.fixtures.pop(name, None)
    desk.send(request)
    yield from desk.until(lambda: name in desk.fixtures, PLANNING_S, what="the planner's fixture")
    made = desk.fixtures.get(name)
    if made is None:
        return "the planner did not answer"
    return f"no fixture: {made.reason} {made.detail}".strip() if made.reason else ""


def have_standing(desk: OperatorClient, requests: Iterable[FixtureRequest]) -> Steps[str]:
    """Have the fixtures of a plan made, once the arm stands; returns empty, or why one is missing."""
    for request in requests:
        for _ in range(TRIES):
            yield from desk.until(lambda: desk.is_ready or desk.is_latched, what="the arm to come to rest")
            failure = yield from have_made(desk, request)
            made = desk.fixtures.get(request.fixture_id)
            if made is None or made.reason not in PASSING:
                break
            yield from desk.pause(desk.retry_s)
        if failure:
            return f"{request.fixture_id}: {failure}"
    return ""


def take_away(desk: OperatorClient, requests: Iterable[FixtureRequest]) -> None:
    """Have fixtures no more."""
    for request in requests:
        desk.send(FixtureRequest(fixture_id=request.fixture_id, kind="none"))
