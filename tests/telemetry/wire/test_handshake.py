"""Sessions of connections: who has not the keys of the pair, the mode and the run agrees on none."""

import secrets
from dataclasses import replace

import pytest

from telemetry.agreed.participants import PARTICIPANTS, Speakers
from telemetry.keys.key_sets import drawn_rings
from telemetry.life.boot import Boot
from telemetry.messages.command import HoldCommand
from telemetry.wire.codec import Reader, Received, Rejected, Wire
from telemetry.wire.frames import LENGTH
from telemetry.wire.protection import handshake
from telemetry.wire.protection.arrival import Rejection
from telemetry.wire.protection.handshake import (
    GREETING_BYTES,
    AgreedSession,
    Greeter,
    Refusal,
    greeter_of,
)
from telemetry.wire.protection.stream_session import StreamSession

MASTER = bytes(range(32))
RUN = "pass-1"
FEW = 16  # hellos
HOLD = HoldCommand(actor="console", pressed_ns=1, nonce=2)


def speakers(name, *, master=MASTER, mode="rehearsal", run_id=RUN, number=1, is_confidential=False):
    rings = drawn_rings(
        master, mode=mode, number=number, participants=PARTICIPANTS, is_confidential=is_confidential
    )
    return Speakers(mode=mode, run_id=run_id, keys=rings[name])


def agreed(caller, receiver):
    """Return the two ends of a session between two speakers; a refusal in the place of whoever refuses."""
    call, welcome = Greeter(caller).call(receiver.keys.holder), Greeter(receiver).welcome()
    answer = welcome.on_frame(call.hello)
    if isinstance(answer, Refusal):
        return None, answer
    outcome = call.on_answer(answer)
    if isinstance(outcome, Refusal):
        return outcome, None
    return outcome.session, welcome.on_frame(outcome.confirm)


def ends(**both):
    return agreed(speakers("console", **both), speakers("bridge", **both))


@pytest.mark.parametrize("is_confidential", [False, True], ids=["readable", "confidential"])
def test_frames_of_a_session_pass_either_way_and_are_readable_only_if_they_may_be(is_confidential):
    console, bridge = ends(is_confidential=is_confidential)
    wire = Wire("console", speakers("console", is_confidential=is_confidential))
    frame = console.sealed(wire.untagged(HOLD))
    assert (b"console" in frame) is not is_confidential
    reader = Reader(speakers("bridge", is_confidential=is_confidential))
    assert reader.decode(frame, "stream", bridge) == Received("console", HOLD, None)
    assert reader.decode(frame, "stream", bridge) == Rejected(Rejection.REPLAY)


@pytest.mark.parametrize(
    ("other", "reason"),
    [
        ({"master": bytes(32), "number": 2}, Rejection.KEY),
        ({"master": bytes(32)}, Rejection.TAG),
        ({"mode": "live"}, Rejection.MODE),
        ({"run_id": "another"}, Rejection.OTHER_RUN),
    ],
    ids=["other set", "same key id, other secrets", "mode", "run"],
)
def test_who_has_other_keys_another_mode_or_run_is_refused_in_a_line_that_names_the_key(other, reason):
    _, refusal = agreed(speakers("console", **other), speakers("bridge"))
    assert refusal.reason is reason
    assert f"key {speakers('console', **other).keys.key_id:04X}" in refusal.text


def test_who_has_the_callers_keys_is_no_receiver():
    call = Greeter(speakers("console")).call("bridge")
    impostor = Greeter(speakers("gate")).welcome()
    assert impostor.on_frame(call.hello).reason is Rejection.SENDER
    assert call.on_answer(call.hello).reason is Rejection.NO_SESSION
    forged = Greeter(speakers("console")).call("bridge").hello
    assert call.on_answer(forged).reason is Rejection.NO_SESSION


def test_no_greeting_of_one_session_serves_another():
    first, again = Greeter(speakers("console")).call("bridge"), Greeter(speakers("bridge"))
    welcome = again.welcome()
    answer = welcome.on_frame(first.hello)
    confirm = first.on_answer(answer).confirm
    assert isinstance(welcome.on_frame(confirm), StreamSession)
    replayed = Greeter(speakers("bridge")).welcome()  # in the receiver's next life
    assert isinstance(replayed.on_frame(first.hello), bytes)  # whoever has heard it can say it again
    assert replayed.on_frame(confirm).reason is Rejection.TAG  # and no more
    assert Greeter(speakers("console")).call("bridge").on_answer(answer).reason is Rejection.TAG


def test_what_was_sealed_in_one_session_is_refused_in_the_next_and_in_the_other_direction():
    (console, _), (_, later) = ends(), ends()
    frame = console.sealed(Wire("console", speakers("console")).untagged(HOLD))
    for session in (later, console):
        assert Reader(speakers("bridge")).decode(frame, "stream", session).reason in (
            Rejection.TAG,
            Rejection.SENDER,
        )


def test_one_altered_octet_of_any_greeting_agrees_on_nothing():
    caller, receiver = Greeter(speakers("console")), Greeter(speakers("bridge"))
    for octet in range(LENGTH.size, LENGTH.size + GREETING_BYTES):
        call, welcome = caller.call("bridge"), receiver.welcome()
        assert isinstance(receiver.welcome().on_frame(damaged(call.hello, octet)), Refusal)
        answer = welcome.on_frame(call.hello)
        assert isinstance(call.on_answer(damaged(answer, octet)), Refusal)
        confirm = call.on_answer(answer).confirm
        assert isinstance(welcome.on_frame(damaged(confirm, octet)), Refusal)


def damaged(octets, place):
    return octets[:place] + bytes((octets[place] ^ 1,)) + octets[place + 1 :]


def test_a_frame_before_its_session_is_refused():
    frame = Wire("console", Speakers(run_id=RUN)).frame(HOLD)
    assert Greeter(speakers("bridge")).welcome().on_frame(frame).reason is Rejection.KEY


def test_no_nonce_is_used_twice_whatever_a_life_has_lost_and_whatever_its_clock_shows():
    rng, seen = secrets.SystemRandom(7), set()
    for _ in range(200):
        greeter = Greeter(speakers("hold"))
        call, welcome = greeter.call("bridge"), Greeter(speakers("bridge")).welcome()
        outcome = call.on_answer(welcome.on_frame(call.hello))
        assert isinstance(outcome, AgreedSession)
        wire = Wire(
            "hold", speakers("hold"), boot=Boot(rng.choice((0, 1)))
        )  # the same numbers again and again
        for _ in range(3):
            frame = wire.untagged(HOLD)
            tag = outcome.session.sealed(frame)[-16:]
            assert (tag, frame) not in seen
            seen.add((tag, frame))
        with pytest.raises(ValueError, match="not above"):
            outcome.session.sealed(frame)


def test_where_nothing_is_sealed_nobody_greets():
    assert greeter_of(Speakers(run_id=RUN)) is None
    assert greeter_of(replace(speakers("hold"), keys=None)) is None


@pytest.mark.parametrize("row", PARTICIPANTS, ids=lambda row: row.name)
def test_a_ring_shows_no_secret_when_it_is_printed(row):
    ring = speakers(row.name).keys
    assert not any(secret.hex() in repr(ring) or repr(secret) in repr(ring) for secret in ring.pairs.values())


def test_a_hello_is_answered_once(monkeypatch):
    monkeypatch.setattr(handshake, "HELLOS_KNOWN", FEW)  # each costs an agreement on keys
    call, greeter = Greeter(speakers("console")).call("bridge"), Greeter(speakers("bridge"))
    assert isinstance(greeter.welcome().on_frame(call.hello), bytes)
    assert greeter.welcome().on_frame(call.hello).reason is Rejection.REPLAY
    for _ in range(2 * FEW):
        greeter.welcome().on_frame(Greeter(speakers("console")).call("bridge").hello)
    assert len(greeter._answered) == FEW, "they do not grow without bound"
