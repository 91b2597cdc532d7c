"""What is known of the hand on the handle: whose it is, which device was sent away, and what it feels.

dead-man   held: virtuose 6d, 500 Hz                   12 ms old
sent away  stick: stick is the second device; ...            3.1 s ago

While a bilateral hand is armed, the force along each of the handle's axes, and how much gain is allowed:

x right  [         |         ]     bar: given      mark: asked      over 10 N each way
y away   [    #####|         ]
z up     [         |==|      ]
5.0 N of 10.0 N asked: energy lets 50.0 % pass
gain     40 N/m: this hand bears it
         [..:::|:::::::::####]     . any hand bears it   : this one does   # it does not   mark: the gain
"""

from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel, QWidget

from ground.console.facts.panel_facts import Stamped
from ground.console.facts.snapshot import Snapshot
from ground.console.texts import formats, theme
from ground.console.texts.hand_words import dead_man_text, force_words, hand_age, handle_owner, refused_device
from ground.console.widgets.figure import Value, ValueRow, column
from ground.console.widgets.painting import draw_from_middle, tint
from telemetry.agreed.authority import ARMED
from telemetry.agreed.run_settings import NS_PER_S
from telemetry.messages.base import Vector
from telemetry.messages.force import NOWHERE, HandForce
from telemetry.messages.handle import HandleStatus

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
FORCE_TITLE = "FORCE   # given   | asked"


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
            colour = theme.STALE if is_stale else theme.COMMANDED
            draw_from_middle(painter, rail, _share(given[axis]), colour=colour)
            wanted_px = rail.center().x() + 0.5 * rail.width() * _share(wanted[axis])
            _draw_mark(painter, line, wanted_px, colour=theme.SEEN)
        painter.end()


class GainBar(QWidget):
    """The gain as a mark on a rail of zones: what any hand bears, what this one does, and beyond."""

    def __init__(self) -> None:
        """Show nothing yet."""
        super().__init__()
        self.zones: tuple[tuple[float, str], ...] = ()  # where each ends, as a share of the rail; its colour
        self.gain = 0.0  # where it is, the same
        self.setFixedHeight(round(BAR_PX))

    def show_gain(self, force: HandForce, *, is_stale: bool) -> None:
        """Show a gain beside what the delay allows; without a delay all is allowed."""
        full = GAIN_BAR_LENGTH * max(
            force.gain, force.passive_gain or 0.0, force.stable_gain or 0.0, LEAST_GAIN
        )
        passive = full if force.passive_gain is None else force.passive_gain
        stable = full if force.stable_gain is None else max(passive, force.stable_gain)
        ends = (passive / full, stable / full, 1.0)
        zones = tuple(
            zip(ends, (theme.STALE,) * len(ZONE_COLOURS) if is_stale else ZONE_COLOURS, strict=True)
        )
        gain = force.gain / full
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
        _draw_mark(painter, line, rail.left() + self.gain * rail.width(), colour=theme.TEXT)
        painter.end()


class ForceFigure(QWidget):
    """What a bilateral hand feels."""

    def __init__(self) -> None:
        """Start without data."""
        super().__init__()
        self.bars, self.felt, self.gain_bar = ForceBars(), Value(14, wraps=True), GainBar()
        self.made_of, self.gain, self.allowed = ValueRow("made of"), ValueRow("gain"), ValueRow("allowed")
        rows = (self.bars, self.felt, self.made_of, self.gain, self.gain_bar, self.allowed)
        column(self, *rows, spacing=2)

    def show_force(self, force: HandForce, age: str, *, is_stale: bool) -> None:
        """Show a force; `age`: of one that is stale."""
        words = force_words(force)
        self.bars.show_force(force.force, force.total, is_stale=is_stale)
        self.felt.show_text(words.felt, is_stale=is_stale, colour=words.felt_colour)
        self.made_of.show_value(words.made_of, age or words.energy, is_stale=is_stale)
        self.gain_bar.show_gain(force, is_stale=is_stale)
        self.gain.show_value(words.gain, is_stale=is_stale, look=theme.colour_look(words.gain_colour))
        self.allowed.show_value(words.allowed, words.over, is_stale=is_stale)


def _share(force: float) -> float:
    """Return a force [N] as a share of half a rail, -1 to 1."""
    return min(1.0, max(-1.0, force / BAR_FULL_N))


def _draw_mark(painter: QPainter, line: QRectF, at_px: float, *, colour: str) -> None:
    """Draw a mark across a line."""
    painter.fillRect(QRectF(at_px - 0.5 * MARK_PX, line.top() + 1.0, MARK_PX, BAR_PX - 2.0), QColor(colour))


class HandFelt(QWidget):
    """What is known of the hand; not there before one has led the arm, or a device has come."""

    def __init__(self) -> None:
        """Start without data."""
        super().__init__()
        self.dead_man, self.refused, self.force = ValueRow("dead-man"), ValueRow("sent away"), ForceFigure()
        self.title = QLabel(FORCE_TITLE)
        self.title.setObjectName("title")
        column(self, self.dead_man, self.refused, self.title, self.force, spacing=2)
        self._is_of_use = False
        self.hide()

    def draw(self, snapshot: Snapshot, now_ns: int) -> None:
        """Show the newest word of the hand, and the newest force on it."""
        hand = snapshot.hand
        status = hand.handle.value if hand.handle else None
        self._is_of_use |= hand.force is not None or bool(
            status and (status.counts or status.device or status.refused)
        )
        self.setVisible(self._is_of_use)
        if self._is_of_use:
            pilot, gate = snapshot.pilot, snapshot.authority.gate
            is_mine = pilot is not None and pilot.holds_lease
            self._draw_handle(hand.handle, now_ns, is_mine=is_mine)
            is_at_work = gate is None or gate.value.state in ARMED
            self._draw_force(hand.force, now_ns, is_at_work=is_at_work)

    def _draw_handle(self, seen: Stamped[HandleStatus] | None, now_ns: int, *, is_mine: bool) -> None:
        if seen is None:
            return
        status, is_stale = seen.value, seen.is_stale(now_ns)
        note = formats.age(seen.age_s(now_ns)) if is_stale else hand_age(status)
        press, colour = dead_man_text(status)
        text = f"{press}: {handle_owner(status, is_mine=is_mine)}"
        self.dead_man.show_value(text, note, is_stale=is_stale, look=theme.colour_look(colour))
        self.refused.setVisible(bool(status.refused))
        since = formats.age(max(0, now_ns - status.refused_ns) / NS_PER_S)
        self.refused.show_value(refused_device(status), since, look=theme.colour_look(theme.WARN))

    def _draw_force(self, seen: Stamped[HandForce] | None, now_ns: int, *, is_at_work: bool) -> None:
        is_stale = seen is not None and seen.is_stale(now_ns)
        has_force = seen is not None and (is_at_work or not is_stale)  # once it is over it has to be old
        self.force.setVisible(has_force)
        self.title.setVisible(has_force)
        if seen is not None and has_force:
            self.force.show_force(
                seen.value, formats.age(seen.age_s(now_ns)) if is_stale else "", is_stale=is_stale
            )
