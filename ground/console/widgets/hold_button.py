"""HOLD: needs no authority, acts on the press, one command for each press; Escape does the same.

press ---> shown as pressed, in the same event ---> taken by the feed ---> at the station ---> in orbit

    pressed station way up latched   +-----------+    each with the symbol of what is known of it
    on its way: in orbit in 2.5 s    | HOLD  Esc |
                                     +-----------+
"""

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QHBoxLayout, QPushButton, QWidget

from ground.console.facts.snapshot import Snapshot
from ground.console.texts import theme
from ground.console.texts.hold_stages import (
    STAGE_NAMES,
    HoldProgress,
    hold_progress,
    unreached_causes,
    unreached_text,
    untaken_press,
)
from ground.console.widgets.figure import Value, column
from telemetry.agreed.participants import REPLAY
from telemetry.agreed.run_settings import NS_PER_S, RunSettings

SHOWN_AFTER_HOLD_S = 20.0
BUTTON_PX = 126, 46  # width, height
STAGES_PX = 248  # of what is known of a press
LINE_PX = 16  # height of its lines: the stages, and two of words
SPACING_PX = 4
KEY = Qt.Key.Key_Escape
TOOL_TIP = "stop the arm at the next set-point boundary and latch (Escape)"
HOLD, PRESSED, UNREACHED = "HOLD  Esc", "HOLD✔ Esc", "HOLD✖ Esc"


class HoldButton(QWidget):
    """The button, and below it what is known of the newest press."""

    def __init__(self, press: Callable[[], None], clock: Callable[[], int]) -> None:
        """Call `press` for each press; `clock` returns the time of the run [ns]."""
        super().__init__()
        self._press, self._clock = press, clock
        self._pressed_ns: int | None = None
        self.button = QPushButton(HOLD)
        self.button.setObjectName("hold")
        self.button.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # its key is Escape; all others are the hand's
        self.button.setFixedSize(*BUTTON_PX)
        self.button.setAutoRepeat(False)
        self.button.setToolTip(TOOL_TIP)
        self.button.pressed.connect(self._pressed)
        if application := QApplication.instance():
            application.installEventFilter(self)
        self.stages = {name: Value(theme.LEAST_PX, bold=False) for name in STAGE_NAMES}
        self.effect = Value(theme.LEAST_PX)
        self.effect.setWordWrap(True)
        self.effect.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        self.whole_px = STAGES_PX + BUTTON_PX[0] + SPACING_PX  # width with all that is known of a press
        self._lay_out()
        self.set_small(is_small=True)  # until the window has its size

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take Escape before whatever has the keyboard, a list that is open too, which is closed with it."""
        if not isinstance(event, QKeyEvent) or event.key() != KEY or not self.window().isVisible():
            return False
        if event.type() == QEvent.Type.KeyPress and not event.isAutoRepeat():
            self._pressed()
            if popup := QApplication.activePopupWidget():
                popup.close()
        event.accept()
        return True

    def set_small(self, *, is_small: bool) -> None:
        """Be the button alone, where there is no room for more."""
        self.is_small = is_small
        self._stages.setHidden(is_small)
        self.setFixedWidth(BUTTON_PX[0] if is_small else self.whole_px)

    def draw(self, snapshot: Snapshot, run: RunSettings, now_ns: int) -> None:
        """Show when a press takes effect, or what became of the newest one; `now_ns`: the time shown."""
        if snapshot.over_ns is not None:
            self._show_run_over()
            return
        self.button.setEnabled(run.mode != REPLAY)
        waits_ns = self._waits_ns(snapshot)
        self._show_progress(
            hold_progress(snapshot, run, now_ns) if waits_ns is None else untaken_press(waits_ns)
        )
        hold = snapshot.hold.press
        is_recent = hold is not None and now_ns - hold.at_ns < SHOWN_AFTER_HOLD_S * NS_PER_S
        is_pressed = waits_ns is not None or (hold is not None and hold.is_own and is_recent)
        unreached = unreached_text(snapshot, now_ns)
        self.button.setText(PRESSED if is_pressed else UNREACHED if unreached else HOLD)
        self.button.setToolTip(unreached_causes(snapshot, now_ns) if unreached else TOOL_TIP)

    def _show_run_over(self) -> None:
        self.effect.show_text("RUN OVER: reaches no spacecraft", colour=theme.DIM)
        self.button.setEnabled(False)
        self.button.setText(HOLD)
        for stage in self.stages.values():
            stage.hide()

    def _show_progress(self, progress: HoldProgress) -> None:
        for name, state in zip(STAGE_NAMES, progress.stages, strict=True):
            look = theme.look(state)
            self.stages[name].show_text(name, colour=look.colour, symbol=look.symbol)
        look = theme.look(progress.state)
        self.effect.show_text(progress.text, colour=look.colour, symbol=look.symbol)

    def _pressed(self) -> None:
        """Show the press before anything else happens, then hand it on; where nothing flies there is none."""
        if not self.button.isEnabled():
            return
        self.button.setText(PRESSED)
        self._show_progress(untaken_press(0))
        self.repaint()
        self._press()
        self._pressed_ns = self._clock()  # after it: what the feed has made later has taken the press

    def _waits_ns(self, snapshot: Snapshot) -> int | None:
        """Return for how long a press waits for the feed to take it; None: none does."""
        if self._pressed_ns is None or snapshot.at_ns > self._pressed_ns:
            return None
        return self._clock() - self._pressed_ns

    def _lay_out(self) -> None:
        self._stages, row = QWidget(), QHBoxLayout()
        row.setSpacing(SPACING_PX)
        for stage in self.stages.values():
            stage.setFixedHeight(LINE_PX)
            row.addWidget(stage)
        self.effect.setFixedHeight(2 * LINE_PX)
        lines = column(self._stages)
        lines.addLayout(row)
        lines.addWidget(self.effect)
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(SPACING_PX)
        line.addWidget(self._stages)
        line.addWidget(self.button)
