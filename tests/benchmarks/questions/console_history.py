"""A day of 200 figures at 10 Hz in the console's plots: memory by the hour, and how long pan and zoom take.

24 h --> rings of whole kinds of messages --> PLOTS, four plots with two figures each
memory    of the process, as its host counts it: after an hour, after eight, after all of it
pan, zoom from the press of the key until all is painted
"""

import os
import time
from typing import Any

import numpy as np
from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QApplication

from ground.console.facts.snapshot import Snapshot
from ground.console.plots.plots_panel import PlotsPanel
from ground.console.plots.time_window import TimeWindow
from ground.scenario.scenario import load, run_settings
from ground.series.catalogue import figure_columns
from ground.series.series_store import SeriesStore
from predictor.run_model import read_model
from telemetry.messages.base import Message
from telemetry.messages.force import HandForce
from telemetry.messages.plan import PlanReady
from telemetry.messages.prediction import CollisionState, PredictedArm
from telemetry.messages.queue import GateStatus
from telemetry.messages.spacecraft import Telemetry

KINDS: tuple[type[Message], ...] = (
    Telemetry, PredictedArm, GateStatus, HandForce, PlanReady, CollisionState,
)  # fmt: skip
RUN = run_settings(load("observation_pass"), seed=1, run_id="")
RATE_HZ, HOURS = 10, 24
S, HOUR_S = 1_000_000_000, 3600
SIZE = (1264, 260)  # of the drawer in a window of 1280 [px]
SPANS_S = (HOURS * HOUR_S, 8 * HOUR_S, HOUR_S, 60)
TURNS = 25  # of a key in each span, of one kind
PLOTTED = ("Telemetry.q[{}]", "PredictedArm.q_commanded[{}]")
MIB = 2**20


def measured(*, is_flat: bool, hours: int = HOURS) -> dict[str, Any]:
    """Return what a day of figures costs; plots are drawn alike with and without OpenGL."""
    if is_flat or not os.environ.get("DISPLAY"):
        os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    application = QApplication.instance() or QApplication([])
    store = SeriesStore(RUN)
    figures = sum(len(figure_columns(kind, len(RUN.reach))) for kind in KINDS)
    before, memory = _resident_mib(), {}
    busy_s = 0.0
    for hour in range(hours):
        busy_s += _hour(store, hour)
        if hour + 1 in (1, 8, hours):
            memory[hour + 1] = _resident_mib()
    return {
        "figures": figures,
        "hours": hours,
        "sample_us": 1e6 * busy_s / (hours * HOUR_S * RATE_HZ * len(KINDS)),
        "before_mib": before,
        "memory_mib": memory,
        "growth_mib": memory[min(8, hours)] - memory[1],
        **_looked_at(store, application, now_ns=hours * HOUR_S * S),
    }


def _hour(store: SeriesStore, hour: int) -> float:
    """Keep the figures of an hour; return how long that took [s]."""
    samples = HOUR_S * RATE_HZ
    at_ns = (np.arange(samples) + hour * samples) * (S // RATE_HZ)
    random, busy_s = np.random.default_rng(hour), 0.0
    for kind in KINDS:
        rings, width = store.rings_of(kind), len(figure_columns(kind, len(RUN.reach)))
        slow = np.sin(at_ns[:, None] / (S * np.arange(100, 100 + width)))
        rows = (slow + 0.02 * random.standard_normal((samples, width))).tolist()
        began = time.perf_counter()
        for stamp, row in zip(at_ns.tolist(), rows, strict=True):
            rings.add(stamp, row)
        busy_s += time.perf_counter() - began
    return busy_s


def _looked_at(store: SeriesStore, application: QCoreApplication, *, now_ns: int) -> dict[str, Any]:
    """Return how long pans and zooms take, over all spans."""
    panel = PlotsPanel(RUN, read_model(RUN).robot, None)
    panel.resize(*SIZE)
    panel.show()
    for joint in range(1, 5):
        for k, name in enumerate(PLOTTED):
            panel.figures.add(name.format(joint), k > 0)
    seen = Snapshot(at_ns=now_ns, series=store)
    told: dict[str, Any] = {}
    for what, act in (("pan", lambda: panel.sheet.pan(-0.02)), ("zoom", lambda: panel.sheet.zoom(0.2))):
        walls, cores = [], []
        for span_s in SPANS_S:
            panel.sheet.looks.window = TimeWindow(span_ns=span_s * S)
            for _ in range(TURNS):
                began, busy = time.perf_counter(), time.thread_time()
                act()  # type: ignore[no-untyped-call]
                panel.draw(seen, now_ns)
                application.processEvents()
                walls.append(1e3 * (time.perf_counter() - began))
                cores.append(1e3 * (time.thread_time() - busy))
        medians = {"median_ms": float(np.median(walls)), "processor_ms": float(np.median(cores))}
        told[what] = {**medians, "most_ms": max(walls), "processor_most_ms": max(cores)}
    panel.close()
    return told


def _resident_mib() -> float:
    """Return the memory of this process."""
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / MIB
