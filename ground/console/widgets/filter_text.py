"""What is looked for in a table; it gives the keyboard back by Enter, or after a while without a key."""

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QLineEdit

IDLE_MS = 5000  # after the last key the keyboard goes back to the hand


class FilterText(QLineEdit):
    """The field."""

    def __init__(self, hint: str = "filter") -> None:
        """Start empty."""
        super().__init__()
        self.setPlaceholderText(hint)
        self.setClearButtonEnabled(True)
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self._idle = QTimer(self, singleShot=True, interval=IDLE_MS)
        self._idle.timeout.connect(self.clearFocus)
        self.returnPressed.connect(self.clearFocus)
        self.textEdited.connect(self._idle.start)
