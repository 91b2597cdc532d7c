"""Join the segments of a payload: consecutive sequence counts from `FIRST` to `LAST`.

    nothing --first--> incomplete --continuation--> incomplete --last--> payload

A stream (APID and sender) has at most one incomplete payload, and none grows beyond a cap.  A gap, a segment
out of order or a second `FIRST` ends the incomplete payload; it is never waited for.  The reason returned is
of the payload that was given up, or of the segment that fits nowhere.
"""

from dataclasses import dataclass, field

from telemetry.wire.packet import COUNTS, Packet, Segment
from telemetry.wire.rejection import Rejection

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
