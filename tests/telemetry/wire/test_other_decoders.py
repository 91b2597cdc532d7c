"""Sealed packets of a flight, by every way that has packets, as spacepackets and tshark read them."""

import shutil
import struct
import subprocess

import pytest
from spacepackets.ccsds.spacepacket import PacketType, SpacePacketHeader

from telemetry.wire.kinds import BY_APID, KIND_OF
from telemetry.wire.packet import unpack
from tests.forgery.captured import captured, message_of
from tests.short_flights import planned_a_little

PORT = 20_000
RAW_IP = 101  # link type of a capture file: packets that begin with their IP header
TSHARK = (
    "ccsds.version",
    "ccsds.type",
    "ccsds.secheader",
    "ccsds.apid",
    "ccsds.seqflag",
    "ccsds.seqnum",
    "ccsds.length",
)


@pytest.fixture(scope="module")
def packets():
    """Packets of the ways tm, tc, image, up and down."""
    flown = captured(planned_a_little().with_plant("kinematic"), seconds=12.0, most=2)
    return [came for came in flown.came if came.way != "stream"]


def test_there_are_packets_of_every_way_that_has_any(packets):
    assert {came.way for came in packets} == {"tm", "tc", "image", "up", "link"}
    assert {"Motion", "Telemetry", "HoldCommand", "ImageShard"} <= {message_of(came) for came in packets}


def test_spacepackets_reads_each_as_it_was_meant(packets):
    for came in packets:
        read, known = SpacePacketHeader.unpack(came.data), unpack(came.data)
        assert (read.packet_type is PacketType.TC) == known.is_command
        assert (read.apid, read.seq_flags, read.seq_count) == (
            known.apid, known.segment, known.sequence_count,
        )  # fmt: skip
        assert (read.ccsds_version, read.sec_header_flag, read.packet_len) == (0, True, len(came.data))
        assert BY_APID[read.apid] is next(kind for kind in KIND_OF.values() if kind.name == message_of(came))


def capture_file(packets):
    """A capture (pcap 2.4) in which each is a datagram by UDP."""
    parts = [struct.pack("<IHHiIII", 0xA1B2C3D4, 2, 4, 0, 0, 65_535, RAW_IP)]
    for number, data in enumerate(packets):
        udp = struct.pack("!HHHH", PORT, PORT, 8 + len(data), 0) + data
        loopback = bytes((127, 0, 0, 1))
        total = 20 + len(udp)
        ip = struct.pack("!BBHHHBBH4s4s", 0x45, 0, total, number, 0, 1, 17, 0, loopback, loopback)
        parts += [struct.pack("<IIII", number, 0, total, total), ip, udp]
    return b"".join(parts)


@pytest.mark.real_time
def test_tshark_reads_each_as_it_was_meant(packets, tmp_path):
    if shutil.which("tshark") is None:
        pytest.skip("tshark is not here: `apt-get install tshark`")
    file = tmp_path / "flight.pcap"
    file.write_bytes(capture_file([came.data for came in packets]))
    columns = [argument for name in TSHARK for argument in ("-e", name)]
    command = ["tshark", "-n", "-r", file, "-d", f"udp.port=={PORT},ccsds", "-T", "fields", *columns]
    read = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()
    assert [[int(value, 0) for value in line.split("\t")] for line in read] == [
        [0, known.is_command, 1, known.apid, known.segment, known.sequence_count, len(came.data) - 7]
        for came in packets
        for known in [unpack(came.data)]
    ]
