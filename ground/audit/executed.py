"""The numbers of commands that the spacecraft can have executed, by what it has reported."""

from collections.abc import Callable, Iterator

from ground.audit.account import Newest
from ground.audit.law import Body, Number


class ExecutedNumbers:
    """Reports of telemetry, as far as they tell what was executed."""

    def __init__(self, kept: int | None = None) -> None:
        """Begin with no report; `kept`: epochs that are known, None: all."""
        self._last: tuple[int, Number] | None = None  # stamp and executed number of the newest report
        self._newest: Newest[int, int] = Newest(kept)  # sequence in each epoch
        self._unseen: Newest[int, list[tuple[int, int]]] = Newest(kept)  # behind these, for so long [ns]

    def on_report(self, body: Body) -> None:
        """Take a report."""
        for epoch, sequence in _executed(body):
            self._newest[epoch] = max(self._newest.get(epoch, 0), sequence)
        at_ns, number = body["sampled_ns"], (body["executed_epoch"], body["executed"])
        if self._last is not None and number[0] > self._last[1][0]:
            before_ns, (epoch, sequence) = self._last
            self._unseen[epoch] = [*self._unseen.get(epoch, ()), (sequence, max(at_ns - before_ns, 0))]
        self._last = at_ns, number

    def by(self, period_ns: int) -> Callable[[Number], bool]:
        """Return what tells of a number whether it can have been executed, at one a period.

        Those before the newest of an epoch can with it; and where it went on with another epoch while
        nothing was received of it, as many more as there were periods.
        """

        def can_be(number: Number) -> bool:
            epoch, sequence = number
            more = (last + after_ns // period_ns + 1 for last, after_ns in self._unseen.get(epoch, ()))
            return 0 < sequence <= max(self._newest.get(epoch, 0), *more, 0)

        return can_be


def _executed(body: Body) -> Iterator[Number]:
    yield body["executed_epoch"], body["executed"]
    for kind, epoch, sequence, stage, _, reason in body.get("reports", ()):
        if kind in ("motion", "stop") and stage == "executed" and not reason:
            yield epoch, sequence
