"""The seams for trouble: what a driver can do to a role without the role knowing, one place for both drivers.

    a message on its way ---> copies ---> receiver    lost, late, doubled, out of order, damaged, an old one
    the clock                 clock_ns                offset or stepped
    the calls                 resumes_ns              frozen: it neither ticks nor receives, then goes on
    the disk   write_delay_ns, store_fault            slow; or it refuses a record, or tears it
    the life                  `LifeChanges`           killed, and back with its store or without

`Seams` does nothing, and every nominal run is flown with it; what a rehearsal's faults do here, they say
themselves.  A driver asks for each participant by itself, so that one that drives a single role asks just the
same:

    virtual time    `VirtualTime.seams`: one object for all roles, asked while a message is sent; a run is
                    stopped at `LifeChanges.due_ns` for `VirtualTime.kill_and_start`
    real time       made of `Launch.faults` in each process (`installed.SEAMS`), asked when bytes arrive
                    (`trouble`); lives are changed by the supervisor (`ground.run.processes.supervisor`)

Nothing that flies takes any.
"""

from collections import deque
from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple

from telemetry.life.contract import NEVER_NS
from telemetry.messages.base import Message

StoreFault = Literal["refuses", "tears"]  # a record: all of it, or from its middle on


class Parcel(NamedTuple):
    """A message on its way to one receiver."""

    sender: str
    receiver: str
    message: Message
    pieces: tuple[bytes, ...]  # the frame, or the packets, as they left


class Copy(NamedTuple):
    """What arrives of a parcel: its own pieces, or others, which the driver decodes anew."""

    late_ns: int  # beyond the carrier's own time
    pieces: tuple[bytes, ...]


class Seams:
    """The seams of a run without trouble; faults override them."""

    def copies(self, parcel: Parcel, now_ns: int) -> Sequence[Copy]:
        """Return what arrives of a parcel that was sent now; nothing: it is lost."""
        return (Copy(0, parcel.pieces),)

    def clock_ns(self, participant: str, now_ns: int) -> int:
        """Return what a participant's clock shows [ns]."""
        return now_ns

    def resumes_ns(self, participant: str, now_ns: int) -> int:
        """Return when one that is frozen goes on; `now_ns` if it is not frozen."""
        return now_ns

    def write_delay_ns(self, participant: str, now_ns: int) -> int:
        """Return how long its store takes for a record that is written now [ns]."""
        return 0

    def store_fault(self, participant: str, now_ns: int) -> StoreFault | None:
        """Return what its store does to a record that is written now; None: it keeps it."""
        return None


class LifeChange(NamedTuple):
    """A life that ends or begins."""

    at_ns: int  # in time of the run
    participant: str
    begins: bool
    keeps_store: bool = True  # False: what begins has nothing in its store
    is_awaited: bool = True  # of what ends: its supervisor starts it again; False: a later change does


class LifeChanges:
    """The changes of a run, in order of time; of one instant the ends come first."""

    def __init__(self, changes: Iterable[LifeChange]) -> None:
        """Sort the changes, which come in any order."""
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
