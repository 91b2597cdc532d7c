"""Widgets in a line that goes on in the next line when there is no room, as words do round a picture.

    +-----------------------+
    | a   b   c    [corner] |
    | d   e        [      ] |
    | f   g   h   i         |
    +-----------------------+

Placed by hand: a layout class of our own would own its items together with Qt, and both would delete them.
"""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QPoint, QRect, QSize
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget


class WrappingRow(QWidget):
    """As many lines as the width asks for."""

    def __init__(self, widgets: Sequence[QWidget], corner: QWidget, spacing: int) -> None:
        """Take the widgets in order, and one that keeps the right upper corner.

        `spacing` stands between neighbours and between lines [px].
        """
        super().__init__()
        self._widgets, self._corner, self._spacing = widgets, corner, spacing
        for widget in (*widgets, corner):
            widget.setParent(self)
            widget.show()  # with this one: from now on hidden means that somebody has hidden it
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def hasHeightForWidth(self) -> bool:
        """Need more lines where there is less width."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Return the height of all lines [px]."""
        return max(place.bottom() + 1 for place in (*self._places(width), self._corner_place(width)))

    def sizeHint(self) -> QSize:
        """Return the size of one line."""
        hints = [*map(_size, self._present), self._corner_size]
        width = sum(hint.width() for hint in hints) + self._spacing * (len(hints) - 1)
        return QSize(width, max(hint.height() for hint in hints))

    def minimumSizeHint(self) -> QSize:
        """Return the size of the largest one beside the corner."""
        least, corner = QSize(), self._corner_size
        for widget in self._widgets:
            least = least.expandedTo(_size(widget))
        return QSize(least.width() + self._spacing + corner.width(), max(least.height(), corner.height()))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Place everything."""
        self._arrange()

    def event(self, event: QEvent) -> bool:
        """Place everything again when one needs more room than before."""
        if event.type() == QEvent.Type.LayoutRequest:
            self.updateGeometry()
            self._arrange()
        return super().event(event)

    @property
    def _present(self) -> list[QWidget]:
        """Those that are not hidden."""
        return [widget for widget in self._widgets if not widget.isHidden()]

    @property
    def _corner_size(self) -> QSize:
        """Its size; zero if it is hidden."""
        return QSize(0, 0) if self._corner.isHidden() else _size(self._corner)

    def _arrange(self) -> None:
        self._corner.setGeometry(self._corner_place(self.width()))
        for widget, place in zip(self._present, self._places(self.width()), strict=True):
            widget.setGeometry(place)

    def _corner_place(self, width: int) -> QRect:
        size = self._corner_size
        return QRect(QPoint(width - size.width(), 0), size)

    def _places(self, width: int) -> list[QRect]:
        """Return where each one stands in so much width [px]."""
        places: list[QRect] = []
        corner = self._corner_place(width)
        at, line_height = QPoint(0, 0), 0
        for widget in self._present:
            size = _size(widget)
            right = corner.left() - self._spacing if at.y() <= corner.bottom() else width
            if at.x() > 0 and at.x() + size.width() > right:
                at, line_height = QPoint(0, at.y() + line_height + self._spacing), 0
            places.append(QRect(at, size))
            at = QPoint(at.x() + size.width() + self._spacing, at.y())
            line_height = max(line_height, size.height())
        return places


def empty_corner() -> QWidget:
    """Return a corner that takes no room."""
    corner = QWidget()
    corner.setFixedSize(0, 0)
    return corner


def _size(widget: QWidget) -> QSize:
    return widget.sizeHint().expandedTo(widget.minimumSize()).boundedTo(widget.maximumSize())
