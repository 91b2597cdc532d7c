"""The console's role in a replay: what was recorded becomes the snapshot, what a person asks for is asked.

    bus -- Replayed, ReplayStatus, ReplayMarkers --> screen -- snapshot, 20 Hz --> window
    bus <-- ReplayControl -- at once <-- window

No act of authority, and no HOLD, means anything here: there is no spacecraft.
"""

from ground.console.facts.handover import Handover
from ground.console.replay.replay_screen import ReplayScreen
from telemetry.contract import Effects, Input, Send
from telemetry.grid import next_instant
from telemetry.messages.replay import ReplayControl
from telemetry.run_settings import RunSettings

LOOK_NS = 50_000_000


class ReplayFeed:
    """The feed of one window."""

    def __init__(self, run: RunSettings, handover: Handover, *, controls: bool = True) -> None:
        """Start with dark screens; who only looks on `controls` nothing, and is waited for by nobody."""
        self.due_ns = 0
        self._screen = ReplayScreen(run)
        self._handover = handover
        self._controls = controls

    def receive(self, message: Input, sender: str, now_ns: int) -> Effects:
        """Take in what is told, and say what has been taken."""
        answers = self._screen.consume(message, now_ns)
        return [Send(answer) for answer in answers if self._controls]

    def tick(self, now_ns: int) -> Effects:
        """Send what a person asks for, and show what is known; may be called before it is due."""
        self.due_ns = next_instant(self.due_ns, period_ns=LOOK_NS, now_ns=now_ns)
        acts = self._handover.take()
        self._handover.publish(self._screen.snapshot(now_ns))
        return [Send(act) for act in acts if self._controls and isinstance(act, ReplayControl)]
