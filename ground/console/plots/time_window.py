"""The window of time that all plots show: it follows now, or stands; no Qt.

|<------ span ------>|
from              until = now, or frozen at an instant
"""

from dataclasses import dataclass, replace

from telemetry.agreed.run_settings import NS_PER_S

LEAST_NS, MOST_NS = NS_PER_S // 2, 26 * 3600 * NS_PER_S
USUAL_NS = 60 * NS_PER_S
SINCE_ALL_S = 1.05  # times the whole, so that nothing touches the edge


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeWindow:
    """How much is shown, and until when."""

    span_ns: int = USUAL_NS
    until_ns: int | None = None  # None: it follows now

    @property
    def follows(self) -> bool:
        """True if its end is now."""
        return self.until_ns is None

    def at(self, now_ns: int, pixels: int) -> tuple[int, int]:
        """Return its begin and end; one that follows moves by whole pixels, so that nothing flickers."""
        until_ns = self.until_ns
        if until_ns is None:
            step_ns = max(self.span_ns // max(pixels, 1), 1)
            until_ns = (now_ns // step_ns + 1) * step_ns
        return until_ns - self.span_ns, until_ns

    def following(self) -> "TimeWindow":
        """Return it with its end at now."""
        return replace(self, until_ns=None)

    def frozen(self, now_ns: int) -> "TimeWindow":
        """Return it as it stands now."""
        return self if self.until_ns is not None else replace(self, until_ns=now_ns)

    def panned(self, share: float, now_ns: int) -> "TimeWindow":
        """Return it by so much of its span later; it stands from then on."""
        until_ns = now_ns if self.until_ns is None else self.until_ns
        return replace(self, until_ns=until_ns + round(share * self.span_ns))

    def zoomed(self, factor: float, now_ns: int, *, at: float = 1.0) -> "TimeWindow":
        """Return it so many times as long; what is at a share of its span stays there."""
        span_ns = min(max(round(factor * self.span_ns), LEAST_NS), MOST_NS)
        if self.until_ns is None and at >= 1.0:
            return replace(self, span_ns=span_ns)
        until_ns = now_ns if self.until_ns is None else self.until_ns
        stays_ns = until_ns - round((1.0 - at) * self.span_ns)
        return replace(self, span_ns=span_ns, until_ns=stays_ns + round((1.0 - at) * span_ns))

    def whole(self, now_ns: int, end_ns: int | None) -> "TimeWindow":
        """Return it with all of the run so far; `end_ns`: of a recording, which does not go on."""
        last_ns = now_ns if end_ns is None else end_ns
        return TimeWindow(span_ns=min(max(round(SINCE_ALL_S * last_ns), LEAST_NS), MOST_NS), until_ns=end_ns)
