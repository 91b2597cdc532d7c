"""Messages to bytes and back, and what becomes of damaged bytes."""

import struct
from functools import cache
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import msgpack
import msgspec
import numpy as np
import pytest

from telemetry.agreed.keys import UNSEALED
from telemetry.agreed.participants import PARTICIPANTS, ROLES, Participant, Speakers
from telemetry.life.boot import FIRST_BOOT, Boot
from telemetry.messages.command import HoldCommand, HoldTaken, Keep, Motion, SetPoint, taken
from telemetry.messages.health import Given, Tapped
from telemetry.messages.images import ImagePacket, ImageShard
from telemetry.messages.queue import Verdict
from telemetry.messages.spacecraft import Downlink, Telemetry, Uplink
from telemetry.wire.codec import Reader, Received, Rejected, Wire
from telemetry.wire.kinds import pack_message, unpack_message
from telemetry.wire.packet import PAYLOAD_MAX, Packet, Segment, pack_head, unpack
from telemetry.wire.protection.arrival import Rejection
from telemetry.wire.protection.header import ADDED_BYTES, Numbering
from telemetry.wire.protection.traffic import UNSEALED_SEAL
from telemetry.wire.routes import ROUTES

NOW_NS = 1_500_000_000
KEEP = Keep(epoch=3, repeat=None)
HOLD = HoldCommand(actor="op", pressed_ns=0, nonce=1)

KEEP_PACKET = bytes.fromhex(
    "19 15"  # TC, secondary header, APID 256 + 21
    "C0 00"  # unsegmented, sequence count 0
    "00 45"  # 70 octets follow, less one
    "2F 00 00 00 01 80 00 00"  # CUC: 1.5 s
    "02 02 00 00"  # protection: version 2, rehearsal, key id 0
    "E3 B0 C4 42 98 FC 1C 14"  # run: SHA-256 of nothing
    "00 05 00 00 00 07"  # sender gate, boot epoch 7
    "00 00 00 00 00 00 00 01"  # sequence 1
    "83"  # map of 3
    "A2 69 64 15"  # id: 21
    "A5 65 70 6F 63 68 03"  # epoch: 3
    "A6 72 65 70 65 61 74 C0"  # repeat: nil
    "00000000 00000000 00000000 00000000"  # tag
)
HOLD_FRAME = bytes.fromhex(
    "00 00 00 4B"  # 75 octets follow
    "02 02 00 00"  # protection: version 2, rehearsal, key id 0
    "E3 B0 C4 42 98 FC 1C 14"  # run: SHA-256 of nothing
    "00 07 00 00 00 00"  # sender operator, boot epoch 0
    "00 00 00 00 00 00 00 01"  # sequence 1
    "84"  # map of 4
    "A2 69 64 17"  # id: 23
    "A5 61 63 74 6F 72 A2 6F 70"  # actor: op
    "AA 70 72 65 73 73 65 64 5F 6E 73 00"  # pressed_ns: 0
    "A5 6E 6F 6E 63 65 01"  # nonce: 1
    "00000000 00000000 00000000 00000000"  # tag
)


CARRIED = {Uplink: Keep, Downlink: Telemetry, ImagePacket: ImageShard}


@cache
def example(kind: Any) -> Any:
    """A plain value of any annotation that messages use; they are frozen, so one of each will do."""
    origin, inner = get_origin(kind), get_args(kind)
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        hints = get_type_hints(kind)
        return kind(**{name: example(hints[name]) for name in kind.__struct_fields__})
    if origin is Literal or origin is UnionType or origin is Union:
        return inner[0] if origin is Literal else example(inner[0])
    if origin is tuple:
        return tuple(example(part) for part in inner if part is not Ellipsis)
    if isinstance(kind, type) and issubclass(kind, str):
        return kind("on air") if kind is not str else "gate"
    return {int: 7, float: 0.25, bool: True, bytes: b"\x01\x02" * 8}[kind]


def set_point(seq: int) -> SetPoint:
    return SetPoint(
        epoch=1,
        seq=seq,
        kind="motion",
        execute_at_ns=10**12,
        q=(0.1,) * 6,
        qd=(0.2,) * 6,
        qdd=(0.3,) * 6,
        stop=b"",
    )


CROSSING = [kind for kind, route in ROUTES.items() if route.across]


def sender_of(kind: type) -> str:
    return (ROUTES[kind].senders or ROUTES[kind].across)[0]


def frame_of(payload: bytes, sender: str = "gate") -> bytes:
    head = struct.pack("!I", len(payload) + ADDED_BYTES)
    return UNSEALED_SEAL.sealed(head, Numbering(sender, Speakers(), boot=FIRST_BOOT).next(), payload)


def packet_of(payload: bytes, apid: int, *, is_command: bool = False) -> bytes:
    packet = Packet(is_command, apid, Segment.WHOLE, 0, 0, b"")
    head = pack_head(packet, len(payload) + ADDED_BYTES)
    return UNSEALED_SEAL.sealed(head, Numbering("gate", Speakers(), boot=FIRST_BOOT).next(), payload)


PACKET, FRAME = Wire("gate").packets(KEEP, NOW_NS)[0], Wire("operator").frame(HOLD)


def test_packet_and_frame_have_the_golden_bytes():
    unsealed = Speakers(keys=UNSEALED)
    assert Wire("gate", unsealed, boot=Boot(7)).encode(KEEP, NOW_NS) == [KEEP_PACKET]
    assert Wire("operator", unsealed).encode(HOLD, NOW_NS) == [HOLD_FRAME]


@pytest.mark.parametrize("kind", CROSSING, ids=lambda kind: kind.__name__)
def test_what_crosses_the_space_link_comes_back_as_packets(kind):
    message, reader = example(kind), Reader()
    sender = ROUTES[kind].across[0]
    for data in Wire(sender).packets(message, NOW_NS):
        as_packets = reader.decode(data, ROUTES[kind].direction)
    assert as_packets[:2] == (sender, message)
    assert reader.rejected == {}


@pytest.mark.parametrize(
    "kind",
    [kind for kind, route in ROUTES.items() if route.senders and kind not in {*CARRIED, ImageShard}],
    ids=lambda kind: kind.__name__,
)
def test_every_message_comes_back_by_its_carrier(kind):
    message, reader = example(kind), Reader()
    for data in Wire(sender_of(kind)).encode(message, NOW_NS):
        by_carrier = reader.decode(data, ROUTES[kind].carrier)
    assert by_carrier[:2] == (sender_of(kind), message)


@pytest.mark.parametrize(("kind", "inner"), CARRIED.items(), ids=lambda kind: kind.__name__)
def test_a_carried_packet_travels_as_it_is_and_opens_at_its_end(kind, inner):
    message, reader, author = example(inner), Reader(), ROUTES[inner].across[0]
    packet = Wire(author).packets(message, NOW_NS)[0]
    [leaving] = Wire(sender_of(kind)).encode(kind(packet=packet), NOW_NS)
    assert (leaving == packet) == (kind is not ImagePacket), "the bridge seals pictures in its own name"
    if kind is ImagePacket:
        assert reader.decode(leaving, "image") == Received("bridge", kind(packet=leaving), 0)
        assert reader.decode(leaving, "down").message == message
    carried = reader.decode(packet, ROUTES[kind].carrier)
    assert carried == Received(author, kind(packet=packet), 0)
    assert reader.decode(carried.message.packet, ROUTES[kind].direction).message == message


@pytest.mark.parametrize("size", [0, 1, 55, 1465])
def test_what_is_too_short_or_too_long_to_be_a_packet_is_not_carried(size):
    assert Reader().decode(bytes(size), "link") == Rejected("length")


@pytest.mark.parametrize("kind", ROUTES, ids=lambda kind: kind.__name__)
def test_payload_is_plain_msgpack_with_the_messages_number(kind):
    decoded = msgpack.unpackb(pack_message(example(kind)))
    assert decoded["id"] == kind.__struct_config__.tag
    assert set(decoded) == {"id", *kind.__struct_fields__}


def test_message_numbers_are_unique():
    assert len({kind.__struct_config__.tag for kind in ROUTES}) == len(ROUTES)


def test_motion_with_its_repeat_fits_one_packet():
    motion = Motion(set_point=set_point(2), repeat=set_point(1))
    assert len(Wire("gate").packets(motion, NOW_NS)) == 1


def test_each_message_of_a_sender_has_its_own_sequence_count_which_wraps():
    wire, reader = Wire("gate"), Reader()
    counts = [reader.decode(wire.packets(KEEP, NOW_NS)[0], "tc").sequence_count for _ in range(2**14 + 2)]
    assert counts == [*range(2**14), 0, 1]
    motion = Motion(set_point=set_point(1), repeat=None)
    assert reader.decode(wire.packets(motion, NOW_NS)[0], "tc").sequence_count == 0


def test_long_message_is_segmented_and_reassembled():
    message = msgspec.structs.replace(example(ImageShard), data=bytes(5 * PAYLOAD_MAX))
    packets, reader = Wire("space_segment").packets(message, NOW_NS), Reader()
    assert len(packets) == 6
    results = [reader.decode(data, "down") for data in packets]
    assert results == [None] * 5 + [Received("space_segment", message, 5)]


def test_unknown_keys_are_ignored_and_missing_ones_refused():
    fields = msgpack.unpackb(pack_message(HOLD))
    assert unpack_message(msgpack.packb(fields | {"colour": "red"})) == HOLD
    del fields["nonce"]
    assert unpack_message(msgpack.packb(fields)) is Rejection.INVALID_MESSAGE


@pytest.mark.parametrize("value", [float("nan"), float("inf"), -float("inf")])
def test_number_that_is_not_finite_never_decodes(value):
    verdict = msgspec.structs.replace(example(Verdict), clearance=value)
    data = Wire("predictor").frame(verdict)
    assert Reader().decode(data, "stream") == Rejected("invalid_message")


@pytest.mark.parametrize(
    ("payload", "reason"),
    [
        (b"", "malformed"),
        (b"\xc1", "malformed"),
        (b"\x91" * 100_000, "invalid_message"),
        (b"\x82\xa2id\x17\xa1x" + b"\x91" * 100_000, "malformed"),
        (b"\x82\xa2id\x15\xa5epoch\xdd\xff\xff\xff\xff", "invalid_message"),
        (b"\x82\xa2id\x4c\xa7changes\xdd\xff\xff\xff\xff", "malformed"),
        (b"\x82\xa2id\x0b\xa6holder\xa1\xff", "malformed"),
        (msgpack.packb({"id": 9, "actor": "op"}), "unknown_id"),
        (msgpack.packb({"id": 2**64 - 1}), "unknown_id"),
        (msgpack.packb({"id": "23", "actor": "op", "number": 1}), "invalid_message"),
        (msgpack.packb({"id": 23, "actor": "op", "number": 2**64 - 1}), "invalid_message"),
        (msgpack.packb({"id": 23, "actor": "op", "number": -1}), "invalid_message"),
        (msgpack.packb({"id": 23, "actor": "o" * 81, "number": 1}), "invalid_message"),
        (pack_message(HOLD) + b"\x00", "malformed"),
    ],
    ids=range(14),
)
def test_bad_payload_is_a_counted_and_named_rejection(payload, reason):
    reader = Reader()
    assert reader.decode(frame_of(payload), "stream") == Rejected(reason)
    assert reader.rejected == {reason: 1}


@pytest.mark.parametrize(("data", "carrier"), [(PACKET, "tc"), (FRAME, "stream")])
def test_bytes_cut_anywhere_are_rejected_by_their_length(data, carrier):
    reader = Reader()
    for length in range(len(data)):
        assert reader.decode(data[:length], carrier) == Rejected("length")
    assert reader.rejected == {"length": len(data)}


@pytest.mark.parametrize(("data", "carrier"), [(PACKET, "tc"), (FRAME, "stream")])
def test_every_flipped_bit_is_a_value_and_never_an_exception(data, carrier):
    reader = Reader()
    for bit in range(8 * len(data)):
        damaged = bytearray(data)
        damaged[bit // 8] ^= 0x80 >> bit % 8
        assert bytes(damaged) != data
        result = reader.decode(bytes(damaged), carrier)
        assert result is None or isinstance(result, Received | Rejected)
    assert sum(reader.rejected.values()) > 4 * len(data)
    assert set(reader.rejected) <= {reason.value for reason in Rejection}


@pytest.mark.parametrize("carrier", ["tm", "stream"])
def test_random_bytes_are_never_an_exception(carrier):
    rng, reader = np.random.default_rng(2), Reader()
    for _ in range(500):
        assert isinstance(reader.decode(rng.bytes(int(rng.integers(0, 200))), carrier), Rejected)


@pytest.mark.parametrize("number", [0, len(PARTICIPANTS) + 1, 0xFFFF])
def test_a_number_that_no_participant_has_is_nobodys(number):
    frame = FRAME[:16] + number.to_bytes(2, "big") + FRAME[18:]
    assert Reader().decode(frame, "stream") == Rejected("sender")


@pytest.mark.parametrize("name", ["console", "console-2", "console-3"])
def test_each_console_speaks_in_its_own_name(name):
    assert Reader().decode(Wire(name).frame(HOLD), "stream") == Received(name, HOLD, None)


def test_who_speaks_in_a_run_is_read_by_the_table_of_that_run():
    participants = (*PARTICIPANTS, Participant("wall", "console"))
    frame = Wire("wall", Speakers(participants=participants)).frame(HOLD)
    assert Reader(Speakers(participants=participants)).decode(frame, "stream").sender == "wall"
    assert Reader().decode(frame, "stream") == Rejected("sender")


def test_length_that_declares_gigabytes_is_rejected_without_allocating():
    assert Reader().decode(b"\xff\xff\xff\xff" + FRAME[4:], "stream") == Rejected("length")


def test_other_mode_is_rejected():
    assert Reader(Speakers(mode="live")).decode(PACKET, "tc") == Rejected("mode")


@pytest.mark.parametrize("carrier", ["tc", "link", "image"])
def test_packet_of_another_run_is_rejected_on_every_carrier(carrier):
    reader = Reader(Speakers(run_id="another"))
    assert reader.decode(PACKET, carrier) == Rejected("other_run")
    assert reader.rejected == {"other_run": 1}


def test_frame_of_another_run_is_rejected():
    assert Reader(Speakers(run_id="another")).decode(FRAME, "stream") == Rejected("other_run")


def test_unknown_apid_and_idle_packets_are_rejected():
    for apid in (0, 255, 0x7FF):
        assert Reader().decode(packet_of(b"\xc0", apid), "tc") == Rejected("apid")


def test_telecommand_with_the_type_bit_of_telemetry_is_rejected():
    data = packet_of(pack_message(KEEP), 256 + 21)
    assert Reader().decode(data, "tc") == Rejected("type")


def test_message_under_another_messages_apid_is_rejected():
    data = packet_of(pack_message(KEEP), 256 + 20, is_command=True)
    assert Reader().decode(data, "tc") == Rejected("apid_mismatch")


@pytest.mark.parametrize("sender", ROLES)
def test_only_the_roles_of_its_route_may_say_a_message(sender):
    keep, hold = Wire(sender).packets(KEEP, NOW_NS)[0], Wire(sender).frame(HOLD)
    assert (Reader().decode(keep, "tc") == Rejected("sender")) == (sender != "gate")
    assert (Reader().decode(hold, "stream") == Rejected("sender")) == (
        sender not in ("operator", "console", "hold", "observer", "approver", "gate")
    )


@pytest.mark.parametrize("sender", ROLES)
def test_across_the_space_link_its_two_ends_alone_are_heard(sender):
    [keep], [hold] = (Wire(sender).packets(message, NOW_NS) for message in (KEEP, HOLD))
    assert (Reader().decode(keep, "up") == Rejected("sender")) == (sender != "bridge")
    assert (Reader().decode(hold, "up") == Rejected("sender")) == (sender not in ("bridge", "space_segment"))
    report = Wire(sender).packets(example(Telemetry), NOW_NS)[0]
    assert (Reader().decode(report, "down") == Rejected("sender")) == (sender != "space_segment")


@pytest.mark.parametrize("way", ["tm", "tc", "image", "link", "stream", "up", "down"])
def test_a_message_is_taken_by_the_ways_of_its_route_only(way):
    frame = Wire("gate").frame(KEEP)
    result = Reader().decode(frame if way == "stream" else PACKET, way)
    expected = {"tc": Received("gate", KEEP, 0), "link": Rejected("sender"), "up": Rejected("sender")}
    assert result == expected.get(way, Rejected("carrier"))


def test_message_beyond_the_frames_cap_is_the_callers_mistake():
    with pytest.raises(ValueError, match="beyond a frame's cap"):
        Wire("gate").frame(
            Tapped(role="gate", life=0, number=1, given=(Given(at_ns=0, packet=bytes(1024 * 1024)),))
        )


@pytest.mark.parametrize("mode", ["rehearsal", "live", "replay"])
def test_on_a_bus_of_any_mode_the_replay_speaks_for_nobody(mode):
    wire, reader = Wire("replay", Speakers(mode=mode)), Reader(Speakers(mode=mode))
    assert reader.decode(wire.packets(KEEP, NOW_NS)[0], "tc") == Rejected("sender")
    assert reader.decode(wire.frame(HOLD), "stream") == Rejected("sender")


@pytest.mark.parametrize("mode", ["rehearsal", "live"])
def test_what_is_said_in_mode_replay_is_accepted_in_no_other(mode):
    wire, reader = Wire("replay", Speakers(mode="replay")), Reader(Speakers(mode=mode))
    assert reader.decode(wire.packets(KEEP, NOW_NS)[0], "tc") == Rejected("mode")
    assert reader.decode(wire.frame(HOLD), "stream") == Rejected("mode")


def test_a_carried_packet_said_again_keeps_time_count_and_payload_and_changes_mode_run_and_sender():
    again = Speakers(mode="replay", run_id="the replay")
    wire = Wire("replay", again)
    picture = example(ImageShard)
    first = Wire("spacecraft").packets(picture, NOW_NS)[0]
    packet = wire.resealed(first)
    assert unpack(packet)._replace(body=b"") == unpack(first)._replace(body=b"")
    assert Reader(again).decode(packet, "down") == Received("replay", picture, 0)
    assert Reader().decode(packet, "down") == Rejected("mode")
    assert Reader(Speakers(mode="replay")).decode(packet, "down") == Rejected("other_run")
    at_large = Wire("replay").resealed(first)
    assert Reader().decode(at_large, "down") == Rejected("sender")
    assert Reader(again).decode(packet, "link") == Rejected("sender")
    assert wire.resealed(b"noise") == b"noise"


def test_what_the_bridge_says_up_leaves_by_the_link_under_its_one_counter():
    bridge = Wire("bridge")
    said = [example(Telemetry), KEEP, taken(HOLD, "bridge"), HOLD]
    ways = ("tm", "link", "stream", "link")
    opened = [Reader().open(bridge.encode(m, NOW_NS)[0], way) for m, way in zip(said, ways, strict=True)]
    assert [each.body.sequence for each in opened] == [1, 2, 3, 4]
    assert [type(each.result.message) for each in opened] == [Telemetry, Uplink, HoldTaken, Uplink]


def test_who_is_no_sender_of_a_message_cannot_say_it():
    with pytest.raises(RuntimeError, match="second_uplink is no sender of HoldCommand"):
        Wire("second_uplink").encode(HOLD, NOW_NS)


def test_acts_recorded_before_they_had_numbers_still_open():
    act = {"id": 13, "actor": "operator", "plan_id": "p", "certificate": b"c"}
    reply = {"id": 16, "act": "ArmPlan", "actor": "operator", "accepted": True, "reason": "", "detail": ""}
    asked = Reader().decode(frame_of(msgpack.packb(act), "operator"), "stream").message
    answer = Reader().decode(frame_of(msgpack.packb(reply)), "stream").message
    assert (asked.number, answer.number, answer.to) == (0, 0, "")
