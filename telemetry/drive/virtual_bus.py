"""The bus of virtual time: the encoded bytes of every message, and for every receiver a reader of its own.

    send ---> the sender's wire ---> bytes ---> seams, for each receiver ---> its own reader ---> message

Bytes are opened once for all receivers; each receiver keeps its own state (numbers, segments, refusals), in
the order in which bytes come to it.
"""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from telemetry.agreed.participants import Speakers, playing
from telemetry.drive.seams import Parcel, Seams
from telemetry.life.boot import Boot
from telemetry.life.contract import Send
from telemetry.messages.base import Message, wire_name
from telemetry.wire.arrival import Rejection
from telemetry.wire.codec import Opened, Reader, Received, Rejected, Wire
from telemetry.wire.routes import AS_THEY_ARE, Carrier


class Passage(NamedTuple):
    """What comes to a receiver: the bytes of a message, whole."""

    opened: tuple[Opened | Rejection, ...]  # of each piece
    carrier: Carrier
    data: bytes
    pieces: tuple[bytes, ...]


class Admitted(NamedTuple):
    """The outcome of a passage at its receiver."""

    received: Received | None  # None: it is not taken, or not whole
    refused: tuple[tuple[bytes, str], ...] = ()  # pieces, and why


Arriving = tuple[str, int, Passage]  # to whom, how late beyond the carrier's own time [ns], what


class VirtualBus:
    """The wires of all senders of a run, and the readers of all receivers."""

    def __init__(self, present: Sequence[str], speakers: Speakers) -> None:
        """Start without connections; `present` are the participants of the run."""
        self._speakers = speakers
        self._present = tuple(row for row in speakers.participants if row.name in present)
        self._exits: dict[tuple[str, type[Message]], tuple[Carrier, tuple[str, ...]]] = {}
        self._wires: dict[str, Wire] = {}
        self._readers: dict[str, Reader] = {}
        self._opener = Reader(speakers)
        self.rejected: Counter[str] = Counter()  # pieces that were not taken, by reason

    def join(self, name: str, boot: Boot) -> None:
        """Begin a life of a participant."""
        self._wires[name] = Wire(name, self._speakers, boot=boot)
        self._readers[name] = Reader(self._speakers)

    def leave(self, name: str) -> None:
        """End the life of a participant, which receives nothing any more."""
        del self._readers[name]

    def send(self, sender: str, effect: Send, *, seams: Seams, now_ns: int) -> list[Arriving]:
        """Return what comes to each receiver of a message, as far as the seams let it.

        Raises:
            RuntimeError: the participant is no sender of it, or it does not survive its own encoding.
        """
        message, wire = effect.message, self._wires[sender]
        pieces = tuple(wire.encode(message, now_ns))
        carrier, receivers = self._exit(sender, type(message))
        arriving: list[Arriving] = []
        for bits in zip(pieces, strict=True) if carrier in AS_THEY_ARE else (pieces,):
            passage = self._passage(bits, carrier)
            last = passage.opened[-1]
            if not isinstance(last, Opened) or isinstance(last.result, Rejection):
                raise RuntimeError(f"{sender}'s {wire_name(type(message))} does not survive its own encoding")
            carried = last.result.message if carrier in AS_THEY_ARE and last.result else message
            for name in receivers:
                if name not in self._readers or (effect.to and effect.to != name):
                    continue
                if type(seams) is Seams:  # no trouble at all: most runs
                    arriving.append((name, 0, passage))
                    continue
                for late_ns, copy in seams.copies(Parcel(sender, name, carried, bits), now_ns):
                    came = passage if copy is bits else self._passage(copy, carrier)
                    arriving.append((name, late_ns, came))
        return arriving

    def receive(self, name: str, passage: Passage) -> Admitted:
        """Judge what has come to a participant, by its own reader."""
        reader, result = self._readers[name], None
        refused: tuple[tuple[bytes, str], ...] = ()
        for piece, opened in zip(passage.pieces, passage.opened, strict=True):
            result = reader.judge(opened, passage.carrier)
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

    def _passage(self, pieces: tuple[bytes, ...], carrier: Carrier) -> Passage:
        if len(pieces) == 1:
            return Passage((self._opener.open(pieces[0], carrier),), carrier, pieces[0], pieces)
        opened = tuple([self._opener.open(piece, carrier) for piece in pieces])
        return Passage(opened, carrier, b"".join(pieces), pieces)
