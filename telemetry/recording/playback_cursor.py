"""Where a replay stands: its pace, what its screens need next, and how far they are.

    position = place + (now - since) * speed     while it plays; else the place

    go_to(t):   instant(t), until it is whole | frames after t

Pictures bear the run they were taken in; they are sealed anew for the run of the replay.

    sent    1 2 3 4 5 6
    taken   1 2 3 ^          no further than MESSAGES_AHEAD beyond the slowest, so that a pause is one at once

A screen that takes nothing for a while is waited for no longer; a replay without screens waits for none.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import chain
from math import ceil

from telemetry.agreed.participants import REPLAY, Speakers
from telemetry.agreed.run_settings import NS_PER_S
from telemetry.messages.base import Message
from telemetry.messages.images import ImagePacket
from telemetry.recording.playback import Frame, Playback
from telemetry.wire.codec import Wire
from telemetry.wire.kinds import pack_message


@dataclass(slots=True, kw_only=True)
class Pace:
    """The one clock of a replay; times in nanoseconds, places from the start of the recorded run."""

    speed: float  # times real time; 0: as fast as possible
    is_playing: bool
    since_ns: int  # present time at which the place was right; in the future: not begun
    place_ns: int = 0

    def position_ns(self, now_ns: int) -> int:
        """Return the place now."""
        if not self.is_playing:
            return self.place_ns
        return self.place_ns + round(max(now_ns - self.since_ns, 0) * self.speed)

    def settle(self, now_ns: int) -> None:
        """Make the position now the place: before the speed changes, or whether it plays."""
        self.place_ns = self.position_ns(now_ns)
        self.since_ns = max(now_ns, self.since_ns)

    def stand(self, place_ns: int, now_ns: int) -> None:
        """Go on from a place: time does not run while something is waited for."""
        self.place_ns, self.since_ns = place_ns, max(now_ns, self.since_ns)

    def due_ns(self, at_ns: int) -> int:
        """Return when what was recorded at `at_ns` is due, if it plays."""
        if not self.speed:
            return self.since_ns
        return self.since_ns + max(ceil((at_ns - self.place_ns) / self.speed), 0)

    def passed(self, at_ns: int) -> None:
        """Note what has been played: without a speed nothing else moves the place."""
        if not self.speed:
            self.place_ns = max(self.place_ns, at_ns)


BURST_MESSAGES = 500  # messages together
BURST_BYTES = 400_000  # the same, far below what a frame may hold

TimedPayload = tuple[int, bytes]  # recorded instant, payload


class PlaybackCursor:
    """What comes next, and to which jump it belongs."""

    def __init__(self, playback: Playback, run_id: str) -> None:
        """Stand before everything; `run_id`: of the replay."""
        self._playback = playback
        speakers = Speakers(mode=REPLAY, run_id=run_id, participants=playback.about.participants)
        self._wire = Wire(REPLAY, speakers)
        self._frames: Iterator[Frame] = iter(())
        self._next: Frame | None = None
        self.jump = 0
        self.sought_ns = 0  # the place of the last jump
        self.sent = 0

    def go_to(self, place_ns: int) -> int:
        """Begin a jump; return its place, which is within the recording."""
        self.sought_ns = min(max(place_ns, 0), self._playback.duration_ns)
        self.jump += 1
        self._frames = chain(
            self._playback.instant(self.sought_ns), self._playback.frames(self.sought_ns + 1)
        )
        self._next = next(self._frames, None)
        return self.sought_ns

    @property
    def next_ns(self) -> int | None:
        """Recorded instant of what comes next; None: nothing does."""
        return self._next.at_ns if self._next else None

    @property
    def is_whole(self) -> bool:
        """True once all of the jump's place has been sent."""
        return self._next is None or self._next.at_ns > self.sought_ns

    def burst(self, is_due: Callable[[int], bool]) -> tuple[TimedPayload, ...]:
        """Return what is due by its recorded instant, at most so much that the role stays able to listen."""
        payloads: list[TimedPayload] = []
        octets = 0
        while self._next is not None and len(payloads) < BURST_MESSAGES and octets < BURST_BYTES:
            at_ns, message = self._next
            if not is_due(at_ns):
                break
            payload = pack_message(self._sealed(message))
            octets += len(payload)
            payloads.append((at_ns, payload))
            self._next = next(self._frames, None)
        self.sent += len(payloads)
        return tuple(payloads)

    def _sealed(self, message: Message) -> Message:
        if not isinstance(message, ImagePacket):
            return message
        return ImagePacket(packet=self._wire.resealed(message.packet))


MESSAGES_AHEAD = 4  # messages
PATIENCE_NS = 3 * NS_PER_S


class ScreenProgress:
    """What each screen has taken."""

    def __init__(self) -> None:
        """Start without a screen."""
        self._taken: dict[str, tuple[int, int]] = {}  # number and when it was taken, by participant

    def on_taken(self, screen: str, number: int, now_ns: int) -> None:
        """Note that a screen has taken a message."""
        self._taken[screen] = (number, now_ns)

    def are_behind(self, number: int, now_ns: int) -> bool:
        """True if one of them has not yet taken what it could, when `number` is the newest."""
        for screen, (taken, at_ns) in tuple(self._taken.items()):
            if number - taken >= MESSAGES_AHEAD:
                if now_ns - at_ns <= PATIENCE_NS:
                    return True
                del self._taken[screen]
        return False
