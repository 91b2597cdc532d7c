"""CCSDS Space Packets (CCSDS 133.0-B): one datagram is one packet.

     octets  0      2      4      6            14                    40            -16      end
             +------+------+------+------------+---------------------+-------------+--------+
             | id   | seq  | len  | time code  | protection header   | payload     | tag    |
             +------+------+------+------------+---------------------+-------------+--------+
             '-- primary header --'            '------------------ body -------------------'

    id     version 3 bits = 0 | type 1 bit: 0 TM, 1 TC | secondary header flag 1 bit = 1 | APID 11 bits
    seq    sequence flags 2 bits: 01 first, 00 continuation, 11 unsegmented, 10 last | sequence count 14 bits
    len    octets after the primary header, less one
    time   CUC (CCSDS 301.0-B): P-field 0x2F = agency epoch, 4 octets of seconds, 3 octets of 2^-24 s.
           The epoch is the start of the run's monotonic clock.

The body is `telemetry.wire.protection`'s; joining segments is `telemetry.wire.reassembly`'s.
"""

import struct
from enum import IntEnum
from typing import NamedTuple

from telemetry.agreed.run_settings import NS_PER_S
from telemetry.wire.protection import ADDED_BYTES
from telemetry.wire.rejection import Rejection

PAYLOAD_MAX = 1344  # bytes of one packet: a datagram of 1400, which an Ethernet frame holds also in a tunnel
BODY_MIN, BODY_MAX = ADDED_BYTES, PAYLOAD_MAX + ADDED_BYTES
COMMAND_BIT = 0x10  # of the first octet
COUNTS = 1 << 14  # the sequence count wraps here
APIDS = 1 << 11

_HEAD = struct.Struct("!HHHQ")
HEAD_BYTES = _HEAD.size  # primary header and time code
_PRIMARY_BYTES = 6
_TYPE_BIT, _SECONDARY_BIT = 0x1000, 0x0800
_P_FIELD = 0x2F
_TIME_MASK = (1 << 56) - 1


class Segment(IntEnum):
    """Sequence flags: which piece of a payload a packet carries."""

    CONTINUATION = 0
    FIRST = 1
    LAST = 2
    WHOLE = 3


class Packet(NamedTuple):
    """One space packet, taken apart."""

    is_command: bool  # the type bit: TC, else TM
    apid: int
    segment: int  # a `Segment`
    sequence_count: int  # modulo 2^14
    at_ns: int  # time code, to the nearest 2^-24 s
    body: bytes  # protection header, payload, tag


def pack_head(packet: Packet, body_bytes: int) -> bytes:
    """Return the octets before the body, which may not be there yet.

    Raises:
        ValueError: a field does not fit its place.
    """
    ticks = ((packet.at_ns << 24) + NS_PER_S // 2) // NS_PER_S
    fits = 0 <= packet.apid < APIDS and 0 <= packet.sequence_count < COUNTS and 0 <= ticks <= _TIME_MASK
    if not (fits and 0 <= packet.segment <= 3 and BODY_MIN <= body_bytes <= BODY_MAX):
        raise ValueError(
            f"does not fit a space packet: {packet._replace(body=b'')}, body of {body_bytes} bytes"
        )
    identification = _SECONDARY_BIT | packet.apid | (_TYPE_BIT if packet.is_command else 0)
    sequence = packet.segment << 14 | packet.sequence_count
    length = _HEAD.size - _PRIMARY_BYTES + body_bytes - 1
    return _HEAD.pack(identification, sequence, length, _P_FIELD << 56 | ticks)


def pack(packet: Packet) -> bytes:
    """Return the packet's octets; ValueError: a field does not fit its place."""
    return pack_head(packet, len(packet.body)) + packet.body


def unpack(data: bytes) -> Packet | Rejection:
    """Take a datagram apart, or say why it is no packet of ours."""
    if not _HEAD.size + BODY_MIN <= len(data) <= _HEAD.size + BODY_MAX:
        return Rejection.LENGTH
    identification, sequence, length, time_code = _HEAD.unpack_from(data)
    if identification >> 13:
        return Rejection.VERSION
    if length != len(data) - _PRIMARY_BYTES - 1:
        return Rejection.LENGTH
    if not identification & _SECONDARY_BIT:
        return Rejection.SECONDARY_HEADER
    if time_code >> 56 != _P_FIELD:
        return Rejection.TIME_CODE
    at_ns = ((time_code & _TIME_MASK) * NS_PER_S + (1 << 23)) >> 24
    is_command = bool(identification & _TYPE_BIT)
    return Packet(
        is_command, identification & 0x7FF, sequence >> 14, sequence & 0x3FFF, at_ns, data[_HEAD.size :]
    )
