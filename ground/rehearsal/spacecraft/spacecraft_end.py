"""The spacecraft's end of the space link: what proves a packet that has come up, and what seals one down.

    of a run      under the keys of the run: of a rehearsal, whose ground and spacecraft begin together
    of passes     under the keys of a pass, which each sender starts for itself (`pass_start` of
                  `telemetry.wire.protection`): of a spacecraft that is there before its ground and after it

What is not proven is counted by reason and comes to nothing.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, Protocol

import numpy as np

from telemetry.agreed.participants import SPACECRAFT, Speakers
from telemetry.life.boot import Boot
from telemetry.messages.base import Message
from telemetry.messages.command import Telecommand
from telemetry.messages.spacecraft import PASS_NONCE_BYTES, PassStart
from telemetry.wire.codec import Opened, Reader, Received, Rejected, Wire
from telemetry.wire.protection.arrival import Rejection
from telemetry.wire.protection.pass_start import (
    OnBoardStarts,
    StartTaken,
    fresh_nonce,
    pass_speakers,
    start_speakers,
)

GROUND = "bridge"  # who receives telemetry

ClockOnBoard = Callable[[int], int]  # what it shows at an instant of the link's time [ns]


class AnsweredStart(NamedTuple):
    """A start that was taken, and the packets that answer it; nothing has begun."""

    sender: str
    taken: StartTaken
    answer: list[bytes]


class BegunPass(NamedTuple):
    """A pass that its sender begins with this packet, in place of the one before."""

    sender: str
    pass_id: str
    command: Telecommand | None  # that is in the packet


CameUp = Telecommand | AnsweredStart | BegunPass


class SpacecraftEnd(Protocol):
    """One of the two."""

    @property
    def refused(self) -> Mapping[str, int]:
        """How many packets came to nothing, by reason."""
        ...

    def on_packet(self, packet: bytes, now_ns: int) -> CameUp | None:
        """Return what has come up, if it is proven to be new."""
        ...

    def packets(self, message: Message, now_ns: int) -> list[bytes]:
        """Return a message as the packets in which it goes down; before the first pass there are none."""
        ...


class RunEnd:
    """The end of a spacecraft that is part of the run."""

    def __init__(self, speakers: Speakers, *, boot: Boot) -> None:
        """Speak with the spacecraft's ring, its numbers from `boot` on."""
        self._reader, self._wire = Reader(speakers), Wire(SPACECRAFT, speakers, boot=boot)

    @property
    def refused(self) -> Mapping[str, int]:
        """How many packets came to nothing, by reason."""
        return self._reader.rejected

    def on_packet(self, packet: bytes, now_ns: int) -> Telecommand | None:
        """Return the telecommand that has come up, if it is proven to be new."""
        result = self._reader.decode(packet, "up")
        message = result.message if isinstance(result, Received) else None
        return message if isinstance(message, Telecommand) else None

    def packets(self, message: Message, now_ns: int) -> list[bytes]:
        """Return a message as the packets in which it goes down."""
        return self._wire.packets(message, now_ns)


class _Session(NamedTuple):
    """What was agreed with one sender."""

    sender: str
    reader: Reader
    wire: Wire


class PassEnd:
    """The end of a spacecraft that serves passes: of each sender the one that it started last."""

    def __init__(
        self,
        speakers: Speakers,
        *,
        boot: Boot,
        rng: np.random.Generator,
        taken: Sequence[bytes] = (),
        clock: ClockOnBoard = lambda now_ns: now_ns,
        on_refused: Callable[[str], None] = lambda reason: None,
    ) -> None:
        """Speak with the spacecraft's ring, its numbers from `boot` on.

        Args:
            speakers: of the station, with the spacecraft's ring.
            boot: where this life begins to count.
            rng: what nonces are drawn from.
            taken: starts of earlier lives.
            clock: what dates its packets.
            on_refused: receives the reason of each packet that comes to nothing.
        """
        if speakers.keys is None:
            raise ValueError("a spacecraft without keys cannot speak")
        self._speakers, self._boot, self._rng, self._clock = speakers, boot, rng, clock
        self._drawn, self._on_refused = 0, on_refused
        self._starts = OnBoardStarts(speakers.keys.key_id, self._draw, taken)
        self._start_reader = Reader(start_speakers(speakers))
        self._start_wires: dict[str, Wire] = {}
        self._waiting, self._sessions = dict[str, _Session](), dict[str, _Session]()
        self._refused: dict[str, int] = {}

    @property
    def refused(self) -> Mapping[str, int]:
        """How many packets came to nothing, by reason."""
        return self._refused

    def on_packet(self, packet: bytes, now_ns: int) -> CameUp | None:
        """Return what has come up, if it is proven to be new: of a pass, its beginning, or its start."""
        why = Rejection.OTHER_RUN
        for session in (None, *self._waiting.values(), *self._sessions.values()):
            reader = self._start_reader if session is None else session.reader
            opened = reader.open(packet, "up")
            if isinstance(opened, Opened):
                result = reader.admit(opened, "up").result
                return self._on_result(result, session, opened, now_ns=now_ns)
            why = why if opened is Rejection.OTHER_RUN else opened
        self._refuse(why.value)
        return None

    def packets(self, message: Message, now_ns: int) -> list[bytes]:
        """Return a message as the packets in which it goes down to whoever started a pass."""
        session = self._sessions.get(GROUND)
        return [] if session is None else session.wire.packets(message, self._clock(now_ns))

    def forget(self, sender: str) -> None:
        """End the pass of a sender, which has begun one elsewhere."""
        self._sessions.pop(sender, None)
        self._starts.forget(sender)

    def _on_result(
        self, result: Received | Rejected | None, session: _Session | None, opened: Opened, *, now_ns: int
    ) -> CameUp | None:
        if isinstance(result, Rejected):
            self._refuse(result.reason)
            return None
        message = None if result is None else result.message
        if session is None and isinstance(message, PassStart):
            return self._on_start(message, opened, now_ns)
        if session is None:
            self._refuse(Rejection.CARRIER.value)
            return None
        command = message if isinstance(message, Telecommand) else None
        if self._waiting.get(session.sender) is not session:
            return command
        self._sessions[session.sender] = self._waiting.pop(session.sender)
        pass_id = self._starts.on_begun(session.sender).pass_id
        return BegunPass(session.sender, pass_id, command)

    def _on_start(self, start: PassStart, opened: Opened, now_ns: int) -> AnsweredStart | None:
        sender, boot_epoch, sequence, _ = opened.body
        taken = self._starts.on_start(start, sender.name, (boot_epoch, sequence))
        if taken is None:
            self._refuse(Rejection.REPLAY.value)
            return None
        if taken.is_new:
            speakers = pass_speakers(self._speakers, taken.agreed, sender.name)
            wire = Wire(SPACECRAFT, speakers, boot=self._boot)
            self._waiting[sender.name] = _Session(sender.name, Reader(speakers), wire)
        if sender.name not in self._start_wires:
            starting = start_speakers(self._speakers, sender.name)
            self._start_wires[sender.name] = Wire(SPACECRAFT, starting, boot=self._boot)
        answer = self._start_wires[sender.name].packets(taken.answer, self._clock(now_ns))
        return AnsweredStart(sender.name, taken, answer)

    def _draw(self) -> bytes:
        self._drawn += 1
        return fresh_nonce(self._boot, self._drawn, self._rng.bytes(PASS_NONCE_BYTES))

    def _refuse(self, reason: str) -> None:
        self._refused[reason] = self._refused.get(reason, 0) + 1
        self._on_refused(reason)
