"""Across the space link one packet overtakes another, and HOLD stays the last word."""

import itertools

import pytest

from telemetry.agreed.participants import PARTICIPANTS, Speakers
from telemetry.keys.key_sets import drawn_rings
from telemetry.life.boot import UNNUMBERED, Boot
from telemetry.messages.command import HoldCommand, Keep, Motion, ResumeCommand
from telemetry.wire.codec import Reader, Received, Wire
from tests.telemetry.wire.test_codec import example

RINGS = drawn_rings(bytes(range(32)), mode="rehearsal", number=7, participants=PARTICIPANTS)
HOLD = HoldCommand(actor="console", pressed_ns=1, nonce=2)
KEEP, RESUME = Keep(epoch=3, repeat=None), ResumeCommand(epoch=4, q=(0.0,))


FIRST = Boot(9)


def sealed(*messages, name="bridge", boot=FIRST):
    wire = Wire(name, Speakers(run_id="r", keys=RINGS[name]), boot=boot)
    return [wire.packets(message, 0)[0] for message in messages]


def outcomes(packets):
    reader = Reader(Speakers(run_id="r", keys=RINGS["spacecraft"]))
    results = [reader.decode(packet, "up") for packet in packets]
    return [result.message if isinstance(result, Received) else result.reason for result in results]


@pytest.mark.parametrize("message", [RESUME, KEEP, example(Motion)])
def test_what_commands_motion_and_was_said_before_a_hold_that_has_come_is_refused(message):
    before, hold, after = sealed(message, HOLD, message)
    assert outcomes([hold, before, after]) == [HOLD, "replay", message]


def test_hold_is_taken_however_late_and_what_was_not_overtaken_in_any_order():
    packets = sealed(HOLD, KEEP, HOLD)
    for order in itertools.permutations(packets[:2]):
        assert outcomes([packets[2], *order]).count(HOLD) == 2
    packets = sealed(RESUME, KEEP, KEEP)
    for order in itertools.permutations(packets):
        assert "replay" not in outcomes(order)


def test_the_hold_of_another_sender_or_of_a_life_without_numbers_overtakes_nothing():
    (resume,) = sealed(RESUME)
    (second,) = sealed(HOLD, name="second_uplink", boot=Boot(99))
    (unnumbered,) = sealed(HOLD, boot=Boot(UNNUMBERED | 5, 2**62))
    assert outcomes([second, unnumbered, resume]) == [HOLD, HOLD, RESUME]
