"""Where telemetry of a joint should be: what was commanded one round trip ago, and what it may be off by.

commanded at t  --queue, way up, buffer, way down-->  seen at t + trip       +- tolerance at rest
"""

import re

from ground.console.facts.snapshot import Snapshot
from ground.console.plots.graph import Graph
from ground.console.texts import theme
from ground.series.series_store import SeriesStore
from telemetry.agreed.limits import QUIET_RAD
from telemetry.agreed.run_settings import NS_PER_S, RunSettings

SEEN_JOINT = re.compile(r"Telemetry\.q\[(\d+)\]$")
COMMANDED = "PredictedArm.q_commanded[{}]"


def trip_ns(snapshot: Snapshot, run: RunSettings) -> int:
    """Return how long it is from a command until telemetry shows it, as measured, else as planned [ns]."""
    measured = snapshot.link.round_trip
    link_s = measured.value if measured else run.link.up_s + run.link.down_s
    rules = run.commanding
    return round((link_s + rules.depth * rules.period_s + rules.buffer_s) * NS_PER_S)


class ResidualBand:
    """The edges of the band of one joint in its plot: a filled one would take ten times as long to draw."""

    def __init__(self, graph: Graph, joint: str) -> None:
        """Show nothing yet."""
        self._name = COMMANDED.format(joint)
        self.low = graph.add_curve(theme.COMMANDED, style="dotted")
        self.high = graph.add_curve(theme.COMMANDED, style="dotted")

    def draw(
        self, store: SeriesStore, window_ns: tuple[int, int], *, delay_ns: int, scale: float, pixels: int
    ) -> None:
        """Show it in a window, once something was commanded."""
        series = store.series(self._name)
        if series is None:
            return
        from_ns, until_ns = window_ns
        course = series.course((from_ns - delay_ns, until_ns - delay_ns), pixels=pixels)
        at_s = (course.at_ns + delay_ns) / NS_PER_S
        self.low.setData(at_s, (course.value - QUIET_RAD) * scale)
        self.high.setData(at_s, (course.value + QUIET_RAD) * scale)

    def set_visible(self, *, is_visible: bool) -> None:
        """Show it, or hide it."""
        for item in (self.low, self.high):
            item.setVisible(is_visible)


def joint_of(name: str) -> str:
    """Return the joint, from 1, whose telemetered value a figure is; empty: it is none."""
    found = SEEN_JOINT.match(name)
    return found[1] if found else ""
