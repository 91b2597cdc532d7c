"""Who looks on is told all that a console is told; HOLD, a question and approvals alone are taken of it."""

from typing import get_args

import pytest

from telemetry.agreed.participants import APPROVER, OBSERVER, playing, role_of
from telemetry.messages.acts import GoNoGo
from telemetry.messages.command import HoldCommand, HoldProbe
from telemetry.messages.operations import FireCritical
from telemetry.messages.past import PastRequest
from telemetry.messages.plan import StepRelease
from telemetry.messages.world import ProposeWorld
from telemetry.wire.codec import Reader, Received, Wire
from telemetry.wire.routes import LOOKING_ON, ROUTES, Carrier, exit_of
from tests.telemetry.wire.test_codec import HOLD, example

WAYS = (*get_args(Carrier), "up", "down")
TAKEN = {
    OBSERVER: {HoldCommand, HoldProbe, PastRequest},
    APPROVER: {HoldCommand, HoldProbe, PastRequest, GoNoGo, FireCritical, StepRelease, ProposeWorld},
}


def name(kind):
    return kind.__name__


def said_by(participant, message, way):
    """Return the message's bytes in this name for a way, past the sender's own check."""
    wire = Wire(participant)
    return [wire.frame(message)] if way == "stream" else wire.packets(message, 0)


def heard(participant, kind, way):
    """Return what a reader takes of a message by a way, and what it counts as refused."""
    reader = Reader()
    results = [reader.decode(data, way) for data in said_by(participant, example(kind), way)]
    return [result for result in results if isinstance(result, Received)], reader.rejected


@pytest.mark.parametrize("kind", ROUTES, ids=name)
def test_who_looks_on_is_told_what_a_console_is_told_and_nothing_else(kind):
    told = ROUTES[kind].receivers
    assert [role in told for role in LOOKING_ON] == ["console" in told] * len(LOOKING_ON)


@pytest.mark.parametrize("role", LOOKING_ON)
@pytest.mark.parametrize("kind", ROUTES, ids=name)
def test_in_the_name_of_who_looks_on_nothing_else_is_taken_and_every_refusal_is_counted(role, kind):
    for way in WAYS:
        taken, rejected = heard(role, kind, way)
        if kind in TAKEN[role] and way == "stream":
            assert [(result.sender, rejected) for result in taken] == [(role, {})]
        else:
            assert (taken, sum(rejected.values()) > 0) == ([], True), way


@pytest.mark.parametrize("participant", playing(LOOKING_ON))
def test_every_place_of_who_looks_on_may_say_hold_and_is_stopped_at_its_own_end_with_all_else(participant):
    role = role_of(participant)
    assert Reader().decode(Wire(participant).frame(HOLD), "stream").sender == participant
    for kind in set(ROUTES) - TAKEN[role]:
        assert exit_of(role, kind) is None
        with pytest.raises(RuntimeError, match="is no sender of"):
            Wire(participant).encode(example(kind), 0)


@pytest.mark.parametrize("role", LOOKING_ON)
def test_no_row_lets_who_looks_on_speak_across_the_link(role):
    assert {kind for kind in ROUTES if role in ROUTES[kind].senders} == TAKEN[role]
    assert all(role not in ROUTES[kind].across for kind in ROUTES)
