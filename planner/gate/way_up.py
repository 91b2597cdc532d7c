"""The way up: how long a packet takes to the spacecraft, as set-points are timed by it.

Settings tell it, until clock or delay have stepped: a step in the stamps of reports does not say which, nor
how much of it lies on the way up.  From then on a resume measures it, by when the latch was gone.  Both ends
are read on the clock as it is believed now, so that an arrival is timed right whatever it was that stepped.
A wrong one does no harm: what comes late, or too far ahead, is refused on board.
"""

from planner.gate.set_points.ages import StateKey

RESUMES_KEPT = 64


class UplinkDelay:
    """Expected, or measured since the last step."""

    def __init__(self, expected_ns: int, *, report_period_ns: int) -> None:
        """Begin with what the settings tell; telemetry reports once in `report_period_ns`."""
        self.ns = expected_ns
        self._late_ns = report_period_ns // 2  # of the first report that can show an arrival, on average
        self._is_measured = False
        self._sent_ns: dict[int, int] = {}  # epoch of each resume that is on its way

    def begin_again(self) -> None:
        """Clock or delay have stepped."""
        self._is_measured = True
        self._sent_ns.clear()

    def on_resume_sent(self, epoch: int, now_ns: int) -> None:
        """A resume leaves now."""
        self._sent_ns[epoch] = now_ns
        if len(self._sent_ns) > RESUMES_KEPT:
            del self._sent_ns[next(iter(self._sent_ns))]

    def on_resume_arrived(self, epoch: int, at_ns: int) -> None:
        """The resume of an epoch had done its work by then, ground clock."""
        sent_ns = self._sent_ns.get(epoch)
        self._sent_ns.clear()
        if self._is_measured and sent_ns is not None:
            self.ns = at_ns - sent_ns - self._late_ns

    def key(self, epoch: int, now_ns: int) -> StateKey:
        """Return it, and the resumes that may still measure it."""
        sent = tuple((number - epoch, now_ns - sent_ns) for number, sent_ns in self._sent_ns.items())
        return (self.ns, sent if self._is_measured else None)
