"""The replay: shows the screens again what they were shown, in order, at the same distances in time.

film --frame due--> Send(the same message)            on a bus of mode replay, which no other mode accepts
ReplayControl: play, pause, step, speed, seek         ReplayStatus: 4 Hz, and at each change
"""

from collections.abc import Iterator
from pathlib import Path

import numpy as np

from telemetry.contract import NEVER_NS, Effects, Input, Send, Store
from telemetry.messages.base import shortened
from telemetry.messages.replay import ReplayControl, ReplayStatus
from telemetry.recording.pace import Pace
from telemetry.recording.playback import Frame, Playback
from telemetry.recording.replay_settings import ReplaySettings
from telemetry.run_settings import NS_PER_S

STATUS_NS = NS_PER_S // 4
STEP_NS = NS_PER_S // 10  # one telemetry period of the recorded run
BURST = 200  # messages in one tick, so that the role stays able to listen
BREATH_NS = 1_000_000  # between two bursts


class Replay:
    """The replay's role."""

    def __init__(self, film: Playback, settings: ReplaySettings) -> None:
        """Stand at `from_s`, and play if told so."""
        self.due_ns = 0
        self._film = film
        self._pace = Pace(
            speed=max(settings.speed, 0.0),
            is_playing=settings.is_playing,
            since_ns=NEVER_NS,  # until the first tick
        )
        self._lead_ns = round(settings.lead_s * NS_PER_S)
        self._sent = 0
        self._status_ns = 0
        self._frames: Iterator[Frame] = iter(())
        self._next: Frame | None = None
        self._go_to(settings.from_s)

    def receive(self, message: Input, sender: str, now_ns: int) -> Effects:
        """Do what the control says, and tell."""
        if not isinstance(message, ReplayControl):
            return ()
        pace = self._pace
        pace.settle(now_ns)
        match message.action:
            case "play":
                pace.is_playing, self._stop_ns = self._next is not None, NEVER_NS
            case "pause":
                pace.is_playing = False
            case "step":
                pace.is_playing, self._stop_ns = self._next is not None, pace.place_ns + STEP_NS
            case "speed":
                pace.speed = max(message.value, 0.0)
            case "seek":
                self._go_to(message.value)
        self.due_ns = self._status_ns = now_ns
        return ()

    def tick(self, now_ns: int) -> Effects:
        """Show the frames that are due; tell four times in a second, and at once when playing ends."""
        if self._pace.since_ns == NEVER_NS:
            self._pace.since_ns = now_ns + self._lead_ns
        effects = list(self._due_frames(now_ns))
        is_over = self._pace.is_playing and self._is_at_end
        if is_over:
            self._pace.settle(now_ns)
            self._pace.is_playing = False
            if self._next is not None:
                self._pace.place_ns = self._stop_ns  # a step ends there even if nothing was recorded
        if is_over or now_ns >= self._status_ns:
            self._status_ns = now_ns + STATUS_NS
            effects.append(Send(self._status(now_ns)))
        earliest_ns = now_ns + (BREATH_NS if len(effects) >= BURST else 1)
        self.due_ns = min(self._status_ns, max(self._frame_due_ns(), earliest_ns))
        return effects

    def _due_frames(self, now_ns: int) -> Iterator[Send]:
        for _ in range(BURST):
            frame = self._next
            if frame is None or self._frame_due_ns() > now_ns:
                return
            self._pace.passed(frame.at_ns)
            self._next = next(self._frames, None)
            self._sent += 1
            yield Send(frame.message)  # a picture's packet, which bears its run inside, the wire makes anew

    @property
    def _is_at_end(self) -> bool:
        """True if nothing is left, or nothing of the step."""
        return self._next is None or self._next.at_ns > self._stop_ns

    def _frame_due_ns(self) -> int:
        """Return when the next frame is due."""
        if self._next is None or not self._pace.is_playing or self._is_at_end:
            return NEVER_NS
        return self._pace.due_ns(self._next.at_ns)

    def _go_to(self, at_s: float) -> None:
        """Stand at a place of the recorded run [s]."""
        place_ns = round(max(at_s, 0.0) * NS_PER_S)
        self._pace.place_ns = min(place_ns, self._film.duration_ns)
        self._stop_ns = NEVER_NS  # place at which a step ends
        self._frames = self._film.frames(self._pace.place_ns)
        self._next = next(self._frames, None)

    def _status(self, now_ns: int) -> ReplayStatus:
        position_ns = min(self._pace.position_ns(now_ns), self._film.duration_ns)
        return ReplayStatus(
            at=position_ns / NS_PER_S,
            duration=self._film.duration_ns / NS_PER_S,
            speed=self._pace.speed,
            playing=self._pace.is_playing,
            sent=self._sent,
            done=self._next is None,
            detail=shortened(self._film.damage),
        )


def build(settings: ReplaySettings, store: Store, rng: np.random.Generator) -> Replay:
    """Make the replay's role; FileError: there is no such recording."""
    return Replay(Playback(Path(settings.recording)), settings)
