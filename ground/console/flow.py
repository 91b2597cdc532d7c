"""Widgets in a line that goes on in the next line when there is no room, as words do.

Placed by hand: a layout class of our own would own its items together with Qt, and both would delete them.
"""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QPoint, QRect, QSize
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget


class Flow(QWidget):
    """As many lines as the width asks for."""

    def __init__(self, widgets: Sequence[QWidget], spacing: int) -> None:
        """Take the widgets in order; `spacing` stands between neighbours and between lines [px]."""
        super().__init__()
        self._widgets, self._spacing = widgets, spacing
        for widget in widgets:
            widget.setParent(self)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def hasHeightForWidth(self) -> bool:
        """Need more lines where there is less width."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Return the height of all lines [px]."""
        return max(place.bottom() + 1 for place in self._places(width))

    def sizeHint(self) -> QSize:
        """Return the size of one line."""
        hints = [widget.sizeHint() for widget in self._widgets]
        width = sum(hint.width() for hint in hints) + self._spacing * (len(hints) - 1)
        return QSize(width, max(hint.height() for hint in hints))

    def minimumSizeHint(self) -> QSize:
        """Return the size of the largest one."""
        least = QSize()
        for widget in self._widgets:
            least = least.expandedTo(widget.sizeHint())
        return least

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Place everything."""
        self._arrange()

    def event(self, event: QEvent) -> bool:
        """Place everything again when one needs more room than before."""
        if event.type() == QEvent.Type.LayoutRequest:
            self.updateGeometry()
            self._arrange()
        return super().event(event)

    def _arrange(self) -> None:
        for widget, place in zip(self._widgets, self._places(self.width()), strict=True):
            widget.setGeometry(place)

    def _places(self, width: int) -> list[QRect]:
        """Return where each one stands in so much width [px]."""
        places: list[QRect] = []
        at, line_height = QPoint(0, 0), 0
        for widget in self._widgets:
            size = widget.sizeHint().expandedTo(widget.minimumSize())
            if at.x() > 0 and at.x() + size.width() > width:
                at, line_height = QPoint(0, at.y() + line_height + self._spacing), 0
            places.append(QRect(at, size))
            at = QPoint(at.x() + size.width() + self._spacing, at.y())
            line_height = max(line_height, size.height())
        return places
