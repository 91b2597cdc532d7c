"""The gate's clock beside those of all who receive its status: how far it is from them, and where it steps.

    receivers    ...|....|....|....|....|...      their middle: one of them may be stepped, too
    gate         ...|....|....|..|....|....       ahead from there on

A receiver that is late once says nothing: a distance counts if it stays, before or after.  By how much the
clocks of a run differ otherwise, and what the LAN takes, is no step.
"""

from collections.abc import Sequence
from statistics import median_low
from typing import NamedTuple

STEP_NS = 20_000_000  # what is less no release's distance depends on
STAYS = 8  # statuses


class Shown(NamedTuple):
    """A status: what the gate was given as it sent it, and what the clocks of all receivers showed."""

    row: int
    received_ns: Sequence[int]


class OwnClock:
    """What the gate's clock showed at instants of the run."""

    def __init__(self) -> None:
        """Know of no instant."""
        self._shown: dict[int, int] = {}

    def note(self, at_ns: int, own_ns: int) -> None:
        """Take what it showed."""
        self._shown[at_ns] = own_ns

    def at(self, at_ns: int) -> int:
        """Return what it showed; where that is not known, the instant itself."""
        return self._shown.get(at_ns, at_ns)


def run_times(own_ns: Sequence[int], shown: Sequence[Shown]) -> list[int]:
    """Return when the gate was given things, by the clock of the run: its own, less its steps."""
    behind = [median_low(each.received_ns) - own_ns[each.row] for each in shown]
    steps, current = list[tuple[int, int]](), 0
    for number, lasting in enumerate(_lasting(behind)):
        if abs(lasting - current) <= STEP_NS:
            continue
        before = shown[number - 1].row if number else -1
        steps.append((_stepped_at(own_ns, before, shown[number].row, by_ns=current - lasting), lasting))
        current = lasting
    times, current = list[int](), 0
    steps.reverse()
    for row, at_ns in enumerate(own_ns):
        while steps and steps[-1][0] <= row:
            _, current = steps.pop()
        times.append(at_ns + current)
    return times


def _lasting(behind: Sequence[int]) -> list[int]:
    """Return each figure without what is more for a short while only."""
    count = range(len(behind))
    after = [min(behind[k : k + STAYS]) for k in count]
    before = [min(behind[max(k + 1 - STAYS, 0) : k + 1]) for k in count]
    return [max(pair) for pair in zip(before, after, strict=True)]


def _stepped_at(own_ns: Sequence[int], before: int, row: int, *, by_ns: int) -> int:
    """Return the first row that shows a step: behind the longest time between two, or the shortest."""
    if before < 0:
        return 0
    if row == before:  # what the gate was given between two statuses is not on record
        return row
    way = 1 if by_ns > 0 else -1
    return max(range(before + 1, row + 1), key=lambda k: way * (own_ns[k] - own_ns[k - 1]))
