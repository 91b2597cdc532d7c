"""HOLD: needs no authority, acts on the press, one command for each press; Escape does the same.

press ---> shown as pressed, in the same event ---> taken by the feed ---> at the station ---> in orbit
"""

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from ground.console import formats, theme
from ground.console.figure import Value
from ground.console.snapshot import HoldPress, Seen, Snapshot
from telemetry.messages.spacecraft import Telemetry
from telemetry.run_settings import NS_PER_S, RunSettings

SHOWN_AFTER_HOLD_S = 20.0
TAKEN_WITHIN_S = 1.0  # of a press, or nobody is there to take it
SPREAD_S = 0.65  # of delays, until a report that was due has come
WIDTH, BUTTON_HEIGHT, EFFECT_HEIGHT = 208, 48, 38  # [px]; two lines of text below the button
HOLD_NAME = "hold"  # of the button, for style and keys
HOLD, PRESSED = "HOLD", "HOLD ✔"

Shown = tuple[str, str]  # text, colour
GIVEN_TO_NOBODY = ("NOBODY TOOK IT: use `farhand hold`", theme.BAD)


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
        self.shortcut = QShortcut(QKeySequence(Qt.Key.Key_Escape), self)
        self.shortcut.setContext(Qt.ShortcutContext.ApplicationShortcut)
        self.shortcut.setAutoRepeat(False)
        self.shortcut.activated.connect(self._pressed)
        self.effect = Value(12)
        self.effect.setWordWrap(True)
        self.effect.setAlignment(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop)
        self.effect.setFixedHeight(EFFECT_HEIGHT)
        self.setFixedWidth(WIDTH)
        rows = QVBoxLayout(self)
        rows.setContentsMargins(4, 2, 4, 0)
        rows.setSpacing(1)
        rows.addWidget(self.button)
        rows.addWidget(self.effect)

    def draw(self, snapshot: Snapshot, run: RunSettings, now_ns: int) -> None:
        """Show when a press takes effect, or what became of the newest one; `now_ns`: the time shown."""
        if snapshot.over_ns is not None:
            self.effect.show_text("RUN OVER: reaches no spacecraft", colour=theme.DIM)
            self.button.setEnabled(False)
            return self.button.setText(HOLD)
        waits_ns = self._waits_ns(snapshot)
        text, colour = _effect(snapshot, run, now_ns) if waits_ns is None else _untaken(waits_ns)
        self.effect.show_text(text, colour=colour)
        hold = snapshot.hold
        is_recent = hold is not None and now_ns - hold.at_ns < SHOWN_AFTER_HOLD_S * NS_PER_S
        return self.button.setText(PRESSED if is_recent or waits_ns is not None else HOLD)

    def _pressed(self) -> None:
        """Show the press before anything else happens, then hand it on."""
        self.button.setText(PRESSED)
        text, colour = _untaken(0)
        self.effect.show_text(text, colour=colour)
        self.repaint()
        self._press()
        self._pressed_ns = self._clock()  # after it: what the feed has made later has taken the press

    def _waits_ns(self, snapshot: Snapshot) -> int | None:
        """Return for how long a press waits for the feed to take it; None: none does."""
        if self._pressed_ns is None or snapshot.at_ns > self._pressed_ns:
            return None
        return self._clock() - self._pressed_ns


def _untaken(waits_ns: int) -> Shown:
    return GIVEN_TO_NOBODY if waits_ns > TAKEN_WITHIN_S * NS_PER_S else ("PRESSED", theme.WARN)


def _effect(snapshot: Snapshot, run: RunSettings, now_ns: int) -> Shown:
    """Return when a press would take effect, or what is known of the newest one."""
    up_s = snapshot.up.value if snapshot.up else run.link.up_s
    down_s = snapshot.down.value if snapshot.down else run.link.down_s
    hold = snapshot.hold
    since_s = (now_ns - hold.at_ns) / NS_PER_S if hold else SHOWN_AFTER_HOLD_S
    has_contact = snapshot.gate is None or snapshot.gate.value.has_window
    is_on_its_way = hold is not None and hold.has_contact and since_s < up_s
    if snapshot.replay is not None:
        return "REPLAY: reaches no spacecraft", theme.DIM
    if not has_contact and not is_on_its_way:
        return "NO CONTACT: does not reach orbit now", theme.BAD
    if hold is None or since_s >= SHOWN_AFTER_HOLD_S:
        return f"takes effect in orbit in {formats.seconds(up_s)}", theme.TEXT
    if not hold.goes_up:
        return _untaken(round(since_s * NS_PER_S))
    if since_s < up_s:
        return f"AT THE STATION: in orbit in {formats.seconds(up_s - since_s)}", theme.WARN
    return _answer(hold, snapshot.telemetry, up_s) or _no_answer(
        up_s + down_s + _beyond_link_s(run) - since_s
    )


def _beyond_link_s(run: RunSettings) -> float:
    """Return what a report of the latch takes beyond both ways: the boundary of a set-point, then its own."""
    return run.commanding.period_s + run.link.telemetry_period_s + SPREAD_S


def _answer(hold: HoldPress, telemetry: Seen[Telemetry] | None, up_s: float) -> Shown | None:
    """Return what telemetry from after the hold's arrival says of it; None if there is none."""
    if telemetry is None or telemetry.at_ns < hold.at_ns + round(up_s * NS_PER_S):
        return None
    if telemetry.value.latched:
        return "on board: LATCHED", theme.GOOD
    return ("on board: stopping", theme.WARN) if telemetry.value.mode == "stopping" else None


def _no_answer(left_s: float) -> Shown:
    if left_s > 0.0:
        return f"due in orbit, report in {formats.seconds(left_s)}", theme.WARN
    return "NO LATCH REPORTED: press again", theme.BAD
