"""The seams for trouble: what a driver can do to a role without the role knowing, one place for both drivers.

    a message on its way ---> copies ---> receiver    lost, late, doubled, out of order, damaged, an old one
    the role's clock          clock_ns                offset or stepped
    the role's calls          back_ns                 frozen: it neither ticks nor hears, then goes on
    the role's disk           write_ns                slow; a store that fails is a store of its own

`Seams` does nothing, and every nominal run is flown with it; `faults` beside it fills it from a seed.  A
driver asks for each receiver by itself, so that one that drives a single role can ask just the same.
"""

from collections.abc import Sequence
from typing import NamedTuple

from telemetry.messages.base import Message


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

    def clock_ns(self, role: str, now_ns: int) -> int:
        """Return what a role's clock shows [ns]."""
        return now_ns

    def back_ns(self, role: str, now_ns: int) -> int:
        """Return when a frozen role goes on; `now_ns` if it is not frozen."""
        return now_ns

    def write_ns(self, role: str, now_ns: int) -> int:
        """Return how long the role's store takes for a record that is written now [ns]."""
        return 0
