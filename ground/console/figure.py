"""A figure on the screen: caption, value, age; grey and struck through when it is too old."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from ground.console import theme
from ground.console.formats import NO_DATA


class Value(QLabel):
    """Text that knows how to look stale; it is touched only when it changes."""

    def __init__(self, size: int = 15, *, bold: bool = True) -> None:
        """Start without data."""
        super().__init__(NO_DATA)
        self._size, self._bold = size, bold
        self._look: tuple[str, str, bool] | None = None
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.show_text(None)

    def show_text(self, text: str | None, *, is_stale: bool = False, colour: str = theme.TEXT) -> None:
        """Show a text; None: no data; stale: grey and struck through."""
        look = (text or NO_DATA, theme.STALE if is_stale or text is None else colour, is_stale and bool(text))
        if look == self._look:
            return
        self._look = look
        weight = "bold" if self._bold else "normal"
        line = "line-through" if look[2] else "none"
        self.setStyleSheet(
            f"color: {look[1]}; font-size: {self._size}px; font-weight: {weight}; text-decoration: {line};"
        )
        self.setText(look[0])

    @property
    def is_struck(self) -> bool:
        """True if the text is shown as too old."""
        return bool(self._look and self._look[2])


class Figure(QWidget):
    """Caption over value over age."""

    def __init__(self, caption: str, *, size: int = 15, width: int = 0) -> None:
        """Start without data; `width`: least width [px]."""
        super().__init__()
        self.value = Value(size)
        self.note = Value(10, bold=False)
        title = QLabel(caption)
        title.setObjectName("title")
        rows = QVBoxLayout(self)
        rows.setContentsMargins(6, 2, 6, 2)
        rows.setSpacing(0)
        for label in (title, self.value, self.note):
            rows.addWidget(label)
        self.note.show_text(" ")
        if width:
            self.setMinimumWidth(width)

    def show_value(
        self, text: str | None, note: str = "", *, is_stale: bool = False, colour: str = theme.TEXT
    ) -> None:
        """Show value and the note below it."""
        self.value.show_text(text, is_stale=is_stale, colour=colour)
        self.note.show_text(note or " ", colour=theme.WARN if is_stale else theme.DIM)


class Row(QWidget):
    """Caption, value and age in one line, for panels with many of them."""

    def __init__(self, caption: str) -> None:
        """Start without data."""
        super().__init__()
        self.value, self.note = Value(13), Value(11, bold=False)
        title = QLabel(caption)
        title.setStyleSheet(f"color: {theme.DIM};")
        self.note.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        title.setFixedWidth(116)
        line.addWidget(title)
        line.addWidget(self.value, 1)
        line.addWidget(self.note)

    def show_value(
        self, text: str | None, note: str = "", *, is_stale: bool = False, colour: str = theme.TEXT
    ) -> None:
        """Show value and, at the right, the note."""
        self.value.show_text(text, is_stale=is_stale, colour=colour)
        self.note.show_text(note or " ", colour=theme.WARN if is_stale else theme.DIM)


class Box(QFrame):
    """A titled box."""

    def __init__(self, title: str) -> None:
        """Make an empty box, without a title if that is empty; add to `rows`."""
        super().__init__()
        self.setObjectName("panel")
        self.rows = QVBoxLayout(self)
        self.rows.setContentsMargins(8, 4, 8, 6)
        self.rows.setSpacing(2)
        self.title = QLabel(title)
        self.title.setObjectName("title")
        self.rows.addWidget(self.title)
        if not title:
            self.title.hide()
