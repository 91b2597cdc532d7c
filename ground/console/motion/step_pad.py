"""Steps along the axes of the frame and about them, or of one joint: by the mouse, or by arrow keys.

[-x][+x][-y][+y][-z][+z]  [x↺][x↻][y↺][y↻][z↺][z↻]
 left  right  down  up  PgDn  PgUp        with SHIFT the same keys turn

[J1−][J1+][J2−][J2+] ...        left, right: another joint    down, up: a step of it
"""

from collections.abc import Callable, Sequence
from functools import partial

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
ACROSS, UP = 0, 1  # of those keys
SIGNS = ((-1.0, "−{}", "{}↻"), (1.0, "+{}", "{}↺"))  # right-handed: as a screw that comes nearer
GAP_PX, SPACING_PX, EDGE_PX, HEIGHT_PX = 6, 1, 2, 20
KEYS_TEXT = "arrows: x, y   PgUp PgDn: z   with SHIFT they turn"
JOINT_KEYS_TEXT = "left, right: another joint   up, down: a step of it"


class _Pad(QWidget):
    """A line of small keys, which takes the keyboard by a click or by the key of tabulators."""

    def __init__(self, tip: str) -> None:
        super().__init__()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setToolTip(tip)
        self.setObjectName("pad")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.line = QHBoxLayout(self)
        self.line.setContentsMargins(EDGE_PX, EDGE_PX, EDGE_PX, EDGE_PX)
        self.line.setSpacing(SPACING_PX)
        self.setFixedHeight(HEIGHT_PX + 2 * EDGE_PX)
        self.show_focus(has_focus=False)
        self.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Show who has the keys."""
        if event.type() in (QEvent.Type.FocusIn, QEvent.Type.FocusOut):
            self.show_focus(has_focus=event.type() == QEvent.Type.FocusIn)
        return False

    def add_key(self, text: str, do: Callable[[], None]) -> QPushButton:
        """Add a key at the end of the line."""

        def press() -> None:
            self.setFocus()
            do()

        made = button(text, press, "view")
        made.setMinimumWidth(0)
        made.setFixedHeight(HEIGHT_PX)
        made.setStyleSheet("padding: 0px;")
        self.line.addWidget(made, 1)
        return made

    def show_focus(self, *, has_focus: bool) -> None:
        """Show whether the pad has the keys."""
        colour = theme.TEXT if has_focus else "transparent"
        self.setStyleSheet(f"QWidget#pad {{ border: 1px solid {colour}; border-radius: 3px; }}")


class StepPad(_Pad):
    """Twelve keys: a step along each axis or about it."""

    stepped = Signal(str, float)  # name of an axis or a ring, and the sign

    def __init__(self) -> None:
        """Hand on what is pressed."""
        super().__init__(KEYS_TEXT)
        self.keys: dict[tuple[str, float], QPushButton] = {}
        for names, turns in ((AXES, False), (RINGS, True)):
            if turns:
                self.line.addSpacing(GAP_PX)
            for axis, name in enumerate(names):
                for sign, moves, rotates in SIGNS:
                    text = (rotates if turns else moves).format(AXES[axis])
                    self.keys[name, sign] = self.add_key(text, partial(self.stepped.emit, name, sign))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Step by the keys of the arrows."""
        if event.key() not in KEYS:
            super().keyPressEvent(event)
            return
        axis, sign = KEYS[event.key()]
        turns = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        self.stepped.emit((RINGS if turns else AXES)[axis], sign)


class JointPad(_Pad):
    """Two keys for each joint."""

    stepped = Signal(int, float)  # number of a joint from 0, and the sign

    def __init__(self, names: Sequence[str]) -> None:
        """Hand on what is pressed; the first joint is chosen."""
        super().__init__(JOINT_KEYS_TEXT)
        self.chosen = 0
        self.keys = {
            (number, sign): self.add_key(f"{name}{text}", partial(self._step, number, sign))
            for number, name in enumerate(names)
            for sign, text in ((-1.0, "−"), (1.0, "+"))
        }

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Choose a joint, or step the one that is chosen."""
        which, sign = KEYS.get(event.key(), (None, 0.0))
        if which == ACROSS:
            self._choose((self.chosen + int(sign)) % (len(self.keys) // 2))
        elif which == UP:
            self._step(self.chosen, sign)
        else:
            super().keyPressEvent(event)

    def show_focus(self, *, has_focus: bool) -> None:
        """Show it, and which joint the keys step."""
        super().show_focus(has_focus=has_focus)
        for (number, _), key in getattr(self, "keys", {}).items():
            font = key.font()
            font.setUnderline(has_focus and number == self.chosen)
            key.setFont(font)

    def _choose(self, number: int) -> None:
        self.chosen = number
        self.show_focus(has_focus=self.hasFocus())

    def _step(self, number: int, sign: float) -> None:
        self._choose(number)
        self.stepped.emit(number, sign)
