"""Fixtures that lead the hand: asked of the planner from where the arm rests, waited for, taken away."""

from collections.abc import Iterable

from ground.operator.client import PLANNING_S, OperatorClient, Steps
from telemetry.agreed.reasons import Reason
from telemetry.messages.fixture import FixtureRequest

FIXTURE_TRIES = 4  # of what time cures
STANDSTILL = "the arm to come to rest"
PASSING_REFUSALS = (Reason.NO_START_POSE, Reason.PREDICTOR_SILENT)


def have_made(client: OperatorClient, request: FixtureRequest) -> Steps[str]:
    """Have a fixture made; returns empty, or why there is none."""
    name = request.fixture_id
    client.fixtures.pop(name, None)
    client.send(request)
    yield from client.until(lambda: name in client.fixtures, PLANNING_S, what="the planner's fixture")
    made = client.fixtures.get(name)
    if made is None:
        return "the planner did not answer"
    return f"no fixture: {made.reason} {made.detail}".strip() if made.reason else ""


def have_standing(client: OperatorClient, requests: Iterable[FixtureRequest]) -> Steps[str]:
    """Have the fixtures of a plan made, once the arm stands; returns empty, or why one is missing."""
    for request in requests:
        for _ in range(FIXTURE_TRIES):
            yield from client.until(lambda: client.is_ready or client.is_latched, what=STANDSTILL)
            failure = yield from have_made(client, request)
            made = client.fixtures.get(request.fixture_id)
            if made is None or made.reason not in PASSING_REFUSALS:
                break
            yield from client.pause(client.retry_s)
        if failure:
            return f"{request.fixture_id}: {failure}"
    return ""


def take_away(client: OperatorClient, requests: Iterable[FixtureRequest]) -> None:
    """Have fixtures no more."""
    for request in requests:
        client.send(FixtureRequest(fixture_id=request.fixture_id, kind="none"))
