"""Altered packets and greetings at the doors of a pass and of a connection: no answer, and nothing moves."""

import random

import pytest

from telemetry.wire.codec import Opened
from telemetry.wire.protection.handshake import Greeter, Refusal
from telemetry.wire.protection.stream_session import StreamSession
from tests.telemetry.wire import test_handshake, test_pass_link
from tests.telemetry.wire.test_pass_link import ECHO, HOLD, ROUND_TRIP_NS, agree, end, spacecraft

TRIALS = 5000
LONGEST = 1600


def altered(genuine, rng):
    """Yield alterations of genuine octets, none of which is one of them."""
    for _ in range(TRIALS):
        data = bytearray(rng.choice(genuine))
        match rng.randrange(5):
            case 0:
                data = data[: rng.randrange(len(data))]
            case 1:
                data += rng.randbytes(rng.randrange(1, LONGEST))
            case 2:
                data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
            case 3:
                at = rng.randrange(len(data))
                data[at:at] = rng.randbytes(rng.randrange(1, 9))
            case _:
                data = bytearray(rng.randbytes(rng.randrange(LONGEST)))
        if data not in genuine:
            yield bytes(data)


@pytest.mark.parametrize("seed", range(2))
def test_no_altered_packet_is_answered_or_moves_anything_at_either_end_of_a_pass(seed):
    ground, space = end(), spacecraft()
    (start,) = ground.tick(0)
    (answer,) = space.on_packet(start, 0).answer
    ground.on_packet(answer, ROUND_TRIP_NS)
    (beginning,) = ground.tick(ROUND_TRIP_NS)
    space.on_packet(beginning, 0)
    (hold,), (echo,) = ground.packets(HOLD, 0), space.packets(ECHO, 0)
    before = repr(ground.state(ROUND_TRIP_NS)), ground.due_ns, repr(vars(space._starts))
    for data in altered([start, answer, beginning, hold, echo], random.Random(seed)):
        assert space.on_packet(data, 0) is None
        assert not ground.on_packet(data, ROUND_TRIP_NS)
        assert not isinstance(ground.reader.open(data, "link"), Opened)
    assert (repr(ground.state(ROUND_TRIP_NS)), ground.due_ns, repr(vars(space._starts))) == before
    assert space.on_packet(hold, 0) == HOLD
    assert isinstance(ground.reader.open(echo, "link"), Opened)


@pytest.mark.parametrize("seed", range(2))
def test_no_altered_greeting_is_answered_and_a_session_that_is_being_agreed_goes_on(seed):
    bridge = Greeter(test_handshake.speakers("bridge"))
    call, welcome = Greeter(test_handshake.speakers("console")).call("bridge"), bridge.welcome()
    answer = welcome.on_frame(call.hello)
    confirm = call.on_answer(answer).confirm
    for data in altered([call.hello, answer, confirm], random.Random(seed)):
        outcomes = bridge.welcome().on_frame(data), welcome.on_frame(data), call.on_answer(data)
        assert all(isinstance(outcome, Refusal) for outcome in outcomes), data.hex()
    assert len(bridge._answered) == 1
    assert isinstance(welcome.on_frame(confirm), StreamSession)


def test_starts_without_end_leave_nothing_behind_at_the_spacecraft():
    space = spacecraft()
    for life in range(1, 200):
        agree(end(life=life), space)
    kept = space._waiting, space._sessions, space._start_wires, space._starts._begun, space._starts._waiting
    assert all(len(each) <= len(test_pass_link.RINGS["spacecraft"].pairs) for each in kept)
    assert all(len(numbers) == 1 for numbers in space._starts._taken.values())
