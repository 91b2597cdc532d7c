"""The watermark in a world of a few cells on a line: what every rule of it is for.

    tick:   the obstacle may move once; the operator pushes a pose, nothing, or arms again; any one verdict
            ever sent arrives, or none; the head leaves if it is verified

So verdicts are lost, doubled, late and out of order.  A bad one empties the queue into a new epoch whose
numbers begin again, disarmed.  What may leave need not: release is held back at will, where a case says so.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from tests.model.explore import Step
from tests.model.published import is_clear

TO = 1  # where the obstacle moves to


@dataclass(frozen=True, slots=True, kw_only=True)
class Watermark:
    """One case: which rules hold."""

    n_d: int = 2
    verdicts_name_epoch: bool = True
    verdicts_name_world: bool = True
    skips_unverified: bool = False
    leaves_unverified: bool = False  # after n_d ticks
    holds_back: bool = False
    coasts: bool = False  # a set-point at speed, which ends in the cell after it
    verdicts_cover_stop: bool = True
    cells: int = 4
    obstacle: int = 2


class Entry(NamedTuple):
    """A set-point in the queue."""

    seq: int
    pose: int
    speed: int
    is_verified: bool
    age: int  # ticks, as far as a case asks


class Verdict(NamedTuple):
    """An answer of the predictor; `epoch` and `world` are 0 where a case does not name them."""

    epoch: int
    seq: int
    world: int
    is_ok: bool


class State(NamedTuple):
    """Before a tick."""

    queue: tuple[Entry, ...] = ()
    arm: int = 0
    speed: int = 0
    epoch: int = 0
    next_seq: int = 1
    is_armed: bool = True
    world: int = 0  # 1: the obstacle has moved
    verdicts: frozenset[Verdict] = frozenset()


def steps(case: Watermark, state: State) -> Iterator[Step]:
    """Everything that can happen in one tick."""
    for moved, obstacle_event in _worlds(case, state):
        for acted, act in _acts(case, moved):
            for verdict in (None, *acted.verdicts):
                judged = _deliver(case, acted, verdict) if verdict else acted
                for is_released in (True, False) if case.holds_back else (True,):
                    then, violation = _leave(case, judged, is_released=is_released)
                    yield Step((obstacle_event, act, verdict, is_released), then, violation)


def _obstacle(case: Watermark, world: int) -> int:
    return TO if world else case.obstacle


def _stop(pose: int, speed: int) -> int:
    """Return where the arm comes to rest."""
    return pose + speed


def _worlds(case: Watermark, state: State) -> Iterator[tuple[State, str]]:
    """Yield the world as it is, and moved: never onto the arm or its stop, which is judged anew with all."""
    yield state, ""
    if state.world or not is_clear(state.arm, _stop(state.arm, state.speed), TO):
        return
    moved = state._replace(world=1)
    sent, at = set(state.verdicts), (state.arm, state.speed)
    for entry in state.queue:
        sent.add(_verdict(case, moved, at, entry))
        at = (entry.pose, entry.speed)
    queue = state.queue
    if case.verdicts_name_world:
        queue = tuple(entry._replace(is_verified=False) for entry in queue)
    yield moved._replace(queue=queue, verdicts=frozenset(sent)), "obstacle moves"


def _verdict(case: Watermark, state: State, before: tuple[int, int], entry: Entry) -> Verdict:
    end = _stop(entry.pose, entry.speed) if case.verdicts_cover_stop else entry.pose
    obstacle = _obstacle(case, state.world)
    is_ok = is_clear(before[0], entry.pose, obstacle) and is_clear(entry.pose, end, obstacle)
    epoch = state.epoch if case.verdicts_name_epoch else 0
    return Verdict(epoch, entry.seq, state.world if case.verdicts_name_world else 0, is_ok)


def _acts(case: Watermark, state: State) -> Iterator[tuple[State, str | tuple[int, int]]]:
    yield state, ""
    if not state.is_armed:
        yield state._replace(is_armed=True), "arm"
    elif len(state.queue) <= case.n_d:
        for pose, speed in _targets(case, state):
            yield _push(case, state, pose, speed), (pose, speed)


def _targets(case: Watermark, state: State) -> Iterator[tuple[int, int]]:
    if not case.coasts:
        yield from ((pose, 0) for pose in range(case.cells))
        return
    pose, speed = (state.queue[-1].pose, state.queue[-1].speed) if state.queue else (state.arm, state.speed)
    if speed:
        yield from ((pose + speed, speed), (pose + speed, 0))
    else:
        yield from ((pose, 0), (pose + 1, 1), (pose - 1, -1))


def _push(case: Watermark, state: State, pose: int, speed: int) -> State:
    entry = Entry(state.next_seq, pose, speed, is_verified=False, age=0)
    before = (state.queue[-1].pose, state.queue[-1].speed) if state.queue else (state.arm, state.speed)
    verdict = _verdict(case, state, before, entry)
    return state._replace(
        queue=(*state.queue, entry), next_seq=state.next_seq + 1, verdicts=state.verdicts | {verdict}
    )


def _deliver(case: Watermark, state: State, verdict: Verdict) -> State:
    epoch = state.epoch if case.verdicts_name_epoch else 0
    world = state.world if case.verdicts_name_world else 0
    is_queued = any(entry.seq == verdict.seq for entry in state.queue)
    if (verdict.epoch, verdict.world) != (epoch, world) or not is_queued:
        return state
    if not verdict.is_ok:
        return state._replace(queue=(), epoch=state.epoch + 1, next_seq=1, is_armed=False)
    queue = tuple(
        entry._replace(is_verified=True) if entry.seq == verdict.seq else entry for entry in state.queue
    )
    return state._replace(queue=queue)


def _leave(case: Watermark, state: State, *, is_released: bool) -> tuple[State, str]:
    """Let the head leave, or the stop begin; returns what that sweeps."""
    queue = state.queue
    if case.skips_unverified and queue and not queue[0].is_verified:
        queue = queue[1:]
    is_due = queue and (queue[0].is_verified or (case.leaves_unverified and queue[0].age >= case.n_d))
    pose, speed = state.arm + state.speed, 0
    if is_due and is_released:
        (_, pose, speed, _, _), *rest = queue
        queue = tuple(rest)
    elif state.speed:  # a stop is a hold: the queue is emptied
        queue = ()
        state = state._replace(epoch=state.epoch + 1, next_seq=1, is_armed=False)
    else:
        queue = state.queue
    violation = "" if is_clear(state.arm, pose, _obstacle(case, state.world)) else "sweep"
    if case.leaves_unverified:
        queue = tuple(entry._replace(age=min(entry.age + 1, case.n_d)) for entry in queue)
    return state._replace(queue=queue, arm=pose, speed=speed), violation
