"""How much telemetry was lost of late: a difference of the bridge's counts, never a figure of the whole run.

    newest counts - those of ten seconds before;  begun anew with every contact and with every bridge

What a gap in contact has cost is no loss of the link, so counts from before it are left out.
"""

from collections import deque
from typing import NamedTuple

from telemetry.messages.command import BridgeReport
from telemetry.run_settings import NS_PER_S

RECENT_NS = 10 * NS_PER_S


class Loss(NamedTuple):
    """Reports of the spacecraft that were lost, of all that were sent meanwhile."""

    lost: int
    of: int
    over_s: float  # time that this is about

    @property
    def share(self) -> float:
        """The share that was lost, 0 to 1."""
        return self.lost / self.of


class _Counts(NamedTuple):
    at_ns: int
    received: int
    lost: int


class RecentLoss:
    """The bridge's counts of late."""

    def __init__(self) -> None:
        """Start without any."""
        self._counts = deque[_Counts]()

    def take(self, report: BridgeReport, now_ns: int, contact_since_ns: int) -> Loss | None:
        """Take the newest counts; return the loss, or None as long as nothing can be told."""
        newest = _Counts(now_ns, report.tm_received, report.tm_lost)
        if self._counts and newest.received < self._counts[-1].received:
            self._counts.clear()  # another bridge counts from zero
        self._counts.append(newest)
        since_ns = max(now_ns - RECENT_NS, contact_since_ns)
        while len(self._counts) > 1 and self._counts[0].at_ns < since_ns:
            self._counts.popleft()
        oldest = self._counts[0]
        lost = max(0, newest.lost - oldest.lost)  # what comes late is lost no more
        of = newest.received - oldest.received + lost
        return Loss(lost, of, (newest.at_ns - oldest.at_ns) / NS_PER_S) if of > 0 else None
