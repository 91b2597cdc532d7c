"""A button that does something, with a key of the whole window that does the same."""

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QPushButton, QWidget


def action_button(
    name: str, key: Qt.Key, press: Callable[[], None], *, owner: QWidget | None = None
) -> QPushButton:
    """Return the button; its key is heard while `owner` is shown and enabled, or the button itself."""
    button = QPushButton(f"{name}  {QKeySequence(key).toString()}")
    button.setObjectName("deed")
    button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    button.clicked.connect(lambda _=False: press())
    shortcut = QShortcut(QKeySequence(key), owner or button)
    shortcut.setContext(Qt.ShortcutContext.ApplicationShortcut)
    shortcut.setAutoRepeat(False)
    shortcut.activated.connect(press)
    return button
