"""Buttons and the keys of the keyboard that do the same; no button takes the keyboard.

style "action"    an act of a person
      "view"      what is looked at, and how
      "small"     the same, where many stand in one line
      "answer"    to what a prompt asks
"""

from collections.abc import Callable
from typing import Literal

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QPushButton, QWidget

ButtonStyle = Literal["action", "view", "small", "answer"]  # of the style sheet


def button(text: str, press: Callable[[], None], style: ButtonStyle) -> QPushButton:
    """Return a button without a key."""
    made = QPushButton(text)
    made.setObjectName(style)
    made.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    made.clicked.connect(lambda _=False: press())
    return made


def add_key(
    key: Qt.Key | str,
    press: Callable[[], None],
    owner: QWidget,
    *,
    is_global: bool = False,
    repeats: bool = False,
) -> QShortcut:
    """Return a key that is heard while its owner is shown and enabled, in its window or (global) in all."""
    shortcut = QShortcut(QKeySequence(key), owner)
    if is_global:
        shortcut.setContext(Qt.ShortcutContext.ApplicationShortcut)
    shortcut.setAutoRepeat(repeats)
    shortcut.activated.connect(press)
    return shortcut


def action_button(
    name: str, key: Qt.Key, press: Callable[[], None], *, owner: QWidget | None = None
) -> QPushButton:
    """Return the button of an act; its key is heard while `owner` is, or the button itself."""
    made = button(f"{name}  {QKeySequence(key).toString()}", press, "action")
    add_key(key, press, owner or made, is_global=True)
    return made
