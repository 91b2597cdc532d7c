"""Bars of one joint: where it stands in its range, and how fast it moves within its limit.

[----------|=====o-------------]    | commanded   o telemetered      red ends: near a limit
          +2.1                      rate, over a bar from the middle that is full at its limit
[          |###                ]     red, with a cross: faster than it may
"""

import math

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from ground.console.texts import theme
from ground.console.widgets.painting import draw_from_middle, tint

NEAR_LIMIT = 0.05  # share of the range
MEASURED_BEYOND = 0.02  # of a limit of rates: by so much a plan that keeps it is measured beyond it
FULL_TURN = 2.0 * math.pi
RAIL_PX = 3.0  # height of a rate's bar, below its figure


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
        self.setMinimumSize(56, 16)

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
            return q / FULL_TURN % 1.0
        return min(1.0, max(0.0, (q - self._q_min) / (self._q_max - self._q_min)))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the range, its ends, and the two values."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        rail = QRectF(6.0, self.height() / 2 - 2.0, self.width() - 12.0, 4.0)
        painter.fillRect(rail, QColor(theme.LINE))
        edge = rail.width() * NEAR_LIMIT if self._has_ends else 0.0
        for left in (rail.left(), rail.right() - edge):
            painter.fillRect(QRectF(left, rail.top(), edge, rail.height()), tint(theme.BAD, 0.6))
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


class RateBar(QWidget):
    """The rate of one joint, over a bar that is full at its limit."""

    def __init__(self, rate_max: float) -> None:
        """Show rates up to a limit [rad/s or m/s]; if there is none, without a bar."""
        super().__init__()
        self._rate_max = rate_max
        self._rate: float | None = None
        self.text, self._is_stale = "", False
        self.setMinimumSize(52, 18)

    def show_rate(self, rate: float | None, text: str, *, is_stale: bool) -> None:
        """Show a rate [rad/s or m/s] and how it is written; None: not known."""
        if (rate, text, is_stale) != (self._rate, self.text, self._is_stale):
            self._rate, self.text, self._is_stale = rate, text, is_stale
            self.update()

    def share(self, rate: float) -> float:
        """Return the share of the limit, -1 to 1; beyond it no more."""
        return min(1.0, max(-1.0, rate / self._rate_max)) if math.isfinite(self._rate_max) else 0.0

    @property
    def is_beyond(self) -> bool:
        """True if the joint moves faster than it may; at its limit a plan moves it rightly."""
        return self._rate is not None and abs(self._rate) > (1.0 + MEASURED_BEYOND) * self._rate_max

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the bar from its middle, and the figure."""
        painter = QPainter(self)
        rail = QRectF(1.0, self.height() - RAIL_PX, self.width() - 2.0, RAIL_PX)
        painter.fillRect(rail, QColor(theme.LINE))
        share = self.share(self._rate) if self._rate is not None else 0.0
        colour = theme.STALE if self._is_stale else theme.BAD if self.is_beyond else theme.SEEN
        draw_from_middle(painter, rail, share, colour=colour)
        painter.setPen(QColor(theme.STALE if self._is_stale or self._rate is None else theme.TEXT))
        written = painter.font()
        written.setStrikeOut(self._is_stale)
        painter.setFont(written)
        text = (
            f"{theme.COLOUR_SYMBOLS[theme.BAD]}{self.text}"
            if self.is_beyond and not self._is_stale
            else self.text
        )
        painter.drawText(
            QRectF(self.rect()).adjusted(0.0, 0.0, 0.0, -RAIL_PX), Qt.AlignmentFlag.AlignCenter, text
        )
        painter.end()
