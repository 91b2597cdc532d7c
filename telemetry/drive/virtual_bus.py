"""The bus of virtual time: the sealed bytes of every message, and for every receiver a reader of its own.

    send ---> the sender's wire ---> bytes ---> seams, for each receiver ---> its own reader ---> message

What bytes say is decoded once for all receivers; each receiver proves them by its own keys, and keeps its own
state (numbers, segments, refusals), in the order in which bytes come to it.  Numbers that it has had outlive
its process, as they do in real time.

The keys come from the seed: they protect nothing, they only are in the way of what is not sealed by them.
"""

import hashlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from telemetry.agreed.keys import Keyring
from telemetry.agreed.participants import GATE, Speakers, playing, role_of
from telemetry.drive.seams import Parcel, Seams
from telemetry.keys.key_sets import drawn_rings
from telemetry.life.boot import Boot
from telemetry.life.contract import Send
from telemetry.messages.base import Message, wire_name
from telemetry.wire.codec import Opened, Reader, Received, Rejected, Wire
from telemetry.wire.packet import COMMAND_BIT, without_tags
from telemetry.wire.protection.arrival import Rejection, Window
from telemetry.wire.protection.ciphers import NO_TAG
from telemetry.wire.protection.header import Body
from telemetry.wire.protection.heard_numbers import HeardNumbers
from telemetry.wire.protection.stream_session import StreamSession
from telemetry.wire.routes import AS_THEY_ARE, LINK_ENDS, Carrier


def rings_of_seed(seed: int, speakers: Speakers) -> dict[str, Keyring]:
    """Return the rings of a run in virtual time, which only another such run accepts."""
    master = hashlib.sha256(f"virtual time {seed}".encode()).digest()
    return drawn_rings(master, mode=speakers.mode, number=VIRTUAL_SET, participants=speakers.participants)


VIRTUAL_SET = 1


class Passage(NamedTuple):
    """What comes to a receiver: the bytes of a message, whole."""

    opened: tuple[Opened | Rejection, ...]  # of each piece, not proven
    carrier: Carrier
    data: bytes  # without tags
    pieces: tuple[bytes, ...]
    session: StreamSession | None = None  # the receiver's end of the connection by which it comes


class Admitted(NamedTuple):
    """The outcome of a passage at its receiver."""

    received: Received | None  # None: it is not taken, or not whole
    refused: tuple[tuple[bytes, str], ...] = ()  # pieces, and why


class Calm(NamedTuple):
    """A message on its way where nothing comes twice or late, so that its number tells nothing."""

    sender: str
    message: Message
    carrier: Carrier

    @property
    def data(self) -> bytes:
        """What there is to be recorded of it."""
        return b""


class Uncoded(NamedTuple):
    """A message on its way to a receiver."""

    admitted: "Admitted"  # if its number has not come before
    carrier: Carrier
    body: Body  # sender and number
    window: Window | None  # of the connection by which it comes; None: it comes by a group

    @property
    def data(self) -> bytes:
        """What there is to be recorded of it."""
        return b""


OnItsWay = Passage | Uncoded | Calm
Arriving = tuple[str, int, OnItsWay]  # to whom, how late beyond the carrier's own time [ns], what


class VirtualBus:
    """The wires of all senders of a run, and the readers of all receivers."""

    def __init__(self, present: Sequence[str], speakers: Speakers, *, seed: int) -> None:
        """Start without connections; `present` are the participants of the run."""
        self._speakers = speakers
        self._rings = rings_of_seed(seed, speakers)
        self._present = tuple(row for row in speakers.participants if row.name in present)
        self._exits: dict[tuple[str, type[Message]], tuple[Carrier, tuple[str, ...]]] = {}
        self._wires: dict[str, Wire] = {}
        self._readers: dict[str, Reader] = {}
        self._numbers: dict[str, HeardNumbers] = {}
        self._lives: Counter[str] = Counter()
        self._sessions: dict[tuple[str, str], StreamSession] = {}  # by the one at this end, and the other
        self._opener = Reader(speakers.proven)
        self.rejected: Counter[str] = Counter()  # pieces that were not taken, by reason

    def join(self, name: str, boot: Boot) -> None:
        """Begin a life of a participant."""
        speakers = replace(self._speakers, keys=self._rings[name])
        self._lives[name] += 1
        self._sessions = {ends: session for ends, session in self._sessions.items() if name not in ends}
        self._wires[name] = Wire(name, speakers, boot=boot)
        self._readers[name] = Reader(speakers, self._numbers.setdefault(name, HeardNumbers()))

    def keys_of(self, name: str) -> dict[str, Keyring]:
        """Return the rings that a participant's role itself seals by."""
        role, participants = role_of(name, self._speakers.participants), self._speakers.participants
        if role == GATE:
            return {name: self._rings[name].of_audit}
        seals = playing((role,), participants) if role in LINK_ENDS and role != "bridge" else ()
        return {other: self._rings[other] for other in seals}

    def leave(self, name: str) -> None:
        """End the life of a participant, which receives nothing any more."""
        del self._readers[name]

    def send(self, sender: str, effect: Send, *, seams: Seams, now_ns: int) -> list[Arriving]:
        """Return what comes to each receiver of a message, as far as the seams let it.

        Raises:
            RuntimeError: the participant is no sender of it, or it does not survive its own encoding.
        """
        message, wire = effect.message, self._wires[sender]
        carrier, receivers = self._exit(sender, type(message))
        is_frame = carrier == "stream"
        pieces = (wire.untagged(message),) if is_frame else tuple(wire.encode(message, now_ns))
        arriving: list[Arriving] = []
        for bits in zip(pieces, strict=True) if carrier in AS_THEY_ARE else (pieces,):
            passage = self._frame(bits[0] + NO_TAG) if is_frame else self._passage(bits, carrier)
            last = passage.opened[-1]
            if not isinstance(last, Opened) or isinstance(last.result, Rejection):
                raise RuntimeError(f"{sender}'s {wire_name(type(message))} does not survive its own encoding")
            carried = last.result.message if carrier in AS_THEY_ARE and last.result else message
            for name in receivers:
                if name not in self._readers or (effect.to and effect.to != name):
                    continue
                came = self._sealed(bits[0], passage, (sender, name)) if is_frame else passage
                if type(seams) is Seams:  # no trouble at all: most runs
                    arriving.append((name, 0, came))
                    continue
                for late_ns, copy in seams.copies(Parcel(sender, name, carried, came.pieces), now_ns):
                    if copy is came.pieces:
                        arriving.append((name, late_ns, came))
                    elif is_frame:
                        other = self._frame(copy[0])
                        arriving.append((name, late_ns, other._replace(session=came.session)))
                    else:
                        arriving.append((name, late_ns, self._passage(copy, carrier)))
        return arriving

    def receive(self, name: str, passage: OnItsWay) -> Admitted:
        """Judge what has come to a participant, by its own reader."""
        if isinstance(passage, Calm):
            return Admitted(Received(passage.sender, passage.message, None))
        if isinstance(passage, Uncoded):
            return passage.admitted
        reader, result = self._readers[name], None
        carrier, session = passage.carrier, passage.session
        refused: tuple[tuple[bytes, str], ...] = ()
        for piece, opened in zip(passage.pieces, passage.opened, strict=True):
            proven = reader.prove(opened, piece, carrier, session=session)
            result = reader.admit(proven, carrier, session).result
            if isinstance(result, Rejected):
                self.rejected[result.reason] += 1
                refused = (*refused, (piece, result.reason))
        return Admitted(None if isinstance(result, Rejected) else result, refused)

    def _exit(self, sender: str, kind: type[Message]) -> tuple[Carrier, tuple[str, ...]]:
        """Return the carrier of a message, and its receivers among those present but the sender."""
        known = self._exits.get((sender, kind))
        if known is None:
            carrier, roles = self._wires[sender].exit(kind)
            others = tuple(name for name in playing(roles, self._present) if name != sender)
            known = self._exits[sender, kind] = carrier, others
        return known

    def _sealed(self, untagged: bytes, passage: Passage, ends: tuple[str, str]) -> Passage:
        """Return a frame as it goes from one to another."""
        sender, receiver = ends
        frame = self._session(sender, receiver).sealed(untagged)
        return Passage(passage.opened, "stream", passage.data, (frame,), self._session(receiver, sender))

    def _session(self, here: str, there: str) -> StreamSession:
        session = self._sessions.get((here, there))
        if session is None:
            fresh = [self._lives[name].to_bytes(4, "big") for name in sorted((here, there))]
            speakers = replace(self._speakers, keys=self._rings[here])
            session = self._sessions[here, there] = StreamSession(speakers, there, fresh=fresh)
        return session

    def _frame(self, frame: bytes) -> Passage:
        return Passage((self._opener.open(frame, way="stream"),), "stream", frame, (frame,))

    def _passage(self, pieces: tuple[bytes, ...], carrier: Carrier) -> Passage:
        readable = tuple([without_tags(piece) for piece in pieces])
        # what goes up is proven on board, so its tags go with it
        opening = pieces if carrier == "link" and pieces[0][0] & COMMAND_BIT else readable
        opened = tuple([self._opener.open(piece, carrier) for piece in opening])
        return Passage(opened, carrier, b"".join(readable), pieces)
