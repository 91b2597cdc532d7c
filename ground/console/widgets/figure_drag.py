"""A figure's name is dragged from where it stands to where it is plotted.

No drag of Qt's own: that one would take Esc, which is HOLD, for itself.  Dropped on nothing it is no act.
"""

from collections.abc import Callable
from typing import Protocol, runtime_checkable

from PySide6.QtCore import QEvent, QObject, QPoint, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication, QWidget


@runtime_checkable
class FigureTarget(Protocol):
    """A widget where the name of a figure may be dropped."""

    def on_figure(self, name: str) -> None:
        """A figure was dropped here."""
        ...


class FigureDrag(QObject):
    """Watches a widget from which names are dragged."""

    def __init__(self, source: QWidget, name_at: Callable[[QPoint], str]) -> None:
        """Ask `name_at` which figure is at a place of the widget; empty: none."""
        super().__init__(source)
        self._source, self._name_at = source, name_at
        self._name, self._pressed_at, self._is_dragged = "", QPoint(), False
        source.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow the mouse from the press to the drop."""
        if not isinstance(event, QMouseEvent):
            return False
        match event.type():
            case QEvent.Type.MouseButtonPress if event.button() == Qt.MouseButton.LeftButton:
                self._pressed_at = event.position().toPoint()
                self._name = self._name_at(self._pressed_at)
            case QEvent.Type.MouseMove if self._name and not self._is_dragged:
                way = event.position().toPoint() - self._pressed_at
                if way.manhattanLength() >= QApplication.startDragDistance():
                    self._is_dragged = True
                    self._source.setCursor(Qt.CursorShape.DragCopyCursor)
            case QEvent.Type.MouseButtonRelease:
                self._drop(event.globalPosition().toPoint())
        return self._is_dragged

    def _drop(self, at: QPoint) -> None:
        name, is_dragged = self._name, self._is_dragged
        self._name, self._is_dragged = "", False
        self._source.unsetCursor()
        below = QApplication.widgetAt(at) if is_dragged else None
        while below is not None and not isinstance(below, FigureTarget):
            below = below.parentWidget()
        if below is not None:
            below.on_figure(name)


def drag_figure(source: QWidget, name: str) -> None:
    """Let a figure of a panel be dragged to a plot by its name."""
    FigureDrag(source, lambda _: name)
    source.setToolTip(f"{name}: drag it to PLOTS")
