"""Packets of messages that come in segments, joined as they came, for the record."""

from telemetry.wire.codec import Received, Rejected
from telemetry.wire.packet import Segment
from telemetry.wire.protection.arrival import Rejection


class JoinedPackets:
    """The packets of messages that are not whole yet, by stream."""

    def __init__(self) -> None:
        """Start with none."""
        self._segments: dict[bytes, list[bytes]] = {}

    def on_packet(self, data: bytes, result: Received | Rejected | None) -> bytes:
        """Return all packets of the message that this one has made whole; else the packet itself."""
        if isinstance(result, Rejected) and result.reason != Rejection.SEGMENT_LOST:
            return data
        stream, segment = data[:2], data[2] >> 6
        if segment == Segment.WHOLE:
            return data
        if segment == Segment.FIRST:
            self._segments[stream] = []
        self._segments.setdefault(stream, []).append(data)
        return b"".join(self._segments.pop(stream)) if isinstance(result, Received) else data
