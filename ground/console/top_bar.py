"""The top bar: mode and delay, mission time, gate, authority, link, window; and HOLD, always live."""

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from ground.console import formats, theme
from ground.console.figure import Figure, Panel, Value
from ground.console.snapshot import HoldPress, Seen, Snapshot
from telemetry.authority import ARMED, State
from telemetry.messages.spacecraft import Telemetry
from telemetry.run_settings import NS_PER_S, LinkPlan, RunSettings

STATE_COLOURS = {**dict.fromkeys(ARMED, theme.GOOD), State.STOPPING: theme.WARN, State.HELD: theme.BAD}
SHOWN_AFTER_HOLD_S = 20.0
TAKEN_WITHIN_S = 1.0  # of a press, or nobody is there to take it
ANSWER_S = 1.0  # beyond both ways: the boundary of a set-point, a telemetry period, the spread of delays


class HoldButton(QWidget):
    """HOLD: needs no authority, acts on the press, one command for each press; Escape does the same."""

    def __init__(self, press: Callable[[], None]) -> None:
        """Call `press` for each press."""
        super().__init__()
        self.button = QPushButton("HOLD")
        self.button.setObjectName("hold")
        self.button.setMinimumSize(190, 54)
        self.button.setAutoRepeat(False)
        self.button.setToolTip("stop the arm at the next set-point boundary and latch (Escape)")
        self.button.pressed.connect(press)
        self.shortcut = QShortcut(QKeySequence(Qt.Key.Key_Escape), self)
        self.shortcut.setContext(Qt.ShortcutContext.ApplicationShortcut)
        self.shortcut.setAutoRepeat(False)
        self.shortcut.activated.connect(press)
        self.effect = Value(11)
        self.effect.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        rows = QVBoxLayout(self)
        rows.setContentsMargins(4, 2, 4, 0)
        rows.setSpacing(1)
        rows.addWidget(self.button)
        rows.addWidget(self.effect)

    def draw(self, snapshot: Snapshot, link: LinkPlan, now_ns: int) -> None:
        """Show when a press takes effect, or what became of the newest one."""
        up_s = snapshot.up.value if snapshot.up else link.up_s
        down_s = snapshot.down.value if snapshot.down else link.down_s
        hold = snapshot.hold
        since_s = (now_ns - hold.at_ns) / NS_PER_S if hold else SHOWN_AFTER_HOLD_S
        has_contact = snapshot.gate is None or snapshot.gate.value.has_window
        is_on_its_way = hold is not None and hold.has_contact and since_s < up_s
        if snapshot.replay is not None:
            self.effect.show_text("REPLAY: reaches no spacecraft", colour=theme.DIM)
        elif not has_contact and not is_on_its_way:
            self.effect.show_text("NO CONTACT: does not reach orbit now", colour=theme.BAD)
        elif hold is None or since_s >= SHOWN_AFTER_HOLD_S:
            self.effect.show_text(f"takes effect in orbit in {formats.seconds(up_s)}")
        elif not hold.goes_up:
            nobody = since_s > TAKEN_WITHIN_S
            self.effect.show_text(
                "NOBODY TOOK IT: use `farhand hold`" if nobody else "PRESSED",
                colour=theme.BAD if nobody else theme.WARN,
            )
        elif since_s < up_s:
            self.effect.show_text(f"GIVEN: in orbit in {formats.seconds(up_s - since_s)}", colour=theme.WARN)
        else:
            text, colour = _answer(hold, snapshot.telemetry, up_s)
            left_s = up_s + down_s + ANSWER_S - since_s
            if not text and left_s > 0.0:
                text, colour = f"due in orbit, report in {formats.seconds(left_s)}", theme.WARN
            self.effect.show_text(text or "NO LATCH REPORTED: press again", colour=colour)


def _answer(hold: HoldPress, telemetry: Seen[Telemetry] | None, up_s: float) -> tuple[str, str]:
    """Return what telemetry from after the hold's arrival says of it; empty if there is none."""
    if telemetry is None or telemetry.at_ns < hold.at_ns + round(up_s * NS_PER_S):
        return "", theme.BAD
    if telemetry.value.latched:
        return "on board: LATCHED", theme.GOOD
    return ("on board: stopping", theme.WARN) if telemetry.value.mode == "stopping" else ("", theme.BAD)


class TopBar(Panel):
    """The line that is read first."""

    def __init__(self, run: RunSettings, press_hold: Callable[[], None]) -> None:
        """Show the mode of a run; `press_hold` is called for each press of HOLD."""
        super().__init__("")
        self.title.hide()
        self._run = run
        mode = theme.MODES[run.mode]
        self.mode = QLabel(f"{mode.title}\n{run.link.up_s + run.link.down_s:.1f} s delay")
        self.mode.setStyleSheet(
            f"background: {mode.colour}; color: {mode.ink}; font-size: 17px; font-weight: bold;"
            " padding: 6px 14px; border-radius: 4px;"
        )
        names = ("TIME", "GATE", "CONTROL", "LINK", "TELEMETRY", "WINDOW")
        widths = (100, 110, 92, 150, 110, 130)
        self.figures = {n: Figure(n, width=w) for n, w in zip(names, widths, strict=True)}
        self.hold = HoldButton(press_hold)
        self.feed = Value(14)
        line = QHBoxLayout()
        line.setSpacing(4)
        line.addWidget(self.mode)
        for figure in self.figures.values():
            line.addWidget(figure)
        line.addStretch(1)
        line.addWidget(self.hold)
        self.rows.addLayout(line)
        self.rows.addWidget(self.feed)
        self.feed.hide()

    def draw(self, snapshot: Snapshot, now_ns: int) -> None:
        """Show the newest figures."""
        self._draw_time(snapshot, now_ns)
        self._draw_gate(snapshot, now_ns)
        self._draw_control(snapshot, now_ns)
        self._draw_link(snapshot, now_ns)
        self._draw_telemetry(snapshot, now_ns)
        self._draw_window(snapshot, now_ns)
        self.hold.draw(snapshot, self._run.link, now_ns)

    def show_alarm(self, text: str) -> None:
        """Show what is wrong with this screen itself; empty: nothing."""
        self.feed.setVisible(bool(text))
        if text:
            self.feed.show_text(text, colour=theme.BAD)

    def _draw_time(self, snapshot: Snapshot, now_ns: int) -> None:
        replay = snapshot.replay
        if replay is None:
            note = "script done" if snapshot.script else " "
            self.figures["TIME"].show_value(formats.mission_time(now_ns), note)
            return
        status = replay.value
        place = f"{formats.clock(status.at)} of {formats.clock(status.duration)}"
        speed = "as fast as possible" if status.speed == 0.0 else f"x {status.speed:g}"
        note = "done" if status.done else f"playing, {speed}" if status.playing else "paused"
        self.figures["TIME"].show_value(place, note)

    def _draw_gate(self, snapshot: Snapshot, now_ns: int) -> None:
        gate, figure = snapshot.gate, self.figures["GATE"]
        if gate is None:
            figure.show_value(None)
            return
        state = gate.value.state
        colour = next((c for known, c in STATE_COLOURS.items() if known == state), theme.TEXT)
        latched = "latched, " if gate.value.latched else ""
        note = f"{latched}{formats.age(gate.age_s(now_ns))}"
        figure.show_value(state.upper(), note, is_stale=gate.is_stale(now_ns), colour=colour)

    def _draw_control(self, snapshot: Snapshot, now_ns: int) -> None:
        holder = snapshot.holder(now_ns)
        if snapshot.lease is None:
            self.figures["CONTROL"].show_value(None)
        elif holder:
            left = formats.until(snapshot.lease.until_ns, now_ns)
            self.figures["CONTROL"].show_value(holder, f"lease ends {left}")
        else:
            self.figures["CONTROL"].show_value("nobody", "lease ended", colour=theme.WARN)

    def _draw_link(self, snapshot: Snapshot, now_ns: int) -> None:
        trip, bridge, figure = snapshot.round_trip, snapshot.bridge, self.figures["LINK"]
        loss = f"loss {formats.NO_DATA}"
        if bridge and not bridge.is_stale(now_ns):
            total = bridge.value.tm_received + bridge.value.tm_lost
            loss = f"loss {formats.percent(bridge.value.tm_lost / total) if total else formats.NO_DATA}"
        if trip is None:
            figure.show_value(None, f"round trip not measured, {loss}")
            return
        text = f"round trip {formats.seconds(trip.value, 2)}"
        note = f"{formats.age(trip.age_s(now_ns))}, {loss}"
        figure.show_value(text, note, is_stale=trip.is_stale(now_ns))

    def _draw_telemetry(self, snapshot: Snapshot, now_ns: int) -> None:
        telemetry, figure = snapshot.telemetry, self.figures["TELEMETRY"]
        if telemetry is None:
            figure.show_value(None)
            return
        is_stale = telemetry.is_stale(now_ns)
        note = "TOO OLD" if is_stale else f"on board: {telemetry.value.mode}"
        figure.show_value(formats.age(telemetry.age_s(now_ns)), note, is_stale=is_stale)

    def _draw_window(self, snapshot: Snapshot, now_ns: int) -> None:
        gate, figure = snapshot.gate, self.figures["WINDOW"]
        if gate is None:
            figure.show_value(None)
            return
        is_stale, note = gate.is_stale(now_ns), formats.age(gate.age_s(now_ns))
        if gate.value.has_window:
            closes = formats.until(gate.value.window_closes_ns, now_ns)
            text = "open" if closes == "no end planned" else f"closes {closes}"
            figure.show_value(text, note, is_stale=is_stale)
        else:
            figure.show_value("NO CONTACT", note, is_stale=is_stale, colour=theme.WARN)
