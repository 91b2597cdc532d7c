"""The force on a bilateral hand: along each of the handle's axes, and why it is so.

x right  [         |         ]     bar: given      mark: asked      over 10 N each way
y away   [    #####|         ]
z up     [         |==|      ]
on the hand   7.1 N, 0.03 N m, of 7.1 N asked
"""

from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from ground.console import formats, theme
from ground.console.figure import Row
from ground.console.force_words import force_words
from ground.console.panel import Panel
from ground.console.snapshot import Snapshot
from telemetry.messages.base import Vector
from telemetry.messages.force import NOWHERE

FULL_N = 10.0  # at the end of a bar; beyond it is no longer
AXES = ("x right", "y away", "z up")
BAR_PX, CAPTION_PX, MARK_PX = 14.0, 62.0, 3.0


class ForceBars(QWidget):
    """A bar from the middle for each axis of the handle."""

    def __init__(self) -> None:
        """Show no force."""
        super().__init__()
        self._shown: tuple[Vector, Vector, bool] = (NOWHERE, NOWHERE, False)
        self.setFixedHeight(round(BAR_PX * len(AXES)))

    def show_force(self, given: Vector, wanted: Vector, *, is_stale: bool) -> None:
        """Show what the device gives and what is asked of it [N]."""
        if (given, wanted, is_stale) != self._shown:
            self._shown = (given, wanted, is_stale)
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the bars."""
        painter = QPainter(self)
        given, wanted, is_stale = self._shown
        for axis, caption in enumerate(AXES):
            line = QRectF(0.0, axis * BAR_PX, self.width(), BAR_PX)
            painter.setPen(QColor(theme.DIM))
            painter.drawText(line, caption)
            rail = line.adjusted(CAPTION_PX, 3.0, -2.0, -3.0)
            painter.fillRect(rail, QColor(theme.LINE))
            _bar(painter, rail, given[axis], colour=theme.STALE if is_stale else theme.COMMANDED)
            mark = _place(rail, wanted[axis])
            painter.fillRect(
                QRectF(mark - 0.5 * MARK_PX, line.top() + 1.0, MARK_PX, BAR_PX - 2.0), QColor(theme.SEEN)
            )
        painter.end()


class ForcePanel(Panel):
    """What the hand feels; not there before a hand is bilateral."""

    def __init__(self) -> None:
        """Start without data."""
        super().__init__("FORCE ON THE HAND   # given   | asked")
        self.bars = ForceBars()
        self.rows.addWidget(self.bars)
        self.figures = {name: Row(name) for name in ("felt", "made of", "limited by", "gain", "allowed")}
        for row in self.figures.values():
            self.rows.addWidget(row)
        self.hide()

    def draw(self, snapshot: Snapshot, now_ns: int) -> None:
        """Show the newest force."""
        seen = snapshot.force
        self.setVisible(seen is not None)
        if seen is None:
            return
        told, is_stale = seen.value, seen.is_stale(now_ns)
        words, age = force_words(told), formats.age(seen.age_s(now_ns)) if is_stale else ""
        self.bars.show_force(told.force, told.total, is_stale=is_stale)
        figures = self.figures
        figures["felt"].show_value(words.felt, age, is_stale=is_stale)
        figures["made of"].show_value(words.made_of, is_stale=is_stale)
        figures["limited by"].show_value(words.limited, is_stale=is_stale, look=_look(words.limit_colour))
        figures["gain"].show_value(words.gain, is_stale=is_stale, look=_look(words.gain_colour))
        figures["allowed"].show_value(words.allowed, is_stale=is_stale)


def _look(colour: str) -> theme.Look:
    return theme.PLAIN if colour == theme.TEXT else theme.of(colour)


def _place(rail: QRectF, force: float) -> float:
    """Return where a force [N] lies on a rail [px]."""
    share = min(1.0, max(-1.0, force / FULL_N))
    return rail.center().x() + 0.5 * rail.width() * share


def _bar(painter: QPainter, rail: QRectF, force: float, *, colour: str) -> None:
    """Draw a force [N] from the middle of a rail."""
    middle = rail.center().x()
    full = QRectF(middle, rail.top(), _place(rail, force) - middle, rail.height())
    painter.fillRect(full.normalized(), QColor(colour))
    painter.fillRect(QRectF(middle, rail.top(), 1.0, rail.height()), QColor(theme.DIM))
