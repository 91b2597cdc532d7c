"""The top bar: mode and delay, mission time, gate, authority, link, window; and HOLD, always live."""

from collections.abc import Callable

from PySide6.QtWidgets import QLabel, QSizePolicy

from ground.console import formats, theme
from ground.console.figure import Box, Figure, Value
from ground.console.flow import Flow
from ground.console.hold_button import HoldButton
from ground.console.snapshot import Snapshot
from telemetry.authority import ARMED, State
from telemetry.run_settings import RunSettings

STATE_COLOURS = {**dict.fromkeys(ARMED, theme.GOOD), State.STOPPING: theme.WARN, State.HELD: theme.BAD}


class TopBar(Box):
    """What is read first; its figures go on in a second line where a screen is narrow, HOLD stays."""

    def __init__(
        self,
        run: RunSettings,
        press_hold: Callable[[], None],
        clock: Callable[[], int],
        *,
        observes: bool = False,
    ) -> None:
        """Show the mode of a run, and who only looks on; `press_hold` is called for each press of HOLD."""
        super().__init__("")
        self._run = run
        mode = theme.MODES[run.mode]
        delay = f"{run.link.up_s + run.link.down_s:.1f} s delay"
        self.mode = QLabel(f"{mode.title}\n{f'OBSERVER, {delay}' if observes else delay}")
        self.mode.setStyleSheet(
            f"background: {mode.colour}; color: {mode.ink}; font-size: 17px; font-weight: bold;"
            " padding: 2px 14px; border-radius: 4px;"
        )
        names = ("TIME", "GATE", "CONTROL", "LINK", "TELEMETRY", "WINDOW")
        widths = (100, 110, 92, 150, 110, 130)
        self.figures = {n: Figure(n, width=w) for n, w in zip(names, widths, strict=True)}
        self.hold = HoldButton(press_hold, clock)
        self.feed = Value(14)
        self.feed.setWordWrap(True)
        self.feed.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.rows.addWidget(Flow((self.mode, *self.figures.values()), self.hold, spacing=4))
        self.rows.addWidget(self.feed)
        self.feed.hide()

    def be_low(self, *, is_low: bool) -> None:
        """Do without the notes below the figures, on a screen that is too low for them."""
        for figure in self.figures.values():
            figure.show_note(is_shown=not is_low)

    def draw(self, snapshot: Snapshot, now_ns: int) -> None:
        """Show the newest figures."""
        self._draw_time(snapshot, now_ns)
        self._draw_gate(snapshot, now_ns)
        self._draw_control(snapshot, now_ns)
        self._draw_link(snapshot, now_ns)
        self._draw_telemetry(snapshot, now_ns)
        self._draw_window(snapshot, now_ns)
        self.hold.draw(snapshot, self._run, now_ns)

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
