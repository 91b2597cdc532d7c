"""What takes the keys as text: there a letter is no key of the window, and SPACE is no dead-man."""

from PySide6.QtWidgets import QAbstractSpinBox, QComboBox, QLineEdit, QPlainTextEdit, QTextEdit


def takes_text(into: object) -> bool:
    """Return whether what is typed into something is text."""
    if isinstance(into, QComboBox):
        return into.isEditable()
    fields = (QLineEdit, QAbstractSpinBox, QTextEdit, QPlainTextEdit)
    return isinstance(into, fields) and not into.isReadOnly()
