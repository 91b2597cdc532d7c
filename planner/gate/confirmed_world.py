"""The world as it was confirmed: what differs from the files, and what the gate itself looks at in it (R9).

    files ----> updates, one after the other ----> limits and bodies of the gate's own look, allowances
    World of the predictor: of the same updates?   else its verdicts count for nothing, and it is told again

The predictor remembers the updates of a run: a gate that starts knows none, and takes them from it.
"""

from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import NamedTuple

from planner.gate.guards.rules import Rules
from planner.gate.guards.watchdogs import Watchdogs
from planner.gate.own_look.keep_out import KeepOut
from planner.gate.set_points.copies_and_keys import StateKey
from planner.gate.set_points.queue import CommandQueue
from predictor.geometry.drift import allowance_of
from predictor.motion.stop import JointLimits
from predictor.run_model import Model
from predictor.world_updates import UpdateError, with_updates
from telemetry.agreed.world_words import with_change
from telemetry.messages.prediction import World
from telemetry.messages.world import WorldChange, WorldUpdate, WorldUpdates


class GateView(NamedTuple):
    """What the gate looks at in one world."""

    limits: JointLimits
    keep_out: KeepOut
    allowances: Mapping[str, float]  # by which shapes that may drift are kept farther apart [m]


ViewOf = Callable[[WorldUpdates], GateView]


def views_of(model: Model, *, base_m: float) -> ViewOf:
    """Return what makes a view of the model of a run after updates; it raises `UpdateError`."""

    def view(updates: WorldUpdates) -> GateView:
        now = with_updates(model, updates)
        keep_out = KeepOut(now.robot, now.kept_clear, base_m=base_m)
        return GateView(now.robot.limits, keep_out, now.kept_clear.allowances)

    return view


class ConfirmedWorld:
    """The updates of a run so far, and the view of the gate's own look."""

    def __init__(self, rules: Rules, view_of: ViewOf, *, watch: Watchdogs, queue: CommandQueue) -> None:
        """Start with the world of the files."""
        self._rules, self._view_of, self._watch, self._queue = rules, view_of, watch, queue
        self.updates = WorldUpdates()
        self.view: GateView | None = None  # as in the files
        self.awaits = False  # an update was confirmed, and what has left is not judged again yet

    def may_follow(self, change: WorldChange) -> WorldUpdates:
        """Return the updates with one more; raises `UpdateError` for what this arm and scene cannot take."""
        updates = with_change(self.updates, change)
        self._view_of(updates)
        return updates

    def confirm(self, change: WorldChange) -> WorldUpdate:
        """Take one more update: every verdict on what has not left is void; returns what is told."""
        self._look_at(self.may_follow(change))
        self._watch.void_world()
        self._queue.void()
        self.awaits = True
        return WorldUpdate(updates=self.updates)

    def on_spoken(self, world: World, now_ns: int) -> bool:
        """Take the predictor's world; True if it is another one, or the first of what was confirmed.

        If it knows more updates than this gate, they were confirmed by one before it.
        """
        if world.updates.count > self.updates.count:
            with suppress(UpdateError):
                self._look_at(world.updates)
        is_other = self._watch.on_world(world, now_ns, updates=self.updates)
        return is_other or (self.awaits and self.is_known)

    def on_rejudged(self) -> None:
        """Take that the predictor has judged again what has left, or that HOLD ends it."""
        self.awaits = False

    @property
    def is_known(self) -> bool:
        """True if the predictor speaks of the world of these very updates."""
        return self._watch.world is not None

    def repeats(self) -> list[WorldUpdate]:
        """Return what the predictor is told again, as long as its world is not what was confirmed."""
        is_due = self.updates.count > 0 and not self.is_known
        return [] if not is_due else [WorldUpdate(updates=self.updates)]

    def required_of(self, pair: tuple[str, str]) -> float:
        """Return the clearance that a verdict on this pair has to grant [m]."""
        if self.view is None:
            return self._rules.required_of(pair)
        return self._rules.required_m + allowance_of(pair, self.view.allowances)

    def _look_at(self, updates: WorldUpdates) -> None:
        self.view = self._view_of(updates)
        self.updates = updates

    @property
    def key(self) -> StateKey:
        """All updates, and whether they are waited for; the view follows from them."""
        return (self.updates, self.awaits)
