"""Space packets against CCSDS 133.0-B, the CUC time code and an independent implementation."""

import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st
from spacepackets.ccsds.spacepacket import PacketType, SequenceFlags, SpacePacketHeader

from telemetry.wire.packet import BODY_MAX, BODY_MIN, Packet, Segment, pack, unpack
from telemetry.wire.rejection import Rejection

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


@given(
    st.booleans(),
    st.integers(0, 0x7FF),
    st.sampled_from(Segment),
    st.integers(0, 0x3FFF),
    st.binary(min_size=BODY_MIN, max_size=BODY_MAX),
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
