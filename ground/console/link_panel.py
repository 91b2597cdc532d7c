"""The link and the processes behind the screens: delays, loss, ages, and who is alive."""

from PySide6.QtWidgets import QGridLayout

from ground.console import formats, theme
from ground.console.figure import Row, Value
from ground.console.panel import Panel
from ground.console.snapshot import Seen, Snapshot
from ground.console.state import EXPECTED
from telemetry.run_settings import RunSettings

LAMPS_PER_LINE = 3


class LinkPanel(Panel):
    """Figures of the link, and a lamp for each process."""

    def __init__(self, run: RunSettings) -> None:
        """Start without data; `run` says what the ground itself adds to the operator's loop."""
        super().__init__("LINK")
        self._beyond_link_s = run.commanding.loop_beyond_link_s
        names = ("up", "down", "round trip", "operator loop", "telemetry", "bridge", "recorder")
        self.figures = {name: Row(name) for name in names}
        for row in self.figures.values():
            self.rows.addWidget(row)
        self.lamps = {role: Value(12, bold=False) for role in EXPECTED}
        grid = QGridLayout()
        grid.setVerticalSpacing(0)
        for column in range(LAMPS_PER_LINE):
            grid.setColumnStretch(column, 1)
        for i, lamp in enumerate(self.lamps.values()):
            grid.addWidget(lamp, i // LAMPS_PER_LINE, i % LAMPS_PER_LINE)
        self.rows.addLayout(grid)

    def draw(self, snapshot: Snapshot, now_ns: int) -> None:
        """Show the newest figures."""
        self._draw_delay("up", snapshot.up, more_s=0.0, now_ns=now_ns)
        self._draw_delay("down", snapshot.down, more_s=0.0, now_ns=now_ns)
        self._draw_delay("round trip", snapshot.round_trip, more_s=0.0, now_ns=now_ns)
        self._draw_delay("operator loop", snapshot.round_trip, more_s=self._beyond_link_s, now_ns=now_ns)
        self._draw_bridge(snapshot, now_ns)
        self._draw_recorder(snapshot, now_ns)
        beats = dict(snapshot.beats)
        for role, lamp in self.lamps.items():
            self._draw_lamp(role, lamp, beat=beats.get(role), now_ns=now_ns)

    def _draw_delay(self, name: str, delay: Seen[float] | None, *, more_s: float, now_ns: int) -> None:
        row = self.figures[name]
        if delay is None:
            row.show_value(None, "not measured yet")
            return
        text = formats.seconds(delay.value + more_s, 2)
        row.show_value(text, formats.age(delay.age_s(now_ns)), is_stale=delay.is_stale(now_ns))

    def _draw_bridge(self, snapshot: Snapshot, now_ns: int) -> None:
        bridge = snapshot.bridge
        if bridge is None:
            self.figures["telemetry"].show_value(None)
            self.figures["bridge"].show_value(None)
            return
        report, age = bridge.value, formats.age(bridge.age_s(now_ns))
        is_stale = bridge.is_stale(now_ns)
        counts = f"{report.tm_received} received, {report.tm_lost} lost"
        if report.tm_implausible:
            counts += f", {report.tm_implausible} not believed"
        lost = theme.WARN if report.tm_lost or report.tm_implausible else theme.TEXT
        self.figures["telemetry"].show_value(counts, age, is_stale=is_stale, colour=lost)
        text = "lets motion pass" if report.is_open else f"closed: {formats.words(report.reason)}"
        colour = theme.GOOD if report.is_open else theme.WARN
        self.figures["bridge"].show_value(text, age, is_stale=is_stale, colour=colour)

    def _draw_recorder(self, snapshot: Snapshot, now_ns: int) -> None:
        seen, row = snapshot.recorder, self.figures["recorder"]
        if seen is None:
            row.show_value(None)
            return
        health = seen.value
        lost = sum(part.records for part in health.lost)
        kept = f"{health.durable} kept" + (f", {lost} lost" if lost else "")
        text = kept if health.healthy else f"NOT RECORDING: {formats.words(health.reason)}"
        colour = theme.BAD if not health.healthy else theme.WARN if lost else theme.TEXT
        row.show_value(text, formats.age(seen.age_s(now_ns)), is_stale=seen.is_stale(now_ns), colour=colour)

    def _draw_lamp(self, role: str, lamp: Value, *, beat: Seen[bool] | None, now_ns: int) -> None:
        name = formats.words(role)
        if beat is None:
            text, state = f"{name}: {formats.NO_DATA}", "never heard"
        else:
            text = f"{name}: heard {formats.age(beat.age_s(now_ns))}"
            state = "silent" if beat.is_stale(now_ns) else "well" if beat.value else "failing"
        look = theme.look(state)
        silence = f" {beat.age_s(now_ns):.0f} s" if beat and state == "silent" else ""
        lamp.show_text(f"{name}{silence}", colour=look.colour, symbol=look.symbol)
        lamp.setToolTip(text)
