"""The numbers of commands that the spacecraft can have executed, by what it has reported."""

from collections import deque
from collections.abc import Callable, Iterator
from typing import NamedTuple

from ground.audit.account import Newest
from ground.audit.law import Body, Number


class Unseen(NamedTuple):
    """What no report tells: from one executed number to the next that is of a later epoch."""

    after: Number
    before_epoch: int
    lasts_ns: int


class ExecutedNumbers:
    """Reports of telemetry, as far as they tell what was executed."""

    def __init__(self, kept: int | None = None) -> None:
        """Begin with no report; `kept`: newest epochs that are known, None: all."""
        self._last: tuple[int, Number] | None = None  # stamp and executed number of the newest report
        self._newest: Newest[int, int] = Newest(kept)  # sequence in each epoch
        self._unseen = deque[Unseen](maxlen=kept)

    def on_report(self, body: Body) -> None:
        """Take a report."""
        for epoch, sequence in _executed(body):
            self._newest[epoch] = max(self._newest.get(epoch, 0), sequence)
        at_ns, number = body["sampled_ns"], (body["executed_epoch"], body["executed"])
        if self._last is not None and number[0] > self._last[1][0]:
            before_ns, before = self._last
            self._unseen.append(Unseen(before, number[0], max(at_ns - before_ns, 0)))
        self._last = at_ns, number

    def by(self, period_ns: int) -> Callable[[Number], bool]:
        """Return what tells of a number whether it can have been executed, at one a period.

        Those before the newest of an epoch can with it; and where it went on with a later epoch while
        nothing was received of it, as many more as there were periods, of any epoch between.
        """

        def can_be(number: Number) -> bool:
            epoch, sequence = number
            is_known = 0 < sequence <= self._newest.get(epoch, 0)
            return is_known or any(_holds(each, number, period_ns) for each in self._unseen)

        return can_be


def _holds(unseen: Unseen, number: Number, period_ns: int) -> bool:
    """Return whether a number can have been executed where no report tells it."""
    (after_epoch, after), (epoch, sequence) = unseen.after, number
    last = after if epoch == after_epoch else 0
    is_between = after_epoch <= epoch < unseen.before_epoch
    return is_between and 0 < sequence <= last + unseen.lasts_ns // period_ns + 1


def _executed(body: Body) -> Iterator[Number]:
    yield body["executed_epoch"], body["executed"]
    for kind, epoch, sequence, stage, _, reason in body.get("reports", ()):
        if kind in ("motion", "stop") and stage == "executed" and not reason:
            yield epoch, sequence
