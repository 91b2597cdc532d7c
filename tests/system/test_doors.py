"""Every door of a run: role by role, message by message, way by way, on real bytes."""

from typing import get_args

import pytest
from msgspec import structs

from telemetry.agreed.participants import APPROVER, ROLES, playing, role_of
from telemetry.agreed.reasons import Reason
from telemetry.messages.acts import Act, ArmPlan, Confirm, GoNoGo, LeaseRequest
from telemetry.messages.command import HoldCommand
from telemetry.messages.operations import FireCritical
from telemetry.messages.plan import StepRelease
from telemetry.messages.queue import GateStatus
from telemetry.messages.world import ProposeWorld
from telemetry.wire.codec import Reader, Received, Wire
from telemetry.wire.routes import ROUTES, senders_by_way
from tests.planner.gate.gate_bench import Bench
from tests.system.doors import cells, disagreements
from tests.system.sealed_doors import SPEAKERS, STATION, doors, shares_a_secret, taken_from
from tests.telemetry.wire.test_codec import example


def test_no_role_may_say_what_its_powers_do_not_hold_and_every_message_has_one():
    assert disagreements() == []


@pytest.mark.parametrize("role", ROLES)
def test_every_cell_of_a_role_is_as_the_table_says(role):
    wire = Wire(playing((role,))[0])
    messages = {message.__name__: message for message in ROUTES}
    for cell in (cell for cell in cells() if cell.role == role):
        message = example(messages[cell.message])
        sent = [wire.frame(message)] if cell.way == "stream" else wire.packets(message, 0)
        taken = [isinstance(Reader().decode(data, cell.way), Received) for data in sent]
        assert taken == [cell.is_taken], cell


def test_whoever_of_the_station_may_speak_to_another_has_a_secret_with_it():
    for door in (door for door in doors() if door.way in ("stream", "tc", "tm")):
        for speaker in (name for name in STATION if name != door.receiver):
            if role_of(speaker) in senders_by_way(door.message)[door.way]:
                assert shares_a_secret(speaker, door), (speaker, door)


@pytest.mark.parametrize("speaker", SPEAKERS)
def test_whatever_a_participant_calls_itself_it_is_heard_with_what_its_own_keys_may_say(speaker):
    for door in (door for door in doors() if door.receiver != speaker):
        may = role_of(speaker) in senders_by_way(door.message)[door.way] and shares_a_secret(speaker, door)
        for claimed in SPEAKERS:
            heard = [speaker] if may and claimed == speaker else []
            assert taken_from(speaker, claimed, door) == heard, (door, claimed)


ACTS = get_args(Act)
MAY_ASK = {act: ROUTES[act].senders for act in ACTS}


def answered(role, act, *, holder):
    """Return the gate's answer to an act of a role, with the lease held as said; None: it was not heard."""
    bench = Bench(holder=holder)
    bench.run(1.0)
    opened = Reader().decode(Wire(playing((role,))[0]).frame(example(act)), "stream")
    if not isinstance(opened, Received):
        return None
    asked = opened.message
    plain = structs.replace(asked, take_over=False) if isinstance(asked, LeaseRequest) else asked
    return bench.act(plain, by=opened.sender)


@pytest.mark.parametrize("act", ACTS, ids=lambda act: act.__name__)
@pytest.mark.parametrize("role", ROLES)
def test_of_each_act_the_gate_hears_whom_the_table_names_and_obeys_the_holder_of_the_lease(role, act):
    others = answered(role, act, holder="console" if role != "console" else "operator")
    own = answered(role, act, holder=role)
    if role not in MAY_ASK[act]:
        assert (others, own) == (None, None)
    else:
        assert own.to == others.to == role and own.reason != Reason.NOT_HOLDER
        is_free = act in (Confirm, GoNoGo, ProposeWorld) or (role, act) == (APPROVER, FireCritical)
        assert (others.reason == Reason.NOT_HOLDER) == (not is_free)


@pytest.mark.parametrize("role", ROLES)
def test_hold_is_taken_of_each_role_that_may_press_it_and_of_no_other(role):
    bench = Bench().resumed()
    assert bench.last(GateStatus).state == "rest"
    frame = Wire(playing((role,))[0]).frame(HoldCommand(actor=role, pressed_ns=0, nonce=1))
    opened = Reader().decode(frame, "stream")
    if isinstance(opened, Received):
        bench.give(opened.message, by=opened.sender)
    is_held = bench.run(0.3).last(GateStatus).state == "held"
    assert is_held == (role in ROUTES[HoldCommand].senders)


def planted(monkeypatch, message, who):
    """Let others say a message."""
    senders, _, receivers = who.partition("->")
    route = ROUTES[message]._replace(senders=tuple(senders.split()))
    monkeypatch.setitem(
        ROUTES, message, route._replace(receivers=tuple(receivers.split()) or route.receivers)
    )


def test_an_observer_that_may_arm_is_found(monkeypatch):
    planted(monkeypatch, ArmPlan, "operator console observer")
    assert disagreements() == ["ArmPlan is said by observer, who may not"]


def test_a_message_that_nobody_has_asked_about_is_found(monkeypatch):
    class Unasked(ArmPlan, frozen=True, tag="unasked"):
        """An act that came without a power."""

    monkeypatch.setitem(ROUTES, Unasked, ROUTES[ArmPlan])
    assert disagreements() == ["Unasked stands in 0 powers: write into one what it can bring about"]


def test_a_power_that_nobody_uses_any_more_is_found(monkeypatch):
    planted(monkeypatch, StepRelease, "")
    assert disagreements() == [
        f"{role} may have 'a held step goes on' brought about, and says nothing of it"
        for role in ("approver", "console")
    ]
