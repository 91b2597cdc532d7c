"""Who dies and who comes back when: what a list of faults says to whoever holds the lives of a run.

virtual time   who runs it stops at `due_ns`, and lets `VirtualTime.kill` and `start` do it
real time      the supervisor of the processes (`ground.run.supervisor`)
"""

from collections import deque
from collections.abc import Sequence
from typing import NamedTuple

from telemetry.contract import NEVER_NS
from telemetry.drive.faults import Fault, Killed
from telemetry.drive.store import MemoryStore
from telemetry.drive.virtual_time import VirtualTime


class Change(NamedTuple):
    """A life that ends or begins."""

    at_ns: int  # in time of the run
    begins: bool
    fault: Killed


class Deaths:
    """The deaths of a list of faults, in order of time."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        """Take them from the list."""
        killed = [fault for fault in faults if isinstance(fault, Killed)]
        ends = [Change(fault.at_ns, False, fault) for fault in killed]
        begins = [Change(fault.back_ns, True, fault) for fault in killed if fault.back_ns is not None]
        self._changes = deque(sorted([*ends, *begins], key=lambda change: change.at_ns))

    @property
    def due_ns(self) -> int:
        """When the next one is due."""
        return self._changes[0].at_ns if self._changes else NEVER_NS

    def take(self, now_ns: int) -> list[Change]:
        """Return what is due by now, once, in order."""
        taken = []
        while self.due_ns <= now_ns:
            taken.append(self._changes.popleft())
        return taken


def carry_out(deaths: Deaths, driver: VirtualTime, now_ns: int) -> None:
    """Kill and start in virtual time what is due by now."""
    for change in deaths.take(now_ns):
        name = change.fault.participant
        driver.now_ns = max(driver.now_ns, change.at_ns)
        is_there = driver.role(name) is not None
        if change.begins and not is_there:
            driver.start(name, None if change.fault.keeps_store else MemoryStore())
        elif not change.begins and is_there:
            driver.kill(name)
