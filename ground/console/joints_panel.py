"""Joints: commanded against telemetered, in degrees or millimetres, with the limits as bars.

joint 2   -96.0°   -95.2°   [----------|=====o-------------]     | commanded   o telemetered
"""

import math

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QGridLayout, QLabel, QWidget

from ground.console import formats, theme
from ground.console.figure import Value
from ground.console.panel import Panel
from ground.console.snapshot import Snapshot
from predictor.model.robot import Robot

NEAR_LIMIT = 0.05  # share of the range
TURN = 2.0 * math.pi


class LimitBar(QWidget):
    """The range of one joint, with both its values in it."""

    def __init__(self, q_min: float, q_max: float) -> None:
        """Show a range [rad or m]; if it has no end, a turn."""
        super().__init__()
        self._q_min, self._q_max = q_min, q_max
        self._has_ends = math.isfinite(q_max - q_min)
        self._commanded: float | None = None
        self._seen: float | None = None
        self._stale = (False, False)
        self.setMinimumSize(80, 16)

    def show_values(
        self, commanded: float | None, seen: float | None, *, stale: tuple[bool, bool] = (False, False)
    ) -> None:
        """Show both values [rad or m]; None: not known; `stale`: which of them is too old."""
        if (commanded, seen, stale) != (self._commanded, self._seen, self._stale):
            self._commanded, self._seen, self._stale = commanded, seen, stale
            self.update()

    def share(self, q: float) -> float:
        """Return where a value [rad or m] lies in the range, 0 to 1."""
        if not self._has_ends:
            return q / TURN % 1.0
        return min(1.0, max(0.0, (q - self._q_min) / (self._q_max - self._q_min)))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the range, its ends, and the two values."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        rail = QRectF(6.0, self.height() / 2 - 2.0, self.width() - 12.0, 4.0)
        painter.fillRect(rail, QColor(theme.LINE))
        edge = rail.width() * NEAR_LIMIT if self._has_ends else 0.0
        for left in (rail.left(), rail.right() - edge):
            painter.fillRect(QRectF(left, rail.top(), edge, rail.height()), theme.colour(theme.BAD, 0.6))
        if self._seen is not None:
            painter.setPen(QPen(QColor(theme.STALE if self._stale[1] else theme.SEEN), 2.0))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawEllipse(self._at(rail, self._seen), 4.5, 4.5)
        if self._commanded is not None:
            painter.setPen(QPen(QColor(theme.STALE if self._stale[0] else theme.COMMANDED), 3.0))
            at = self._at(rail, self._commanded)
            painter.drawLine(at - QPointF(0.0, 6.0), at + QPointF(0.0, 6.0))
        painter.end()

    def _at(self, rail: QRectF, q: float) -> QPointF:
        return QPointF(rail.left() + rail.width() * self.share(q), rail.center().y())


class JointsPanel(Panel):
    """One line for each joint."""

    def __init__(self, robot: Robot) -> None:
        """Show the joints of an arm within their limits."""
        super().__init__("JOINTS   | commanded   o telemetered")
        grid = QGridLayout()
        grid.setVerticalSpacing(0)
        self.rows.addLayout(grid)
        self.lines: list[tuple[Value, Value, LimitBar]] = []
        self._units = [joint.unit for joint in robot.joints]
        for i, (low, high) in enumerate(zip(robot.limits.q_min, robot.limits.q_max, strict=True)):
            line = (Value(13), Value(13), LimitBar(low, high))
            name = QLabel(f"{i + 1}")
            name.setStyleSheet(f"color: {theme.DIM};")
            grid.addWidget(name, i, 0)
            for column, (widget, width) in enumerate(zip(line, (62, 62, 0), strict=True), 1):
                if isinstance(widget, Value):
                    widget.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
                    widget.setFixedWidth(width)
                grid.addWidget(widget, i, column)
            self.lines.append(line)
        grid.setColumnStretch(3, 1)
        self.residual = Value(12, bold=False)
        self.residual.setWordWrap(True)
        self.rows.addWidget(self.residual)

    def draw(self, snapshot: Snapshot, now_ns: int) -> None:
        """Show the newest values."""
        arm, telemetry = snapshot.arm, snapshot.telemetry
        arm_stale = arm is not None and arm.is_stale(now_ns)
        seen_stale = telemetry is not None and telemetry.is_stale(now_ns)
        for i, (commanded, seen, bar) in enumerate(self.lines):
            q_commanded = arm.value.q_commanded[i] if arm else None
            q_seen = telemetry.value.q[i] if telemetry else None
            told, seen_too = (_value(q, self._units[i]) for q in (q_commanded, q_seen))
            commanded.show_text(told, is_stale=arm_stale, colour=theme.COMMANDED)
            seen.show_text(seen_too, is_stale=seen_stale, colour=theme.SEEN)
            bar.show_values(q_commanded, q_seen, stale=(arm_stale, seen_stale))
        self._draw_residual(snapshot, now_ns)

    def _draw_residual(self, snapshot: Snapshot, now_ns: int) -> None:
        arm, telemetry = snapshot.arm, snapshot.telemetry
        if arm is None or telemetry is None:
            self.residual.show_text(None)
            return
        text = f"telemetry against the model at its own time: {formats.degrees(arm.value.residual)} at most"
        ages = f"commanded {formats.age(arm.age_s(now_ns))}, telemetry {formats.age(telemetry.age_s(now_ns))}"
        is_stale = arm.is_stale(now_ns) or telemetry.is_stale(now_ns)
        self.residual.show_text(f"{text}\n{ages}", is_stale=is_stale, colour=theme.DIM)


def _value(q: float | None, unit: str) -> str | None:
    return None if q is None else formats.joint_value(q, unit)
