"""The process of the console: the feed in a thread of its own, the window in the main one.

    thread   runtime: role "console", sockets, heartbeat        main   Qt: draws at 10 Hz, hands on acts

A slow screen delays neither reception nor HOLD.  The feed's end ends the window: a screen that no longer
hears is worse than one that is started again.  Only one that shows what came of its run has nothing more to
hear: it stays until a person closes it.  Closing the window ends the process, and nothing else.

A supervisor starts it with a launch file (`main`); so does a person, while a run goes on (`open_console`).
"""

import gc
import os
import signal
import sys
import threading
from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication

from ground.console.facts.chosen import Chosen
from ground.console.facts.handover import PROCESS_HANDOVER
from ground.console.facts.settings import ConsoleSettings
from ground.console.main_window import MainWindow
from ground.console.panels.panel_layout import PanelSources
from ground.console.scene.bodies import read_bodies
from ground.console.scene.opengl import prepare_opengl, usable_view
from ground.run.kept.known_runs import state_folder
from ground.run.kept.locks import lock_path, release_lock
from ground.run.processes.interrupts import SIGNAL_NAMES
from ground.run.processes.role_thread import RoleThread
from predictor.model.spatial import warm
from telemetry.agreed.keys import UNSEALED
from telemetry.agreed.participants import REPLAY
from telemetry.drive.persist import speakers_of
from telemetry.drive.role_process import SWITCH_S
from telemetry.drive.runtime import DIED, Runtime
from telemetry.drive.task import Heartbeat, Task, TaskError, read_task
from telemetry.files.settings import FileError, read_json
from telemetry.network.event_log import drop_unwritten
from telemetry.network.launch import Launch

NICENESS = 10  # of the drawing thread: what flies comes first
WATCH_MS, OVER_MS = 100, 1000


def main(arguments: Sequence[str]) -> int:
    """Run the console named by a launch file; return the exit code."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the supervisor decides what an interrupt means
    try:
        task = read_task(arguments)
    except TaskError as error:
        print(f"{error}", file=sys.stderr)
        return error.code
    code = _show(task)
    drop_unwritten()
    return code


def open_console(launch: Path, is_over: Callable[[], bool]) -> int:
    """Run the console of a launch file until it is closed or the run is over; return the exit code.

    Raises:
        FileError: the launch file cannot be used.
    """
    return _show(Task(read_json(launch, Launch), Heartbeat(None)), is_over, stops=tuple(SIGNAL_NAMES))


def _show(
    task: Task,
    is_over: Callable[[], bool] = lambda: False,
    *,
    stops: Sequence[signal.Signals] = (signal.SIGTERM,),
) -> int:
    sys.setswitchinterval(SWITCH_S)
    if not _has_display():
        print("console: there is no screen here", file=sys.stderr)
        return DIED
    prepare_opengl()
    application = QApplication([])
    ended = threading.Event()
    for number in stops:
        signal.signal(number, lambda *_: ended.set())
    over = QTimer(application)
    over.timeout.connect(lambda: ended.set() if is_over() and not _shows_end() else None)
    over.start(OVER_MS)
    try:
        return _run(application, task, ended)
    except FileError as error:
        print(f"console: {error}", file=sys.stderr)
        return DIED


class FeedThread(RoleThread):
    """The console's role; what a person does leaves at once from its start on."""

    def __init__(self, runtime: Runtime) -> None:
        """Prepare to run."""
        super().__init__(runtime, "feed")

    def start(self) -> None:
        """Begin to receive."""
        PROCESS_HANDOVER.wake = lambda: self._runtime.submit(self._runtime.role.tick)
        super().start()


class EndWatch:
    """Ends the window with its feed, or when it is to end; what came of a run stays until it is closed."""

    def __init__(self, feed: FeedThread, ended: threading.Event, lock: Path) -> None:
        """Watch; `lock` says that this window belongs to a run that lives."""
        self._feed, self._ended, self._lock = feed, ended, lock
        self._is_of_run = True

    def check(self) -> None:
        """End the event loop if it is time; looked for again and again, as that does nothing before it."""
        if self._ended.is_set() or not (self._feed.is_alive or _shows_end()):
            QApplication.exit()  # not quit: that would ask every window first
        elif self._is_of_run and _shows_end():
            self._is_of_run = False
            release_lock(self._lock)


def _run(application: QApplication, task: Task, ended: threading.Event) -> int:
    launch = task.launch
    settings = msgspec.json.decode(launch.settings, type=ConsoleSettings)
    run = settings.run
    runtime = Runtime(launch, task.heartbeat, role=task.own)
    feed = FeedThread(runtime)
    bodies = read_bodies(run, settings.around)
    view = usable_view(bodies, flies=settings.flies)
    clock = runtime.clock
    zero_utc_ns = (lambda: settings.recorded_zero_ns) if run.mode == REPLAY else clock.zero_utc_ns
    sources = PanelSources(
        run=run,
        bodies=bodies,
        view=view,
        handover=PROCESS_HANDOVER,
        clock=clock.now_ns,
        chosen=Chosen(),
        seat=settings.seat,
        zero_utc_ns=zero_utc_ns,
        arrangement=state_folder() / f"{launch.participant}.json",
        key_id=_key_id(launch),
        folder=Path(launch.folder),
    )
    window = MainWindow(sources)
    timer = QTimer(window)
    watch = EndWatch(feed, ended, lock_path(Path(launch.folder), launch.participant))
    timer.timeout.connect(watch.check)
    gc.collect()
    gc.freeze()
    threading.Thread(target=warm, name="warm-up", daemon=True).start()  # or else the first picture waits
    feed.start()  # before this thread becomes polite: threads inherit it
    if not settings.flies:  # or else the hand on the handle is heard by this thread
        _lower_priority()
    window.draw()
    window.open()
    window.timer.start()
    timer.start(WATCH_MS)
    application.exec()
    window.timer.stop()
    return feed.stop()


def _key_id(launch: Launch) -> int:
    return (speakers_of(launch).keys or UNSEALED).key_id


def _shows_end() -> bool:
    """True if the window shows what came of its run."""
    return PROCESS_HANDOVER.newest is not None and PROCESS_HANDOVER.newest.run.end is not None


def _has_display() -> bool:
    if not sys.platform.startswith("linux"):
        return True
    return any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"))


def _lower_priority() -> None:
    """Let this thread, and only this one, give way to others."""
    if sys.platform.startswith("linux"):
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICENESS)
