"""The seams for trouble: what a driver can do to a role without the role knowing, one place for both drivers.

    a message on its way ---> copies ---> receiver    lost, late, doubled, out of order, damaged, an old one
    the clock                 clock_ns                offset or stepped
    the calls                 back_ns                 frozen: it neither ticks nor hears, then goes on
    the disk                  write_ns, store_fault   slow; or it refuses a record, or tears it
    the life                  `deaths`                killed, and back with its store or without

`Seams` does nothing, and every nominal run is flown with it; what a rehearsal's faults do here, they say
themselves.  A driver asks for each participant by itself, so that one that drives a single role asks just the
same:

    virtual time    `VirtualTime.seams`: one object for everybody, asked while a message is sent
    real time       made of `Launch.faults` in each process (`installed.SEAMS`), asked when bytes arrive
                    (`trouble`)

Nothing that flies takes any.
"""

from collections.abc import Sequence
from typing import Literal, NamedTuple

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
    """No trouble at all."""

    def copies(self, parcel: Parcel, now_ns: int) -> Sequence[Copy]:
        """Return what arrives of a parcel that was sent now; nothing: it is lost."""
        return (Copy(0, parcel.pieces),)

    def clock_ns(self, participant: str, now_ns: int) -> int:
        """Return what a participant's clock shows [ns]."""
        return now_ns

    def back_ns(self, participant: str, now_ns: int) -> int:
        """Return when one that is frozen goes on; `now_ns` if it is not frozen."""
        return now_ns

    def write_ns(self, participant: str, now_ns: int) -> int:
        """Return how long its store takes for a record that is written now [ns]."""
        return 0

    def store_fault(self, participant: str, now_ns: int) -> StoreFault | None:
        """Return what its store does to a record that is written now; None: it keeps it."""
        return None
