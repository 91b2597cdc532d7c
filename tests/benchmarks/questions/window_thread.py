"""How long the console's window holds its thread, with all of it open, three cameras and 10,000 packets/s.

    sockets <- senders in processes of their own     feed's thread: receives, makes snapshots
    window's thread: . . . . draws, hands on acts . . . .     looks each 5 ms: a hold is between two looks

A hold is told in wall time; in own time, without what this thread waited for a processor because other
programs had them; and in the time that the processor gave to it.  From event to screen: from when the gate
told of a stop until the window has painted it; of a state: of what the gate tells in each of its ticks.  From
HOLD to the wire: from the press of its button until another process has it.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from msgspec.structs import replace
from PySide6.QtCore import QAbstractEventDispatcher, Qt, QTimer
from PySide6.QtWidgets import QApplication

from ground.console.application import FeedThread
from ground.console.facts.chosen import Chosen
from ground.console.facts.handover import PROCESS_HANDOVER
from ground.console.facts.settings import ConsoleSettings
from ground.console.feed_role import ConsoleRole
from ground.console.main_window import MainWindow
from ground.console.panels.panel_layout import PanelSources
from ground.console.scene.bodies import read_bodies
from ground.console.scene.opengl import prepare_opengl
from predictor.model.spatial import warm
from telemetry.agreed.run_settings import NS_PER_S
from telemetry.drive.role_process import SWITCH_S
from telemetry.drive.runtime import Runtime
from telemetry.life.contract import Effects, Input, Store
from telemetry.network.launch import Launch
from telemetry.network.reservation import reserve
from tests.benchmarks.questions.child import of_checkout
from tests.benchmarks.questions.console_flood import FLOWN, PROCESSES, SENDERS
from tests.benchmarks.questions.console_frames import SIZE, view_of

SECONDS, FIRST_S = 40.0, 8.0  # measured, and before that
TURN_MS = 2000  # between two arrangements
HOLD_MS = 1900  # between two presses
LOOK_MS = 5  # between two looks of the loop, if nothing holds it
WAITS = Path("/proc/thread-self/schedstat")  # on Linux: how long a thread waited for a processor
FLOOD = "tests.benchmarks.questions.console_flood"


class CountingRole(ConsoleRole):
    """The console's role, which counts what it receives."""

    count = 0

    def receive(self, message: Input, sender: str, now_ns: int) -> Effects:
        """Count, and take it in."""
        self.count += 1
        return super().receive(message, sender, now_ns)


def build(settings: ConsoleSettings, store: Store, rng: np.random.Generator) -> CountingRole:
    """Make the feed."""
    return CountingRole(settings, PROCESS_HANDOVER, rng)


class WatchedWindow(MainWindow):
    """The window, which notes how long its thread is held."""

    def __init__(self, sources: PanelSources) -> None:
        """Watch from now on."""
        super().__init__(sources)
        self.holds: list[tuple[float, ...]] = []  # as `_times`: between two looks [s]
        self.screen_s = defaultdict[str, list[float]](list)  # of events and of states, until they are seen
        self.presses: list[int] = []
        self._now_ns = sources.clock
        self._drawn: dict[str, float] = {}  # when what is drawn was made, and what is on the screen
        self._painted: dict[str, float] = {}
        self._looked, self._turns = _times(), 0
        self._every(LOOK_MS, self._watch)
        self._every(TURN_MS, self._turn)
        self._every(HOLD_MS, self._press)
        QAbstractEventDispatcher.instance().aboutToBlock.connect(self._on_waiting)

    def forget(self) -> None:
        """Begin to measure."""
        for kept in (self.holds, self.screen_s, self.presses):
            kept.clear()

    def _begin_to_draw(self) -> None:
        """Draw, and note which state and event that shows."""
        newest = PROCESS_HANDOVER.newest
        super()._begin_to_draw()
        if newest and newest.authority.gate and newest.explanations.newest:
            made_s = newest.authority.gate.value.round_trip or 0.0
            self._drawn = {"state": made_s, "event": float(newest.explanations.newest[-1].words.figures)}

    def _every(self, period_ms: int, do: Any) -> None:
        timer = QTimer(self)
        timer.setTimerType(Qt.TimerType.PreciseTimer)
        timer.timeout.connect(do)
        timer.start(period_ms)

    def _watch(self) -> None:
        """Note how long ago the loop has looked last."""
        now = _times()
        self.holds.append(tuple(new - old for new, old in zip(now, self._looked, strict=True)))
        self._looked = now

    def _turn(self) -> None:
        """Open the next drawer, and raise the next tab."""
        drawers, tabs = list(self.areas.drawers.handles), list(self.areas.side.tabs.handles)
        self._turns += 1
        drawer, work = drawers[self._turns % len(drawers)], tabs[self._turns % len(tabs)]
        self.areas.choose(replace(self.areas.arrangement, drawer=drawer, work=work))

    def _press(self) -> None:
        """Press HOLD."""
        self.presses.append(self._now_ns())
        self.top.hold.button.pressed.emit()

    def _on_waiting(self) -> None:
        """Note what is on the screen now: all that was to be painted has been."""
        for name, made_s in self._drawn.items():
            if made_s != self._painted.get(name):
                self._painted[name] = made_s
                self.screen_s[name].append(self._now_ns() / NS_PER_S - made_s)


def _times() -> tuple[float, float, float]:
    """Return wall time, the same without what this thread waited for a processor, and its own there [s]."""
    waited_ns = int(WAITS.read_text().split()[1]) if WAITS.exists() else 0
    wall = time.perf_counter()
    return wall, wall - waited_ns / NS_PER_S, time.thread_time()


def measured(*, is_flat: bool, seconds: float = SECONDS) -> dict[str, Any]:
    """Return the longest holds and ways, in milliseconds."""
    if not os.environ.get("DISPLAY"):
        os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    os.environ["QT_NO_GLIB"] = "1"  # Qt's own loop says when it has painted all
    sys.setswitchinterval(SWITCH_S)
    prepare_opengl()
    application = QApplication.instance() or QApplication([])
    warm()
    bodies = read_bodies(FLOWN)
    view = view_of(bodies, is_flat=is_flat)
    with tempfile.TemporaryDirectory() as place, reserve(["console", *SENDERS]) as reserved:
        for name in (*SENDERS, "console"):
            settings = msgspec.Raw(msgspec.json.encode(ConsoleSettings(run=FLOWN, participant=name)))
            addresses = reserved.addresses
            launch = Launch(
                keys=None, participant=name, settings=settings, addresses=addresses, seed=1, folder=place
            )
            (Path(place) / f"{name}.json").write_bytes(msgspec.json.encode(launch))
        runtime = Runtime(launch, role=f"{FLOOD.rpartition('.')[0]}.window_thread:build")
        window = WatchedWindow(
            PanelSources(FLOWN, bodies, view, PROCESS_HANDOVER, runtime.clock.now_ns, Chosen())
        )
        with _speaking(Path(place)):
            _watched(application, window, runtime, seconds=seconds)
        came_ns = json.loads((Path(place) / "holds.json").read_text())
    rate = getattr(runtime.role, "count", 0) * NS_PER_S / runtime.clock.now_ns()
    return {"view": "flat" if is_flat else "3-D", "packets_a_second": rate, **_figures(window, came_ns)}


@contextmanager
def _speaking(folder: Path) -> Iterator[None]:
    """Let the senders speak, those of the flood in a process of their own."""
    command = [sys.executable, "-m", FLOOD, str(folder)]
    children = [subprocess.Popen([*command, *names], env=of_checkout()) for names in PROCESSES]
    try:
        yield
    finally:
        for child in children:
            child.terminate()
            child.wait()


def _watched(application: Any, window: WatchedWindow, runtime: Runtime, *, seconds: float) -> None:
    """Let the window draw for so long."""
    feed = FeedThread(runtime)
    window.resize(*SIZE)
    window.draw()
    window.show()
    feed.start()
    runtime.clock.begin()
    QTimer.singleShot(round(FIRST_S * 1e3), window.forget)
    QTimer.singleShot(round((FIRST_S + seconds) * 1e3), application.exit)
    window.timer.start()
    application.exec()
    window.timer.stop()
    feed.stop()
    window.hide()


def _figures(window: WatchedWindow, came_ns: Sequence[int]) -> dict[str, Any]:
    walls, owns, cores = zip(*window.holds, strict=True)
    pairs = [(min((came for came in came_ns if came >= at), default=at), at) for at in window.presses[:-1]]
    return {
        "looks": len(walls),
        "hold_wall_ms": _spread(walls),
        "hold_own_ms": _spread(owns),
        "hold_processor_ms": _spread(cores),
        "event_to_screen_ms": _spread(window.screen_s["event"]),
        "state_to_screen_ms": _spread(window.screen_s["state"]),
        "hold_to_wire_ms": _spread([(came - at) / NS_PER_S for came, at in pairs]),
    }


def _spread(found_s: Sequence[float]) -> dict[str, float]:
    """Return median, 99.9 % and the greatest [ms]."""
    found = 1e3 * np.asarray(found_s or [np.nan])
    most, ever = float(np.percentile(found, 99.9)), float(found.max())
    return {"median": float(np.median(found)), "most_999": most, "ever": ever}


if __name__ == "__main__":
    print(json.dumps(measured(is_flat="--flat" in sys.argv, seconds=float(sys.argv[1])), indent=1))
