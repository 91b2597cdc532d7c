"""The numbers of commands that the spacecraft can have executed, by what it has reported."""

from collections.abc import Iterator
from itertools import pairwise

from ground.audit.law import Body, Number


class ExecutedNumbers:
    """Reports of telemetry, as far as they tell what was executed."""

    def __init__(self) -> None:
        """Begin with no report."""
        self._reports: list[tuple[int, Number]] = []  # stamp and executed number, the last of each
        self._newest: dict[int, int] = {}  # sequence in each epoch

    def on_report(self, body: Body) -> None:
        """Take a report."""
        for epoch, sequence in _executed(body):
            self._newest[epoch] = max(self._newest.get(epoch, 0), sequence)
        number = body["executed_epoch"], body["executed"]
        if self._reports and self._reports[-1][1] == number:
            self._reports.pop()
        self._reports.append((body["sampled_ns"], number))

    def numbers(self, period_ns: int) -> set[Number]:
        """Return all numbers that can have been executed.

        Those before the newest of an epoch with it; and where it went on with another epoch while nothing
        was received of it, as many more as there were periods.
        """
        newest = dict(self._newest)
        for (before_ns, (epoch, sequence)), (at_ns, (next_epoch, _)) in pairwise(self._reports):
            if next_epoch > epoch:
                more = max(at_ns - before_ns, 0) // period_ns + 1
                newest[epoch] = max(newest.get(epoch, 0), sequence + more)
        return {(epoch, seq) for epoch, last in newest.items() for seq in range(1, last + 1)}


def _executed(body: Body) -> Iterator[Number]:
    yield body["executed_epoch"], body["executed"]
    for kind, epoch, sequence, stage, _, reason in body.get("reports", ()):
        if kind in ("motion", "stop") and stage == "executed" and not reason:
            yield epoch, sequence
