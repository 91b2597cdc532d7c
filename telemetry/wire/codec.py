"""Messages to bytes and back: msgpack payloads, in space packets or in frames.

    space packet (carriers tm, tc)            primary header | time code | body    see `packet`
    carried packet (carriers link, image)     a space packet as it is; its last receiver opens it
    frame (carrier stream)                    u32 length | body                    length: of the body
    body                                      protection header | msgpack | tag    see `protection`

Each APID of a sender (`kinds`) has its own 14-bit count.  A payload longer than one packet holds is segmented
with consecutive counts.

Pictures that are shown again the replay has sealed anew; in mode replay, and there alone, its packets are
taken for the spacecraft's across the link.  On a bus it speaks for itself alone.
The receiver knows the way by which bytes came, and names it; the message's route says in whose name it is
taken there.  Bad bytes are counted by reason and dropped.
"""

import struct
from typing import Any, NamedTuple

from telemetry.agreed.participants import REHEARSING, REPLAY, Participant, Speakers, role_of
from telemetry.life.boot import FIRST_BOOT, Boot
from telemetry.messages.base import Message, wire_name
from telemetry.wire.arrival import Arrival, Rejection
from telemetry.wire.kinds import BY_APID, KIND_OF, Kind, pack_message, unpack_message
from telemetry.wire.packet import (
    COUNTS,
    HEAD_BYTES,
    PAYLOAD_CAP,
    PAYLOAD_MAX,
    Packet,
    Reassembly,
    Segment,
    pack_head,
    unpack,
)
from telemetry.wire.protection import ADDED_BYTES, Body, HeardNumbers, Opening, Sealing, payload_of
from telemetry.wire.routes import AS_THEY_ARE, CARRYING, ROUTES, Exit, Way, exit_of

FRAME_CAP = 1024 * 1024  # bytes of a frame's body
_LENGTH = struct.Struct("!I")
_CARRYING: tuple[Any, ...] = tuple(CARRYING.values())


class Received(NamedTuple):
    """A message that arrived whole."""

    sender: str
    message: Message
    sequence_count: int | None  # 14 bits, of the (last) packet; None: it came in a frame


class Rejected(NamedTuple):
    """Bytes that were dropped, and why."""

    reason: str


class Wire:
    """Encodes what one participant sends: its one counter, whichever carrier takes the bytes."""

    def __init__(
        self,
        participant: str,
        speakers: Speakers = REHEARSING,
        *,
        boot: Boot = FIRST_BOOT,
    ) -> None:
        """Number packets from 0 and bodies from `boot` on; ValueError: unknown participant or mode."""
        self._name = participant
        self._role = role_of(participant, speakers.participants)
        self._sealing = Sealing(participant, speakers, boot=boot)
        self._counts = dict.fromkeys(BY_APID, 0)
        self._exits: dict[type[Message], Exit] = {}  # of messages sent so far

    def exit(self, message: type[Message]) -> Exit:
        """Return how a message leaves; RuntimeError: the participant is no sender of it."""
        known = self._exits.get(message)
        if known is not None:
            return known
        found = exit_of(self._role, message)
        if found is None:
            senders = ", ".join(ROUTES[message].senders)
            raise RuntimeError(f"{self._name} is no sender of {wire_name(message)}; senders: {senders}")
        return self._exits.setdefault(message, found)

    def encode(self, message: Message, now_ns: int) -> list[bytes]:
        """Return the frame or the packets in which the message leaves; RuntimeError: no sender of it."""
        if self.exit(type(message)).carrier == "stream":
            return [self.frame(message)]
        return [message.packet] if isinstance(message, _CARRYING) else self.packets(message, now_ns)

    def frame(self, message: Message) -> bytes:
        """Return the message as one frame; ValueError: beyond the cap."""
        payload = pack_message(message)
        length = len(payload) + ADDED_BYTES
        if length > FRAME_CAP:
            raise ValueError(
                f"{wire_name(type(message))} of {length} bytes is beyond a frame's cap of {FRAME_CAP}"
            )
        return self._sealing.seal(_LENGTH.pack(length), payload)

    def packets(self, message: Message, now_ns: int) -> list[bytes]:
        """Return the message as space packets, whatever its carrier; ValueError: beyond the cap."""
        kind, payload = KIND_OF[type(message)], pack_message(message)
        if len(payload) <= PAYLOAD_MAX:
            return [self._packet(kind, Segment.WHOLE, payload, now_ns=now_ns)]
        if len(payload) > PAYLOAD_CAP:
            raise ValueError(
                f"{wire_name(type(message))} of {len(payload)} bytes is beyond the cap of {PAYLOAD_CAP}"
            )
        pieces = [payload[at : at + PAYLOAD_MAX] for at in range(0, len(payload), PAYLOAD_MAX)]
        middle = [Segment.CONTINUATION] * (len(pieces) - 2)
        segments = zip((Segment.FIRST, *middle, Segment.LAST), pieces, strict=True)
        return [self._packet(kind, segment, piece, now_ns=now_ns) for segment, piece in segments]

    def _packet(self, kind: Kind, segment: Segment, piece: bytes, *, now_ns: int) -> bytes:
        count = self._counts[kind.apid]
        self._counts[kind.apid] = (count + 1) % COUNTS
        return self._sealed(Packet(kind.is_command, kind.apid, segment, count, now_ns, b""), piece)

    def _sealed(self, packet: Packet, payload: bytes) -> bytes:
        return self._sealing.seal(pack_head(packet, len(payload) + ADDED_BYTES), payload)

    def resealed(self, packet: bytes) -> bytes:
        """Return a packet with another mode, run, sender and number; what is none comes back as it is."""
        known = unpack(packet)
        return self._sealed(known, payload_of(known.body)) if isinstance(known, Packet) else packet


class Opened(NamedTuple):
    """Bytes of this run, taken apart."""

    body: Body
    packet: Packet | None  # None: a frame
    result: Received | Rejection | None  # None: a segment of a longer message


class Reader:
    """Decodes what one receiver gets: bytes of any sender; what it drops is counted in `rejected`.

    bytes --- open ---> what they say: the same for every receiver of the run
          --- on_number ---> whether this receiver has had the number before
          --- result_of ---> the message, once it is whole
    """

    def __init__(self, speakers: Speakers = REHEARSING) -> None:
        """Accept what is sent in their mode and run, under their keys; ValueError: unknown mode."""
        self._opening = Opening(speakers)
        self._is_replay = speakers.mode == REPLAY
        self._heard = HeardNumbers()
        self._reassembly = Reassembly()
        self.rejected: dict[str, int] = {}

    def decode(self, data: bytes, way: Way) -> Received | Rejected | None:
        """Decode what came by a carrier, or up or down across the space link.

        None: a segment, and its message is not complete yet.
        """
        return self.judge(self.open(data, way), way)

    def open(self, data: bytes, way: Way) -> Opened | Rejection:
        """Check and decode bytes; nothing is remembered of them."""
        return self._opened_frame(data) if way == "stream" else self._opened_packet(data, way)

    def judge(self, opened: Opened | Rejection, way: Way) -> Received | Rejected | None:
        """Note the number of what was opened, and return its message."""
        if isinstance(opened, Opened):
            self._heard.on_body(opened.body, way)
            if isinstance(opened.result, Received):
                return opened.result
        return self.result_of(opened)

    def on_number(self, opened: Opened, way: Way) -> Arrival:
        """Note the number of what has come, and classify it."""
        return self._heard.on_body(opened.body, way)

    def result_of(self, opened: Opened | Rejection) -> Received | Rejected | None:
        """Return the message, why there is none, or None for a segment before the last."""
        result = opened.result or self._joined(opened) if isinstance(opened, Opened) else opened
        if isinstance(result, Rejection):
            self.rejected[result.value] = self.rejected.get(result.value, 0) + 1
            return Rejected(result.value)
        return result

    def _joined(self, opened: Opened) -> Received | Rejection | None:
        body, packet, _ = opened
        if packet is None:
            return None
        payload = self._reassembly.on_packet(packet, body.sender.name, body.payload)
        return _received(body, packet, payload) if isinstance(payload, bytes) else payload

    def _opened_packet(self, data: bytes, way: Way) -> Opened | Rejection:
        packet = unpack(data)
        if not isinstance(packet, Packet):
            return packet
        kind = BY_APID.get(packet.apid)
        if kind is None:
            return Rejection.APID
        if packet.is_command != kind.is_command:
            return Rejection.TYPE
        body = self._opening.open(data, HEAD_BYTES)
        if not isinstance(body, Body):
            return body
        result: Received | Rejection | None = self._refusal(kind, body.sender, way)
        if result is None and way in AS_THEY_ARE:
            carrying: Any = CARRYING[way, kind.route.direction]
            result = Received(body.sender.name, carrying(packet=data), packet.sequence_count)
        elif result is None and packet.segment == Segment.WHOLE:
            result = _received(body, packet, body.payload)
        return Opened(body, packet, result)

    def _opened_frame(self, data: bytes) -> Opened | Rejection:
        if not _LENGTH.size + ADDED_BYTES <= len(data) <= _LENGTH.size + FRAME_CAP:
            return Rejection.LENGTH
        if _LENGTH.unpack_from(data)[0] != len(data) - _LENGTH.size:
            return Rejection.LENGTH
        body = self._opening.open(data, _LENGTH.size)
        if not isinstance(body, Body):
            return body
        message = unpack_message(body.payload)
        if isinstance(message, Rejection):
            return Opened(body, None, message)
        refusal = self._refusal(KIND_OF[type(message)], body.sender, "stream")
        return Opened(body, None, refusal or Received(body.sender.name, message, None))

    def _refusal(self, kind: Kind, sender: Participant, way: Way) -> Rejection | None:
        """Return why a message is not taken in this name by this way, or None."""
        roles = kind.senders_by_way.get(way)
        if roles is None:
            return Rejection.CARRIER
        is_again = self._is_replay and way == "down" and sender.role == REPLAY
        return None if sender.role in roles or is_again else Rejection.SENDER


def _received(body: Body, packet: Packet, payload: bytes) -> Received | Rejection:
    """Return the message of a whole payload, if it is of the kind that its packets name."""
    message = unpack_message(payload)
    if isinstance(message, Rejection):
        return message
    if type(message) is not BY_APID[packet.apid].message:
        return Rejection.APID_MISMATCH
    return Received(body.sender.name, message, packet.sequence_count)
