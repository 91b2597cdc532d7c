"""Events: what happened, once; a state only where it changes."""

from msgspec.structs import replace

from ground.export.events import SINGLE_EVENTS, STATE_CHANGES, Events
from ground.export.schemas import LogLevel
from telemetry.messages.command import CommandState
from telemetry.messages.health import Truth
from telemetry.messages.queue import CommandChanges, GateStatus, RollBack, Verdict
from telemetry.wire.routes import ROUTES
from tests.telemetry.wire.test_codec import example

GATE = example(GateStatus)


def lines(*messages):
    events = Events()
    return [event.text for message in messages for event in events.of(message)]


def test_a_state_is_an_event_only_where_it_changes():
    assert lines(GATE, GATE, replace(GATE, state="held"), replace(GATE, has_window=False)) == [
        "the gate is gate", "contact", "the gate is held",
        "the gate is gate", "loss of signal: no contact window",
    ]  # fmt: skip


def test_a_roll_back_says_where_why_and_how_near():
    told = replace(example(RollBack), reason="predicted_contact", pair=("hand", "target"), distance=0.012)
    [text] = lines(told)
    assert text.startswith("ROLL-BACK set-point 6.7: ")
    assert "hand – target would come to 12.0 mm, 250.0 mm required" in text and "7 cancelled" in text


def test_a_good_verdict_is_no_event_and_a_bad_one_is():
    verdict = example(Verdict)
    assert lines(replace(verdict, ok=True)) == []
    assert len(lines(replace(verdict, ok=False))) == 1


def test_of_commands_those_that_were_refused_or_lost_are_events():
    change = example(CommandChanges).changes[0]
    states = (CommandState.RELEASED, CommandState.REFUSED, CommandState.LOST)
    changes = CommandChanges(changes=tuple(replace(change, state=state) for state in states))
    assert [text.split(":")[0] for text in lines(changes)] == ["motion 7.7 refused", "motion 7.7 lost"]


def test_a_contact_in_physics_is_an_error():
    [event] = Events().of(example(Truth))
    assert (event.level, event.text) == (LogLevel.ERROR, "contact in physics: gate / gate")


def test_every_class_that_makes_events_is_said_by_somebody():
    assert {*SINGLE_EVENTS, *STATE_CHANGES} <= set(ROUTES)
    for kind in ROUTES:
        assert all(event.text for event in Events().of(example(kind)))
