"""Traces of the small model in the real gate: the first tick that differs, and the shortest such trace."""

import itertools
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from tests.model.protocol import Happens, after, may_move
from tests.model.situation import Setup, Situation
from tests.model.traces import RESUMED, Drawer, brief, features, setups
from tests.planner.gate.replayed import Replayed, Seen, bench_of, expected

TICKS = 30


class Mismatch(NamedTuple):
    """Where a gate differs from the model; the trace begins at rest."""

    setup: Setup
    trace: tuple[Happens, ...]
    seen: Seen | str
    expected: Seen

    def __str__(self) -> str:
        """Return the trace, a line for each tick."""
        ticks = [f"  {number}: {brief(happens)}" for number, happens in enumerate(self.trace, 1)]
        lines = [f"n_d {self.setup.n_d}, windows {self.setup.windows}", *ticks]
        return "\n".join([*lines, f"gate:  {self.seen}", f"model: {self.expected}"])


class Compared:
    """The model and the gate, side by side from rest."""

    def __init__(self, setup: Setup) -> None:
        """Bring both to rest."""
        self.model, self.gate = Situation(setup), Replayed(bench_of(setup))
        for happens in RESUMED:
            assert self.differs(happens) is None

    def copy(self) -> "Compared":
        """Return a pair that goes on by itself."""
        same = object.__new__(Compared)
        same.model, same.gate = self.model, self.gate.copy()
        return same

    def differs(self, happens: Happens, then: Situation | None = None) -> tuple[Seen | str, Seen] | None:
        """Do one tick in both, the model's as it is given; returns what differs."""
        self.model = then or after(self.model, happens)
        try:
            seen = self.gate.after(happens, self.model)
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
            seen = repr(error)  # of a gate that is broken on purpose
        return None if seen == expected(self.model) else (seen, expected(self.model))

    def first_mismatch(self, trace: Iterable[Happens]) -> Mismatch | None:
        """Follow a trace from here; an obstacle that may not move stays."""
        pair, done = self.copy(), []
        for happens in trace:
            if happens.world == "moves" and not may_move(pair.model):
                happens = happens._replace(world="")
            done.append(happens)
            found = pair.differs(happens)
            if found:
                return Mismatch(pair.model.setup, tuple(done), *found)
        return None


def pairs(n_d: int) -> list[Compared]:
    """Return pairs at rest for this depth of the queue."""
    return [Compared(setup) for setup in setups(n_d)]


def compare(begin: Compared, seed: int, counts: Counter[str]) -> Mismatch | None:
    """Draw a trace, follow it in both, and count what it went through."""
    pair, before, trace, seen = begin.copy(), begin.model, [], set()
    for happens, then in Drawer(seed).trace(before, TICKS):
        trace.append(happens)
        seen.update(features(before, happens, then))
        before = then
        found = pair.differs(happens, then)
        if found:
            return Mismatch(begin.model.setup, tuple(trace), *found)
    counts.update(seen)
    return None


def shortest(begin: Compared, mismatch: Mismatch) -> Mismatch:
    """Leave out and simplify what the difference does not need, as long as there is such a thing."""
    while True:
        tries = itertools.chain(_shorter(mismatch.trace), _simpler(mismatch.trace))
        found = (begin.first_mismatch(trace) for trace in tries)
        better = next((each for each in found if each and _size(each) < _size(mismatch)), None)
        if better is None:
            return mismatch
        mismatch = better


def _size(mismatch: Mismatch) -> tuple[int, int]:
    return len(mismatch.trace), sum(len(brief(happens)) for happens in mismatch.trace)


def _shorter(trace: tuple[Happens, ...]) -> Iterator[tuple[Happens, ...]]:
    for length in (16, 8, 4, 3, 2, 1):
        for first in range(len(trace) - length + 1):
            yield trace[:first] + trace[first + length :]


def _simpler(trace: tuple[Happens, ...]) -> Iterator[tuple[Happens, ...]]:
    usual = Happens()
    for number, happens in enumerate(trace):
        for name in usual._fields:
            each = happens._replace(**{name: getattr(usual, name)})
            if each != happens:
                yield (*trace[:number], each, *trace[number + 1 :])
