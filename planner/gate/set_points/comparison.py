"""Two other rules for the queue, to compare with the watermark: never in anything but a rehearsal.

    refill      the published rule, as far as an arm can fly it: push, fill, pop; on the collision signal
                every entry becomes the oldest, which leaves in this tick
    unchecked   every entry leaves when its time has come; verdicts are taken as given

A copy of a set-point in motion is none that an arm could follow within its limits: it would have to stand
where it moves.  So the oldest is followed by its own stop, and that is a roll-back like any other:

    tick         19    20          21        the collision signal speaks of c20, which counts as pushed at 20
    refill       c15   c16         stop(c16)
    watermark    c16   stop(c16)             its entries wait one period less, and only verified ones leave

Neither heeds what the predictor sees of the arm now.  Arming, watchdogs, life of the commands and the stop
law are the same as with the watermark.
"""

from msgspec import structs

from planner.gate.set_points.copies_and_keys import StateKey
from planner.gate.set_points.policy import Check, Policy, waiting_reason
from planner.gate.set_points.queue import CommandQueue
from telemetry.agreed.reasons import Reason
from telemetry.agreed.run_settings import PolicyName
from telemetry.messages.queue import Verdict


class Refill:
    """The published rule."""

    ends_at_contact = False

    def __init__(self, depth: int, checks: tuple[Check, ...]) -> None:
        """Keep `depth` + 1 entries between push and pop."""
        self._depth = depth
        self._signal: Verdict | None = None
        self._oldest = 0  # number of the oldest entry when the signal came
        self.checks = checks

    def judge(self, queue: CommandQueue, verdict: Verdict) -> bool:
        """Note what is verified, though nothing waits for it, and raise the collision signal."""
        if verdict.ok:
            queue.verify(verdict.seq)
        elif self._signal is None or self._signal.epoch != queue.epoch:
            self._signal, self._oldest = verdict, queue.released_until + 1
        return False

    def due(self, queue: CommandQueue, tick: int) -> Verdict | None:
        """Return the signal once the oldest entry has left; while the queue fills, the oldest is r itself."""
        signal = self._signal
        if signal is None or signal.epoch != queue.epoch:
            return None
        leaves_now = queue.released_until < self._oldest and self.may_leave(queue, tick) is None
        return None if leaves_now else signal

    def may_leave(self, queue: CommandQueue, tick: int) -> Reason | None:
        """Ask the waiting time alone: the entry that is pushed in this tick counts as waiting too."""
        return waiting_reason(queue, tick, self._depth + 1)

    def key(self, epoch: int) -> StateKey:
        """Return the signal of this epoch."""
        if self._signal is None or self._signal.epoch != epoch:
            return ()
        return (structs.replace(self._signal, epoch=0, chain=b""), self._oldest)


class Unchecked:
    """No rule but the waiting time."""

    ends_at_contact = False

    def __init__(self, depth: int, checks: tuple[Check, ...]) -> None:
        """Let entries wait `depth` ticks."""
        self._depth = depth
        self.checks = checks

    def judge(self, queue: CommandQueue, verdict: Verdict) -> bool:
        """Take no notice."""
        return False

    def due(self, queue: CommandQueue, tick: int) -> Verdict | None:
        """No roll-back is ever due."""
        return None

    def may_leave(self, queue: CommandQueue, tick: int) -> Reason | None:
        """Ask the waiting time alone."""
        return waiting_reason(queue, tick, self._depth)

    def key(self, epoch: int) -> StateKey:
        """Return nothing: it remembers nothing."""
        return ()


def comparison_policy(name: PolicyName, *, mode: str, depth: int, limits: Check, bodies: Check) -> Policy:
    """Make a comparison policy; without verdicts the look at the bodies falls away too.

    Raises:
        ValueError: any mode but rehearsal.
    """
    if mode != "rehearsal":
        raise ValueError(
            f"policy {name!r} releases what was not verified: only in mode 'rehearsal', not {mode!r}"
        )
    if name == "refill":
        return Refill(depth, (limits, bodies))
    return Unchecked(depth, (limits,))
