"""The ground's end of a space link whose spacecraft is elsewhere: keys agreed pass by pass.

    window opens ---> asking ---> agreed ---> what goes up is sealed, what comes down is proven, by its keys
                         |          |         first the start, a few times until telemetry is proven
                         |          silent for a round trip and 10 s: asks again, the keys stay meanwhile
                         given up: again after a minute, or for a HOLD, as long as the window is open

Asking again disturbs nobody: a spacecraft that still has the pass answers with the same keys, one that was
restarted with others, and is latched.  Each life of a participant has a nonce of its own, so the pass of the
life before is over with the first answer.  How a pass is agreed: `telemetry.wire.protection.pass_start`.
"""

from telemetry.agreed.participants import SPACECRAFT, Speakers
from telemetry.agreed.run_settings import NS_PER_S, LinkPlan
from telemetry.life.boot import Boot
from telemetry.life.contract import NEVER_NS, PassState
from telemetry.messages.base import Message
from telemetry.messages.command import HoldCommand
from telemetry.messages.spacecraft import PassAnswer
from telemetry.wire.codec import Reader, Received, Wire
from telemetry.wire.protection.pass_start import (
    Agreed,
    GroundStart,
    fresh_nonce,
    pass_speakers,
    start_speakers,
)

SILENT_NS = 10 * NS_PER_S  # beyond a round trip: then the spacecraft may have been restarted
PAUSE_NS = 60 * NS_PER_S  # after a start that was given up
BEGIN_EVERY_NS = NS_PER_S  # between two packets that begin what was agreed
BEGINNINGS = 5  # of those, at each answer


class PassLink:
    """One participant's end: the bridge's, or the second uplink's."""

    def __init__(
        self, participant: str, speakers: Speakers, *, boot: Boot, link: LinkPlan, chance: bytes
    ) -> None:
        """Ask in the first window; `speakers` have the participant's ring, `chance` is random."""
        if speakers.run_id is None:
            raise ValueError(f"{participant} cannot start a pass of a run without a name")
        self.due_ns = 0
        self.reader: Reader | None = None  # of what comes down; None: nothing is agreed
        self._participant, self._speakers, self._boot, self._link = participant, speakers, boot, link
        nonce = fresh_nonce(boot, 1, chance)
        self._start = GroundStart(speakers.run_id, nonce, round_trip_ns=link.round_trip_ns)
        starting = start_speakers(speakers)
        self._asking, self._answers = Wire(participant, starting, boot=boot), Reader(starting)
        self._agreed: Agreed | None = None
        self._wire: Wire | None = None
        self._known_ns = 0  # since when silence counts
        self._beginnings, self._begin_ns = 0, NEVER_NS  # how often it is still begun, and when next
        self._given_up_ns: int | None = None
        self._has_window = False

    @property
    def stands(self) -> bool:
        """True if keys are agreed: what is sent can be opened."""
        return self._wire is not None

    def tick(self, now_ns: int) -> list[bytes]:
        """Return the packets of the next trial, if one is due."""
        had_window, self._has_window = self._has_window, self._link.has_window(now_ns)
        if not self._has_window:
            opens_ns = self._link.opens_ns(now_ns)
            self.due_ns = NEVER_NS if opens_ns is None else opens_ns
            return []
        if not had_window:
            self._known_ns = now_ns
        start, state = self._start, self._start.progress(now_ns).state
        if state == "given up" and (not had_window or now_ns >= self._again_ns(now_ns)):
            start.begin_again(now_ns)
        if state == "agreed" and now_ns - self._known_ns >= self._patience_ns:
            start.begin_again(now_ns)
            self._known_ns = now_ns
        trial, begins = start.tick(now_ns), self._beginning(now_ns)
        self.due_ns = min(start.due_ns, self._begin_ns, self._next_look_ns(now_ns))
        return begins if trial is None else [*begins, *self._asking.packets(trial, now_ns)]

    def packets(self, message: Message, now_ns: int) -> list[bytes]:
        """Return a message as it goes up; nothing while no pass stands, but HOLD asks for one at once."""
        is_given_up = self._start.progress(now_ns).state == "given up"
        if is_given_up and self._has_window and isinstance(message, HoldCommand):
            self._start.begin_again(now_ns)
            self.due_ns = now_ns
        return [] if self._wire is None else self._wire.packets(message, now_ns)

    def on_packet(self, packet: bytes, now_ns: int) -> bool:
        """Look at what has come down; True if it is an answer to a start of this end."""
        received = self._answers.decode(packet, "down")
        if not isinstance(received, Received) or not isinstance(received.message, PassAnswer):
            return False
        agreed = self._start.on_answer(received.message, now_ns)
        if agreed is not None:
            self._on_agreed(agreed, now_ns)
        return True

    def on_proven(self, now_ns: int) -> None:
        """Note that something has come down under the keys of the pass: it has begun."""
        self._known_ns, self._begin_ns = now_ns, NEVER_NS

    def state(self, now_ns: int) -> PassState:
        """Return how far the pass is."""
        progress = self._start.progress(now_ns)
        is_waiting = not self._has_window and progress.state == "asking"
        return PassState(
            pass_id=self._speakers.run_id or "",
            state="waiting" if is_waiting else progress.state,
            trial=progress.trial,
            trials=progress.trials,
            stands=self.stands and progress.state != "given up",
            round_trip=progress.round_trip_s,
        )

    def _on_agreed(self, agreed: Agreed, now_ns: int) -> None:
        self._known_ns = self._begin_ns = self.due_ns = now_ns
        self._beginnings = BEGINNINGS
        if agreed == self._agreed:
            return  # the spacecraft still has the pass: numbers go on
        self._agreed = agreed
        speakers = pass_speakers(self._speakers, agreed, SPACECRAFT)
        self._wire = Wire(self._participant, speakers, boot=self._boot)
        self.reader = Reader(speakers)

    def _beginning(self, now_ns: int) -> list[bytes]:
        """Return what begins the pass on board, if it is due."""
        if now_ns < self._begin_ns:
            return []
        self._beginnings -= 1
        self._begin_ns = now_ns + BEGIN_EVERY_NS if self._beginnings else NEVER_NS
        return self.packets(self._start.begins, now_ns)

    @property
    def _patience_ns(self) -> int:
        return self._link.round_trip_ns + SILENT_NS

    def _again_ns(self, now_ns: int) -> int:
        """Return when to ask again after a start that was given up, which is noted at the first look."""
        if self._given_up_ns is None:
            self._given_up_ns = now_ns
        return self._given_up_ns + PAUSE_NS

    def _next_look_ns(self, now_ns: int) -> int:
        state = self._start.progress(now_ns).state
        if state == "given up":
            return self._again_ns(now_ns)
        self._given_up_ns = None
        closes_ns = self._link.closes_ns(now_ns)
        return min(closes_ns, self._known_ns + self._patience_ns) if state == "agreed" else closes_ns
