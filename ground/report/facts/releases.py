"""What the gate let leave against its verdicts: where another policy differs from the watermark.

    unverified           a set-point left, and the gate had heard no good verdict on it
    after a bad verdict  a set-point left after the gate had heard a bad verdict in its epoch

By the watermark both are 0, but for a bad verdict that it did not take: it spoke of another queue or world.
"""

from dataclasses import dataclass, field

from telemetry.messages.command import SetPoint
from telemetry.messages.queue import Verdict


@dataclass(slots=True)
class Releases:
    """Set-points of plans and hands; the samples of stops are covered by the verdict before them."""

    unverified: int = 0
    after_bad_verdict: int = 0
    _good: set[tuple[int, int]] = field(default_factory=set)  # epoch, number
    _bad: set[int] = field(default_factory=set)  # epochs

    def judged(self, verdict: Verdict) -> None:
        """Take a verdict at the gate."""
        if verdict.ok:
            self._good.add((verdict.epoch, verdict.seq))
        else:
            self._bad.add(verdict.epoch)

    def left(self, point: SetPoint) -> None:
        """Take a set-point at the bridge."""
        if point.kind == "motion":
            self.unverified += (point.epoch, point.seq) not in self._good
            self.after_bad_verdict += point.epoch in self._bad
