"""What a role received, read again from its bytes alone, which also show by which carrier they came.

first octet 0x80    a record of its driver (`driver_records`)
first octet 0       a frame (its length is far below 2^24)
type bit            a telecommand: to the space segment over the link, to others on the ground's bus
else telemetry      to the bridge over the link; a picture's packet as it is; or a message on the bus
"""

from collections import defaultdict
from collections.abc import Iterator

import msgspec

from telemetry.agreed.participants import Speakers
from telemetry.messages.base import Message, wire_name
from telemetry.messages.images import ImagePacket, ImageShard
from telemetry.messages.spacecraft import Downlink, Uplink
from telemetry.recording.given.driver_records import driver_record_name, is_driver_record
from telemetry.wire.codec import Reader, Received
from telemetry.wire.kinds import APID_OF, BY_APID, FIRST_APID
from telemetry.wire.packet import COMMAND_BIT
from telemetry.wire.protection.header import payload_of
from telemetry.wire.routes import Carrier

UNKNOWN = "unknown"

_LENGTH = 4  # octets before the body of a frame
_PACKET_HEAD = 6


class _Numbered(msgspec.Struct):
    """The one key that every message has."""

    id: int


_NUMBER = msgspec.msgpack.Decoder(_Numbered).decode


def carrier_of(role: str, data: bytes) -> Carrier:
    """Return the carrier by which bytes reached a role."""
    if not data or data[0] == 0:
        return "stream"
    if role == "space_segment":
        return "link"
    if data[0] & COMMAND_BIT:
        return "tc"
    if role == "bridge":
        return "link"
    return "image" if _apid(data) == APID_OF[ImageShard] else "tm"


def name_of(role: str, data: bytes) -> str:
    """Return the name of the message that bytes hold, by their own headers."""
    if is_driver_record(data):
        return driver_record_name(data)
    carrier = carrier_of(role, data)
    if carrier == "link":
        return wire_name(Uplink if role == "space_segment" else Downlink)
    if carrier == "image":
        return wire_name(ImagePacket)
    apid = FIRST_APID + _frame_number(data) if carrier == "stream" else _apid(data)
    return BY_APID[apid].name if apid in BY_APID else UNKNOWN


class MessageOpener:
    """Decodes what roles had received; keeps apart what each of them has to join from segments."""

    def __init__(self, speakers: Speakers) -> None:
        """Accept messages of one mode and of any run: the role has judged that when it received them."""
        self._readers = defaultdict[str, Reader](lambda: Reader(speakers.on_record))

    def open(self, role: str, data: bytes) -> Message | None:
        """Return the message; None: a driver's record, a segment before the last, or unreadable."""
        received = self.received(role, data)
        return received.message if received else None

    def received(self, role: str, data: bytes) -> Received | None:
        """Return the message and its sender; None as for `open`."""
        if is_driver_record(data):
            return None
        carrier = carrier_of(role, data)
        result = None
        for piece in (data,) if carrier == "stream" else packets(data):
            result = self._readers[role].decode(piece, carrier)
        return result if isinstance(result, Received) else None


def packets(data: bytes) -> Iterator[bytes]:
    """Split packets that were joined, by the lengths that they state."""
    while len(data) > _PACKET_HEAD:
        end = _PACKET_HEAD + int.from_bytes(data[4:6], "big") + 1
        yield data[:end]
        data = data[end:]


def _apid(data: bytes) -> int:
    return int.from_bytes(data[:2], "big") & 0x7FF


def _frame_number(data: bytes) -> int:
    try:
        return _NUMBER(payload_of(data[_LENGTH:])).id
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return 0
