"""A figure on the screen: caption, value, age; grey and struck through when it is too old.

Values stand alone, over their notes, in rows, or in titled boxes; a column holds whatever is stacked.
"""

from typing import NamedTuple

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from ground.console.facts.snapshot import Snapshot
from ground.console.texts import theme
from ground.console.texts.formats import NO_DATA
from ground.console.widgets.painting import font

ROUNDING_PX = 2  # of Qt, in the width of a text
SIDE_PX = 3  # beside a figure
CAPTION_PX = 84  # of a row
SYMBOL_EMS = 1.2  # room of a symbol before a text, in its size


class _Look(NamedTuple):
    """What a value shows."""

    text: str
    colour: str
    symbol: str
    is_struck: bool


class Value(QLabel):
    """Text that knows how to look stale, with a symbol before it; it is touched only when it changes."""

    def __init__(self, size: int = 15, *, bold: bool = True, wraps: bool = False) -> None:
        """Start without data.

        Args:
            size: of the text [px], never less than the least.
            bold: True if the text is.
            wraps: True if it asks for no width, and goes on in further lines.
        """
        super().__init__(NO_DATA)
        self._size, self._bold = max(size, theme.LEAST_PX), bold
        self._look: _Look | None = None
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setIndent(0)  # or else the symbol's room brings another one of Qt's own
        if wraps:
            self.setWordWrap(True)
            self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.show_text(None)

    def show_text(
        self,
        text: str | None,
        *,
        is_stale: bool = False,
        colour: str = theme.TEXT,
        symbol: str | None = None,
    ) -> None:
        """Show a text; None: no data; stale: grey and struck through.

        `symbol` None: that of the colour; empty: none, where the words or the stroke tell the same.
        """
        if text is None:
            look = _Look(NO_DATA, theme.STALE, "", is_struck=False)
        else:
            shown = theme.STALE if is_stale else colour
            own = theme.COLOUR_SYMBOLS.get(shown, "") if symbol is None or (symbol and is_stale) else symbol
            mark = own if text.strip() else ""
            look = _Look(text or NO_DATA, shown, mark, is_struck=is_stale and bool(text))
        if look != self._look:
            self._show(look)

    def show_or_hide(self, text: str, *, colour: str) -> None:
        """Show a text; empty: take no room."""
        self.setVisible(bool(text))
        if text:
            self.show_text(text, colour=colour)

    def _show(self, look: _Look) -> None:
        self._look = look
        weight = "bold" if self._bold else "normal"
        line = "line-through" if look.is_struck else "none"
        room = self.symbol_px if look.symbol else 0
        style = (
            f"color: {look.colour}; font-size: {self._size}px; font-weight: {weight};"
            f" text-decoration: {line}; padding-left: {room}px;"
        )
        if style != self.styleSheet():  # to set it again costs more than all else of a text
            self.setStyleSheet(style)
        self.setText(look.text)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the text, and the symbol in the room before it; it is never struck through."""
        super().paintEvent(event)
        if not self.symbol or self._look is None:
            return
        painter, plain = QPainter(self), QFont(self.font())
        plain.setStrikeOut(False)
        painter.setFont(plain)
        painter.setPen(QColor(self._look.colour))
        painter.drawText(QRect(0, self._top_px, self.symbol_px, self.height()), 0, self.symbol)
        painter.end()

    @property
    def _top_px(self) -> int:
        """Where the first line of the text begins."""
        beside = self.rect().adjusted(self.symbol_px, 0, 0, 0)
        wraps = Qt.TextFlag.TextWordWrap if self.wordWrap() else Qt.TextFlag.TextSingleLine
        flags = int(self.alignment()) | int(wraps)
        return max(0, self.fontMetrics().boundingRect(beside, flags, self.text()).top())

    def room_px(self, text: str) -> int:
        """Return the width that a text needs, with a symbol before it [px]."""
        return self.symbol_px + self.text_px(text)

    def text_px(self, text: str) -> int:
        """Return the width that a text needs by itself [px]."""
        return QFontMetrics(font(self._size, is_bold=self._bold)).horizontalAdvance(text) + ROUNDING_PX

    @property
    def symbol_px(self) -> int:
        """Room of a symbol before the text [px]."""
        return round(SYMBOL_EMS * self._size)

    @property
    def symbol(self) -> str:
        """What stands before the text; empty: nothing."""
        return self._look.symbol if self._look else ""

    @property
    def colour(self) -> str:
        """Of the text."""
        return self._look.colour if self._look else theme.STALE

    @property
    def is_struck(self) -> bool:
        """True if the text is shown as too old."""
        return bool(self._look and self._look.is_struck)


class _NotedValue(QWidget):
    """A value with a note of its age, or of why it is too old."""

    def __init__(self, size: int) -> None:
        super().__init__()
        self.value, self.note = Value(size), Value(theme.LEAST_PX, bold=False)

    def show_value(
        self, text: str | None, note: str = "", *, is_stale: bool = False, look: theme.Look = theme.PLAIN
    ) -> None:
        """Show a value and its note."""
        self.value.show_text(text, is_stale=is_stale, colour=look.colour, symbol=look.symbol or None)
        self.note.show_text(note or " ", colour=theme.WARN if is_stale else theme.DIM)


class Figure(_NotedValue):
    """Caption over value over age, as wide as the widest of each: nothing moves when digits change."""

    def __init__(self, caption: str, *, room: tuple[str, str], size: int = 15) -> None:
        """Start without data; `room`: the widest value and the widest note."""
        super().__init__(size)
        title = QLabel(caption)
        title.setObjectName("title")
        column(self, title, self.value, self.note, margins=(SIDE_PX, 0, SIDE_PX, 0))
        self.note.show_text(" ")
        room_px = 2 * SIDE_PX + max(self.value.room_px(room[0]), self.note.text_px(room[1]))
        self.setFixedWidth(room_px)


class ValueRow(_NotedValue):
    """Caption, value and age in one line, for panels with many of them."""

    def __init__(self, caption: str) -> None:
        """Start without data."""
        super().__init__(13)
        title = QLabel(caption)
        title.setStyleSheet(f"color: {theme.DIM};")
        self.value.setWordWrap(True)
        self.note.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        title.setFixedWidth(CAPTION_PX)
        line.addWidget(title)
        line.addWidget(self.value, 1)
        line.addWidget(self.note)


def column(
    parent: QWidget, *widgets: QWidget, spacing: int = 0, margins: tuple[int, int, int, int] = (0, 0, 0, 0)
) -> QVBoxLayout:
    """Return the layout that stacks widgets in their parent; margins: left, top, right, bottom [px]."""
    rows = QVBoxLayout(parent)
    rows.setContentsMargins(*margins)
    rows.setSpacing(spacing)
    for widget in widgets:
        rows.addWidget(widget)
    return rows


class TitledBox(QFrame):
    """A titled box."""

    def __init__(self, title: str) -> None:
        """Make an empty box, without a title if that is empty; add to `rows`."""
        super().__init__()
        self.setObjectName("panel")
        self.title = QLabel(title)
        self.title.setObjectName("title")
        self.title.setHidden(not title)
        self.rows = column(self, self.title, spacing=2, margins=(8, 4, 8, 6))


class Panel(TitledBox):
    """A titled box that draws a snapshot; this one stays empty."""

    def draw(self, snapshot: Snapshot, now_ns: int) -> None:
        """Show what is known now; `now_ns`: the time shown, against which ages count."""
