"""The life of a run's processes: started in order, watched, restarted, stopped in reverse, none left behind.

open_screens ---> start ---> step, step ... all ready ---> time zero ---> step, step ...
                             (no role acts before all roles listen)
             ---> stop (recorder last) ---> close_screens

A screen is a process that is not vital: opened first, so that a person sees the others start, and closed
last. A rehearsal's faults may end a process and let it come back (`carry_out_deaths`).
"""

import shutil
import signal
import threading
from collections.abc import Callable, Sequence
from pathlib import Path

from ground.run.processes.interrupts import Interrupts
from ground.run.processes.process import Child
from telemetry.agreed.run_settings import NS_PER_S
from telemetry.drive.persist import STORES
from telemetry.drive.seams import LifeChange, LifeChanges
from telemetry.life.clock import monotonic_ns

STEP_S = 0.02
STOPPING_S = 3.0  # for a clean end, before it is killed
STARTS = 3  # deaths before the first ready, after which nobody waits for a process any more

OnEvent = Callable[[str], None]


class StartError(RuntimeError):
    """A process does not become ready; the message names it."""


class Supervisor:
    """All children of a run, in the order in which they start."""

    def __init__(
        self,
        children: Sequence[Child],
        *,
        event: OnEvent = lambda what: None,
        trouble: Callable[[], None] = lambda: None,
    ) -> None:
        """Start nothing yet; `trouble` may kill children before each look at them."""
        self.children = list(children)
        self._flying = [child for child in children if child.is_vital]
        self._screens = [child for child in children if not child.is_vital]
        self._started: list[Child] = []
        self._event, self._trouble = event, trouble

    @property
    def ready(self) -> int:
        """How many processes are ready."""
        return sum(child.state == "ready" for child in self.children)

    @property
    def is_ready(self) -> bool:
        """True if all are ready but those that are not vital and have been closed, or do not start."""
        return all(child.state == "ready" or _is_given_up(child) for child in self.children)

    @property
    def shows(self) -> bool:
        """True if the run's own screen is open."""
        return any(child.state == "ready" for child in self._screens)

    def open_screens(self) -> None:
        """Start the screens."""
        self._start(self._screens)

    def start(self) -> None:
        """Start all others."""
        self._start(self._flying)

    def _start(self, children: Sequence[Child]) -> None:
        for child in children:
            child.start(monotonic_ns())
        self._started += children

    def step(self) -> None:
        """Watch every child that was started once, then rest for a moment.

        Raises:
            StartError: a vital process died too often without ever being ready.
        """
        self._trouble()
        now_ns = monotonic_ns()
        for child in self._started:
            event = child.watch(now_ns)
            if event:
                self._event(event)
            if child.is_vital and _does_not_start(child):
                raise StartError(f"{child.role} does not start: {child.deaths[-1]}")
        _rest()

    def stop(self, interrupts: Interrupts | None = None) -> None:
        """Ask every process to end, the first one (the recorder) when the others have; kill what stays.

        A further Ctrl-C cuts the waiting short.
        """
        for group in (self._flying[:0:-1], self._flying[:1]):
            self._end(group, interrupts)

    def close_screens(self, interrupts: Interrupts | None = None) -> None:
        """Ask the screens to end, and kill what stays."""
        self._end(self._screens, interrupts)

    def _end(self, group: Sequence[Child], interrupts: Interrupts | None) -> None:
        for child in group:
            child.signal(signal.SIGTERM)
            child.signal(signal.SIGCONT)
        _wait_for_end(group, interrupts)
        for child in group:
            child.end()
            self._started = [other for other in self._started if other is not child]


def _does_not_start(child: Child) -> bool:
    return not child.was_ready and len(child.deaths) >= STARTS


def _is_given_up(child: Child) -> bool:
    return not child.is_vital and (child.state == "ended" or _does_not_start(child))


def _wait_for_end(children: Sequence[Child], interrupts: Interrupts | None) -> None:
    until_ns = monotonic_ns() + round(STOPPING_S * NS_PER_S)
    pressed = interrupts.count if interrupts else 0
    while any(child.is_running for child in children) and monotonic_ns() < until_ns:
        if interrupts and interrupts.count > pressed:
            return
        _rest()


def _rest() -> None:
    threading.Event().wait(STEP_S)


def carry_out_deaths(deaths: LifeChanges, children: Sequence[Child], *, folder: Path, now_ns: int) -> None:
    """Kill each process whose death is due, and let return those whose time has come."""
    for change in deaths.take_due(now_ns):
        for child in children:
            if child.role == change.participant:
                _change(child, change, folder)


def _change(child: Child, change: LifeChange, folder: Path) -> None:
    if not change.begins:
        child.kill(for_good=not change.is_awaited)
        return
    if not change.keeps_store:
        shutil.rmtree(folder / STORES / child.role, ignore_errors=True)
    child.let_back()
