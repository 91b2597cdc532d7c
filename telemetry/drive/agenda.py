"""What is to come in virtual time, in order.

    (due, is a tick, order, name, what)    what: a tick, what the bus brings, a result of work

At one instant everything is received before any role ticks, as in real time (`ticker`), in the order in which
it was sent.  What comes to several at one instant is one event: nothing can come between.
"""

from collections.abc import Iterator, Sequence
from heapq import heapify, heappop, heappush
from typing import NamedTuple

from telemetry.drive.virtual_bus import Arriving, OnItsWay
from telemetry.life.contract import Effect, Orphaned, PersistFailed, WorkDone


class DriverMade(NamedTuple):
    """An input that the driver itself makes."""

    what: WorkDone | PersistFailed | Orphaned


class Written(NamedTuple):
    """A slow store has written a record: what stood behind it goes on."""

    rest: Iterator[Effect]


class ForAll(NamedTuple):
    """What comes to several participants at once."""

    arriving: Sequence[Arriving]


Event = OnItsWay | DriverMade | Written | ForAll | None  # None: a tick
Due = tuple[int, bool, int, str, Event]


class Agenda:
    """The events to come."""

    def __init__(self) -> None:
        """Begin with none."""
        self.heap: list[Due] = []  # as `heapq` keeps it
        self._order = 0

    def push(self, due_ns: int, name: str, event: Event) -> None:
        """Add what is due for a participant."""
        self._order += 1
        heappush(self.heap, (due_ns, event is None, self._order, name, event))

    def push_all(self, begin_ns: int, arriving: Sequence[Arriving]) -> None:
        """Add what comes to each of some participants, so much later than an instant."""
        if len(arriving) > 1 and not any(late_ns for _, late_ns, _ in arriving):
            self.push(begin_ns, "", ForAll(arriving))
        else:
            for name, late_ns, passage in arriving:
                self.push(begin_ns + late_ns, name, passage)

    def pop(self) -> Due:
        """Remove what is due next; IndexError: nothing is."""
        return heappop(self.heap)

    def forget(self, name: str) -> None:
        """Remove all that is due for a participant."""
        self.heap = [_without(name, due) for due in self.heap if due[3] != name]
        heapify(self.heap)


def _without(name: str, due: Due) -> Due:
    """Return an event without what of it comes to a participant."""
    event = due[4]
    if not isinstance(event, ForAll):
        return due
    return (*due[:4], ForAll([each for each in event.arriving if each[0] != name]))
