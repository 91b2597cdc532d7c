"""CCSDS Space Packets (CCSDS 133.0-B): one datagram is one packet; long payloads are joined from segments.

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

    nothing --first--> incomplete --continuation--> incomplete --last--> payload

A stream (APID and sender) has at most one incomplete payload, and none grows beyond a cap.  A gap, a segment
out of order or a second `FIRST` ends the incomplete payload; it is never waited for.  The reason returned is
of the payload that was given up, or of the segment that fits nowhere.  The body is
`telemetry.wire.protection`'s.
"""

import struct
from dataclasses import dataclass, field
from enum import IntEnum
from typing import NamedTuple

from telemetry.agreed.keys import TAG_BYTES
from telemetry.agreed.run_settings import NS_PER_S
from telemetry.wire.protection.arrival import Rejection
from telemetry.wire.protection.header import ADDED_BYTES, TAGS_MAX, tail_bytes

PAYLOAD_MAX = 1344  # bytes of one packet: a datagram of 1400, which an Ethernet frame holds also in a tunnel
BODY_MIN, BODY_MAX = ADDED_BYTES, PAYLOAD_MAX + ADDED_BYTES + (TAGS_MAX - 1) * TAG_BYTES
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
    """Split a datagram into its fields, or return why it is no packet of ours."""
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


def without_tags(data: bytes) -> bytes:
    """Return a packet with all tags zero; what is too short for one comes back as it is."""
    if len(data) < HEAD_BYTES + BODY_MIN:
        return data
    tail = min(tail_bytes(data[HEAD_BYTES : HEAD_BYTES + 2]), len(data) - HEAD_BYTES)
    zeros = bytes(tail)
    return data if data.endswith(zeros) else data[:-tail] + zeros


PAYLOAD_CAP = 4 * 1024 * 1024  # bytes

SegmentStream = tuple[int, str]  # APID, sender


@dataclass(slots=True)
class _Incomplete:
    """The pieces so far, without a gap."""

    first_count: int
    last_count: int
    pieces: list[bytes] = field(default_factory=list)
    size: int = 0


class Reassembly:
    """Collects segments of any number of streams."""

    def __init__(self, *, cap: int = PAYLOAD_CAP) -> None:
        """Start empty; no payload may exceed `cap` bytes."""
        self._cap = cap
        self._incomplete: dict[SegmentStream, _Incomplete] = {}

    def on_packet(self, packet: Packet, sender: str, piece: bytes) -> bytes | Rejection | None:
        """Return the whole payload, a reason, or None while it is incomplete.

        A `FIRST` that ends another payload returns that one's loss and begins its own.
        """
        if packet.segment == Segment.WHOLE:
            return piece
        stream = (packet.apid, sender)
        if packet.segment == Segment.FIRST:
            return self._begin(stream, packet.sequence_count, piece)
        return self._go_on(stream, packet, piece)

    def _begin(self, stream: SegmentStream, count: int, piece: bytes) -> Rejection | None:
        before = self._incomplete.get(stream)
        if before and before.first_count == count:
            return Rejection.SEGMENT_DUPLICATE
        self._incomplete[stream] = _Incomplete(count, count, [piece], len(piece))
        return Rejection.SEGMENT_LOST if before else None

    def _go_on(self, stream: SegmentStream, packet: Packet, piece: bytes) -> bytes | Rejection | None:
        payload = self._incomplete.get(stream)
        if payload is None:
            return Rejection.SEGMENT_ORPHAN
        if packet.sequence_count == payload.last_count:
            return Rejection.SEGMENT_DUPLICATE
        if packet.sequence_count != (payload.last_count + 1) % COUNTS:
            del self._incomplete[stream]
            return Rejection.SEGMENT_LOST
        if payload.size + len(piece) > self._cap:
            del self._incomplete[stream]
            return Rejection.PAYLOAD_TOO_LARGE
        payload.last_count = packet.sequence_count
        payload.pieces.append(piece)
        payload.size += len(piece)
        if packet.segment == Segment.CONTINUATION:
            return None
        del self._incomplete[stream]
        return b"".join(payload.pieces)
