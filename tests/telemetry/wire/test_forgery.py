"""A slice of `python -m tests.forgery`, and that it finds a guard that does nothing."""

import pytest

from telemetry.wire import codec
from telemetry.wire.protection.ciphers import Cipher
from telemetry.wire.protection.stream_session import StreamSession
from tests.forgery.alterations import KINDS, Alterations
from tests.forgery.campaign import campaign
from tests.forgery.captured import captured, message_of
from tests.forgery.forgers import ATTACKERS, FORGERIES, Forgers
from tests.short_flights import planned_a_little

ALTERED, REPLAYED = 10_000, 1_000


@pytest.fixture(scope="module")
def flown():
    return captured(planned_a_little().with_plant("kinematic"), seconds=12.0, most=3)


@pytest.fixture(scope="module")
def outcome(flown):
    return campaign(flown, altered=ALTERED, replayed=REPLAYED)


def test_nothing_altered_forged_or_replayed_is_taken_and_all_that_is_genuine_is(outcome):
    assert (outcome.taken, outcome.refused) == ([], [])
    assert outcome.altered >= ALTERED and outcome.replayed >= REPLAYED and outcome.genuine > 200


def test_every_way_and_every_kind_of_attack_is_in_it(flown, outcome):
    assert {came.way for came in flown.came} == {"tm", "tc", "image", "link", "up", "stream"}
    assert {"Motion", "Keep", "ResumeCommand", "HoldCommand", "Verdict", "Telemetry", "ImageShard"} <= {
        message_of(came) for came in flown.came
    }
    assert len(outcome.reasons) == len(KINDS) + len(FORGERIES) + len(
        ("at once", "at the end", "receiver", "sender", "both", "both", "run", "mode", "group", "way")
    ) + len(("direction", "other receiver"))


def test_each_refusal_is_counted_by_its_reason(outcome):
    assert sum(sum(reasons.values()) for reasons in outcome.reasons.values()) == (
        outcome.altered + outcome.replayed
    )
    assert {"tag", "replay", "mode", "key", "other_run", "sender", "length", "apid", "type", "version"} <= {
        reason for reasons in outcome.reasons.values() for reason in reasons
    }


def test_an_alteration_always_differs_from_what_came(flown):
    alterations = Alterations(flown, seed=3)
    for came in flown.came[:200]:
        assert all(alterations.of(came).data != came.data for _ in KINDS)


def test_the_attackers_have_all_their_own_keys_and_none_of_the_gate_with_the_bridge(flown):
    secrets = Forgers(flown, seed=1).secrets
    assert all({*flown.rings[name].pairs.values()} <= {*secrets} for name in ATTACKERS)
    assert flown.rings["gate"].groups["tm"] in secrets
    assert flown.rings["gate"].pairs["bridge"] not in secrets
    assert flown.rings["bridge"].pairs["spacecraft"] not in secrets


def guard_off(monkeypatch, guard):
    match guard:
        case "tag":
            monkeypatch.setattr(Cipher, "proves", lambda *_: True)
        case "window of datagrams":
            monkeypatch.setattr(codec, "is_replay", lambda *_: False)
        case "window of a connection":
            monkeypatch.setattr(StreamSession, "is_new", lambda *_: True)
        case "sender of a connection":
            monkeypatch.setattr(StreamSession, "proof_of", lambda self, sender: self)
        case "who may say what":
            monkeypatch.setattr(codec.Reader, "_refusal", lambda *_: None)


@pytest.mark.parametrize(
    "guard",
    ["tag", "window of datagrams", "window of a connection", "sender of a connection", "who may say what"],
)
def test_a_guard_that_does_nothing_is_found(flown, monkeypatch, guard):
    guard_off(monkeypatch, guard)
    found = campaign(flown, altered=3 * len(flown.came), replayed=1)
    assert found.taken_count > 0 and not found.ok
