"""The beat of a loop: whole periods, and how late each began.

An instant that was missed is not made up for: the next one lies on the same grid.
"""

from collections import deque
from collections.abc import Callable

import numpy as np

KEPT_CYCLES = 60_000  # cycles whose lateness is known: a minute at 1 kHz
NS_PER_US = 1e3
LATENESS_SHARES = (50.0, 99.0, 99.9)  # of cycles that are no later than is told [%]


class Pace:
    """Waits for each next period; times are those of the clock that it is given."""

    def __init__(self, period_ns: int, now_ns: Callable[[], int], sleep_until: Callable[[int], None]) -> None:
        """Begin the first period now."""
        self._period_ns, self._now_ns, self._sleep_until = period_ns, now_ns, sleep_until
        self._due_ns = now_ns()
        self._late_ns: deque[int] = deque(maxlen=KEPT_CYCLES)
        self.missed = 0  # periods that no cycle began in

    def wait(self) -> int:
        """Sleep until the next period begins, and return the time then."""
        self._due_ns += self._period_ns
        self._sleep_until(self._due_ns)
        now_ns = self._now_ns()
        late_ns = now_ns - self._due_ns
        self._late_ns.append(late_ns)
        behind = late_ns // self._period_ns
        self.missed += behind
        self._due_ns += behind * self._period_ns
        return now_ns

    def skip(self) -> int:
        """Begin anew, and return the time: what lies between was no cycle's."""
        self._due_ns = self._now_ns()
        return self._due_ns

    def late_us(self) -> list[float]:
        """Return how late cycles began, at most, of each of `SHARES` of them, and of all [us]."""
        late = np.array(self._late_ns or [0]) / NS_PER_US
        return [*np.percentile(late, LATENESS_SHARES).tolist(), float(late.max())]

    def __len__(self) -> int:
        """Return how many cycles are known."""
        return len(self._late_ns)


def punctuality_text(pace: Pace) -> str:
    """Return how punctual a loop was."""
    half, most, nearly_all, worst = pace.late_us()
    return (
        f"{len(pace):,} cycles, late by {half:.0f} us (half of them), {most:.0f} us (99 %), "
        f"{nearly_all:.0f} us (99.9 %), {worst:.0f} us at most; {pace.missed} missed"
    )
