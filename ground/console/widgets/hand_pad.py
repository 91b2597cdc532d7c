"""The hand at the window: the mouse on a pad, or keys; the dead-man is what has to stay down.

                 up (W)                 mouse   hold the left button on the pad, and pull from there
    left (A)  <-  pad  ->  right (D)    keys    hold SPACE, and with it a direction
                down (S)                let go  of the button or of SPACE: the dead-man is released at once

    with SHIFT the hand turns instead, in a mode in which that counts: A D about z, W S about x, Q E about y,
    a mouse that is pulled about z and x; it turns as long as the key is held, and with it the right button

The window's own event loop says again and again that a person is there, and how the hand is.  If it stands
still, nothing says so in its place.
"""

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QPointF, QSize, Qt, QTimer
from PySide6.QtGui import QColor, QHideEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QApplication, QWidget

from ground.console.texts import theme
from ground.console.widgets.typing import takes_text
from ground.operator.person.pilot_state import CENTRE, SeenHand
from telemetry.messages.base import Vector

HAND_PERIOD_MS = 50  # a person is there, 20 times each second
SIDE_PX = 104
MOUSE_REACH = 0.06  # of the hand, with the mouse at the pad's edge [m]
KEY_REACH = 0.04  # with a key [m]
MODIFIERS = (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier)
DEAD_MAN_KEY = Qt.Key.Key_Space
DIRECTIONS: dict[int, Vector] = {  # of the handle, whose axes are the arm base's
    Qt.Key.Key_D: (1.0, 0.0, 0.0),
    Qt.Key.Key_A: (-1.0, 0.0, 0.0),
    Qt.Key.Key_E: (0.0, 1.0, 0.0),
    Qt.Key.Key_Q: (0.0, -1.0, 0.0),
    Qt.Key.Key_W: (0.0, 0.0, 1.0),
    Qt.Key.Key_S: (0.0, 0.0, -1.0),
}
TURN_REACH = 1.5  # of the hand, as far as it turns while a key is held [rad]
TURNS: dict[int, Vector] = {  # about the axes of the handle
    Qt.Key.Key_A: (0.0, 0.0, 1.0),
    Qt.Key.Key_D: (0.0, 0.0, -1.0),
    Qt.Key.Key_W: (1.0, 0.0, 0.0),
    Qt.Key.Key_S: (-1.0, 0.0, 0.0),
    Qt.Key.Key_Q: (0.0, -1.0, 0.0),
    Qt.Key.Key_E: (0.0, 1.0, 0.0),
}
TURN_TEXT = "with SHIFT it turns:  A D  about z   W S  about x   Q E  about y; let go and press to turn on"
KEYS_TEXT = "hold SPACE:  A D  left, right (x)   W S  up, down (z)   Q E  near, far (y)"
MOUSE_TEXT = "or hold the mouse on the pad and pull: left, right (x), up, down (z)"

SetHand = Callable[[SeenHand, bool], None]  # the hand, and whether it is to be taken at once


class HandPad(QWidget):
    """Where the mouse is the hand; it hears the keys of the whole window."""

    def __init__(self, sign: SetHand, clock: Callable[[], int]) -> None:
        """Say the hand by `set_hand`; `clock` returns the time of the run [ns]."""
        super().__init__()
        self._set_hand, self._clock = sign, clock
        self._keys = set[int]()
        self._pressed_at: QPointF | None = None  # where the mouse was pressed
        self._at = QPointF()
        self._drawn: tuple[Vector, bool] = (CENTRE, False)
        self._is_turning = False  # SHIFT is held
        self.turns = False  # that counts, in the mode that is chosen
        self.setFixedSize(QSize(SIDE_PX, SIDE_PX))
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.timer = QTimer(self)
        self.timer.setInterval(HAND_PERIOD_MS)
        self.timer.timeout.connect(lambda: self._send_hand(at_once=False))
        self.timer.start()
        application = QApplication.instance()
        if application is not None:
            application.installEventFilter(self)

    def retire(self) -> None:
        """Hear no key and say nothing any more: the hand of this window leads nothing."""
        self.timer.stop()
        if application := QApplication.instance():
            application.removeEventFilter(self)

    @property
    def dead_man(self) -> bool:
        """True while it is held."""
        return self._pressed_at is not None or DEAD_MAN_KEY in self._keys

    @property
    def place(self) -> Vector:
        """Where the hand wants the handle, from its centre [m]."""
        if not self.dead_man or self._turns_now:
            return CENTRE
        x, y, z = (KEY_REACH * sum(DIRECTIONS[key][axis] for key in self._steering()) for axis in range(3))
        if self._pressed_at is not None:
            pulled = (self._at - self._pressed_at) * (2.0 * MOUSE_REACH / SIDE_PX)
            x, z = x + _limited(pulled.x()), z - _limited(pulled.y())
        return (x, y, z)

    @property
    def turn(self) -> Vector:
        """How the hand wants the handle turned [rad]: about the axis that is asked for most."""
        if not self.dead_man or not self._turns_now:
            return CENTRE
        asked = [sum(TURNS[key][axis] for key in self._steering()) for axis in range(3)]
        if self._pressed_at is not None:
            pulled = (self._at - self._pressed_at) / (0.5 * SIDE_PX)
            asked[0] -= pulled.y()
            asked[2] -= pulled.x()
        most = max(range(3), key=lambda axis: abs(asked[axis]))
        angle = TURN_REACH * min(1.0, max(-1.0, asked[most]))
        x, y, z = (angle if axis == most else 0.0 for axis in range(3))
        return (x, y, z)

    @property
    def _turns_now(self) -> bool:
        return self.turns and self._is_turning

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take the hand's keys from wherever they were going; a window that loses the keyboard lets go."""
        kind = event.type()
        if kind in (QEvent.Type.WindowDeactivate, QEvent.Type.ApplicationDeactivate) and self.dead_man:
            self._keys.clear()
            self._pressed_at, self._is_turning = None, False
            self._send_hand(at_once=True)
        if not isinstance(event, QKeyEvent):
            return False
        if event.key() == Qt.Key.Key_Shift:
            self._is_turning = kind == QEvent.Type.KeyPress
            return False
        if event.key() not in (DEAD_MAN_KEY, *DIRECTIONS):
            return False
        is_typed = any(map(takes_text, (watched, QApplication.focusWidget())))
        if is_typed and kind == QEvent.Type.KeyPress:
            return False  # a person types; what is held already is still let go
        if kind == QEvent.Type.KeyPress and event.modifiers() in MODIFIERS:
            return self._on_key(event, self._keys.add)
        if kind == QEvent.Type.KeyRelease:  # with whatever else is held: a release is never missed
            return self._on_key(event, self._keys.discard)
        return False

    def _on_key(self, event: QKeyEvent, note: Callable[[int], None]) -> bool:
        if not event.isAutoRepeat():
            note(event.key())
            self._send_hand(at_once=True)
        return True

    def hideEvent(self, event: QHideEvent) -> None:
        """Let go of the mouse, whose release would go elsewhere."""
        self._pressed_at = None

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take the dead-man, at the place that is the centre from now on."""
        if event.button() == Qt.MouseButton.LeftButton:
            if typed := QApplication.focusWidget():
                typed.clearFocus()  # the keys are the hand's again
            self._pressed_at = self._at = event.position()
            self._send_hand(at_once=True)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Pull the handle."""
        self._at = event.position()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Let go."""
        if event.button() == Qt.MouseButton.LeftButton:
            self._pressed_at = None
            self._send_hand(at_once=True)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the pad, the axes, and the hand on it."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        held = QColor(theme.GOOD if self.dead_man else theme.LINE)
        painter.setBrush(QColor(theme.BACKGROUND))
        painter.setPen(QPen(held, 2.0))
        painter.drawRoundedRect(self.rect().adjusted(1, 1, -1, -1), 6.0, 6.0)
        middle = QPointF(SIDE_PX / 2, SIDE_PX / 2)
        painter.setPen(QPen(QColor(theme.LINE), 1.0))
        painter.drawLine(QPointF(10.0, middle.y()), QPointF(SIDE_PX - 10.0, middle.y()))
        painter.drawLine(QPointF(middle.x(), 10.0), QPointF(middle.x(), SIDE_PX - 10.0))
        x, _, z = self.place
        at = middle + QPointF(x, -z) * (SIDE_PX / (2.0 * MOUSE_REACH) * 0.8)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(held if self.dead_man else QColor(theme.DIM))
        painter.drawEllipse(at, 8.0, 8.0)
        painter.end()

    def _steering(self) -> list[int]:
        return [key for key in self._keys if key in DIRECTIONS]

    def _send_hand(self, *, at_once: bool) -> None:
        hand = SeenHand(self.place, self.dead_man, self._clock(), self.turn)
        self._set_hand(hand, at_once)
        if hand[:2] != self._drawn:  # each painting costs that of the whole window
            self._drawn = hand[:2]
            self.update()


def _limited(pulled: float) -> float:
    return min(MOUSE_REACH, max(-MOUSE_REACH, pulled))
