"""An area, as wide as its place, in which a widget scrolls where it lacks room."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget

BAR_PX = 8  # of a scroll bar, as the style sheet has it


def scroll_area(widget: QWidget) -> QScrollArea:
    """Return such an area around a widget."""
    area = QScrollArea()
    area.setWidgetResizable(True)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    area.setWidget(widget)
    return area
