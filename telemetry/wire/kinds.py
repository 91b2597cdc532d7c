"""What is fixed for each kind of message: its payload, its number on the wire, its senders by each way.

A payload is plain msgpack, a map with the message's `id`.  APID of a message = 256 + its id (so Motion 276,
Keep 277, ResumeCommand 278, HoldCommand 279, Telemetry 336, Uplink 337, Downlink 338); what goes up carries
the type bit of telecommands.
"""

from functools import reduce
from operator import or_
from typing import Any, NamedTuple

import msgspec

from telemetry.messages.base import Message, wire_name
from telemetry.messages.images import ImageShard
from telemetry.wire.packet import APIDS, Packet, unpack
from telemetry.wire.protection.arrival import Rejection
from telemetry.wire.routes import ROUTES, Route, Way, senders_by_way

FIRST_APID = 256

_ENCODE = msgspec.msgpack.Encoder().encode
_UNION: Any = reduce(or_, ROUTES)
_DECODE = msgspec.msgpack.Decoder(_UNION).decode


class Kind(NamedTuple):
    """What is fixed for each message class."""

    message: type[Message]
    name: str  # of the class, on the wire
    apid: int
    route: Route
    is_command: bool  # the type bit of its packets
    senders_by_way: dict[Way, tuple[str, ...]]


def _kind(message: type[Message]) -> Kind:
    route = ROUTES[message]
    apid = FIRST_APID + _message_id(message)
    return Kind(message, wire_name(message), apid, route, route.direction == "up", senders_by_way(message))


def _message_id(message: type[Message]) -> int:
    number = message.__struct_config__.tag
    if not isinstance(number, int) or not 0 < number < APIDS - 1 - FIRST_APID:
        raise ValueError(f"{wire_name(message)} has no id that gives an APID: {number!r}")
    return number


KIND_OF = {message: _kind(message) for message in ROUTES}
BY_APID = {kind.apid: kind for kind in KIND_OF.values()}
BY_NAME = {kind.name: kind for kind in KIND_OF.values()}
APID_OF = {kind.message: kind.apid for kind in KIND_OF.values()}


def is_of_picture(data: bytes) -> bool:
    """True for a packet of the spacecraft's pictures; what is no packet at all is the reader's to count."""
    packet = unpack(data)
    return isinstance(packet, Packet) and packet.apid == APID_OF[ImageShard] and not packet.is_command


def pack_message(message: Message) -> bytes:
    """Return the payload: plain msgpack, a map with the message's `id`."""
    return _ENCODE(message)


def unpack_message(payload: bytes) -> Message | Rejection:
    """Return the message of a payload, or why there is none."""
    try:
        message: Message = _DECODE(payload)
    except msgspec.ValidationError as error:
        unknown = str(error).startswith("Invalid value") and str(error).endswith("`$.id`")
        return Rejection.UNKNOWN_ID if unknown else Rejection.INVALID_MESSAGE
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return Rejection.MALFORMED
    return message
