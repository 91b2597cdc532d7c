"""The recording's bytes, and what a damaged one still yields."""

import struct
import zlib

import msgpack
import numpy as np
import pytest

from telemetry.recording import MAGIC, RECORD_CAP, Damage, Record, Recording, pack_record, read

RECORDS = [Record(1, 10, "gate", b"\x01\x02"), Record(2, 20, "bridge", b""), Record(3, 20, "gate", bytes(50))]
FILE = MAGIC + b"".join(pack_record(record) for record in RECORDS)

GOLDEN = bytes.fromhex(
    "00 00 00 0B"  # 11 octets
    "94 01 02"  # list of 4: number 1, at 2 ns
    "A4 67 61 74 65"  # role: gate
    "C4 01 FF"  # packet of one octet
    "C2 D6 96 0E"  # CRC-32
)


def test_record_has_the_golden_bytes():
    assert pack_record(Record(1, 2, "gate", b"\xff")) == GOLDEN
    assert msgpack.unpackb(GOLDEN[4:-4]) == [1, 2, "gate", b"\xff"]
    assert zlib.crc32(GOLDEN[4:-4]) == int.from_bytes(GOLDEN[-4:], "big")


def test_whole_recording_is_read_without_damage():
    assert read(FILE) == Recording(RECORDS, None)
    assert read(MAGIC) == Recording([], None)


def test_recording_cut_at_any_byte_yields_its_whole_records_and_names_the_place():
    ends = np.cumsum([len(MAGIC), *(len(pack_record(record)) for record in RECORDS)]).tolist()
    for length in range(len(MAGIC), len(FILE)):
        whole = sum(end <= length for end in ends) - 1
        damage = None if length in ends else Damage(whole, ends[whole], "ends within a record")
        assert read(FILE[:length]) == Recording(RECORDS[:whole], damage)


def test_flipped_bit_is_found_and_what_stood_before_it_is_kept():
    for bit in range(8 * len(MAGIC), 8 * len(FILE)):
        damaged = bytearray(FILE)
        damaged[bit // 8] ^= 0x80 >> bit % 8
        assert bytes(damaged) != FILE
        records, damage = read(bytes(damaged))
        assert damage is not None
        assert damage.offset <= bit // 8
        assert records == RECORDS[: damage.after]


@pytest.mark.parametrize("data", [b"", b"FARHAND", b"FARHAND2" + FILE[8:], b"\x89MCAP0\r\n"])
def test_other_file_or_version_is_damaged_from_its_first_byte(data):
    assert read(data) == Recording([], Damage(0, 0, "does not begin as a recording of this version"))


def test_declared_gigabytes_are_not_believed():
    assert read(MAGIC + b"\xff\xff\xff\xff").damage.problem == "declares a record of 4294967295 bytes"


@pytest.mark.parametrize(
    "body", [b"\xc1", msgpack.packb([1, 2, "gate"]), msgpack.packb([1, 2, "gate", None])]
)
def test_record_of_another_shape_is_damage(body):
    data = MAGIC + struct.pack("!I", len(body)) + body + struct.pack("!I", zlib.crc32(body))
    assert read(data).damage == Damage(0, len(MAGIC), "is not a record")


def test_missing_record_is_damage():
    data = MAGIC + pack_record(RECORDS[0]) + pack_record(RECORDS[2])
    assert read(data).records == RECORDS[:1]
    assert read(data).damage.problem == "holds number 3 instead of 2"


def test_record_beyond_the_cap_is_the_callers_mistake():
    with pytest.raises(ValueError, match="beyond the cap"):
        pack_record(Record(1, 0, "gate", bytes(RECORD_CAP)))
