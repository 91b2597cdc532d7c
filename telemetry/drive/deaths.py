"""Who dies and who comes back when: the seam of whoever holds the lives of a run.

virtual time   who runs it stops at `due_ns`, and lets `VirtualTime.kill_and_start` do it
real time      the supervisor of the processes (`ground.run.processes.supervisor`)
"""

from collections import deque
from collections.abc import Iterable
from typing import NamedTuple

from telemetry.life.contract import NEVER_NS


class LifeChange(NamedTuple):
    """A life that ends or begins."""

    at_ns: int  # in time of the run
    participant: str
    begins: bool
    keeps_store: bool = True  # False: what begins has nothing in its store
    is_awaited: bool = True  # of what ends: whoever watches it starts it again; False: a later change does


class LifeChanges:
    """The changes of a run, in order of time; of one instant the ends come first."""

    def __init__(self, changes: Iterable[LifeChange]) -> None:
        """Take them in any order."""
        self._changes = deque(sorted(changes, key=lambda change: (change.at_ns, change.begins)))

    @property
    def due_ns(self) -> int:
        """When the next one is due."""
        return self._changes[0].at_ns if self._changes else NEVER_NS

    def take_due(self, now_ns: int) -> list[LifeChange]:
        """Return what is due by now, once, in order."""
        taken = []
        while self.due_ns <= now_ns:
            taken.append(self._changes.popleft())
        return taken
