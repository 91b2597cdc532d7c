"""Breadth-first over all states of a small model: how many, and the shortest way to what may not be."""

from collections.abc import Callable, Hashable, Iterable
from typing import Any, NamedTuple


class Step(NamedTuple):
    """One thing that can happen in a state."""

    event: Any
    state: Hashable
    violation: str  # empty: none


class Found(NamedTuple):
    """What was explored, and the first violation."""

    states: int
    ticks: int  # that were explored whole
    is_closed: bool  # there are no other states at all
    violation: str = ""
    trace: tuple[Any, ...] = ()  # events, the last one violates


Successors = Callable[[Any], Iterable[Step]]


def explore(begin: Hashable, successors: Successors, *, ticks: int, most: int | None = None) -> Found:
    """Follow everything that can happen for so many ticks, or until so many states are known."""
    came_from: dict[Hashable, tuple[Any, Any] | None] = {begin: None}
    states = [begin]
    for tick in range(ticks):
        following = []
        for state in states:
            for event, then, violation in successors(state):
                if violation:
                    trace = (*_trace(came_from, state), event)
                    return Found(len(came_from), tick, is_closed=False, violation=violation, trace=trace)
                if then not in came_from:
                    came_from[then] = (state, event)
                    following.append(then)
            if most is not None and len(came_from) >= most:
                return Found(len(came_from), tick, is_closed=False)
        if not following:
            return Found(len(came_from), tick, is_closed=True)
        states = following
    return Found(len(came_from), ticks, is_closed=False)


def _trace(came_from: dict[Hashable, tuple[Any, Any] | None], state: Hashable) -> tuple[Any, ...]:
    events = []
    while (before := came_from[state]) is not None:
        state, event = before
        events.append(event)
    return tuple(reversed(events))
