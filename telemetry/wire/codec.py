"""Messages to bytes and back: msgpack payloads, in space packets or in frames.

    space packet (carriers tm, tc)            primary header | time code | body    see `packet`
    carried packet (carriers link, image)     a space packet as it is; whoever it is for opens it
    frame (carrier stream)                    u32 length | body                    length: of the body
    body                                      protection header | msgpack | tag    see `protection`

APID of a message = 256 + its id (so Motion 276, Keep 277, ResumeCommand 278, HoldCommand 279, Telemetry 336,
Uplink 337, Downlink 338); what goes up carries the type bit of telecommands.  Each APID of a sender has its
own 14-bit count.  A payload longer than one packet holds is segmented with consecutive counts.

In mode replay the role replay says again what any role had said; in every other mode it speaks for nobody.
The receiver knows the way by which bytes came, and names it; the message's route says in whose name it is
taken there.  Bad bytes are counted by reason and dropped.
"""

import struct
from functools import reduce
from operator import or_
from typing import Any, NamedTuple

import msgspec

from telemetry.messages.base import Message
from telemetry.participants import PARTICIPANTS, REPLAY, Participants
from telemetry.wire.packet import (
    APIDS,
    COUNTS,
    PAYLOAD_MAX,
    Packet,
    Rejection,
    Segment,
    pack,
    unpack,
)
from telemetry.wire.protection import (
    HEADER_BYTES,
    TAG_BYTES,
    Wrapper,
    mode_number,
    run_octets,
    unwrap,
)
from telemetry.wire.reassembly import PAYLOAD_CAP, Reassembly
from telemetry.wire.routes import AS_THEY_ARE, CARRYING, ROUTES, Route, Way, heard_from

FRAME_CAP = 1024 * 1024  # bytes of a frame's body
FIRST_APID = 256

_ENCODE = msgspec.msgpack.Encoder().encode
_UNION: Any = reduce(or_, ROUTES)
_DECODE = msgspec.msgpack.Decoder(_UNION).decode
_LENGTH = struct.Struct("!I")
_CARRYING: tuple[Any, ...] = tuple(CARRYING.values())


class _Kind(NamedTuple):
    """What is fixed for each message class."""

    message: type[Message]
    apid: int
    route: Route
    is_command: bool  # the type bit of its packets
    heard_from: dict[Way, tuple[str, ...]]


def _kind(message: type[Message]) -> _Kind:
    route = ROUTES[message]
    apid = FIRST_APID + _message_id(message)
    return _Kind(message, apid, route, route.direction == "up", heard_from(message))


def _message_id(message: type[Message]) -> int:
    number = message.__struct_config__.tag
    if not isinstance(number, int) or not 0 < number < APIDS - 1 - FIRST_APID:
        raise ValueError(f"{message.__name__} has no id that gives an APID: {number!r}")
    return number


_KINDS = {message: _kind(message) for message in ROUTES}
_BY_APID = {kind.apid: kind for kind in _KINDS.values()}
APID_OF = {kind.message: kind.apid for kind in _KINDS.values()}


class Received(NamedTuple):
    """A message that arrived whole."""

    sender: str
    message: Message
    sequence_count: int | None  # 14 bits, of the (last) packet; None: it came in a frame


class Rejected(NamedTuple):
    """Bytes that were dropped, and why."""

    reason: str


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


class Wire:
    """What one participant says, as bytes."""

    def __init__(
        self,
        participant: str,
        *,
        mode: str = "rehearsal",
        run_id: str = "",
        boot_epoch: int = 0,
        participants: Participants = PARTICIPANTS,
    ) -> None:
        """Number packets and bodies from the start; ValueError: unknown participant or mode."""
        self._wrapper = Wrapper(
            participant, mode=mode, run_id=run_id, boot_epoch=boot_epoch, participants=participants
        )
        self._counts = dict.fromkeys(_BY_APID, 0)

    def encode(self, message: Message, now_ns: int) -> list[bytes]:
        """Return the frame or the packets in which the message's carrier takes it."""
        if isinstance(message, _CARRYING):
            return [message.packet]
        is_stream = ROUTES[type(message)].carrier == "stream"
        return [self.frame(message)] if is_stream else self.packets(message, now_ns)

    def frame(self, message: Message) -> bytes:
        """Return the message as one frame; ValueError: beyond the cap."""
        body = self._wrapper.wrap(_ENCODE(message))
        if len(body) > FRAME_CAP:
            raise ValueError(
                f"{type(message).__name__} of {len(body)} bytes is beyond a frame's cap of {FRAME_CAP}"
            )
        return _LENGTH.pack(len(body)) + body

    def packets(self, message: Message, now_ns: int) -> list[bytes]:
        """Return the message as space packets, whatever its carrier; ValueError: beyond the cap."""
        kind, payload = _KINDS[type(message)], _ENCODE(message)
        if len(payload) <= PAYLOAD_MAX:
            return [self._packet(kind, Segment.WHOLE, payload, now_ns=now_ns)]
        if len(payload) > PAYLOAD_CAP:
            raise ValueError(
                f"{type(message).__name__} of {len(payload)} bytes is beyond the cap of {PAYLOAD_CAP}"
            )
        pieces = [payload[at : at + PAYLOAD_MAX] for at in range(0, len(payload), PAYLOAD_MAX)]
        middle = [Segment.CONTINUATION] * (len(pieces) - 2)
        segments = zip((Segment.FIRST, *middle, Segment.LAST), pieces, strict=True)
        return [self._packet(kind, segment, piece, now_ns=now_ns) for segment, piece in segments]

    def repeat(self, data: bytes, mode: str) -> bytes | None:
        """Return a packet of another mode and run as this participant says it: same payload, time and count.

        None: it is no packet of that mode.  ValueError: unknown mode.
        """
        packet = unpack(data)
        if isinstance(packet, Rejection):
            return None
        body = unwrap(packet.body, mode_number(mode), None)
        if isinstance(body, Rejection):
            return None
        return pack(packet._replace(body=self._wrapper.wrap(body.payload)))

    def _packet(self, kind: _Kind, segment: Segment, piece: bytes, *, now_ns: int) -> bytes:
        count = self._counts[kind.apid]
        self._counts[kind.apid] = (count + 1) % COUNTS
        return pack(Packet(kind.is_command, kind.apid, segment, count, now_ns, self._wrapper.wrap(piece)))


class Reader:
    """What one receiver hears: takes bytes of any sender, counts what it drops in `rejected`."""

    def __init__(
        self,
        *,
        mode: str = "rehearsal",
        run_id: str | None = "",
        participants: Participants = PARTICIPANTS,
    ) -> None:
        """Accept one mode and one run only; ValueError: unknown mode.

        `run_id` None: any run, for who reads again what a run had taken.
        """
        self._participants = participants
        self._mode = mode_number(mode)
        self._run = None if run_id is None else run_octets(run_id)
        self._anyone = {REPLAY} if mode == REPLAY else set[str]()  # who may say everything
        self._reassembly = Reassembly()
        self.rejected: dict[str, int] = {}

    def decode(self, data: bytes, way: Way) -> Received | Rejected | None:
        """Take what came by a carrier, or up or down across the space link.

        None: a segment, and its message is not complete yet.
        """
        result = self._frame(data) if way == "stream" else self._packet(data, way)
        return self._reject(result) if isinstance(result, Rejection) else result

    def _reject(self, reason: Rejection) -> Rejected:
        self.rejected[reason.value] = self.rejected.get(reason.value, 0) + 1
        return Rejected(reason.value)

    def _packet(self, data: bytes, way: Way) -> Received | Rejection | None:
        packet = unpack(data)
        if isinstance(packet, Rejection):
            return packet
        kind = _BY_APID.get(packet.apid)
        if kind is None:
            return Rejection.APID
        if packet.is_command != kind.is_command:
            return Rejection.TYPE
        body = unwrap(packet.body, self._mode, self._run)
        if isinstance(body, Rejection):
            return body
        sender = self._sender(kind, body.sender, way)
        if isinstance(sender, Rejection):
            return sender
        if way in AS_THEY_ARE:
            carrying: Any = CARRYING[way, kind.route.direction]
            return Received(sender, carrying(packet=data), None)
        payload = self._reassembly.take(packet, sender, body.payload)
        if payload is None or isinstance(payload, Rejection):
            return payload
        message = unpack_message(payload)
        if isinstance(message, Rejection):
            return message
        if type(message) is not kind.message:
            return Rejection.APID_MISMATCH
        return Received(sender, message, packet.sequence_count)

    def _sender(self, kind: _Kind, number: int, way: Way) -> str | Rejection:
        """Return the participant of a number, or why a message is not taken in its name by this way."""
        roles = kind.heard_from.get(way)
        if roles is None:
            return Rejection.CARRIER
        if not 1 <= number <= len(self._participants):
            return Rejection.SENDER
        name, role = self._participants[number - 1]
        return name if role in roles or role in self._anyone else Rejection.SENDER

    def _frame(self, data: bytes) -> Received | Rejection:
        shortest = _LENGTH.size + HEADER_BYTES + TAG_BYTES
        if not shortest <= len(data) <= _LENGTH.size + FRAME_CAP:
            return Rejection.LENGTH
        if _LENGTH.unpack_from(data)[0] != len(data) - _LENGTH.size:
            return Rejection.LENGTH
        body = unwrap(data[_LENGTH.size :], self._mode, self._run)
        if isinstance(body, Rejection):
            return body
        message = unpack_message(body.payload)
        if isinstance(message, Rejection):
            return message
        sender = self._sender(_KINDS[type(message)], body.sender, "stream")
        return sender if isinstance(sender, Rejection) else Received(sender, message, None)
