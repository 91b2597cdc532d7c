"""The trends of the last minute, always in sight: clearance, tool speed and residual.

clearance 64.8 mm          ____            of the commanded arm
≥ 30.0 mm, 0.0 s ago   ___/    \\______     - - - required
tool 21 mm/s             /\\__               as telemetry has it
hand ≤ 50, 3.5 s ago   _/    \\_________    - - - the most that a hand leads it at; else the largest share
                                            that a joint has of its own limit
residual 0.2°                               telemetry off the model of its time
≤ 0.5°, 3.5 s ago      _______/\\_______    - - - tolerance at rest
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from PySide6.QtWidgets import QHBoxLayout, QLabel, QWidget

from ground.console.facts.panel_facts import Stamped
from ground.console.facts.snapshot import Snapshot
from ground.console.plots.graph import Graph, show_course, values_range
from ground.console.plots.tool_speed import ToolSpeeds, tool_speed
from ground.console.texts import formats, theme
from ground.console.widgets.figure import Panel, Value, column
from ground.console.widgets.figure_drag import drag_figure
from ground.series.rings import Course
from ground.series.series_store import SeriesStore
from predictor.model.robot import Robot
from telemetry.agreed.authority import State
from telemetry.agreed.limits import QUIET_RAD
from telemetry.agreed.run_settings import NS_PER_S, RunSettings
from telemetry.messages.prediction import PredictedArm
from telemetry.messages.spacecraft import Telemetry

SPAN_NS = 60 * NS_PER_S
ROW_PX, TEXT_PX = 31, 164
MM_PER_M = 1000.0
SPAN_TEXT, UNREAD_TEXT = "60 s", "60 s: not read yet"
CLEARANCES = ("PredictedArm.scene.distance", "PredictedArm.itself.distance")
RESIDUAL = "PredictedArm.residual"
NO_COURSE = Course(np.empty(0, np.int64), np.empty(0, np.float32))


class _Newest(NamedTuple):
    """What is written of a trend."""

    text: str | None
    stamped: Stamped[PredictedArm] | Stamped[Telemetry] | None  # what it is about
    is_beyond: bool = False  # its limit
    limit_text: str = ""  # instead of the usual limit, which does not count now


class TrendRow(QWidget):
    """A figure with its limit, its age and its course."""

    def __init__(self, limit: float, limit_text: str, *, colour: str) -> None:
        """Start without data; `limit`: as it is drawn."""
        super().__init__()
        self.value, self.note = Value(13), Value(theme.LEAST_PX, bold=False)
        self.graph = Graph(axes=False)
        self._limit, self._limit_text = limit, limit_text
        self._curve = self.graph.add_curve(colour)
        self.line = self.graph.add_limit(limit)
        texts = QWidget()
        column(texts, self.value, self.note)
        texts.setFixedWidth(TEXT_PX)
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(4)
        line.addWidget(texts)
        line.addWidget(self.graph, 1)
        self.setFixedHeight(ROW_PX)

    def show_newest(self, newest: _Newest, now_ns: int) -> None:
        """Write the newest value, its limit and its age."""
        stamped = newest.stamped
        is_stale = stamped is not None and stamped.is_stale(now_ns)
        colour = theme.BAD if newest.is_beyond else theme.TEXT
        self.value.show_text(newest.text, is_stale=is_stale, colour=colour)
        age = formats.age(stamped.age_s(now_ns) if stamped else None)
        self.line.setVisible(not newest.limit_text)
        limit_text = newest.limit_text or self._limit_text
        self.note.show_text(f"{limit_text}, {age}", colour=theme.WARN if is_stale else theme.DIM)

    def show_course(self, course: Course, window_ns: tuple[int, int], *, scale: float) -> None:
        """Draw its course."""
        show_course(self._curve, course, scale=scale)
        limits = [self._limit] if self.line.isVisible() else []
        low, high = values_range([course.value * scale], [0.0, *limits])
        self.graph.show_range(window_ns, (low, high))


class TrendsPanel(Panel):
    """Three figures of the last minute."""

    def __init__(self, run: RunSettings, robot: Robot) -> None:
        """Show them beside their limits."""
        super().__init__("")
        self._speeds, self._robot = ToolSpeeds(robot), robot
        self._required = run.margins.required_m
        fastest = run.hand.speed_max * MM_PER_M
        self.clearance = TrendRow(
            self._required * MM_PER_M, f"≥ {formats.millimetres(self._required)}", colour=theme.COMMANDED
        )
        self.speed = TrendRow(fastest, f"hand ≤ {fastest:.0f}", colour=theme.SEEN)
        self.residual = TrendRow(
            float(np.degrees(QUIET_RAD)), f"≤ {formats.angle(QUIET_RAD)}", colour=theme.TEXT
        )
        self.rows.setContentsMargins(6, 2, 4, 2)
        self.rows.setSpacing(1)
        for row in (self.clearance, self.speed, self.residual):
            self.rows.addWidget(row)
        drag_figure(self.clearance.value, CLEARANCES[0])
        drag_figure(self.residual.value, RESIDUAL)
        self._span = QLabel(UNREAD_TEXT, self.clearance.graph)
        self._span.setStyleSheet(f"color: {theme.DIM}; background: {theme.PANEL};")
        self._drawn: tuple[SeriesStore, int] | None = None  # of what, and until when

    def draw(self, snapshot: Snapshot, now_ns: int) -> None:
        """Show the newest values, and how they came to be."""
        if not self.isVisible():
            return
        store, pixels = snapshot.series, max(self.clearance.graph.width(), 1)
        self._write(snapshot, now_ns)
        self._span.setText(SPAN_TEXT if store else UNREAD_TEXT)
        self._span.adjustSize()  # no wider than its text, since it covers what is behind it
        until_ns = (now_ns * pixels // SPAN_NS + 1) * SPAN_NS // pixels  # the end of a pixel
        if store is not None and self._drawn != (store, until_ns):
            self._drawn = store, until_ns
            self._show_courses(store, (until_ns - SPAN_NS, until_ns))

    def _show_courses(self, store: SeriesStore, window_ns: tuple[int, int]) -> None:
        pixels = self.clearance.graph.width()
        self.clearance.show_course(_least(store, window_ns, pixels), window_ns, scale=MM_PER_M)
        speeds = self._speeds.course(store, window_ns)
        self.speed.show_course(speeds, window_ns, scale=MM_PER_M)
        residual = store.series(RESIDUAL)
        course = residual.course(window_ns, pixels=pixels) if residual else NO_COURSE
        self.residual.show_course(course, window_ns, scale=float(np.degrees(1.0)))

    def _write(self, snapshot: Snapshot, now_ns: int) -> None:
        arm, telemetry = snapshot.arm.predicted, snapshot.arm.telemetry
        clearance = arm.value.clearance if arm else None
        is_near = clearance is not None and clearance < self._required
        near_text = _text("clearance", clearance, formats.millimetres)
        self.clearance.show_newest(_Newest(near_text, arm, is_near), now_ns)
        report = telemetry.value if telemetry else None
        speed = tool_speed(self._robot, report.q, report.qd) if report else None
        gate = snapshot.authority.gate
        is_led = gate is not None and gate.value.state == State.TELEOP
        share_text = "" if is_led or report is None else f"joint rate {self._share(report):.0%}"
        text = _text("tool", speed, _speed_text)
        self.speed.show_newest(_Newest(text, telemetry, limit_text=share_text), now_ns)
        residual = abs(arm.value.residual) if arm else None
        text = _text("residual", residual, formats.angle)
        self.residual.show_newest(_Newest(text, telemetry if arm else None), now_ns)

    def _share(self, report: Telemetry) -> float:
        """Return the largest share of its limit that the rate of a joint has."""
        return max(abs(rate) / most for rate, most in zip(report.qd, self._robot.limits.qd_max, strict=True))


def _text(caption: str, value: float | None, write: Callable[[float], str]) -> str | None:
    return None if value is None else f"{caption} {write(value)}"


def _speed_text(speed: float) -> str:
    return f"{speed * MM_PER_M:.0f} mm/s"


def _least(store: SeriesStore, window_ns: tuple[int, int], pixels: int) -> Course:
    """Return the course of the nearest distance of all, to the scene or to itself."""
    found = [each for name in CLEARANCES if (each := store.series(name))]
    courses = [each.course(window_ns, pixels=pixels) for each in found]
    if not courses:
        return NO_COURSE
    length = min(len(each.at_ns) for each in courses)  # more may have come between the two
    return Course(
        courses[0].at_ns[:length], np.fmin.reduce([each.value[:length] for each in courses], axis=0)
    )
