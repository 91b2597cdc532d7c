"""Where the arm is now: the moves sent and not yet seen, corrected by the last telemetry.

    spacecraft clock  ----[ sampled ]--------- delay ---------[ now ]---->
    sent moves             |==|==|==|==|==|==|==|==|==|==|==|==|==|
    telemetry              x residual = telemetry - sent motion at the sample's own time
    estimate                                                    x sent motion now + residual

Comparing telemetry with the motion *at the sample's time* removes the false error of a delayed model; what is
left is real: tracking, model or a joint that does not follow.
"""

from bisect import bisect_right
from typing import NamedTuple

from predictor.stop import JointState, Quintic, at, moves, rest

KEPT_NS = 60_000_000_000  # sent moves older than this have long been seen


class _Sent(NamedTuple):
    begin_ns: int  # spacecraft clock
    move: tuple[Quintic, ...]
    end: JointState


class ArmEstimate:
    """The sent motion on the spacecraft's clock, and its difference from telemetry."""

    def __init__(self, q: tuple[float, ...], period_ns: int) -> None:
        """Start at rest at q (n,) [rad], with no residual."""
        self._period_ns = period_ns
        self.reset(q)

    def reset(self, q: tuple[float, ...]) -> None:
        """Forget what was sent: the spacecraft reports rest at q (n,) [rad]."""
        self._sent: list[_Sent] = []
        self._start = rest(q)
        self.residual = (0.0,) * len(q)

    def sent(self, end: JointState, begin_ns: int) -> None:
        """Add a set-point whose move begins at `begin_ns`, spacecraft clock; repeats change nothing."""
        if self._sent and begin_ns <= self._sent[-1].begin_ns:
            return
        before = self._sent[-1].end if self._sent else self._start
        self._sent.append(_Sent(begin_ns, moves(before, end, self._period_ns * 1e-9), end))
        while self._sent[0].begin_ns < begin_ns - KEPT_NS:
            self._start = self._sent.pop(0).end

    def commanded(self, spacecraft_ns: int) -> JointState:
        """Return the state that the sent set-points prescribe at an instant of the spacecraft's clock."""
        index = bisect_right(self._sent, spacecraft_ns, key=lambda sent: sent.begin_ns) - 1
        if index < 0:
            return self._start
        sent = self._sent[index]
        elapsed_ns = spacecraft_ns - sent.begin_ns
        return at(sent.move, elapsed_ns * 1e-9) if elapsed_ns < self._period_ns else sent.end

    def observe(self, q: tuple[float, ...], sampled_ns: int) -> None:
        """Take telemetry q (n,) [rad] sampled at `sampled_ns` on the spacecraft's clock."""
        expected = self.commanded(sampled_ns).q
        self.residual = tuple(seen - sent for seen, sent in zip(q, expected, strict=True))

    def now(self, spacecraft_ns: int) -> tuple[float, ...]:
        """Return the estimated joint angles (n,) [rad] at an instant of the spacecraft's clock."""
        commanded = self.commanded(spacecraft_ns).q
        return tuple(sent + rest for sent, rest in zip(commanded, self.residual, strict=True))
