"""The replay: shows the screens again what they were shown, in order, at the same distances in time.

    at a jump   --at once--> Replayed: all that a screen knew at the place    not whole ... whole
    from there  --if due---> Replayed: what came next                         whole
    ReplayControl: play, pause, step, speed, seek, loop    ReplayStatus: 4 Hz, and at each change

Each recorded message goes with its recorded instant and the number of its jump, so that screens are right at
any speed, and nothing of another place gets among it.
"""

from pathlib import Path

import numpy as np

from telemetry.agreed.run_settings import NS_PER_S, ReplaySettings
from telemetry.life.contract import NEVER_NS, Effect, Effects, Input, Send, Store
from telemetry.messages.base import shortened
from telemetry.messages.replay import ReplayControl, Replayed, ReplayLanes, ReplayStatus
from telemetry.recording.playback import Playback
from telemetry.recording.playback_cursor import Pace, PlaybackCursor, ScreenProgress, TimedPayload

STATUS_NS = NS_PER_S // 4
LANES_NS = NS_PER_S
STEP_NS = NS_PER_S // 10  # one telemetry period of the recorded run
BURST_PAUSE_NS = 5_000_000  # between two bursts


class Replay:
    """The replay's role."""

    def __init__(self, playback: Playback, settings: ReplaySettings) -> None:
        """Stand at `from_s`, and play if the settings say so."""
        self.due_ns = 0
        self._playback, self._cursor = playback, PlaybackCursor(playback, settings.run_id)
        self._pace = Pace(
            speed=max(settings.speed, 0.0),
            is_playing=settings.is_playing,
            since_ns=NEVER_NS,  # until the first tick
        )
        self._lead_ns = round(settings.lead_s * NS_PER_S)
        self._screens = ScreenProgress()
        self._number = 0  # of the newest Replayed
        self._sent_jump = 0  # of which it was
        self._burst_ns = self._status_ns = self._lanes_ns = 0  # when each is due
        self._loop_ns: tuple[int, int] | None = None
        self._go_to(round(settings.from_s * NS_PER_S))

    def receive(self, message: Input, sender: str, now_ns: int) -> Effects:
        """Do what the control says, and report."""
        if not isinstance(message, ReplayControl):
            return ()
        if message.action == "taken":
            self._screens.on_taken(sender, round(message.value), now_ns)
        else:
            if self._cursor.is_whole:  # else time stands
                self._pace.settle(now_ns)
            self._control(message)
            self._status_ns = now_ns
        self.due_ns = now_ns
        return ()

    def tick(self, now_ns: int) -> Effects:
        """Send what is due; the status four times in a second, and at once when playing ends."""
        if self._pace.since_ns == NEVER_NS:
            self._pace.since_ns = self._burst_ns = now_ns + self._lead_ns
        are_behind = self._screens.are_behind(self._number, now_ns)
        payloads = () if are_behind else self._burst(now_ns)
        has_ended = self._ends(now_ns)
        effects: list[Effect] = []
        is_regular = has_ended or now_ns >= self._status_ns
        if are_behind:
            self._pace.stand(self._place_ns(now_ns), now_ns)
        elif payloads or is_regular or self._sent_jump != self._cursor.jump:
            effects.append(self._replayed(payloads, now_ns))
        if is_regular:
            self._status_ns = now_ns + STATUS_NS
            effects.append(Send(self._status(now_ns)))
        if now_ns >= self._lanes_ns:
            self._lanes_ns = now_ns + LANES_NS
            effects.append(Send(ReplayLanes(lanes=self._playback.lanes)))
        self._loop_if_due(now_ns)
        earliest_ns = max(self._burst_ns, now_ns + (BURST_PAUSE_NS if are_behind else 1))
        self.due_ns = min(self._status_ns, max(self._next_due_ns(), earliest_ns))
        return effects

    def _control(self, control: ReplayControl) -> None:
        pace, named_ns = self._pace, round(control.value * NS_PER_S)
        match control.action:
            case "play":
                pace.is_playing, self._stop_ns = self._cursor.next_ns is not None, NEVER_NS
            case "pause":
                pace.is_playing = False
            case "step":
                pace.is_playing, self._stop_ns = self._cursor.next_ns is not None, pace.place_ns + STEP_NS
            case "speed":
                pace.speed = max(control.value, 0.0)
            case "seek":
                self._go_to(named_ns)
            case "again":
                self._go_to(pace.place_ns)
            case "loop_begin":
                self._loop(named_ns, NEVER_NS)
            case "loop_end":
                self._loop(0, named_ns)
            case "loop_off":
                self._loop_ns = None

    def _go_to(self, place_ns: int) -> None:
        """Stand at a place of the recorded run."""
        self._pace.place_ns = self._cursor.go_to(place_ns)
        self._stop_ns = NEVER_NS  # place at which a step ends

    def _loop(self, begin_ns: int, end_ns: int) -> None:
        """Play a range again and again: what is within the range so far narrows it, else it is a new one."""
        begin_ns, end_ns = max(begin_ns, 0), min(end_ns, self._playback.duration_ns)
        if self._loop_ns is not None:
            begin_ns = max(begin_ns, self._loop_ns[0]) if self._loop_ns[0] < end_ns else begin_ns
            end_ns = min(end_ns, self._loop_ns[1]) if self._loop_ns[1] > begin_ns else end_ns
        self._loop_ns = (begin_ns, end_ns) if begin_ns < end_ns else None

    def _burst(self, now_ns: int) -> tuple[TimedPayload, ...]:
        """Return what is to be sent now; time stands until a jump is whole."""
        pace = self._pace
        if now_ns < self._burst_ns:
            return ()
        was_whole = self._cursor.is_whole
        payloads = self._cursor.burst(lambda at_ns: self._is_due(at_ns, now_ns))
        if not was_whole:
            pace.stand(self._cursor.sought_ns, now_ns)
        elif payloads:
            pace.passed(payloads[-1][0])
        self._burst_ns = now_ns + BURST_PAUSE_NS
        return payloads

    def _is_due(self, at_ns: int, now_ns: int) -> bool:
        """True if it belongs to the place, or comes while it is played."""
        if at_ns <= self._pace.place_ns:
            return True
        if self._sent_jump != self._cursor.jump:
            return False  # a jump begins with its place alone
        return self._pace.is_playing and at_ns <= self._until_ns and self._pace.due_ns(at_ns) <= now_ns

    @property
    def _until_ns(self) -> int:
        """Place at which playing stops, or begins its loop again."""
        return min(self._stop_ns, self._loop_ns[1] if self._is_looping and self._loop_ns else NEVER_NS)

    @property
    def _is_looping(self) -> bool:
        """True if playing will come to the end of a loop; beyond that end a loop has no effect."""
        return self._loop_ns is not None and self._pace.place_ns <= self._loop_ns[1] < self._stop_ns

    @property
    def _is_all_sent(self) -> bool:
        """True if nothing is left of the film, of the step or of the loop."""
        return self._cursor.next_ns is None or self._cursor.next_ns > self._until_ns

    def _ends(self, now_ns: int) -> bool:
        """Stop at the end of the film or of a step; return whether it is there."""
        pace = self._pace
        if not (pace.is_playing and self._cursor.is_whole and self._is_all_sent) or self._is_looping:
            return False
        pace.is_playing = False
        pace.stand(
            min(self._stop_ns, self._playback.duration_ns), now_ns
        )  # even if nothing was recorded there
        return True

    def _loop_if_due(self, now_ns: int) -> None:
        if self._loop_due_ns() <= now_ns and self._loop_ns is not None:
            self._pace.settle(now_ns)
            self._go_to(self._loop_ns[0])

    def _loop_due_ns(self) -> int:
        """Return when the loop begins again."""
        is_at_end = self._pace.is_playing and self._is_looping and self._cursor.is_whole and self._is_all_sent
        return self._pace.due_ns(self._loop_ns[1]) if is_at_end and self._loop_ns else NEVER_NS

    def _next_due_ns(self) -> int:
        """Return when the next message is due, or the next loop."""
        next_ns = self._cursor.next_ns
        if next_ns is None or self._is_all_sent:
            return self._loop_due_ns()
        if next_ns <= self._pace.place_ns:
            return self._burst_ns
        return self._pace.due_ns(next_ns) if self._pace.is_playing else NEVER_NS

    def _place_ns(self, now_ns: int) -> int:
        """Return up to where all has been sent; while a jump is not whole, where it goes."""
        next_ns = self._cursor.next_ns
        if not self._cursor.is_whole:
            return self._cursor.sought_ns
        place_ns = min(self._pace.position_ns(now_ns), self._until_ns, self._playback.duration_ns)
        return place_ns if next_ns is None else min(place_ns, next_ns - 1)

    def _replayed(self, payloads: tuple[TimedPayload, ...], now_ns: int) -> Send:
        begins, self._sent_jump = self._sent_jump != self._cursor.jump, self._cursor.jump
        self._number += 1
        return Send(
            Replayed(
                jump=self._cursor.jump,
                number=self._number,
                begins=begins,
                is_whole=self._cursor.is_whole,
                place_ns=self._place_ns(now_ns),
                told=payloads,
            )
        )

    def _status(self, now_ns: int) -> ReplayStatus:
        loop = self._loop_ns
        return ReplayStatus(
            at=self._place_ns(now_ns) / NS_PER_S,
            duration=self._playback.duration_ns / NS_PER_S,
            speed=self._pace.speed,
            playing=self._pace.is_playing,
            sent=self._cursor.sent,
            done=self._cursor.next_ns is None,
            detail=shortened(self._playback.damage),
            loop=(loop[0] / NS_PER_S, loop[1] / NS_PER_S) if loop else None,
        )


def build(settings: ReplaySettings, store: Store, rng: np.random.Generator) -> Replay:
    """Make the replay's role; FileError: there is no such recording."""
    return Replay(Playback(Path(settings.recording)), settings)
