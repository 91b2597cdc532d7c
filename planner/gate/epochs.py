"""Epochs of the gate's numbers: above any ever used, and what the gate before this one may have left behind.

    log ---> first epoch of this gate | + 1 at each arming, hold, roll-back and resume | a report of a higher
                                      |                                                | one: far above it

One that begins late in the run begins above all that can have been used since time zero: its log may be lost,
or lack what a full disk refused.
"""

from planner.gate.guards.rules import EPOCHS_UNSEEN, Rules
from planner.gate.set_points.copies_and_keys import StateKey, age_ns
from planner.gate.set_points.onboard_steps import CommandNumber
from planner.gate.set_points.stream import Restart


class Epochs:
    """The present epoch, the numbers of stop samples in it, and since when this gate counts."""

    def __init__(self, rules: Rules, start: Restart) -> None:
        """Start in an epoch above any in the log."""
        self._rules = rules
        self.now = self.first = start.epoch  # first: all before it are of the gate before this one
        self.is_first_gate = start.is_first
        self._newest_stop_seq = 0  # of the last stop sample in this epoch
        self._began_ns: int | None = None  # its first tick

    def begin_gate(self, now_ns: int, *, is_in_use: bool) -> None:
        """Tick for the first time; `is_in_use`: the epoch of the log numbers a HOLD of before this tick."""
        self._began_ns = now_ns
        periods = now_ns // self._rules.commanding.period_ns
        if periods > 0:
            self.now, self.is_first_gate = max(self.now, 1 + periods * EPOCHS_UNSEEN), False
        if not is_in_use:
            self.first = self.now

    def begin(self) -> None:
        """Number anew."""
        self.now += 1
        self._newest_stop_seq = 0

    def next_stop(self) -> CommandNumber:
        """Return the number of the next sample of a stop in this epoch."""
        self._newest_stop_seq += 1
        return CommandNumber("stop", self.now, self._newest_stop_seq)

    def on_reported(self, reported: int) -> None:
        """Take the newest epoch that is reported; one above ours is of a gate whose log is lost."""
        if reported > self.now:
            self.now, self.is_first_gate = reported + EPOCHS_UNSEEN, False

    def knows_all(self, now_ns: int) -> bool:
        """True if a report received now knows what has become of all that the gate before this one sent."""
        if self.is_first_gate:
            return True
        return self._began_ns is not None and now_ns >= self._began_ns + self._rules.patience_ns

    def key(self, now_ns: int) -> StateKey:
        """Return the number of stop samples, and its age; epochs count from the present one."""
        began_ns = None if self.is_first_gate else self._began_ns
        age = self.is_first_gate or age_ns(began_ns, now_ns, most_ns=self._rules.patience_ns)
        return (self._newest_stop_seq, age)
