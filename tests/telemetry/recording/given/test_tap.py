"""What a role received is known again from its bytes alone."""

import msgspec
import pytest

from telemetry.agreed.participants import Speakers
from telemetry.life.contract import Orphaned, PersistFailed, WorkDone
from telemetry.messages.command import HoldCommand, Keep
from telemetry.messages.images import Image, ImagePacket
from telemetry.messages.spacecraft import Downlink, Telemetry, Uplink
from telemetry.recording.given.driver_records import Ticked, pack_driver_record, unpack_driver_record
from telemetry.recording.given.received import UNKNOWN, MessageOpener, carrier_of, name_of
from telemetry.wire.codec import Wire
from tests.picture_packets import packets_of

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
    p_world_base=(0.0, 0.0, 0.0),
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
PICTURE = packets_of(IMAGE)[0]

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
    assert MessageOpener(Speakers()).open(role, data) == message


# fmt: off
TICKED = bytes([
    0x82,                                                        # a map of two
    0xA4, *b"told", 0xA6, *b"Ticked",                            # which of them it is
    0xA8, *b"after_ns", 0x93, 0x00, 0xCE, 0x00, 0x98, 0x96, 0x80, 0x07,  # 0, 10 ms, 7 ns after the one before
])
# fmt: on


def test_ticks_on_record_are_these_octets():
    run = Ticked.at([-5, 9_999_995, 10_000_002])
    assert pack_driver_record(run) == TICKED
    assert list(unpack_driver_record(TICKED).times_ns(-5)) == [-5, 9_999_995, 10_000_002]


@pytest.mark.parametrize(
    "told", [Ticked.at([7]), WorkDone("plan", 3), PersistFailed("log", "full"), Orphaned()]
)
def test_what_the_driver_told_is_known_by_name_and_is_no_message(told):
    data = pack_driver_record(told)
    assert name_of("gate", data) == type(told).__name__
    assert MessageOpener(Speakers()).open("gate", data) is None
    assert unpack_driver_record(data) == told


@pytest.mark.parametrize("data", [b"", b"\x00", b"\x00\x01\x02", b"\x09", b"\x7f" * 40, b"\x00" * 60])
def test_bytes_that_nobody_can_read_have_no_message_and_raise_nothing(data):
    assert name_of("gate", data) == UNKNOWN
    assert MessageOpener(Speakers()).open("gate", data) is None


def test_packets_joined_by_the_driver_are_one_message():
    longest = dict.fromkeys(("mode", "refusal", "latch_reason"), "x" * 80)
    longest |= dict.fromkeys(("q", "qd", "currents", "temperatures", "hold_q"), (0.1,) * 16)
    counts = ("sampled_ns", "accepted_at_ns", "epoch", "accepted", "executed_epoch", "executed", "refused")
    longest |= dict.fromkeys((*counts, "refused_epoch", "buffer"), 2**61)
    message = msgspec.structs.replace(TELEMETRY, **longest)
    packets = Wire("bridge").packets(message, 0)
    assert len(packets) > 1
    assert MessageOpener(Speakers()).open("operator", b"".join(packets)) == message


def test_other_mode_is_not_opened():
    assert MessageOpener(Speakers(mode="live")).open("gate", CASES[0][1]) is None
