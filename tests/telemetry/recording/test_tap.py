"""What a role received is known again from its bytes alone."""

import msgspec
import pytest

from telemetry.messages.command import HoldCommand, Keep
from telemetry.messages.images import Image, ImagePacket
from telemetry.messages.spacecraft import Downlink, Telemetry, Uplink
from telemetry.recording.received import TICK, UNKNOWN, Opener, carrier_of, name_of
from telemetry.wire.codec import Wire

JOINTS = (0.0,) * 7
TELEMETRY = Telemetry(
    sampled_ns=1,
    mode="ready",
    q=JOINTS,
    qd=JOINTS,
    currents=JOINTS,
    temperatures=JOINTS,
    brakes_on=False,
    locked=(False,) * 7,
    gripper=0.0,
    quat_world_base=(1.0, 0.0, 0.0, 0.0),
    rate_base=(0.0, 0.0, 0.0),
    buffer=0,
    epoch=1,
    accepted=0,
    accepted_at_ns=0,
    executed_epoch=0,
    executed=0,
    refused_epoch=0,
    refused=0,
    refusal="",
    latched=False,
    latch_reason="",
    hold_q=JOINTS,
)
KEEP = Keep(epoch=1, repeat=None)
HOLD = HoldCommand(actor="console", pressed_ns=0, nonce=1)
IMAGE = Image(camera="global", number=1, sampled_ns=5, width=8, height=4, pixels=bytes(32))
DOWN = Wire("space_segment").packets(TELEMETRY, 0)[0]
UP = Wire("bridge").packets(KEEP, 0)[0]
PICTURE = Wire("space_segment").packets(IMAGE, 0)[0]

CASES = [
    ("gate", Wire("console").frame(HOLD), "stream", HOLD),
    ("space_segment", Wire("hold").frame(HOLD), "stream", HOLD),
    ("bridge", Wire("gate").packets(KEEP, 0)[0], "tc", KEEP),
    ("space_segment", UP, "link", Uplink(packet=UP)),
    ("bridge", DOWN, "link", Downlink(packet=DOWN)),
    ("bridge", PICTURE, "link", Downlink(packet=PICTURE)),
    ("operator", Wire("bridge").packets(TELEMETRY, 0)[0], "tm", TELEMETRY),
    ("console", PICTURE, "image", ImagePacket(packet=PICTURE)),
]


@pytest.mark.parametrize(("role", "data", "carrier", "message"), CASES, ids=range(len(CASES)))
def test_carrier_name_and_message_follow_from_role_and_bytes(role, data, carrier, message):
    assert carrier_of(role, data) == carrier
    assert name_of(role, data) == type(message).__name__
    assert Opener("rehearsal").open(role, data) == message


def test_no_bytes_are_a_tick():
    assert name_of("gate", b"") == TICK
    assert Opener("rehearsal").open("gate", b"") is None


@pytest.mark.parametrize("data", [b"\x00", b"\x00\x01\x02", b"\x09", b"\x7f" * 40, b"\x00" * 60])
def test_bytes_that_nobody_can_read_have_no_message_and_raise_nothing(data):
    assert name_of("gate", data) == UNKNOWN
    assert Opener("rehearsal").open("gate", data) is None


def test_packets_joined_by_the_driver_are_one_message():
    longest = dict.fromkeys(("mode", "refusal", "latch_reason"), "x" * 80)
    longest |= dict.fromkeys(("q", "qd", "currents", "temperatures", "hold_q"), (0.1,) * 16)
    longest |= dict.fromkeys(("sampled_ns", "accepted_at_ns"), 2**61)
    message = msgspec.structs.replace(TELEMETRY, **longest)
    packets = Wire("bridge").packets(message, 0)
    assert len(packets) > 1
    assert Opener("rehearsal").open("operator", b"".join(packets)) == message


def test_other_mode_is_not_opened():
    assert Opener("live").open("gate", CASES[0][1]) is None
