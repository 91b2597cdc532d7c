"""Breadth-first over all states of a small model: how many, and the shortest way to what may not be."""

from collections.abc import Callable, Hashable, Iterable
from typing import Any, NamedTuple


class Step(NamedTuple):
    """One thing that can happen in a state."""

    event: Any
    state: Any
    violation: str  # empty: none


class Found(NamedTuple):
    """What was explored, and the first violation."""

    states: int
    ticks: int  # that were explored whole
    is_closed: bool  # there are no other states at all
    violation: str = ""
    trace: tuple[Any, ...] = ()  # events, the last one violates


Successors = Callable[[Any], Iterable[Step]]


def itself(state: Any) -> Hashable:
    """Return a state that is its own key."""
    return state


def explore(
    begin: Any, successors: Successors, *, ticks: int, key: Callable[[Any], Hashable] = itself
) -> Found:
    """Follow everything that can happen for so many ticks; states with one key go on alike."""
    came_from: dict[Hashable, tuple[Any, Any] | None] = {key(begin): None}
    states = [begin]
    for tick in range(ticks):
        following = []
        for state in states:
            here = key(state)
            for event, then, violation in successors(state):
                if violation:
                    trace = (*_trace(came_from, here), event)
                    return Found(len(came_from), tick, is_closed=False, violation=violation, trace=trace)
                there = key(then)
                if there not in came_from:
                    came_from[there] = (here, event)
                    following.append(then)
        if not following:
            return Found(len(came_from), tick, is_closed=True)
        states = following
    return Found(len(came_from), ticks, is_closed=False)


def count(begin: Any, successors: Successors, *, ticks: int, most: int) -> Found:
    """Follow as `explore` does, with little memory: of known states 64 bits are kept, and no way to them.

    With n states one that is new is taken for a known one with a chance below n^2 / 2^64: 5e-6 for 10^7.
    """
    known, frozen = {hash(begin.key())}, [begin.frozen()]
    for tick in range(ticks):
        following: list[tuple[Any, ...]] = []
        is_last = tick == ticks - 1
        while frozen:
            for event, then, violation in successors(begin.thawed(frozen.pop())):
                if violation:
                    return Found(len(known), tick, is_closed=False, violation=violation, trace=(event,))
                before = len(known)
                known.add(hash(then.key()))
                if len(known) > before and not is_last:
                    following.append(then.frozen())
            if len(known) >= most:
                return Found(len(known), tick, is_closed=False)
        frozen = following
    return Found(len(known), ticks, is_closed=False)


def _trace(came_from: dict[Hashable, tuple[Any, Any] | None], here: Hashable) -> tuple[Any, ...]:
    events = []
    while (before := came_from[here]) is not None:
        here, event = before
        events.append(event)
    return tuple(reversed(events))
