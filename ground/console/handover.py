"""Between the feed's thread and the window's: the newest snapshot one way, a person's acts the other.

    feed role -- publish --> newest -- window, 10 Hz
    feed role <-- take -- acts <-- press_hold, resume, confirm, ask -- window

Both ends only ever append, take or replace one object, which needs no lock.
"""

from collections import deque
from collections.abc import Callable
from typing import Literal, NamedTuple

from ground.console.snapshot import Snapshot
from telemetry.messages.replay import ReplayControl


class TimeStep(NamedTuple):
    """A stepped clock or delay that a person has read and confirms."""

    seconds: float


ConsoleAct = Literal["hold", "resume"] | TimeStep | ReplayControl


class Handover:
    """What two threads share."""

    def __init__(self) -> None:
        """Start with nothing to show and nothing to do."""
        self.newest: Snapshot | None = None
        self.wake: Callable[[], None] = lambda: None  # makes the feed take at once
        self._acts = deque[ConsoleAct]()

    def publish(self, snapshot: Snapshot) -> None:
        """Show this from now on."""
        self.newest = snapshot

    def press_hold(self) -> None:
        """A person has pressed HOLD."""
        self._do("hold")

    def resume(self) -> None:
        """A person wants to leave the hold."""
        self._do("resume")

    def confirm(self, step_s: float) -> None:
        """A person confirms by how much clock or delay have stepped [s]."""
        self._do(TimeStep(step_s))

    def ask(self, control: ReplayControl) -> None:
        """A person wants something of the replay."""
        self._do(control)

    def _do(self, act: ConsoleAct) -> None:
        self._acts.append(act)
        self.wake()

    def take(self) -> list[ConsoleAct]:
        """Return the acts since the last time, in order."""
        taken: list[ConsoleAct] = []
        while self._acts:
            taken.append(self._acts.popleft())
        return taken


PROCESS = Handover()  # of this process: one window and one feed, made by a factory that knows only settings
