"""Steps along the axes of the frame, and about them: by the mouse, or by the arrow keys on the pad.

[-x][+x][-y][+y][-z][+z]  [x↺][x↻][y↺][y↻][z↺][z↻]
 left  right  down  up  PgDn  PgUp        with SHIFT the same keys turn
"""

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from ground.console.scene.sight import AXES, RINGS
from ground.console.texts import theme
from ground.console.widgets.action_button import button

KEYS = {
    int(Qt.Key.Key_Left): (0, -1.0),
    int(Qt.Key.Key_Right): (0, 1.0),
    int(Qt.Key.Key_Down): (1, -1.0),
    int(Qt.Key.Key_Up): (1, 1.0),
    int(Qt.Key.Key_PageDown): (2, -1.0),
    int(Qt.Key.Key_PageUp): (2, 1.0),
}
SIGNS = ((-1.0, "−{}", "{}↻"), (1.0, "+{}", "{}↺"))  # right-handed: as a screw that comes nearer
GAP_PX, SPACING_PX, EDGE_PX, HEIGHT_PX = 6, 1, 2, 20
KEYS_TEXT = "arrows: x, y   PgUp PgDn: z   with SHIFT they turn"


class StepPad(QWidget):
    """Twelve small keys."""

    stepped = Signal(str, float)  # name of an axis or a ring, and the sign

    def __init__(self) -> None:
        """Take the keyboard by a click or by the key of tabulators."""
        super().__init__()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setToolTip(KEYS_TEXT)
        self.setObjectName("pad")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        line = QHBoxLayout(self)
        line.setContentsMargins(EDGE_PX, EDGE_PX, EDGE_PX, EDGE_PX)
        line.setSpacing(SPACING_PX)
        self.keys: dict[tuple[str, float], QPushButton] = {}
        for names, turns in ((AXES, False), (RINGS, True)):
            if turns:
                line.addSpacing(GAP_PX)
            for axis, name in enumerate(names):
                for sign, moves, rotates in SIGNS:
                    text = (rotates if turns else moves).format(AXES[axis])
                    line.addWidget(self._key(text, name, sign), 1)
        self.setFixedHeight(HEIGHT_PX + 2 * EDGE_PX)
        self._show_focus(has_focus=False)
        self.installEventFilter(self)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Step by the keys of the arrows."""
        if event.key() not in KEYS:
            super().keyPressEvent(event)
            return
        axis, sign = KEYS[event.key()]
        turns = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        self.stepped.emit((RINGS if turns else AXES)[axis], sign)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Show who has the keys."""
        if event.type() in (QEvent.Type.FocusIn, QEvent.Type.FocusOut):
            self._show_focus(has_focus=event.type() == QEvent.Type.FocusIn)
        return False

    def _key(self, text: str, name: str, sign: float) -> QPushButton:
        def press() -> None:
            self.setFocus()
            self.stepped.emit(name, sign)

        made = button(text, press, "view")
        made.setMinimumWidth(0)
        made.setFixedHeight(HEIGHT_PX)
        made.setStyleSheet("padding: 0px;")
        self.keys[name, sign] = made
        return made

    def _show_focus(self, *, has_focus: bool) -> None:
        colour = theme.TEXT if has_focus else "transparent"
        self.setStyleSheet(f"QWidget#pad {{ border: 1px solid {colour}; border-radius: 3px; }}")
