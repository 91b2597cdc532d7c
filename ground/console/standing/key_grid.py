"""The ten keys F1 to F10, side by side and equally wide: what each does, and in grey why it does not apply.

    +---------------+---------------+---------------+--  --+---------------+
    | F1 Take lease | F2 Plan       | F3 Arm plan   |  ..  | F10 RESUME    |     the same ten in every run,
    |               | take lease: F1| no plan: F2   |      |               |     none moves, none is hidden
    +---------------+---------------+---------------+--  --+---------------+

A key that does not apply asks nothing of the gate: the whole reason comes as a message, and is its tooltip.
"""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Protocol

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPaintEvent, QPen, QShowEvent
from PySide6.QtWidgets import QAbstractButton, QHBoxLayout, QSizePolicy, QWidget

from ground.console.facts.chosen import Chosen
from ground.console.facts.handover import ConsoleAct, Handover
from ground.console.facts.message_book import Noticed
from ground.console.facts.snapshot import Snapshot
from ground.console.standing.strip import Strip
from ground.console.texts import theme
from ground.console.texts.act_guards import AtWindow
from ground.console.texts.act_keys import KEY_NAMES, KeyLook, KeyName, key_looks
from ground.console.widgets.action_button import add_key
from ground.console.widgets.painting import font
from telemetry.agreed.authority import scripts
from telemetry.agreed.participants import CONSOLE
from telemetry.agreed.run_settings import RunSettings

HEIGHT_PX, SPACING_PX, EDGE_PX = 38, 4, 5
TEXT_PX, NOTE_PX = 13, 12
UNKNOWN = KeyLook("")
DIRECT: dict[KeyName, ConsoleAct] = {  # of the keys that always ask for the same
    "arm plan": "arm plan",
    "disarm": "disarm",
    "resume": "resume",
    "way out": "retreat",
}


class ActKey(QAbstractButton):
    """One key; it can always be pressed."""

    def __init__(self, name: str, press: Callable[[], None]) -> None:
        """Be called by the name of a key of the keyboard."""
        super().__init__()
        self.name, self.look = name, UNKNOWN
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setFixedHeight(HEIGHT_PX)
        self.clicked.connect(lambda _=False: press())

    def show_look(self, look: KeyLook) -> None:
        """Show how it stands."""
        if look != self.look:
            self.look = look
            more = look.why_not.whole if look.why_not else look.note
            self.setToolTip(": ".join(filter(None, (self.lines[0], more))))
            self.update()

    @property
    def lines(self) -> tuple[str, str]:
        """What is to be read on it, if there is room."""
        note = self.look.why_not.short if self.look.why_not else self.look.note
        return f"{self.name} {self.look.text}", note

    @property
    def is_grey(self) -> bool:
        """True if it does not apply."""
        return self.look.why_not is not None

    def sizeHint(self) -> QSize:
        """Ask for nothing but the height."""
        return QSize(0, HEIGHT_PX)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw both lines."""
        painter = QPainter(self)
        frame = self.rect().adjusted(0, 0, -1, -1)
        painter.setPen(QPen(QColor(theme.LINE if self.is_grey else theme.DIM), 1.0))
        painter.setBrush(QColor(theme.LINE if self.isDown() else theme.BACKGROUND))
        painter.drawRoundedRect(frame, 3.0, 3.0)
        half = HEIGHT_PX // 2
        colours = (theme.STALE, theme.DIM) if self.is_grey else (theme.TEXT, theme.DIM)
        sizes = (TEXT_PX, NOTE_PX)
        for place, (text, colour, size) in enumerate(zip(self.lines, colours, sizes, strict=True)):
            written = font(size, is_bold=place == 0)
            room = QRect(EDGE_PX, place * (half - 1) + 1, self.width() - 2 * EDGE_PX, half - 1)
            painter.setFont(written)
            painter.setPen(QColor(colour))
            shown = QFontMetrics(written).elidedText(text, Qt.TextElideMode.ElideRight, room.width())
            painter.drawText(room, int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter), shown)
        painter.end()


class Watching(Protocol):
    """How a plan is watched before it is armed."""

    @property
    def has_plan(self) -> bool:
        """True if there is one."""

    @property
    def is_playing(self) -> bool:
        """True if it goes on by itself."""

    def play_or_pause(self) -> None:
        """Go on, or stand."""


class KeyGrid(QWidget):
    """The ten keys of a window."""

    def __init__(
        self,
        run: RunSettings,
        handover: Handover,
        strip: Strip,
        *,
        chosen: Chosen,
        clock: Callable[[], int],
        seat: str = CONSOLE,
    ) -> None:
        """Hand on what a person does; the strip has the answers, and what is chosen stands in `chosen`."""
        super().__init__()
        self._handover, self._strip = handover, strip
        self.chosen, self._clock, self._seat = chosen, clock, seat
        self._scripts = scripts(run.participants)
        self.watching: Watching | None = None
        self.keys: Mapping[KeyName, ActKey] = {
            name: ActKey(f"F{place}", partial(self.press, name))
            for place, name in enumerate(KEY_NAMES, start=1)
        }
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(SPACING_PX)
        for name, key in self.keys.items():
            line.addWidget(key, 1)
            add_key(key.name, partial(self.press, name), self, is_global=True)
        self.setFixedHeight(HEIGHT_PX)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)  # of the keyboard as long as nobody types

    def showEvent(self, event: QShowEvent) -> None:
        """Take the keyboard, or else some button or field would."""
        self.setFocus()

    def draw(self, snapshot: Snapshot, now_ns: int) -> None:
        """Show how each key stands."""
        for name, look in self._looks(snapshot, now_ns).items():
            self.keys[name].show_look(look)

    def press(self, name: KeyName) -> None:
        """Do what a key does now, or tell why it does not apply."""
        snapshot = self._handover.newest or Snapshot(at_ns=0)
        look = self._looks(snapshot, snapshot.time_ns(self._clock()))[name]
        if look.why_not is not None:
            self._handover.act(Noticed(f"{self.keys[name].name} {look.text}", look.why_not.whole))
            return
        match name:
            case "lease":
                keeps = snapshot.pilot is not None and snapshot.pilot.keeps_lease
                self._handover.act("leave" if keeps else "lease")
            case "plan":
                offers = snapshot.pilot.offers if snapshot.pilot else ()
                self._handover.act(self.chosen.plan_act([offer.name for offer in offers]))
            case "arm hand":
                self._handover.act(self.chosen.hand())
            case "end":
                self._strip.end_pass()
            case "watch" if self.watching:
                self.watching.play_or_pause()
            case "answer":
                self._strip.answer(0)
            case _:
                self._handover.act(DIRECT[name])

    def _looks(self, snapshot: Snapshot, now_ns: int) -> dict[KeyName, KeyLook]:
        asked = self._strip.question
        at = AtWindow(
            chosen=self.chosen,
            scripts=self._scripts,
            seat=self._seat,
            answer=asked.answers[0].text if asked.answers else "",
            is_asked=bool(asked.text),
            has_preview=self.watching is not None and self.watching.has_plan,
            is_watched=self.watching is not None and self.watching.is_playing,
        )
        return key_looks(snapshot, at, now_ns)
