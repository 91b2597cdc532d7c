"""A film at a place: what a screen has to be told next.

    go_to(t):   instant(t), until it is whole | frames after t

Pictures bear the run they were taken in; they are sealed anew for the run of the replay.
"""

from collections.abc import Callable, Iterator
from itertools import chain

from telemetry.agreed.participants import REPLAY
from telemetry.agreed.speakers import Speakers
from telemetry.messages.base import Message
from telemetry.messages.images import ImagePacket
from telemetry.recording.playback import Frame, Playback
from telemetry.wire.codec import Wire
from telemetry.wire.kinds import pack_message

BURST = 500  # messages together
BURST_BYTES = 400_000  # the same, far below what a frame may hold

TimedPayload = tuple[int, bytes]  # recorded instant, payload


class PlaybackCursor:
    """What comes next, and to which jump it belongs."""

    def __init__(self, film: Playback, run_id: str) -> None:
        """Stand before everything; `run_id`: of the replay."""
        self._film = film
        speakers = Speakers(mode=REPLAY, run_id=run_id, participants=film.about.participants)
        self._wire = Wire(REPLAY, speakers)
        self._frames: Iterator[Frame] = iter(())
        self._next: Frame | None = None
        self.jump = 0
        self.sought_ns = 0  # the place of the last jump
        self.sent = 0

    def go_to(self, place_ns: int) -> int:
        """Begin a jump; return its place, which is one of the film."""
        self.sought_ns = min(max(place_ns, 0), self._film.duration_ns)
        self.jump += 1
        self._frames = chain(self._film.instant(self.sought_ns), self._film.frames(self.sought_ns + 1))
        self._next = next(self._frames, None)
        return self.sought_ns

    @property
    def next_ns(self) -> int | None:
        """Recorded instant of what comes next; None: nothing does."""
        return self._next.at_ns if self._next else None

    @property
    def is_whole(self) -> bool:
        """True once all has been told of the place of the jump."""
        return self._next is None or self._next.at_ns > self.sought_ns

    def burst(self, is_due: Callable[[int], bool]) -> tuple[TimedPayload, ...]:
        """Take what is due by its recorded instant, at most so much that the role stays able to listen."""
        told: list[TimedPayload] = []
        octets = 0
        while self._next is not None and len(told) < BURST and octets < BURST_BYTES:
            at_ns, message = self._next
            if not is_due(at_ns):
                break
            payload = pack_message(self._sealed(message))
            octets += len(payload)
            told.append((at_ns, payload))
            self._next = next(self._frames, None)
        self.sent += len(told)
        return tuple(told)

    def _sealed(self, message: Message) -> Message:
        if not isinstance(message, ImagePacket):
            return message
        return ImagePacket(packet=self._wire.resealed(message.packet))
