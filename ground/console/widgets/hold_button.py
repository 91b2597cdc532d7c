"""HOLD: needs no authority, acts on the press, one command for each press; Escape does the same.

press ---> shown as pressed, in the same event ---> taken by the feed ---> at the station ---> in orbit

    +--------------------------------------+
    |              HOLD  Esc               |
    +--------------------------------------+
     pressed    station    way up    latched     each with the symbol of what is known of it
           on its way: in orbit in 2.5 s
"""

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from ground.console.facts.snapshot import Snapshot
from ground.console.texts import theme
from ground.console.texts.hold_stages import STAGE_NAMES, HoldProgress, hold_progress, untaken_press
from ground.console.widgets.action_button import add_key
from ground.console.widgets.figure import Value, column
from telemetry.agreed.participants import REPLAY
from telemetry.agreed.run_settings import NS_PER_S, RunSettings

SHOWN_AFTER_HOLD_S = 20.0
WIDTH, SMALL_WIDTH = 264, 208  # [px]
BUTTON_HEIGHT, EFFECT_HEIGHT = 46, 34  # [px]; two lines of text
HOLD_NAME = "hold"  # of the button, for style and keys
KEY = Qt.Key.Key_Escape
HOLD, PRESSED = "HOLD  Esc", "HOLD ✔  Esc"


class HoldButton(QWidget):
    """The button, and below it what is known of the newest press."""

    def __init__(self, press: Callable[[], None], clock: Callable[[], int]) -> None:
        """Call `press` for each press; `clock` returns the time of the run [ns]."""
        super().__init__()
        self._press, self._clock = press, clock
        self._pressed_ns: int | None = None
        self.button = QPushButton(HOLD)
        self.button.setObjectName(HOLD_NAME)
        self.button.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # a click leaves the keyboard to the hand
        self.button.setFixedHeight(BUTTON_HEIGHT)
        self.button.setAutoRepeat(False)
        self.button.setToolTip("stop the arm at the next set-point boundary and latch (Escape)")
        self.button.pressed.connect(self._pressed)
        self.shortcut = add_key(KEY, self._pressed, self, is_global=True)
        self.stages = {name: Value(theme.LEAST_PX, bold=False) for name in STAGE_NAMES}
        self.effect = Value(theme.LEAST_PX)
        self.effect.setWordWrap(True)
        self.effect.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        self.effect.setFixedHeight(EFFECT_HEIGHT)
        self._lay_out()
        self.set_small(is_small=True)  # until the window has its size

    def set_small(self, *, is_small: bool) -> None:
        """Do without the row of stages, where there is no room; the line below tells the newest of them."""
        self.setFixedWidth(SMALL_WIDTH if is_small else WIDTH)
        self._row.setHidden(is_small)

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
        self.button.setText(PRESSED if is_pressed else HOLD)

    def _show_run_over(self) -> None:
        self.effect.show_text("RUN OVER: reaches no spacecraft", colour=theme.DIM)
        self.button.setEnabled(False)
        self.button.setText(HOLD)
        self._row.hide()

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
        self._row = QWidget()
        line = QHBoxLayout(self._row)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(2)
        for stage in self.stages.values():
            line.addWidget(stage, 1)
        column(self, self.button, self._row, self.effect, spacing=1, margins=(4, 2, 4, 0))
