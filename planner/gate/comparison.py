"""Two other rules for the queue, to compare with the watermark: never in anything but a rehearsal.

    refill      the published rule: push, fill, pop; on the collision signal every entry becomes the oldest
    unchecked   every entry leaves when its time has come; verdicts are taken as given

Arming, watchdogs, life of the commands and the stop law are the same as with the watermark.
"""

from collections.abc import Sequence
from typing import NamedTuple, TypeVar

from planner.certificate import joint_state, state_message
from planner.gate.policy import Look, Policy, waited
from planner.gate.queue import CommandQueue
from predictor.stop import rest
from telemetry.messages.queue import Verdict
from telemetry.reasons import Reason
from telemetry.run_settings import PolicyName

T = TypeVar("T")


class PublishedTick(NamedTuple):
    """What one tick of the published rule does to its queue."""

    filled: tuple[object, ...]  # n_d + 1 entries, after push and fill
    leaves: object
    remains: tuple[object, ...]  # n_d entries


def published_tick(queue: Sequence[T], command: T, *, collision: bool) -> PublishedTick:
    """Push the operator's command, fill on the collision signal, pop; in this order."""
    pushed = [*queue, command]
    filled = tuple(fill(pushed)) if collision else tuple(pushed)
    return PublishedTick(filled, filled[0], filled[1:])


def fill(entries: Sequence[T]) -> list[T]:
    """Return as many copies of the oldest entry."""
    return [entries[0]] * len(entries)


class Refill:
    """The published rule."""

    def __init__(self, depth: int, looks: tuple[Look, ...]) -> None:
        """Keep `depth` + 1 entries between push and pop."""
        self._depth = depth
        self._collision = False
        self.looks = looks

    def judge(self, queue: CommandQueue, verdict: Verdict) -> bool:
        """Raise the collision signal for the coming tick; it is never a roll-back."""
        self._collision = self._collision or not verdict.ok
        return False

    def fill(self, queue: CommandQueue) -> None:
        """Make every entry the oldest; its copies stand where it ends."""
        if self._collision and queue.waiting:
            head = queue.waiting[0].entry.state
            queue.refill([head, *fill([state_message(rest(joint_state(head).q))] * len(queue.waiting))[1:]])
        self._collision = False

    def may_leave(self, queue: CommandQueue, tick: int) -> Reason | None:
        """Ask the waiting time alone: the entry that is pushed in this tick counts as waiting too."""
        return waited(queue, tick, self._depth + 1)


class Unchecked:
    """No rule but the waiting time."""

    def __init__(self, depth: int, looks: tuple[Look, ...]) -> None:
        """Let entries wait `depth` ticks."""
        self._depth = depth
        self.looks = looks

    def judge(self, queue: CommandQueue, verdict: Verdict) -> bool:
        """Take no notice."""
        return False

    def fill(self, queue: CommandQueue) -> None:
        """Nothing is replaced."""

    def may_leave(self, queue: CommandQueue, tick: int) -> Reason | None:
        """Ask the waiting time alone."""
        return waited(queue, tick, self._depth)


def comparison_policy(name: PolicyName, *, mode: str, depth: int, limits: Look, boxes: Look) -> Policy:
    """Make a comparison policy; without verdicts the look at the boxes falls away too.

    Raises:
        ValueError: any mode but rehearsal.
    """
    if mode != "rehearsal":
        raise ValueError(
            f"policy {name!r} releases what was not verified: only in mode 'rehearsal', not {mode!r}"
        )
    if name == "refill":
        return Refill(depth, (limits, boxes))
    return Unchecked(depth, (limits,))
