"""One thread for what takes too long for a role's own: it gives way to whatever must be punctual.

loop --- submit(work) ---> thread: function(*arguments) ---> wake(answer) ---> loop: done(WorkDone)
"""

import os
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor

from telemetry.life.contract import Work, WorkDone

NICENESS = 10


class Worker:
    """The thread, and the works that it has not finished."""

    def __init__(self, wake: Callable[[Callable[[], None]], None]) -> None:
        """Start when there is work; `wake` lets the loop's thread call what it is given."""
        self._wake = wake
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="work", initializer=_give_way)
        self._unfinished: set[Future[object]] = set()

    @property
    def is_working(self) -> bool:
        """True if a work still runs."""
        return bool(self._unfinished)

    def submit(self, work: Work, done: Callable[[WorkDone], None]) -> None:
        """Do a work; `done` is called in the loop's thread, where what the work has raised is raised too."""

        def finished(future: Future[object]) -> None:
            self._unfinished.discard(future)
            self._wake(lambda: done(WorkDone(work.name, future.result())))

        future = self._pool.submit(work.function, *work.arguments)
        self._unfinished.add(future)
        future.add_done_callback(finished)

    def close(self) -> None:
        """Accept no more works; one that runs cannot be ended."""
        self._pool.shutdown(wait=False, cancel_futures=True)


def _give_way() -> None:
    """Give way to every thread that must be punctual; on Linux each thread has its own priority."""
    os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICENESS)
