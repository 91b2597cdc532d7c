"""The link and the processes behind the screens: its state, the clock on board, and who is alive."""

from ground.console.facts.link_facts import DELAY_LIMIT_S, Loss
from ground.console.facts.panel_facts import Stamped
from ground.console.facts.run_facts import EXPECTED_ROLES
from ground.console.facts.snapshot import Snapshot
from ground.console.texts import formats, theme
from ground.console.texts.link_words import (
    clock_rate_text,
    clock_text,
    link_word,
    log_head_text,
    order_text,
    recent_text,
    trip_text,
    way_text,
)
from ground.console.widgets.figure import Panel, Value, ValueRow
from ground.console.widgets.wrapping_row import WrappingRow, empty_corner
from telemetry.agreed.run_settings import RunSettings
from telemetry.messages.command import BridgeReport
from telemetry.messages.health import RecorderHealth
from telemetry.messages.link import FollowedTime, LinkStatus
from telemetry.messages.queue import LogHead

SPACING = 6
OF_STATE = ("link", "up", "down", "order")
OF_MEASURED = ("round trip", "loop", "clock", "clock rate")


class LinkPanel(Panel):
    """Figures of the link, and a lamp for each process."""

    def __init__(self, run: RunSettings) -> None:
        """Start without data; `run` says what the ground itself adds to the operator's loop."""
        super().__init__("LINK")
        self._beyond_link_s = run.commanding.loop_beyond_link_s
        names = (*OF_STATE, *OF_MEASURED, "telemetry", "bridge", "recorder", "gate's log")
        self.figures = {name: ValueRow(name) for name in names}
        for row in self.figures.values():
            self.rows.addWidget(row)
        self.lamps = {role: Value(12, bold=False) for role in EXPECTED_ROLES}
        self.rows.addWidget(WrappingRow(list(self.lamps.values()), empty_corner(), SPACING))

    def draw(self, snapshot: Snapshot, now_ns: int) -> None:
        """Show the newest figures; without contact none of the link is of now."""
        link, processes, los_ns = snapshot.link, snapshot.processes, snapshot.los_ns
        self._draw_status(link.status, now_ns)
        if link.status is not None:
            self._draw_measured(link.status, now_ns, los_ns)
        self._draw_loss(link.loss, now_ns, los_ns)
        self._draw_bridge(link.bridge, now_ns)
        self._draw_recorder(processes.recorder, now_ns)
        self._draw_log(processes.log, now_ns)
        beats = dict(processes.beats)
        for role, lamp in self.lamps.items():
            self._draw_lamp(role, lamp, beat=beats.get(role), now_ns=now_ns)

    def _draw_status(self, seen: Stamped[LinkStatus] | None, now_ns: int) -> None:
        if seen is None:
            for name in (*OF_STATE, *OF_MEASURED):
                self.figures[name].show_value(None)
            return
        status, age_s, is_stale = seen.value, seen.age_s(now_ns), seen.is_stale(now_ns)
        word = link_word(status)
        whole = f"{word.text}: {word.why}" if word.why else word.text
        look, age = theme.look(word.state), formats.age(age_s)
        self.figures["link"].show_value(whole, age, is_stale=is_stale, look=look)
        self.figures["order"].show_value(order_text(status.down), age, is_stale=is_stale)
        for name, way in (("up", status.up), ("down", status.down)):
            old_s = None if way.age is None else way.age + age_s
            way_look = theme.PLAIN if way.state == "ok" else theme.look(way.state)
            self.figures[name].show_value(way_text(way), formats.age(old_s), is_stale=is_stale, look=way_look)

    def _draw_measured(self, seen: Stamped[LinkStatus], now_ns: int, los_ns: int | None) -> None:
        trip, clock = seen.value.round_trip, seen.value.clock
        age_s, is_stale = seen.age_s(now_ns), seen.is_stale(now_ns)
        for measured, texts in (
            (trip, {"round trip": trip_text, "loop": self._loop_text}),
            (clock, {"clock": clock_text, "clock rate": clock_rate_text}),
        ):
            old_s = None if measured is None else measured.age + age_s
            note = "not measured yet" if old_s is None else formats.age(old_s)
            is_old = is_stale or (old_s is not None and (los_ns is not None or old_s > DELAY_LIMIT_S))
            for name, text_of in texts.items():
                text = None if measured is None else text_of(measured)
                shown = note if text is None or los_ns is None else formats.los(los_ns)
                self.figures[name].show_value(text, shown, is_stale=is_old)

    def _loop_text(self, trip: FollowedTime) -> str:
        return formats.seconds(trip.value + self._beyond_link_s, 2)

    def _draw_loss(self, seen: Stamped[Loss] | None, now_ns: int, los_ns: int | None) -> None:
        row = self.figures["telemetry"]
        loss = seen.value if seen else None
        text = None if loss is None else recent_text(loss)
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

    def _draw_log(self, seen: Stamped[LogHead] | None, now_ns: int) -> None:
        row = self.figures["gate's log"]
        if seen is None:
            row.show_value(None)
        else:
            age = formats.age(seen.age_s(now_ns))
            row.show_value(log_head_text(seen.value), age, is_stale=seen.is_stale(now_ns))

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
