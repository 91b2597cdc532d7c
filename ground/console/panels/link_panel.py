"""The link and the processes behind the screens: delays, loss, ages, and which are alive."""

from collections.abc import Sequence

from ground.console.facts.link_facts import LinkFacts, Loss
from ground.console.facts.panel_facts import Stamped
from ground.console.facts.run_facts import EXPECTED_ROLES
from ground.console.facts.snapshot import Snapshot
from ground.console.texts import formats, theme
from ground.console.widgets.figure import Panel, Value, ValueRow
from ground.console.widgets.wrapping_row import WrappingRow, empty_corner
from telemetry.agreed.run_settings import RunSettings
from telemetry.messages.command import BridgeReport
from telemetry.messages.health import RecorderHealth

SPACING = 6


class LinkPanel(Panel):
    """Figures of the link, and a lamp for each process."""

    def __init__(self, run: RunSettings) -> None:
        """Start without data; `run` says what the ground itself adds to the operator's loop."""
        super().__init__("LINK")
        self._beyond_link_s = run.commanding.loop_beyond_link_s
        names = ("delay", "round trip", "telemetry", "bridge", "recorder")
        self.figures = {name: ValueRow(name) for name in names}
        for row in self.figures.values():
            self.rows.addWidget(row)
        self.lamps = {role: Value(12, bold=False) for role in EXPECTED_ROLES}
        self.rows.addWidget(WrappingRow(list(self.lamps.values()), empty_corner(), SPACING))

    def draw(self, snapshot: Snapshot, now_ns: int) -> None:
        """Show the newest figures; without contact none of the link is of now."""
        link, processes, los_ns = snapshot.link, snapshot.processes, snapshot.los_ns
        self._draw_delays(link, now_ns, los_ns)
        self._draw_loss(link.loss, now_ns, los_ns)
        self._draw_bridge(link.bridge, now_ns)
        self._draw_recorder(processes.recorder, now_ns)
        beats = dict(processes.beats)
        for role, lamp in self.lamps.items():
            self._draw_lamp(role, lamp, beat=beats.get(role), now_ns=now_ns)

    def _draw_delays(self, link: LinkFacts, now_ns: int, los_ns: int | None) -> None:
        up, down, trip = link.up, link.down, link.round_trip
        loop = None if trip is None else trip.value + self._beyond_link_s
        both = f"{_seconds(up)} up, {_seconds(down)} down"
        there_and_back = f"{_seconds(trip)}, loop {formats.seconds(loop, 2)}"
        for name, text, measured in (("delay", both, (up, down)), ("round trip", there_and_back, (trip,))):
            row, known = self.figures[name], [delay for delay in measured if delay is not None]
            if known and los_ns is not None:
                row.show_value(text, formats.los(los_ns), is_stale=True)
            else:
                _show_delay(row, text, known, now_ns=now_ns)

    def _draw_loss(self, seen: Stamped[Loss] | None, now_ns: int, los_ns: int | None) -> None:
        row = self.figures["telemetry"]
        loss = seen.value if seen else None
        text = None if loss is None else f"{formats.percent(loss.share)} of {loss.of} in {loss.over_s:.0f} s"
        if los_ns is not None:
            row.show_value(text, formats.los(los_ns), is_stale=True)
        elif loss is None or seen is None:
            row.show_value(None)
        else:
            look, age = (
                theme.colour_look(theme.WARN) if loss.lost else theme.PLAIN,
                formats.age(seen.age_s(now_ns)),
            )
            row.show_value(text, age, is_stale=seen.is_stale(now_ns), look=look)

    def _draw_bridge(self, bridge: Stamped[BridgeReport] | None, now_ns: int) -> None:
        if bridge is None:
            self.figures["bridge"].show_value(None)
            return
        report, age = bridge.value, formats.age(bridge.age_s(now_ns))
        text = "lets motion pass" if report.is_open else f"closed: {formats.words(report.reason)}"
        if report.tm_implausible:
            text += f"; {report.tm_implausible} reports not believed"
        if report.tm_jumps:
            text += f"; joints jumped in {report.tm_jumps}"
        is_well = report.is_open and not report.tm_implausible + report.tm_jumps
        look = theme.colour_look(theme.GOOD if is_well else theme.WARN)
        self.figures["bridge"].show_value(text, age, is_stale=bridge.is_stale(now_ns), look=look)

    def _draw_recorder(self, seen: Stamped[RecorderHealth] | None, now_ns: int) -> None:
        row = self.figures["recorder"]
        if seen is None:
            row.show_value(None)
            return
        health = seen.value
        lost = sum(part.records for part in health.lost)
        kept = f"{health.durable} kept" + (f", {lost} lost" if lost else "")
        text = kept if health.healthy else f"NOT RECORDING: {formats.words(health.reason)}"
        look = theme.colour_look(theme.BAD if not health.healthy else theme.WARN if lost else theme.TEXT)
        row.show_value(text, formats.age(seen.age_s(now_ns)), is_stale=seen.is_stale(now_ns), look=look)

    def _draw_lamp(self, role: str, lamp: Value, *, beat: Stamped[bool] | None, now_ns: int) -> None:
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


def _show_delay(row: ValueRow, text: str, measured: Sequence[Stamped[float]], *, now_ns: int) -> None:
    """Show what was measured, as old as the oldest of it."""
    if not measured:
        row.show_value(None, "not measured yet")
        return
    oldest = min(measured, key=lambda delay: delay.at_ns)
    row.show_value(text, formats.age(oldest.age_s(now_ns)), is_stale=oldest.is_stale(now_ns))


def _seconds(delay: Stamped[float] | None) -> str:
    return formats.seconds(delay.value if delay else None, 2)
