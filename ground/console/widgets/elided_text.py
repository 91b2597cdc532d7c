"""A text of one line: what does not fit is left out at its end, and stands whole in the tooltip."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from ground.console.texts import theme
from ground.console.widgets.painting import font


class ElidedText(QWidget):
    """It asks for no width; it is painted only when it changes."""

    def __init__(
        self,
        size: int,
        *,
        bold: bool = False,
        alignment: Qt.AlignmentFlag = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter,
    ) -> None:
        """Start empty; `size` of the text [px]."""
        super().__init__()
        self.text, self.colour = "", theme.TEXT
        self._alignment = alignment
        self._font = font(max(size, theme.LEAST_PX), is_bold=bold)  # a style sheet has another one

    def show_text(self, text: str, colour: str = theme.TEXT) -> None:
        """Show a text."""
        if (text, colour) != (self.text, self.colour):
            self.text, self.colour = text, colour
            self.setToolTip(text)
            self.update()

    @property
    def shown(self) -> str:
        """What of it is there to be read."""
        return QFontMetrics(self._font).elidedText(self.text, Qt.TextElideMode.ElideRight, self.width())

    def sizeHint(self) -> QSize:
        """Ask for the height of a line."""
        return QSize(0, QFontMetrics(self._font).height())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw what fits."""
        painter = QPainter(self)
        painter.setFont(self._font)
        painter.setPen(QColor(self.colour))
        painter.drawText(self.rect(), int(self._alignment), self.shown)
        painter.end()
