"""What stands around a payload on its way: taken off, so that the payload is kept alone, and put on again.

    frame     u32 length | life, sequence | payload           | tag
    packet    head       | life, sequence | payload           | tag      head: primary header, time code
    packets   the same for each segment; sequences are consecutive, payloads are joined

`life` is the protection header up to the sequence: mode, key id, run, sender, boot epoch.  Tags that seal
nothing are left out.  What has other lengths than it says could not be put together again.
"""

from telemetry.recording.received import packets
from telemetry.recording.told import is_told
from telemetry.wire.keys import TAG_BYTES
from telemetry.wire.packet import HEAD_BYTES
from telemetry.wire.protection import ADDED_BYTES, HEADER_BYTES

_LENGTH, _SEQUENCE = 4, 8  # octets
_FRAME_BEGIN, _PACKET_BEGIN = _LENGTH + HEADER_BYTES, HEAD_BYTES + HEADER_BYTES  # of the payload
_FRAME_LIFE_END, _PACKET_LIFE_END = _FRAME_BEGIN - _SEQUENCE, _PACKET_BEGIN - _SEQUENCE
_BESIDE = 7  # a packet's length counts from behind its six first octets, less one
_NO_TAG = bytes(TAG_BYTES)

# life, sequence of the first packet, heads (none: a frame), tags (none: all zero), payload
Taken = tuple[bytes, int, bytes, bytes, bytes]


def take_off(data: bytes) -> Taken | None:
    """Return envelope and payload of a frame or of packets; None: they could not be put together again."""
    size = len(data)
    if not data or is_told(data):
        return None
    tags = b"" if data.endswith(_NO_TAG) else data[-TAG_BYTES:]
    if data[0] == 0:
        if size < _FRAME_BEGIN + TAG_BYTES or int.from_bytes(data[:_LENGTH], "big") != size - _LENGTH:
            return None
        sequence = int.from_bytes(data[_FRAME_LIFE_END:_FRAME_BEGIN], "big")
        return data[_LENGTH:_FRAME_LIFE_END], sequence, b"", tags, data[_FRAME_BEGIN:-TAG_BYTES]
    if size == int.from_bytes(data[4:6], "big") + _BESIDE >= _PACKET_BEGIN + TAG_BYTES:
        sequence = int.from_bytes(data[_PACKET_LIFE_END:_PACKET_BEGIN], "big")
        life = data[HEAD_BYTES:_PACKET_LIFE_END]
        return life, sequence, data[:HEAD_BYTES], tags, data[_PACKET_BEGIN:-TAG_BYTES]
    return _take_off_all(data)


def put_on(taken: Taken) -> bytes:
    """Return the frame or the packets."""
    life, sequence, heads, tags, payload = taken
    if not heads:
        length = (len(payload) + ADDED_BYTES).to_bytes(_LENGTH, "big")
        return b"".join((length, life, sequence.to_bytes(_SEQUENCE, "big"), payload, tags or _NO_TAG))
    pieces, at = list[bytes](), 0
    for place in range(len(heads) // HEAD_BYTES):
        head = heads[place * HEAD_BYTES :][:HEAD_BYTES]
        end = at + int.from_bytes(head[4:6], "big") + _BESIDE - HEAD_BYTES - ADDED_BYTES
        tag = tags[place * TAG_BYTES :][:TAG_BYTES] or _NO_TAG
        pieces += head, life, (sequence + place).to_bytes(_SEQUENCE, "big"), payload[at:end], tag
        at = end
    return b"".join(pieces)


def _take_off_all(data: bytes) -> Taken | None:
    """Take the envelopes off packets that were joined."""
    taken = [take_off(piece) for piece in packets(data) if piece != data and piece[0]]
    known = [item for item in taken if item]
    if not known:
        return None
    lives, sequences, heads, tags, payloads = zip(*known, strict=True)
    sealed = b"".join(tag or _NO_TAG for tag in tags) if any(tags) else b""
    joined = lives[0], sequences[0], b"".join(heads), sealed, b"".join(payloads)
    return joined if put_on(joined) == data else None
