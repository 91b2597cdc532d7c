"""The console's role in a replay: what was recorded becomes the snapshot, what a person asks for is asked.

    bus -- Replayed, ReplayStatus, ReplayLanes --> screen -- snapshot, 20 Hz --> window
    bus <-- ReplayControl -- at once <-- window

    recording -- read once, off the feed --> the course of all figures

No act of authority, and no HOLD, means anything here: there is no spacecraft.  The screen shows one instant
of the recording, whole, or else the one before:

    jump 1   Replayed, Replayed ... --> state, shown  ------.
    jump 2                              Replayed, Replayed ... whole --> another state, shown from then on

Every message is consumed at its recorded instant, and ages count to the recorded place: so at any speed, and
while it stands still, all is as it was.  What belongs to an earlier jump is dropped; who has missed a part
asks for the place again.
"""

from dataclasses import replace

import msgspec

from ground.console.facts.console_state import ConsoleState
from ground.console.facts.handover import Acknowledged, ConsoleAct, Handover
from ground.console.facts.message_book import Noticed
from ground.console.facts.run_facts import ReplayFacts
from ground.console.facts.snapshot import Snapshot
from ground.series.recorded_series import read_series
from ground.series.series_store import SeriesStore
from telemetry.agreed.limits import next_instant
from telemetry.agreed.run_settings import NS_PER_S, RunSettings
from telemetry.life.contract import Effects, Input, Send, Work, WorkDone
from telemetry.messages.base import Message
from telemetry.messages.replay import ReplayControl, Replayed, ReplayStatus
from telemetry.wire.kinds import unpack_message

TICK_NS = 50_000_000
ASK_AGAIN = ReplayControl(action="again", value=0.0)
PATIENCE_NS = NS_PER_S  # before it is asked for once more


class ReplayScreen:
    """What the console has been told of the recorded run."""

    def __init__(self, run: RunSettings) -> None:
        """Start with dark screens of a run."""
        self._run = run
        self._shown, self._place_ns = ConsoleState(run), 0
        self._building: ConsoleState | None = None  # by the present jump; None: a part of it is missing
        self._jump = self._number = 0  # of the newest `Replayed`
        self._asked_ns = -PATIENCE_NS
        self._replay = ReplayFacts()
        self.series: SeriesStore | None = None  # of the whole recording, once it is read

    def on_message(self, message: object, now_ns: int) -> list[ReplayControl]:
        """Take what the replay says; return what it has to be told."""
        if isinstance(message, Replayed):
            return self._on_replayed(message, now_ns)
        self._replay = self._replay.on_message(message, now_ns)
        return []

    def on_act(self, act: ConsoleAct) -> None:
        """Take what concerns the messages of this screen alone."""
        match act:
            case Noticed():
                self._shown.on_notice(act, self._place_ns)
            case Acknowledged(number=number):
                self._shown.acknowledge(number)
            case _:
                pass

    def snapshot(self, now_ns: int) -> Snapshot:
        """Return what was known at the place; of the present it says only what the replay does."""
        status = self._replay.status
        placed = status and replace(status, value=self._status_shown(status.value))
        replay = replace(self._replay, status=placed)
        shown = self._shown.snapshot(self._place_ns)
        lanes = replay.lanes or shown.lanes
        return replace(shown, at_ns=now_ns, replay=replay, lanes=lanes, series=self.series)

    def _status_shown(self, status: ReplayStatus) -> ReplayStatus:
        """Return the status at the place that is shown: one clock tells both."""
        return msgspec.structs.replace(status, at=self._place_ns / NS_PER_S)

    def _on_replayed(self, replayed: Replayed, now_ns: int) -> list[ReplayControl]:
        if replayed.jump < self._jump and not replayed.begins:
            return []  # of a place that nobody wants to see any more
        follows = (replayed.jump, replayed.number) == (self._jump, self._number + 1)
        self._jump, self._number = replayed.jump, replayed.number
        if replayed.begins:
            self._building = ConsoleState(self._run)
        elif not follows:
            self._building = None
        taken = ReplayControl(action="taken", value=float(replayed.number))
        if self._building is None:
            return [taken, *self._ask_again(now_ns)]
        for at_ns, payload in replayed.told:
            message = unpack_message(payload)
            if isinstance(message, Message):
                self._building.on_message(message, at_ns)
        if replayed.is_whole:
            self._shown, self._place_ns = self._building, replayed.place_ns
        sought_ns = None if replayed.is_whole else replayed.place_ns
        self._replay = replace(self._replay, sought_ns=sought_ns)
        return [taken]

    def _ask_again(self, now_ns: int) -> list[ReplayControl]:
        """Ask for the place from the beginning, not with every message that comes until then."""
        if now_ns - self._asked_ns < PATIENCE_NS:
            return []
        self._asked_ns = now_ns
        return [ASK_AGAIN]


class ReplayFeed:
    """The feed of one window."""

    def __init__(
        self, run: RunSettings, handover: Handover, *, controls: bool = True, recording: str = ""
    ) -> None:
        """Start with dark screens.

        Args:
            run: that was recorded, as it is replayed.
            handover: to the window.
            controls: False of an observer, for whom the replay does not wait.
            recording: its file; empty: it is not on this host.
        """
        self.due_ns = 0
        self._works = [Work("series", read_series, (recording, run))] if recording else []
        self._screen = ReplayScreen(run)
        self._handover = handover
        self._controls = controls

    def receive(self, message: Input, sender: str, now_ns: int) -> Effects:
        """Take in what is told, and say what has been taken."""
        if isinstance(message, WorkDone):
            self._screen.series = message.value
            return ()
        answers = self._screen.on_message(message, now_ns)
        return [Send(answer) for answer in answers if self._controls]

    def tick(self, now_ns: int) -> Effects:
        """Send what a person asks for, and show what is known; may be called before it is due."""
        self.due_ns = next_instant(self.due_ns, period_ns=TICK_NS, now_ns=now_ns)
        acts = self._handover.take_acts()
        for act in acts:
            self._screen.on_act(act)
        self._handover.publish(self._screen.snapshot(now_ns))
        works, self._works = self._works, []
        return [*works, *(Send(act) for act in acts if self._controls and isinstance(act, ReplayControl))]
