"""The force on a bilateral hand: along each of the handle's axes, why it is so, and how much gain is allowed.

x right  [         |         ]     bar: given      mark: asked      over 10 N each way
y away   [    #####|         ]
z up     [         |==|      ]
5.0 N of 10.0 N asked: energy lets 50.0 % pass
gain     40 N/m: this hand bears it
         [..:::|:::::::::####]     . any hand bears it   : this one does   # it does not   mark: the gain
"""

from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from ground.console.texts import theme
from ground.console.texts.force_words import force_words
from ground.console.widgets.figure import Value, ValueRow
from ground.console.widgets.painted import tint
from telemetry.messages.base import Vector
from telemetry.messages.force import NOWHERE, HandForce

BAR_FULL_N = 10.0  # at the end of a bar; beyond it is no longer
HANDLE_AXES = ("x right", "y away", "z up")
BAR_PX, CAPTION_PX, MARK_PX = 14.0, 90.0, 3.0  # what is drawn begins where the values of rows do
LEAST_GAIN = 1.0  # that the gain's bar reaches to at least [N/m]
GAIN_BAR_LENGTH = 1.25  # length of the gain's bar, as a multiple of what has to be on it
ZONE_OPACITY = 0.45  # opacity of a zone of gains
ZONE_COLOURS = (
    theme.GOOD,
    theme.WARN,
    theme.BAD,
)  # that any hand bears, that this one does, that it does not


class ForceBars(QWidget):
    """A bar from the middle for each axis of the handle."""

    def __init__(self) -> None:
        """Show no force."""
        super().__init__()
        self._shown: tuple[Vector, Vector, bool] = (NOWHERE, NOWHERE, False)
        self.setFixedHeight(round(BAR_PX * len(HANDLE_AXES)))

    def show_force(self, given: Vector, wanted: Vector, *, is_stale: bool) -> None:
        """Show what the device gives and what is asked of it [N]."""
        if (given, wanted, is_stale) != self._shown:
            self._shown = (given, wanted, is_stale)
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the bars."""
        painter = QPainter(self)
        given, wanted, is_stale = self._shown
        for axis, caption in enumerate(HANDLE_AXES):
            line = QRectF(0.0, axis * BAR_PX, self.width(), BAR_PX)
            painter.setPen(QColor(theme.DIM))
            painter.drawText(line, caption)
            rail = line.adjusted(CAPTION_PX, 3.0, -2.0, -3.0)
            painter.fillRect(rail, QColor(theme.LINE))
            _bar(painter, rail, given[axis], colour=theme.STALE if is_stale else theme.COMMANDED)
            _mark(painter, line, _place(rail, wanted[axis]), colour=theme.SEEN)
        painter.end()


class GainBar(QWidget):
    """The gain as a mark on a rail of zones: what any hand bears, what this one does, and beyond."""

    def __init__(self) -> None:
        """Show nothing yet."""
        super().__init__()
        self.zones: tuple[tuple[float, str], ...] = ()  # where each ends, as a share of the rail; its colour
        self.gain = 0.0  # where it is, the same
        self.setFixedHeight(round(BAR_PX))

    def show_gain(self, told: HandForce, *, is_stale: bool) -> None:
        """Show a gain beside what the delay allows; without a delay all is allowed."""
        full = GAIN_BAR_LENGTH * max(told.gain, told.passive_gain or 0.0, told.stable_gain or 0.0, LEAST_GAIN)
        passive = full if told.passive_gain is None else told.passive_gain
        stable = full if told.stable_gain is None else max(passive, told.stable_gain)
        ends = (passive / full, stable / full, 1.0)
        zones = tuple(
            zip(ends, (theme.STALE,) * len(ZONE_COLOURS) if is_stale else ZONE_COLOURS, strict=True)
        )
        gain = told.gain / full
        if (zones, gain) != (self.zones, self.gain):
            self.zones, self.gain = zones, gain
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the zones and the mark."""
        painter = QPainter(self)
        line = QRectF(0.0, 0.0, self.width(), BAR_PX)
        rail = line.adjusted(CAPTION_PX, 3.0, -2.0, -3.0)
        left = rail.left()
        for end, colour in self.zones:
            right = rail.left() + end * rail.width()
            zone = QRectF(left, rail.top(), right - left, rail.height())
            painter.fillRect(zone, tint(colour, ZONE_OPACITY))
            left = right
        _mark(painter, line, rail.left() + self.gain * rail.width(), colour=theme.TEXT)
        painter.end()


class ForceFigure(QWidget):
    """What a bilateral hand feels."""

    def __init__(self) -> None:
        """Start without data."""
        super().__init__()
        rows = QVBoxLayout(self)
        rows.setContentsMargins(0, 0, 0, 0)
        rows.setSpacing(2)
        self.bars, self.felt, self.gain_bar = ForceBars(), Value(14), GainBar()
        self.felt.setWordWrap(True)
        self.felt.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.made_of, self.gain, self.allowed = ValueRow("made of"), ValueRow("gain"), ValueRow("allowed")
        for widget in (self.bars, self.felt, self.made_of, self.gain, self.gain_bar, self.allowed):
            rows.addWidget(widget)

    def show_force(self, told: HandForce, age: str, *, is_stale: bool) -> None:
        """Show a force; `age`: of one that is stale."""
        words = force_words(told)
        self.bars.show_force(told.force, told.total, is_stale=is_stale)
        self.felt.show_text(words.felt, is_stale=is_stale, colour=words.felt_colour)
        self.made_of.show_value(words.made_of, age or words.energy, is_stale=is_stale)
        self.gain_bar.show_gain(told, is_stale=is_stale)
        self.gain.show_value(words.gain, is_stale=is_stale, look=theme.colour_look(words.gain_colour))
        self.allowed.show_value(words.allowed, words.over, is_stale=is_stale)


def _place(rail: QRectF, force: float) -> float:
    """Return where a force [N] lies on a rail [px]."""
    share = min(1.0, max(-1.0, force / BAR_FULL_N))
    return rail.center().x() + 0.5 * rail.width() * share


def _bar(painter: QPainter, rail: QRectF, force: float, *, colour: str) -> None:
    """Draw a force [N] from the middle of a rail."""
    middle = rail.center().x()
    full = QRectF(middle, rail.top(), _place(rail, force) - middle, rail.height())
    painter.fillRect(full.normalized(), QColor(colour))
    painter.fillRect(QRectF(middle, rail.top(), 1.0, rail.height()), QColor(theme.DIM))


def _mark(painter: QPainter, line: QRectF, at_px: float, *, colour: str) -> None:
    """Draw a mark across a line."""
    painter.fillRect(QRectF(at_px - 0.5 * MARK_PX, line.top() + 1.0, MARK_PX, BAR_PX - 2.0), QColor(colour))
