"""Which plan is searched for now, and which next: one at a time, the newest that each participant asked for.

    asked --> waits --> searched --> answered: to all, if its asker has the lease or nobody knows who has;
                |          |                   else to its asker alone: it is looked at, and the gate never
                '----------+--> cancelled      knows of it

A search that has begun and is cancelled gives up between two of its parts, and what comes of it is dropped.
The holder of the lease waits for no preview of anybody else but the one that runs.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from planner.motion.search.cancellation import CANCELLED, Cancellation
from planner.plans.make_plan import PlannedPath, PlanTask, refused
from telemetry.messages.plan import PlanReady, PlanRefused

Maker = Callable[..., PlannedPath | PlanRefused]  # a function of a task, and maybe of executed poses


class Search(NamedTuple):
    """A plan that was asked for."""

    asker: str
    make: Maker
    task: PlanTask
    executed: tuple[tuple[tuple[float, ...], ...], ...] = ()  # poses, the newest first, of a way out


class Answer(NamedTuple):
    """An answer to who asked for a plan."""

    message: PlanReady | PlanRefused
    to: str  # a participant alone; empty: all


class Searches:
    """The searches that were asked for and are not answered."""

    def __init__(self) -> None:
        """Begin with none, and without knowing who has the lease."""
        self._running: Search | None = None
        self._cancellation = Cancellation()  # of what runs
        self._waiting: list[Search] = []  # at most one of each participant
        self._holder: str | None = None

    def on_lease(self, holder: str) -> None:
        """Note the holder of the lease; empty: there is none."""
        self._holder = holder

    def add(self, search: Search) -> Sequence[Answer | Search]:
        """Return what begins by a request, and refusals of what its asker asked for before."""
        mine = [each.task.plan_id for each in self._unanswered if each.asker == search.asker]
        gone = [answer for plan_id in mine for answer in self.cancel(plan_id, search.asker)]
        self._waiting.append(search)
        return [*gone, *self._begin_next()]

    def cancel(self, plan_id: str, asker: str) -> Sequence[Answer]:
        """Cancel a search for its asker; the answer is a refusal, also of one that is not known any more."""
        for search in self._unanswered:
            if (search.task.plan_id, search.asker) == (plan_id, asker):
                self._cancellation.is_asked |= search is self._running
                self._waiting = [each for each in self._waiting if each is not search]
        return [Answer(refused(plan_id, CANCELLED), asker)]

    def on_done(self) -> tuple[str | None, Sequence[Search]]:
        """Note that a search has ended; returns its asker, None if it was cancelled, and what begins next."""
        done, is_dropped = self._running, self._cancellation.is_asked
        self._running = None
        return (None if done is None or is_dropped else done.asker), self._begin_next()

    def answer(self, message: PlanReady | PlanRefused, asker: str) -> Answer:
        """Return an answer on its way to all, or to its asker alone if that has not the lease."""
        return Answer(message, asker if self.is_preview(asker) else "")

    def is_preview(self, asker: str) -> bool:
        """Tell whether what somebody asks for is only to be looked at."""
        return self._holder is not None and self._holder != asker

    @property
    def _unanswered(self) -> list[Search]:
        running = [self._running] if self._running is not None and not self._cancellation.is_asked else []
        return [*running, *self._waiting]

    def _begin_next(self) -> list[Search]:
        if self._running is not None or not self._waiting:
            return []
        self._waiting.sort(key=lambda each: self.is_preview(each.asker))
        self._running, self._cancellation = self._waiting.pop(0), Cancellation()
        return [self._running._replace(task=self._running.task._replace(cancellation=self._cancellation))]
