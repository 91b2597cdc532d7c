"""The published queue rule in a world of a few cells on a line: where it is safe, and where it is not.

    tick:   push the operator's command, fill with the oldest if the signal is raised, pop and move

The predictor raises the signal some ticks after a push whose motion would touch the obstacle.  States are
tuples: queue, where the arm is, the pose that the predictor starts from, signals on their way, the obstacle.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from tests.model.explore import Step

TO = 1  # where the obstacle moves to


@dataclass(frozen=True, slots=True, kw_only=True)
class Published:
    """One case: what the predictor and its signal are like."""

    n_d: int = 3
    latencies: tuple[int, ...] = (0, 1, 2)  # ticks from a push to its signal
    loses_signals: bool = False
    checks_sweep: bool = True  # not the end alone
    rebases: bool = True  # the predictor starts from what is queued, after a roll-back too
    obstacle_moves: bool = False
    has_increments: bool = False  # commands are steps, not poses
    cells: int = 4
    obstacle: int = 2


class State(NamedTuple):
    """Before a tick."""

    queue: tuple[int, ...]
    arm: int
    reference: int
    signals: tuple[int, ...]  # ticks until each is raised
    obstacle: int


def is_clear(begin: int, end: int, obstacle: int) -> bool:
    """True if a sweep from one cell to another does not touch the obstacle."""
    return not min(begin, end) <= obstacle <= max(begin, end)


def begin(case: Published) -> State:
    """At rest in the first cell, with a queue that says so."""
    return State((0,) * case.n_d, 0, 0, (), case.obstacle)


def steps(case: Published, state: State) -> Iterator[Step]:
    """Everything that can happen in one tick."""
    obstacles = [state.obstacle]
    if case.obstacle_moves and state.obstacle != TO and state.arm != TO:
        obstacles.append(TO)
    for obstacle in obstacles:
        for command in _commands(case, state):
            for signals in _signals(case, state, command, obstacle):
                yield _tick(state._replace(signals=signals, obstacle=obstacle), command, case)


def _commands(case: Published, state: State) -> Iterator[int]:
    for command in (-1, 0, 1) if case.has_increments else range(case.cells):
        if 0 <= _predicted(case, state, command)[1] < case.cells:
            yield command


def _predicted(case: Published, state: State, command: int) -> tuple[int, int]:
    """Return from where to where the predictor sees the newest command move."""
    if case.has_increments:
        at = state.arm + sum(state.queue)
        return at, at + command
    return (state.queue[-1] if case.rebases else state.reference), command


def _signals(case: Published, state: State, command: int, obstacle: int) -> Iterator[tuple[int, ...]]:
    start, end = _predicted(case, state, command)
    if (case.checks_sweep and is_clear(start, end, obstacle)) or (not case.checks_sweep and end != obstacle):
        yield state.signals
        return
    for latency in case.latencies:
        yield tuple(sorted((*state.signals, latency)))
    if case.loses_signals:
        yield state.signals


def _tick(state: State, command: int, case: Published) -> Step:
    queue = (*state.queue, command)
    if 0 in state.signals:
        queue = (queue[0],) * len(queue)
    arm = state.arm + queue[0] if case.has_increments else queue[0]
    touches = not is_clear(state.arm, arm, state.obstacle)
    coming = tuple(ticks - 1 for ticks in state.signals if ticks)
    event = (command, 0 in state.signals, state.obstacle)
    return Step(event, State(queue[1:], arm, command, coming, state.obstacle), "sweep" * touches)
