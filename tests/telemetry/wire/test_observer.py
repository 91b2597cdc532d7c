"""Who only looks on is told all that a console is told, and heard with HOLD and its question alone."""

from typing import get_args

import pytest

from telemetry.agreed.participants import OBSERVER, playing
from telemetry.messages.command import HoldCommand, HoldProbe
from telemetry.messages.past import PastRequest
from telemetry.wire.codec import Reader, Received, Wire
from telemetry.wire.routes import ROUTES, Carrier, exit_of
from tests.telemetry.wire.test_codec import HOLD, example

WAYS = (*get_args(Carrier), "up", "down")
TAKEN = (HoldCommand, HoldProbe, PastRequest)


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
def test_an_observer_is_told_what_a_console_is_told_and_nothing_else(kind):
    told = ROUTES[kind].receivers
    assert (OBSERVER in told) == ("console" in told)


@pytest.mark.parametrize("kind", ROUTES, ids=name)
def test_in_an_observers_name_nothing_is_taken_but_hold_and_questions_and_every_refusal_is_counted(kind):
    for way in WAYS:
        taken, rejected = heard(OBSERVER, kind, way)
        if kind in TAKEN and way == "stream":
            assert [(result.sender, rejected) for result in taken] == [(OBSERVER, {})]
        else:
            assert (taken, sum(rejected.values()) > 0) == ([], True), way


@pytest.mark.parametrize("participant", playing((OBSERVER,)))
def test_every_place_of_an_observer_may_say_hold_and_is_stopped_at_its_own_end_with_all_else(participant):
    assert Reader().decode(Wire(participant).frame(HOLD), "stream").sender == participant
    for kind in set(ROUTES) - set(TAKEN):
        assert exit_of(OBSERVER, kind) is None
        with pytest.raises(RuntimeError, match="is no sender of"):
            Wire(participant).encode(example(kind), 0)


def test_no_row_lets_an_observer_speak_across_the_link():
    assert [kind for kind in ROUTES if OBSERVER in ROUTES[kind].senders] == list(TAKEN)
    assert all(OBSERVER not in ROUTES[kind].across for kind in ROUTES)
