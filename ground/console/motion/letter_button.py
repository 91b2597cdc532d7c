"""Buttons with a letter: ALT and the one that is underlined presses them, at once."""

from collections.abc import Callable

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QShortcutEvent
from PySide6.QtWidgets import QPushButton


class LetterButton(QPushButton):
    """A button that never takes the keyboard."""

    def __init__(self, text: str, press: Callable[[], None], *, is_toggle: bool = False) -> None:
        """Press what `text` says; & stands before its letter."""
        super().__init__(text)
        self.setObjectName("view")
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setCheckable(is_toggle)
        self.setStyleSheet("padding: 2px 4px;")
        self.setMinimumWidth(1)
        self.clicked.connect(lambda _=False: press())

    def event(self, event: QEvent) -> bool:
        """Be pressed by the letter at once: Qt's own way shows the press for a while first."""
        if isinstance(event, QShortcutEvent) and not event.isAmbiguous():
            self.click()
            return True
        return super().event(event)
