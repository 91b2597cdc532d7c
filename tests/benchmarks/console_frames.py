"""How many pictures each second the whole window can draw, with an arm that moves and a plan that is flown.

    PYTHONPATH=.:tests/ground/console xvfb-run -a python tests/benchmarks/console_frames.py [FLAT]

It draws at 10 of them; the rest of its time belongs to the roles that fly.  With FLAT the scene is drawn
without OpenGL.  Nothing is asserted here: software GL on the author's machine says nothing of another's.
"""

import statistics
import sys
import time

from PySide6.QtWidgets import QApplication
from scene_bench import plan
from screen_bench import HOME, RUN, S, application, arm, bridge, gate, telemetry

from ground.console.bodies import read_bodies
from ground.console.flat_view import FlatView
from ground.console.handover import Handover
from ground.console.main_window import MainWindow
from ground.console.panel import Sources
from ground.console.state import ConsoleState

FRAMES, FIRST = 150, 20  # drawn, and not counted of these
SIZE = (1280, 800)  # [px]
TURN = 0.01  # of the first joint between two pictures [rad]


def main(flat):
    application()
    handover, bodies = Handover(), read_bodies(RUN)
    now = [10 * S]
    window = MainWindow(Sources(RUN, bodies, a_view(bodies, flat), handover, lambda: now[0]))
    window.resize(*SIZE)
    window.show()
    state = ConsoleState(RUN)
    state.consume(plan(), now[0])
    walls, cores = [], []
    for k in range(FRAMES):
        now[0] += S // 10
        q = (TURN * k, *HOME[1:])
        seen = telemetry(now[0] - 7 * S // 2, (TURN * (k - 35), *HOME[1:]), executed=k + 1)
        for message in (gate("plan", verified_until=30), bridge(), arm(now[0], q), seen):
            state.consume(message, now[0])
        handover.publish(state.snapshot(now[0]))
        began, busy = time.perf_counter(), time.process_time()
        window.draw()
        QApplication.processEvents()
        walls.append(time.perf_counter() - began)
        cores.append(time.process_time() - busy)
    wall, core = (statistics.median(figures[FIRST:]) for figures in (walls, cores))
    print(f"{'flat' if flat else '3-D'}: {1.0 / wall:.0f} frames/s, {wall * 1e3:.1f} ms each;", end=" ")
    print(f"{core * 1e3:.1f} ms of processor time")


def a_view(bodies, flat):
    if flat:
        return FlatView(bodies)
    from ground.console.scene_view import SceneView

    return SceneView(bodies)


main("FLAT" in sys.argv[1:])
