"""What the reports of the arm that are believed come to: the first, the newest, and running figures.

    reports, resumes ---> first, newest            where the arm is, and since when anything is known of it
                     ---> from opening to resume   how far any joint went before motion was allowed again

Of the reports themselves none is kept for longer than others may be told late.
"""

import math
from collections import deque
from collections.abc import Iterable

from telemetry.agreed.run_settings import RunSettings
from telemetry.messages.spacecraft import Telemetry

Joints = tuple[float, ...]

LATE_MAX = 300  # reports that may have been told before the resume that came before them


class ReportedArm:
    """The figures of all reports so far."""

    def __init__(self, run: RunSettings) -> None:
        """Begin without reports."""
        self.first_s: float | None = None  # when they were received
        self.newest_s: float | None = None
        self.newest: Telemetry | None = None
        self._openings = [_Opening(opens_s) for opens_s, _ in run.link.windows_s[1:]]

    def on_report(self, at_s: float, report: Telemetry) -> None:
        """Take a report that is believed."""
        self.first_s = at_s if self.first_s is None else self.first_s
        self.newest_s, self.newest = at_s, report
        for opening in self._openings:
            opening.on_report(at_s, report.q)

    def on_resume(self, at_s: float) -> None:
        """Note that the gate let a resume leave."""
        for opening in self._openings:
            opening.on_resume(at_s)

    def spread_after_contact(self) -> float | None:
        """Return how far any joint moved from an opening to the next resume [rad]; None without data."""
        spreads = [opening.spread() for opening in self._openings]
        known = [spread for spread in spreads if spread is not None]
        return max(known, default=None) if len(known) == len(spreads) else None


class _Opening:
    """The joints from the opening of a window to the next resume."""

    def __init__(self, opens_s: float) -> None:
        self._opens_s, self._resumed_s = opens_s, math.inf
        self._waiting = deque[tuple[float, Joints]]()
        self._least: Joints = ()
        self._most: Joints = ()

    def on_report(self, at_s: float, q: Joints) -> None:
        if self._opens_s < at_s < self._resumed_s:
            self._waiting.append((at_s, q))
            if len(self._waiting) > LATE_MAX:
                self._follow([self._waiting.popleft()])

    def on_resume(self, at_s: float) -> None:
        if self._opens_s < at_s < self._resumed_s:
            self._resumed_s = at_s

    def spread(self) -> float | None:
        self._follow(self._waiting)
        self._waiting.clear()
        if math.isinf(self._resumed_s) or not self._least:
            return None
        return max(most - least for least, most in zip(self._least, self._most, strict=True))

    def _follow(self, reports: Iterable[tuple[float, Joints]]) -> None:
        for at_s, q in reports:
            if at_s < self._resumed_s:
                self._least = tuple(map(min, self._least or q, q))
                self._most = tuple(map(max, self._most or q, q))
