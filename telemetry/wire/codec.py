"""Messages to bytes and back: msgpack payloads, in space packets or in frames.

    space packet (carriers tm, tc)            primary header | time code | body    see `packet`
    carried packet (carriers link, image)     a space packet as it is; its last receiver opens it
    frame (carrier stream)                    u32 length | body                    length: of the body
    body                                      protection header | msgpack | tag    see `protection`

Each APID of a sender (`kinds`) has its own 14-bit count.  A payload longer than one packet holds is segmented
with consecutive counts.

Pictures the bridge seals anew, in its own name; shown again, the replay has: in mode replay, and there alone,
its packets are taken for the spacecraft's across the link.  On a bus it speaks for itself alone.
The receiver knows the way by which bytes came, and names it; the message's route says in whose name it is
taken there.  Bad bytes are counted by reason and dropped.
"""

import struct
from typing import Any, NamedTuple

from telemetry.agreed.participants import REHEARSING, REPLAY, Speakers, role_of
from telemetry.life.boot import FIRST_BOOT, UNNUMBERED, Boot
from telemetry.messages.base import Message, wire_name
from telemetry.messages.images import ImagePacket
from telemetry.wire.hold_order import HoldOrder
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
from telemetry.wire.protection.arrival import Arrival, Rejection
from telemetry.wire.protection.ciphers import NO_TAG
from telemetry.wire.protection.header import ADDED_BYTES, Body, Numbering, Opening, payload_of, readable
from telemetry.wire.protection.heard_numbers import HeardNumbers, is_replay
from telemetry.wire.protection.stream_session import StreamSession
from telemetry.wire.protection.traffic import UNSEALED_SEAL, Seal, traffic_of
from telemetry.wire.routes import AS_THEY_ARE, CARRYING, COMMANDS_MOTION, ROUTES, Exit, Way, exit_of
from telemetry.wire.way_proofs import WayProofs, audience_of

FRAME_CAP = 1024 * 1024  # bytes of a frame's body
_LENGTH = struct.Struct("!I")
Session = StreamSession | None  # of the connection by which a frame goes; None: a packet, or unsealed
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

    def __init__(self, participant: str, speakers: Speakers = REHEARSING, *, boot: Boot = FIRST_BOOT) -> None:
        """Number packets from 0 and bodies from `boot` on; ValueError: unknown participant, mode or ring."""
        self._name, self._role = participant, role_of(participant, speakers.participants)
        self._speakers = speakers
        self.numbering = Numbering(participant, speakers, boot=boot)
        self._traffic = traffic_of(participant, speakers)
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
        if isinstance(message, ImagePacket):
            return [self.resealed(message.packet)]
        return [message.packet] if isinstance(message, _CARRYING) else self.packets(message, now_ns)

    def frame(self, message: Message, session: Session = None) -> bytes:
        """Return the message as one frame for the participant at the other end of a session.

        Raises:
            ValueError: beyond the cap, or no session where frames are sealed.
        """
        untagged = self.untagged(message)
        if session is not None:
            return session.sealed(untagged)
        if self._traffic is not None:
            raise ValueError(f"a frame of {self._name} is sealed under the keys of a session, and has none")
        return untagged + NO_TAG

    def untagged(self, message: Message) -> bytes:
        """Return the message as one frame with its number, all but the tag; ValueError: beyond the cap."""
        payload = pack_message(message)
        length = len(payload) + ADDED_BYTES
        if length > FRAME_CAP:
            raise ValueError(
                f"{wire_name(type(message))} of {length} bytes is beyond a frame's cap of {FRAME_CAP}"
            )
        return b"".join((_LENGTH.pack(length), self.numbering.next(), payload))

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

    def resealed(self, packet: bytes) -> bytes:
        """Return a packet with another mode, run, sender and number; what is none comes back as it is."""
        known = unpack(packet)
        if not isinstance(known, Packet) or known.apid not in BY_APID:
            return packet
        return self._sealed(BY_APID[known.apid], known, payload_of(known.body))

    def _packet(self, kind: Kind, segment: Segment, piece: bytes, *, now_ns: int) -> bytes:
        count = self._counts[kind.apid]
        self._counts[kind.apid] = (count + 1) % COUNTS
        return self._sealed(kind, Packet(kind.is_command, kind.apid, segment, count, now_ns, b""), piece)

    def _sealed(self, kind: Kind, packet: Packet, payload: bytes) -> bytes:
        seal = self._seal(kind)
        head = pack_head(packet, len(payload) + seal.added_bytes)
        return seal.sealed(head, self.numbering.next(seal.tags), payload)

    def _seal(self, kind: Kind) -> Seal:
        if self._traffic is None:
            return UNSEALED_SEAL
        return self._traffic.seal(audience_of(kind.route, self._role, self._speakers))


class Opened(NamedTuple):
    """Bytes of this run, taken apart."""

    body: Body
    packet: Packet | None  # None: a frame
    result: Received | Rejection | None  # None: a segment of a longer message
    data: bytes  # as they came; what is proven, readable and with all tags zero


class Admission(NamedTuple):
    """What becomes of bytes at one receiver."""

    result: Received | Rejected | None  # None: a segment, and its message is not complete yet
    arrival: Arrival | None = None  # None: they were not even opened


class Reader:
    """Decodes what one receiver gets, of any sender; what it drops is counted in `rejected`.

    bytes --- open ---> what they say, if they are proven
          --- admit --> whether this receiver has had the number before; the message, once it is whole
    """

    def __init__(self, speakers: Speakers = REHEARSING, numbers: HeardNumbers | None = None) -> None:
        """Accept what is sent in their mode and run, under their keys; ValueError: unknown mode.

        `numbers` are those that the receiver has had in lives before; None: none.
        """
        self._opening = Opening(speakers)
        self._is_replay = speakers.mode == REPLAY
        self._proofs = WayProofs(speakers)
        self._numbers = numbers or HeardNumbers()
        self._reassembly, self._hold_order = Reassembly(), HoldOrder()
        self.rejected: dict[str, int] = {}

    def decode(self, data: bytes, way: Way, session: Session = None) -> Received | Rejected | None:
        """Decode what came by a carrier, or up or down across the space link; a frame by its session.

        None: a segment, and its message is not complete yet.
        """
        return self.admit(self.open(data, way, session), way, session).result

    def open(self, data: bytes, way: Way, session: Session = None) -> Opened | Rejection:
        """Check and decode bytes; nothing is remembered of them."""
        return self._opened_frame(data, session) if way == "stream" else self._opened_packet(data, way)

    def prove(
        self, opened: Opened | Rejection, data: bytes, way: Way, *, session: Session
    ) -> Opened | Rejection:
        """Return what a reader without keys has opened of these bytes, if this one's keys prove it."""
        proof_of = self._proofs.of(way) if session is None else session.proof_of
        if proof_of is None or not isinstance(opened, Opened):
            return opened
        head_bytes = _LENGTH.size if opened.packet is None else HEAD_BYTES
        return self._opening.refusal(opened.body, data, head_bytes, proof_of=proof_of) or opened

    def admit(self, opened: Opened | Rejection, way: Way, session: Session = None) -> Admission:
        """Note the number of what was opened, and return its message unless it has come before."""
        if not isinstance(opened, Opened):
            return Admission(self._rejected(opened))
        if session is not None:
            arrival: Arrival = "new" if session.is_new(opened.body) else "duplicate"
            is_refused = arrival != "new"
        else:
            arrival = self._numbers.on_body(opened.body, way)
            is_refused = self._proofs.of(way) is not None and (
                is_replay(arrival, way) or (way == "up" and self._is_overtaken(opened))
            )
        if is_refused:
            return Admission(self._rejected(Rejection.REPLAY), arrival)
        result = opened.result or self._joined(opened)
        return Admission(self._rejected(result) if isinstance(result, Rejection) else result, arrival)

    def _is_overtaken(self, opened: Opened) -> bool:
        result = opened.result
        return isinstance(result, Received) and self._hold_order.is_overtaken(result.message, opened.body)

    def _rejected(self, reason: Rejection) -> Rejected:
        self.rejected[reason.value] = self.rejected.get(reason.value, 0) + 1
        return Rejected(reason.value)

    def _joined(self, opened: Opened) -> Received | Rejection | None:
        body, packet, *_ = opened
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
        proof_of = self._proofs.of(way)
        body = self._proofs.opening(way).open(data, HEAD_BYTES, proof_of)
        if not isinstance(body, Body):
            return body
        data = data if proof_of is None else readable(data, HEAD_BYTES, body.payload)
        result: Received | Rejection | None = self._refusal(kind, body, way)
        if result is None and way in AS_THEY_ARE:
            carrying: Any = CARRYING[way, kind.route.direction]
            result = Received(body.sender.name, carrying(packet=data), packet.sequence_count)
        elif result is None and packet.segment == Segment.WHOLE:
            result = _received(body, packet, body.payload)
        return Opened(body, packet, result, data)

    def _opened_frame(self, data: bytes, session: Session) -> Opened | Rejection:
        size = len(data) - _LENGTH.size
        if not ADDED_BYTES <= size <= FRAME_CAP or _LENGTH.unpack_from(data)[0] != size:
            return Rejection.LENGTH
        if session is None and self._proofs.are_sealed:
            return Rejection.TAG
        body = self._opening.open(data, _LENGTH.size, None if session is None else session.proof_of)
        if not isinstance(body, Body):
            return body
        data = data if session is None else readable(data, _LENGTH.size, body.payload)
        message = unpack_message(body.payload)
        if isinstance(message, Rejection):
            return Opened(body, None, message, data)
        refusal = self._refusal(KIND_OF[type(message)], body, "stream")
        return Opened(body, None, refusal or Received(body.sender.name, message, None), data)

    def _refusal(self, kind: Kind, body: Body, way: Way) -> Rejection | None:
        """Return why a message is not taken in this name by this way, or None."""
        roles, sender = kind.senders_by_way.get(way), body.sender
        if roles is None:
            return Rejection.CARRIER
        if body.boot_epoch >= UNNUMBERED and kind.message in COMMANDS_MOTION:
            return Rejection.UNNUMBERED
        is_again = self._is_replay and way == "down" and sender.role == REPLAY
        return None if sender.role in roles or is_again else Rejection.SENDER


def _received(body: Body, packet: Packet, payload: bytes) -> Received | Rejection:
    """Return the message of a whole payload, if it is of the kind that its packets name."""
    message = unpack_message(payload)
    if isinstance(message, Rejection):
        return message
    is_named = type(message) is BY_APID[packet.apid].message
    return Received(body.sender.name, message, packet.sequence_count) if is_named else Rejection.APID_MISMATCH
