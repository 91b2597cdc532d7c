"""Space packets against CCSDS 133.0-B, the CUC time code and an independent implementation."""

import struct

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from spacepackets.ccsds.spacepacket import PacketType, SequenceFlags, SpacePacketHeader

from telemetry.wire.packet import BODY_MAX, BODY_MIN, COUNTS, Packet, Reassembly, Segment, pack, unpack
from telemetry.wire.protection.arrival import Rejection

TIME_RESOLUTION_NS = 30  # half of 2^-24 s
BODY = bytes(range(48))
PACKET = Packet(True, 0x115, Segment.WHOLE, 0x2ABC, 1_500_000_000, BODY)

GOLDEN = bytes.fromhex(
    "19 15"  # version 000, TC 1, secondary header 1, APID 0x115
    "EA BC"  # unsegmented 11, sequence count 0x2ABC
    "00 37"  # 56 octets follow, less one
    "2F"  # P-field: CUC, agency epoch, 4 + 3 octets
    "00 00 00 01"  # 1 s
    "80 00 00"  # + 2^-1 s
) + bytes(range(48))


def test_packet_has_the_golden_bytes():
    assert pack(PACKET) == GOLDEN
    assert unpack(GOLDEN) == PACKET


@settings(deadline=None)
@given(
    st.booleans(),
    st.integers(0, 0x7FF),
    st.sampled_from(Segment),
    st.integers(0, 0x3FFF),
    st.integers(BODY_MIN, BODY_MAX).map(bytes),  # as long; what is in it is not of the header
)
def test_spacepackets_reads_the_same_primary_header(is_command, apid, segment, count, body):
    data = pack(Packet(is_command, apid, segment, count, 0, body))
    oracle = SpacePacketHeader.unpack(data)
    assert oracle.packet_type == (PacketType.TC if is_command else PacketType.TM)
    assert (oracle.ccsds_version, oracle.sec_header_flag, oracle.apid) == (0, True, apid)
    assert (oracle.seq_flags, oracle.seq_count) == (SequenceFlags(int(segment)), count)
    assert oracle.packet_len == len(data)


def test_spacepackets_own_header_is_read_back():
    head = SpacePacketHeader(
        PacketType.TM, 336, 7, 55, sec_header_flag=True, seq_flags=SequenceFlags.FIRST_SEGMENT
    )
    packet = unpack(bytes(head.pack()) + GOLDEN[6:])
    assert packet == Packet(False, 336, Segment.FIRST, 7, 1_500_000_000, BODY)


@given(st.integers(0, 2**32 * 10**9 - 10**9))
def test_time_code_keeps_an_instant_to_its_resolution(at_ns):
    assert abs(unpack(pack(PACKET._replace(at_ns=at_ns))).at_ns - at_ns) <= TIME_RESOLUTION_NS


@pytest.mark.parametrize(
    "wrong",
    [
        {"apid": 0x800},
        {"sequence_count": 0x4000},
        {"at_ns": -1_000},
        {"at_ns": 2**32 * 10**9},
        {"segment": 4},
        {"body": bytes(BODY_MIN - 1)},
        {"body": bytes(BODY_MAX + 1)},
    ],
    ids=str,
)
def test_what_does_not_fit_a_packet_is_the_callers_mistake(wrong):
    with pytest.raises(ValueError, match="does not fit a space packet"):
        pack(PACKET._replace(**wrong))


def test_packet_cut_at_any_byte_is_rejected_by_its_length():
    for length in range(len(GOLDEN)):
        assert unpack(GOLDEN[:length]) is Rejection.LENGTH


@pytest.mark.parametrize("field", [0, 54, 56, 0xFFFF])
def test_wrong_length_field_is_rejected(field):
    damaged = GOLDEN[:4] + struct.pack("!H", field) + GOLDEN[6:]
    assert damaged != GOLDEN
    assert unpack(damaged) is Rejection.LENGTH


@pytest.mark.parametrize(
    ("bit", "reason"),
    [
        (0, Rejection.VERSION),
        (2, Rejection.VERSION),
        (4, Rejection.SECONDARY_HEADER),
        (48, Rejection.TIME_CODE),
        (55, Rejection.TIME_CODE),
    ],
)
def test_flipped_constant_is_rejected_by_name(bit, reason):
    damaged = bytearray(GOLDEN)
    damaged[bit // 8] ^= 0x80 >> bit % 8
    assert bytes(damaged) != GOLDEN
    assert unpack(bytes(damaged)) is reason


def test_two_packets_in_one_datagram_are_rejected():
    assert unpack(GOLDEN + GOLDEN) is Rejection.LENGTH
    assert unpack(bytes(65_507)) is Rejection.LENGTH


SEGMENTS = [Segment.FIRST, Segment.CONTINUATION, Segment.CONTINUATION, Segment.LAST]
PIECES = [b"aa", b"bb", b"cc", b"dd"]


def packet(segment, count, apid=300):
    return Packet(False, apid, segment, count % COUNTS, 0, b"")


def feed(reassembly, order, *, begin=0, sender="bridge", apid=300):
    return [reassembly.on_packet(packet(SEGMENTS[k], begin + k, apid), sender, PIECES[k]) for k in order]


@pytest.mark.parametrize("begin", [0, COUNTS - 2])
def test_segments_in_order_make_the_payload_across_the_wrap_too(begin):
    assert feed(Reassembly(), [0, 1, 2, 3], begin=begin) == [None, None, None, b"aabbccdd"]


def test_unsegmented_payload_passes_at_once_and_leaves_another_alone():
    reassembly = Reassembly()
    feed(reassembly, [0, 1])
    assert reassembly.on_packet(packet(Segment.WHOLE, 2, apid=301), "bridge", b"x") == b"x"
    assert feed(reassembly, [2, 3]) == [None, b"aabbccdd"]


@pytest.mark.parametrize(
    ("order", "reasons"),
    [
        ([0, 2, 3], [None, Rejection.SEGMENT_LOST, Rejection.SEGMENT_ORPHAN]),
        ([1, 2, 3], [Rejection.SEGMENT_ORPHAN] * 3),
        ([0, 2, 1, 3], [None, Rejection.SEGMENT_LOST, Rejection.SEGMENT_ORPHAN, Rejection.SEGMENT_ORPHAN]),
    ],
    ids=["lost", "first lost", "reordered"],
)
def test_gap_or_disorder_gives_the_payload_up(order, reasons):
    assert feed(Reassembly(), order) == reasons


def test_duplicates_are_named_and_do_no_harm():
    results = feed(Reassembly(), [0, 0, 1, 1, 2, 3, 3])
    duplicate = Rejection.SEGMENT_DUPLICATE
    assert results == [None, duplicate, None, duplicate, None, b"aabbccdd", Rejection.SEGMENT_ORPHAN]


def test_new_first_reports_the_loss_of_the_payload_before_and_begins():
    reassembly = Reassembly()
    feed(reassembly, [0, 1])
    assert feed(reassembly, [0, 1, 2, 3], begin=4) == [Rejection.SEGMENT_LOST, None, None, b"aabbccdd"]


def test_streams_of_two_senders_do_not_mix():
    reassembly = Reassembly()
    feed(reassembly, [0, 1], sender="bridge")
    assert feed(reassembly, [1], sender="gate") == [Rejection.SEGMENT_ORPHAN]
    assert feed(reassembly, [2, 3], sender="bridge")[-1] == b"aabbccdd"


def test_payload_beyond_the_cap_is_dropped():
    assert feed(Reassembly(cap=5), [0, 1, 2, 3]) == [
        None,
        None,
        Rejection.PAYLOAD_TOO_LARGE,
        Rejection.SEGMENT_ORPHAN,
    ]


def test_no_disorder_ever_yields_another_payload():
    rng = np.random.default_rng(1)
    for _ in range(200):
        order = rng.integers(0, len(SEGMENTS), 12).tolist()
        for result in feed(Reassembly(), order):
            assert result is None or isinstance(result, Rejection) or result == b"aabbccdd"
