"""A value in one line, whose end is left out where it lacks room; all of it is in the tip."""

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPaintEvent

from ground.console.widgets.figure import Value

LEAST_EMS = 6.0  # of its width
ONE_LINE = int(Qt.AlignmentFlag.AlignVCenter) | int(Qt.TextFlag.TextSingleLine)


class ElidedValue(Value):
    """Text that asks for its width and does with less."""

    def minimumSizeHint(self) -> QSize:
        """Return a few letters' width."""
        hint = super().minimumSizeHint()
        return QSize(min(round(LEAST_EMS * hint.height()), hint.width()), hint.height())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw what there is room for, with its symbol before it; the symbol is never struck through."""
        painter, plain = QPainter(self), QFont(self.font())
        plain.setStrikeOut(False)
        painter.setPen(QColor(self.colour))
        room = self.symbol_px if self.symbol else 0
        painter.setFont(plain)
        painter.drawText(self.rect(), ONE_LINE, self.symbol)
        painter.setFont(self.font())
        left = QRect(room, 0, self.width() - room, self.height())
        shown = self.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, left.width())
        painter.drawText(left, ONE_LINE, shown)
        self.setToolTip("" if shown == self.text() else self.text())
        painter.end()
