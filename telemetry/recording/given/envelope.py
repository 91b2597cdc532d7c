"""What stands around a payload on its way: taken off, so that the payload is kept alone, and put on again.

    frame     u32 length | life, sequence | payload           | tag
    packet    head       | life, sequence | payload           | tag      head: primary header, time code
    packets   the same for each segment; sequences are consecutive, payloads are joined

`life` is the protection header up to the sequence: mode, key id, run, sender, boot epoch.  What has other
lengths than it says could not be put together again.
"""

from telemetry.agreed.keys import TAG_BYTES
from telemetry.recording.given.received import packets
from telemetry.recording.given.told import is_driver_record
from telemetry.wire.packet import HEAD_BYTES
from telemetry.wire.protection import ADDED_BYTES, header_of, parted

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
        return _take_off_all(data) if heads else None
    life, sequence, payload, tag = parted(data, head_bytes)
    return life, sequence, heads, tag, payload


def join_envelope(taken: Envelope) -> bytes:
    """Return the frame or the packets."""
    life, sequence, heads, tags, payload = taken
    if not heads:
        length = (len(payload) + ADDED_BYTES).to_bytes(_LENGTH, "big")
        return b"".join((length, header_of(life, sequence), payload, tags))
    pieces, at = list[bytes](), 0
    for place in range(len(heads) // HEAD_BYTES):
        head = heads[place * HEAD_BYTES :][:HEAD_BYTES]
        end = at + int.from_bytes(head[4:6], "big") + _BESIDE - HEAD_BYTES - ADDED_BYTES
        tag = tags[place * TAG_BYTES :][:TAG_BYTES]
        pieces += head, header_of(life, sequence + place), payload[at:end], tag
        at = end
    return b"".join(pieces)


def _take_off_all(data: bytes) -> Envelope | None:
    """Take the envelopes off packets that were joined."""
    taken = [split_envelope(piece) for piece in packets(data) if piece != data and piece[0]]
    known = [item for item in taken if item]
    if not known:
        return None
    lives, sequences, heads, tags, payloads = zip(*known, strict=True)
    joined = lives[0], sequences[0], b"".join(heads), b"".join(tags), b"".join(payloads)
    return joined if join_envelope(joined) == data else None
