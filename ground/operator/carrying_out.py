"""The runner that carries out a plan, for a script as for a person.

    begins? -> leg: flown --------> done --> begins? -> step: carried out --> done --> ...
     |                                                    |  asks: a second person lets it go on, or ends it
     '- the first: fixtures made                          '  failed: tried again, or the plan ends there

Fixtures that lead the hand are asked of the planner from where the arm rests, waited for, and taken away.
How each step goes that is no move is reported to all (`StepReport`), so that it is on record.
"""

from collections.abc import Iterable, Sequence
from typing import Literal

from ground.operator.client import NO_PLANNER, OperatorClient, Steps
from ground.operator.procedure import Flier, PlanPart, Procedure
from ground.operator.step_at_rest import StepOutcome, ask_second_person, carry_out_step
from ground.series.explanation_words import reasoned
from telemetry.agreed.reasons import Reason
from telemetry.messages.base import shortened
from telemetry.messages.fixture import FixtureRequest
from telemetry.messages.plan import PartState, StepReport
from telemetry.plan.plan_table import NumberedStep
from telemetry.plan.step_table import BetweenMoves, HoldPointTable, VerifyTable

FIXTURE_TRIES = 4  # of what time cures
STANDSTILL = "the arm to come to rest"
PASSING_REFUSALS = (Reason.NO_START_POSE, Reason.PREDICTOR_SILENT)
SECOND_PERSON_S = 1800.0  # for which a verification that failed asks whether to go on
REPORTED_STATES: dict[PartState, Literal["begun", "asks", "done", "failed"]] = {
    "doing": "begun",
    "asks": "asks",
    "done": "done",
    "failed": "failed",
}


def have_made(client: OperatorClient, request: FixtureRequest) -> Steps[str]:
    """Ask for a fixture and wait for it; returns empty, or why there is none."""
    name = request.fixture_id
    client.fixtures.pop(name, None)
    client.send(request)
    gone = FixtureRequest(fixture_id=name, kind="none")
    yield from client.planner_answers(name, client.fixtures, cancel=gone)
    made = client.fixtures.get(name)
    if made is None:
        return NO_PLANNER
    if made.kind == "none" != request.kind:
        return "it was cancelled"
    return f"no fixture: {reasoned(made.reason, made.detail)}" if made.reason else ""


def have_standing(client: OperatorClient, requests: Iterable[FixtureRequest]) -> Steps[str]:
    """Ask for the fixtures of a plan, once the arm stands; returns empty, or why one is missing."""
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
    """Take fixtures away."""
    for request in requests:
        client.send(FixtureRequest(fixture_id=request.fixture_id, kind="none"))


class GivenUp(Exception):
    """The step that is being carried out is given up; thrown into the runner."""


def carry_out(procedure: Procedure, flier: Flier) -> Steps[str]:
    """Carry out what is left of a plan; returns empty, or why it was given up."""
    if procedure.refused:
        return procedure.refused
    flier.client.procedures.on_begin(procedure)
    went, stands = "", not procedure.fixtures
    while (part := procedure.next) is not None and (not went or flier.tries_again):
        yield from flier.begins(part)
        went = "" if stands else (yield from _fixtures_made(part, flier, procedure.fixtures))
        stands = not went or stands
        went = went or (yield from _part_carried_out(part, flier, name=procedure.name))
    take_away(flier.client, procedure.fixtures)
    return went


def _fixtures_made(part: PlanPart, flier: Flier, fixtures: Sequence[FixtureRequest]) -> Steps[str]:
    """Make the fixtures that lead the hand from here on; returns empty, or why the plan does not begin."""
    part.set_state("doing")
    try:
        failure = yield from have_standing(flier.client, fixtures)
    except GivenUp as given_up:
        failure = str(given_up)
    part.set_state("failed" if failure else "to do", failure)
    return failure


def _part_carried_out(part: PlanPart, flier: Flier, *, name: str) -> Steps[str]:
    """Carry out one part; returns empty, or why the plan ends here."""
    if isinstance(part.content, NumberedStep):
        return (yield from _step_carried_out(part, part.content, flier, name=name))
    part.set_state("doing")
    failure = yield from flier.fly(part.content, part)
    part.set_state("failed" if failure else "done", failure)
    return failure


def _step_carried_out(part: PlanPart, numbered: NumberedStep, flier: Flier, *, name: str) -> Steps[str]:
    """Carry out one step that is no move, and report on it; returns empty, or why the plan ends here."""
    number, kind, content = numbered

    def become(state: PartState, detail: str = "") -> None:
        part.set_state(state, detail)
        text, reported = shortened(detail), REPORTED_STATES[state]
        flier.client.send(StepReport(plan=name, step=number, kind=kind, state=reported, detail=text))

    become("doing")
    try:
        went = yield from carry_out_step(flier, content, part)
        question = _question(content, went)
        if question:
            flier.client.releases.pop((name, number), None)
            become("asks", question)
            part.detail = went.failure  # what is asked stands in its row already
            limit_s = content.timeout_s if isinstance(content, HoldPointTable) else SECOND_PERSON_S
            went = yield from ask_second_person(flier, (name, number), limit_s=limit_s)
    except GivenUp as given_up:
        went = StepOutcome(str(given_up))
    become("failed" if went.failure else "done", went.failure or went.detail)
    return f"step {number}, {kind}: {went.failure}" if went.failure else ""


def _question(step: BetweenMoves, went: StepOutcome) -> str:
    """Return what a second person is asked; empty: nothing."""
    match step:
        case HoldPointTable(text=text):
            return text
        case VerifyTable(on_fail="ask"):
            return went.failure
    return ""
