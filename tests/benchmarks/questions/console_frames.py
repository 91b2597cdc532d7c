"""How long the console's whole window takes for a picture, with an arm that moves and a plan that is flown.

It draws ten each second; the rest of its time belongs to the roles that fly.
"""

import os
import statistics
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtWidgets import QApplication

from ground.console.facts.chosen import Chosen
from ground.console.facts.console_state import ConsoleState
from ground.console.facts.handover import Handover
from ground.console.main_window import MainWindow
from ground.console.panels.panel_layout import PanelSources
from ground.console.scene.bodies import Bodies, read_bodies
from ground.console.scene.flat_view import FlatView

# The console's tests share what they draw; each of these imports the other by its bare name.
sys.path.append(str(Path(__file__).resolve().parents[2] / "ground" / "console"))
from scene_bench import plan
from screen_bench import HOME, RUN, S, application, arm, bridge, gate, telemetry

if TYPE_CHECKING:
    from ground.console.scene.scene_view import SceneView

FRAMES, FIRST = 150, 20  # drawn, and not counted of these
SIZE = (1280, 800)  # [px]
TURN = 0.01  # of the first joint between two pictures [rad]


def measured(*, is_flat: bool) -> dict[str, Any]:
    """Return the medians of a picture, with or without OpenGL."""
    if not os.environ.get("DISPLAY"):
        os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    application()
    handover, bodies = Handover(), read_bodies(RUN)
    now = [10 * S]
    view = view_of(bodies, is_flat=is_flat)
    window = MainWindow(PanelSources(RUN, bodies, view, handover, lambda: now[0], Chosen()))
    window.resize(*SIZE)
    window.show()
    state = ConsoleState(RUN)
    state.on_message(plan(), now[0])
    walls, cores = [], []
    for k in range(FRAMES):
        now[0] += S // 10
        q = (TURN * k, *HOME[1:])
        seen = telemetry(now[0] - 7 * S // 2, (TURN * (k - 35), *HOME[1:]), executed=k + 1)
        for message in (gate("plan", verified_until=30), bridge(), arm(now[0], q), seen):
            state.on_message(message, now[0])
        handover.publish(state.snapshot(now[0]))
        began, busy = time.perf_counter(), time.process_time()
        window.draw()
        QApplication.processEvents()
        walls.append(time.perf_counter() - began)
        cores.append(time.process_time() - busy)
    wall, core = (statistics.median(figures[FIRST:]) for figures in (walls, cores))
    return {
        "view": "flat" if is_flat else "3-D",
        "frames_per_s": 1.0 / wall,
        "wall_ms": 1e3 * wall,
        "processor_ms": 1e3 * core,
    }


def view_of(bodies: Bodies, *, is_flat: bool) -> "FlatView | SceneView":
    """Return the view of the scene, with or without OpenGL."""
    if is_flat:
        return FlatView(bodies)
    from ground.console.scene.scene_view import SceneView  # needs OpenGL

    return SceneView(bodies)
