"""What stands around a payload on its way: taken off, so that the payload is kept alone, and put on again.

    frame     u32 length | life, sequence | payload           | tag
    packet    head       | life, sequence | payload           | tag      head: primary header, time code
    packets   the same for each segment; sequences are consecutive, payloads are joined

`life` is the protection header up to the sequence: mode, key id, run, sender, boot epoch.  What has other
lengths than it says could not be put together again.

By its envelope every message has a sender and a number (`SentMessage`).  A picture's packet stands for
itself: a reader that joins them has to know what is missing.  A packet that goes over the space link is the
message in it.
"""

from typing import NamedTuple

from telemetry.agreed.participants import Speakers
from telemetry.messages.base import wire_name
from telemetry.messages.images import ImagePacket
from telemetry.recording.given.driver_records import is_driver_record
from telemetry.recording.given.received import UNKNOWN, carrier_of, name_of, packets
from telemetry.wire.kinds import BY_APID
from telemetry.wire.packet import HEAD_BYTES, Packet, Segment, unpack
from telemetry.wire.protection.header import (
    ADDED_BYTES,
    HEADER_BYTES,
    Body,
    Opening,
    header_of,
    parted,
    tail_bytes,
)
from telemetry.wire.routes import ROUTES

_LENGTH = 4  # octets before the body of a frame
_BESIDE = 7  # a packet's length counts from behind its six first octets, less one

# life, sequence of the first packet, heads (none: a frame), tags, payload
Envelope = tuple[bytes, int, bytes, bytes, bytes]


def split_envelope(data: bytes) -> Envelope | None:
    """Return envelope and payload of a frame or of packets; None: they could not be put together again."""
    size = len(data)
    if not data or is_driver_record(data):
        return None
    if data[0] == 0:
        is_one = size == int.from_bytes(data[:_LENGTH], "big") + _LENGTH >= _LENGTH + ADDED_BYTES
        head_bytes, heads = _LENGTH, b""
    else:
        is_one = size == int.from_bytes(data[4:6], "big") + _BESIDE >= HEAD_BYTES + ADDED_BYTES
        head_bytes, heads = HEAD_BYTES, data[:HEAD_BYTES]
    if not is_one:
        return _split_joined(data) if heads else None
    life, sequence, payload, tag = parted(data, head_bytes)
    return life, sequence, heads, tag, payload


def join_envelope(envelope: Envelope) -> bytes:
    """Return the frame or the packets."""
    life, sequence, heads, tags, payload = envelope
    if not heads:
        length = (len(payload) + ADDED_BYTES).to_bytes(_LENGTH, "big")
        return b"".join((length, header_of(life, sequence), payload, tags))
    pieces, at, tail = list[bytes](), 0, tail_bytes(life)
    for place in range(len(heads) // HEAD_BYTES):
        head = heads[place * HEAD_BYTES :][:HEAD_BYTES]
        end = at + int.from_bytes(head[4:6], "big") + _BESIDE - HEAD_BYTES - HEADER_BYTES - tail
        tag = tags[place * tail :][:tail]
        pieces += head, header_of(life, sequence + place), payload[at:end], tag
        at = end
    return b"".join(pieces)


def _split_joined(data: bytes) -> Envelope | None:
    """Split the envelopes off packets that were joined."""
    envelope = [split_envelope(piece) for piece in packets(data) if piece != data and piece[0]]
    known = [item for item in envelope if item]
    if not known:
        return None
    lives, sequences, heads, tags, payloads = zip(*known, strict=True)
    joined = lives[0], sequences[0], b"".join(heads), b"".join(tags), b"".join(payloads)
    return joined if join_envelope(joined) == data else None


LENGTH_BYTES = 4  # before the body of a frame
_WHOLE = (Segment.WHOLE, Segment.FIRST)  # how all of a message begins

PACKET_OF = {  # what a message is called that is not opened on the way
    wire_name(kind): wire_name(ImagePacket) for kind, route in ROUTES.items() if route.carrier == "image"
}


class SentMessage(NamedTuple):
    """One message as its sender sent it."""

    sender: str
    boot_epoch: int
    sequence: int  # in that; of several packets the first
    name: str  # of the message's class; "unknown" where there is none
    payload: bytes  # of a picture's packet its own octets
    message: str  # class of the message; of a picture's packet of that in it


class SentMessageReader:
    """Reads sender, number and message off recorded bytes, of one mode and of any run."""

    def __init__(self, speakers: Speakers) -> None:
        """Know the participants; ValueError: unknown mode."""
        self._opening = Opening(speakers.on_record)

    def read(self, role: str, data: bytes) -> SentMessage | None:
        """Return the message in bytes that a role received; None: a driver's record, or unreadable."""
        if is_driver_record(data):
            return None
        if carrier_of(role, data) == "stream":
            body = self._opening.open(data, LENGTH_BYTES)
            return _sent_message(body, name_of(role, data)) if isinstance(body, Body) else None
        return self._of_packets(list(packets(data)))

    def _of_packets(self, pieces: list[bytes]) -> SentMessage | None:
        bodies = [body for body in map(self._body, pieces) if isinstance(body, Body)]
        first = unpack(pieces[0]) if pieces else None
        if len(bodies) < len(pieces) or not isinstance(first, Packet):
            return None
        kind = BY_APID.get(first.apid)
        if kind is not None and kind.route.carrier == "image":
            picture = _sent_message(bodies[0]._replace(payload=pieces[0]), kind.name)
            return picture._replace(name=PACKET_OF[picture.message])
        if first.segment not in _WHOLE:
            return None
        payload = b"".join(body.payload for body in bodies)
        return _sent_message(bodies[0]._replace(payload=payload), kind.name if kind else UNKNOWN)

    def _body(self, piece: bytes) -> object:
        return self._opening.open(piece, HEAD_BYTES)


def _sent_message(body: Body, name: str) -> SentMessage:
    return SentMessage(body.sender.name, body.boot_epoch, body.sequence, name, body.payload, name)
