"""What bytes on record say: whose they are, under which number, and which message.

    frame                a message
    packets              a message; several, if it was cut in segments
    picture's packet     stands for itself: who joins them has to know what is missing

A packet that goes over the space link says the message that is in it.
"""

from typing import NamedTuple

from telemetry.agreed.speakers import Speakers
from telemetry.messages.base import wire_name
from telemetry.messages.images import ImagePacket
from telemetry.recording.given.received import UNKNOWN, carrier_of, name_of, packets
from telemetry.recording.given.told import is_driver_record
from telemetry.wire.kinds import BY_APID
from telemetry.wire.packet import HEAD_BYTES, Packet, Segment, unpack
from telemetry.wire.protection import Body, Opening
from telemetry.wire.routes import ROUTES

LENGTH_BYTES = 4  # before the body of a frame
_WHOLE = (Segment.WHOLE, Segment.FIRST)  # how all of a message begins

PACKET_OF = {  # what a message is called that nobody opens on the way
    wire_name(kind): wire_name(ImagePacket) for kind, route in ROUTES.items() if route.carrier == "image"
}


class SentMessage(NamedTuple):
    """What bytes say."""

    sender: str
    boot_epoch: int
    sequence: int  # in that; of several packets the first
    name: str  # of the message's class; "unknown" where there is none
    payload: bytes  # of a picture's packet its own octets
    message: str  # class of the message; of a picture's packet of that in it


class SentMessageReader:
    """Reads what bytes of one mode say, of whatever run: who took them has judged that."""

    def __init__(self, speakers: Speakers) -> None:
        """Know who took part; ValueError: unknown mode."""
        self._opening = Opening(speakers.on_record)

    def read(self, role: str, data: bytes) -> SentMessage | None:
        """Return what bytes that a role was given say; None: its driver told it, or nobody can read them."""
        if is_driver_record(data):
            return None
        if carrier_of(role, data) == "stream":
            body = self._opening.open(data, LENGTH_BYTES)
            return _voice(body, name_of(role, data)) if isinstance(body, Body) else None
        return self._of_packets(list(packets(data)))

    def _of_packets(self, pieces: list[bytes]) -> SentMessage | None:
        bodies = [body for body in map(self._body, pieces) if isinstance(body, Body)]
        first = unpack(pieces[0]) if pieces else None
        if len(bodies) < len(pieces) or not isinstance(first, Packet):
            return None
        kind = BY_APID.get(first.apid)
        if kind is not None and kind.route.carrier == "image":
            picture = _voice(bodies[0]._replace(payload=pieces[0]), kind.name)
            return picture._replace(name=PACKET_OF[picture.message])
        if first.segment not in _WHOLE:
            return None
        payload = b"".join(body.payload for body in bodies)
        return _voice(bodies[0]._replace(payload=payload), kind.name if kind else UNKNOWN)

    def _body(self, piece: bytes) -> object:
        return self._opening.open(piece, HEAD_BYTES)


def _voice(body: Body, name: str) -> SentMessage:
    return SentMessage(body.sender.name, body.boot_epoch, body.sequence, name, body.payload, name)
