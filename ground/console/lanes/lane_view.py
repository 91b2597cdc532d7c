"""Which part of time the lanes show: around now, or in a recording the whole of it, or less."""

from typing import NamedTuple

from telemetry.agreed.run_settings import NS_PER_S

PAST_TRIPS, COMING_TRIPS = 20.0 / 7.0, 15.0 / 7.0  # round trips before and after now
LEAST_TRIP_S = 2.0
LEAST_NS = 2 * NS_PER_S  # that are worth looking at
EDGE_SHARE = 0.1  # of a view, in which it follows the place
STEPS_S = (1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1800, 3600, 7200, 14400, 43200)


class LaneView(NamedTuple):
    """A part of the ground's time."""

    from_ns: int
    until_ns: int

    @property
    def span_ns(self) -> int:
        """Its length, never zero."""
        return max(self.until_ns - self.from_ns, 1)

    def share(self, at_ns: float) -> float:
        """Return where an instant stands, 0 to 1; beyond that it does not."""
        return (at_ns - self.from_ns) / self.span_ns

    def at_ns(self, share: float) -> int:
        """Return which instant stands at a share."""
        return self.from_ns + round(share * self.span_ns)

    def shows(self, from_ns: int, until_ns: int) -> bool:
        """True if a span is in it, or a piece of it."""
        return from_ns <= self.until_ns and until_ns >= self.from_ns

    def zoomed(self, about_ns: int, factor: float, whole: "LaneView") -> "LaneView":
        """Return a view `factor` times as long, in which an instant keeps its place."""
        span_ns = min(max(round(self.span_ns * factor), LEAST_NS), whole.span_ns)
        from_ns = about_ns - round(self.share(about_ns) * span_ns)
        return LaneView(from_ns, from_ns + span_ns).moved(0, whole)

    def moved(self, by_ns: int, whole: "LaneView") -> "LaneView":
        """Return a view later by so much, within the whole."""
        from_ns = max(min(self.from_ns + by_ns, whole.until_ns - self.span_ns), whole.from_ns)
        return LaneView(from_ns, from_ns + min(self.span_ns, whole.span_ns))

    def following(self, at_ns: int, whole: "LaneView") -> "LaneView":
        """Return a view that shows an instant, not at its very edge."""
        edge_ns = round(EDGE_SHARE * self.span_ns)
        by_ns = min(at_ns - edge_ns - self.from_ns, 0) or max(at_ns + edge_ns - self.until_ns, 0)
        return self.moved(by_ns, whole)

    def step_s(self, most: float) -> int:
        """Return the distance of round times of which there are at most so many [s]."""
        span_s = self.span_ns / NS_PER_S
        return next((step for step in STEPS_S if span_s / step <= max(most, 1.0)), STEPS_S[-1])


def view_around(now_ns: int, round_trip_s: float) -> LaneView:
    """Return what is shown of a flight: 20 s before and 15 s after now with 7 s of delay."""
    trip_ns = max(round_trip_s, LEAST_TRIP_S) * NS_PER_S
    return LaneView(now_ns - round(PAST_TRIPS * trip_ns), now_ns + round(COMING_TRIPS * trip_ns))
