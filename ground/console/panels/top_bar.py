"""The top bar: mode and delay, mission time, gate, authority, link, window; and HOLD, always live."""

from PySide6.QtWidgets import QLabel

from ground.console.facts.authority_facts import AuthorityFacts
from ground.console.facts.panel_facts import Stamped
from ground.console.facts.snapshot import Snapshot
from ground.console.panels.panel_layout import PanelSources
from ground.console.texts import formats, theme
from ground.console.texts.gate_words import contact_outlook, gate_word
from ground.console.widgets.figure import Figure, TitledBox, Value
from ground.console.widgets.hold_button import HoldButton
from ground.console.widgets.wrapping_row import WrappingRow
from telemetry.agreed.participants import REPLAY
from telemetry.agreed.run_settings import NS_PER_S
from telemetry.messages.queue import GateStatus
from telemetry.messages.spacecraft import Telemetry

WIDEST_TEXTS = {  # the widest value and the widest note of each figure
    "TIME": ("T+0:00:00.0", "script done"),
    "UTC": ("00:00:00", "virtual time"),
    "GATE": ("ROLLED BACK", "at rest, not armed"),
    "CONTROL": ("operator-2", "ends in 00:00"),
    "LINK": ("round trip 00.00 s", "no contact since T+0:00:00.0"),
    "TELEMETRY": ("00.0 s ago", "on board: stopping"),
    "WINDOW": ("AOS in 0:00:00", "no contact since T+0:00:00.0"),
}
WIDEST_REPLAY_TIME = ("00:00:00 of 00:00:00", "as fast as possible")


class TopBar(TitledBox):
    """What is read first; its figures go on in a second line where a screen is narrow, HOLD stays."""

    def __init__(self, sources: PanelSources) -> None:
        """Show the mode of a run, and whether this is an observer's window."""
        super().__init__("")
        run = sources.run
        self._run, self._zero_utc_ns = run, sources.zero_utc_ns
        mode = theme.MODE_LOOKS[run.mode]
        delay = f"{run.link.up_s + run.link.down_s:.1f} s delay"
        self.mode = QLabel(f"{mode.title}\n{f'OBSERVER, {delay}' if sources.observes else delay}")
        self._show_mode(mode)
        rooms = WIDEST_TEXTS | ({"TIME": WIDEST_REPLAY_TIME} if run.mode == REPLAY else {})
        self.figures = {name: Figure(name, room=room) for name, room in rooms.items()}
        self.hold = HoldButton(lambda: sources.handover.act("hold"), sources.clock)
        self.feed = Value(14, wraps=True)
        self.rows.addWidget(WrappingRow((self.mode, *self.figures.values()), self.hold, spacing=4))
        self.rows.addWidget(self.feed)
        self.feed.hide()

    def show_run_over(self) -> None:
        """Tell in the place of the delay that the run is over."""
        self.mode.setText(f"{theme.MODE_LOOKS[self._run.mode].title}\n{theme.RUN_OVER_LOOK.title}")
        self._show_mode(theme.RUN_OVER_LOOK)

    def _show_mode(self, mode: theme.ModeLook) -> None:
        self.mode.setStyleSheet(
            f"background: {mode.colour}; color: {mode.ink}; font-size: 17px; font-weight: bold;"
            " padding: 2px 14px; border-radius: 4px;"
        )

    def set_low(self, *, is_low: bool) -> None:
        """Make the figures small on a screen that is too low for them."""
        for figure in self.figures.values():
            figure.set_small(is_small=is_low)
        self.figures["UTC"].setHidden(is_low)
        self.hold.set_small(is_small=is_low)

    def draw(self, snapshot: Snapshot, now_ns: int) -> None:
        """Show the newest figures."""
        self._draw_time(snapshot, now_ns)
        self._draw_utc(now_ns)
        self._draw_gate(snapshot.authority.gate, now_ns)
        self._draw_control(snapshot.authority, now_ns)
        self._draw_link(snapshot, now_ns)
        self._draw_telemetry(snapshot.arm.telemetry, now_ns)
        self._draw_window(snapshot, now_ns)
        self.hold.draw(snapshot, self._run, now_ns)

    def show_alarm(self, text: str, *, colour: str = theme.BAD) -> None:
        """Show what is to be known of this screen itself; empty: nothing."""
        self.feed.show_or_hide(text, colour=colour)

    def _draw_time(self, snapshot: Snapshot, now_ns: int) -> None:
        replay = snapshot.replay.status
        if replay is None:
            note = "script done" if snapshot.run.script else " "
            self.figures["TIME"].show_value(formats.mission_time(now_ns), note)
            return
        status = replay.value
        place = f"{formats.clock(status.at)} of {formats.clock(status.duration)}"
        speed = "as fast as possible" if status.speed == 0.0 else f"playing, x {status.speed:g}"
        note = "done" if status.done else speed if status.playing else "paused"
        if snapshot.replay.sought_ns is not None:
            note = f"going to {formats.clock(snapshot.replay.sought_ns / NS_PER_S)}"
        self.figures["TIME"].show_value(place, note)

    def _draw_utc(self, now_ns: int) -> None:
        zero_ns, figure = self._zero_utc_ns(), self.figures["UTC"]
        if zero_ns is not None:
            figure.show_value(*formats.utc(zero_ns + now_ns))
        else:
            figure.show_value("unknown", "virtual time" if self._run.mode == REPLAY else "not told")

    def _draw_gate(self, gate: Stamped[GateStatus] | None, now_ns: int) -> None:
        figure = self.figures["GATE"]
        if gate is None:
            figure.show_value(None)
            return
        word, is_stale = gate_word(gate.value), gate.is_stale(now_ns)
        age = formats.age(gate.age_s(now_ns))
        note = age if is_stale else word.why or age
        figure.show_value(word.text, note, is_stale=is_stale, look=theme.look(word.state))

    def _draw_control(self, authority: AuthorityFacts, now_ns: int) -> None:
        holder = authority.holder(now_ns)
        if authority.lease is None:
            self.figures["CONTROL"].show_value(None)
        elif holder:
            left = formats.until(authority.lease.until_ns, now_ns)
            self.figures["CONTROL"].show_value(holder, f"ends {left}")
        else:
            self.figures["CONTROL"].show_value("nobody", "lease ended", look=theme.colour_look(theme.WARN))

    def _draw_link(self, snapshot: Snapshot, now_ns: int) -> None:
        trip, loss, figure = snapshot.link.round_trip, snapshot.link.loss, self.figures["LINK"]
        if trip is None:
            figure.show_value(None, "round trip not measured")
            return
        text = f"round trip {formats.seconds(trip.value, 2)}"
        if snapshot.los_ns is not None:
            figure.show_value(text, formats.no_contact(snapshot.los_ns), is_stale=True)
            return
        share = (
            formats.NO_DATA if loss is None or loss.is_stale(now_ns) else formats.percent(loss.value.share)
        )
        note = f"loss {share}, {formats.age(trip.age_s(now_ns))}"
        figure.show_value(text, note, is_stale=trip.is_stale(now_ns))

    def _draw_telemetry(self, telemetry: Stamped[Telemetry] | None, now_ns: int) -> None:
        figure = self.figures["TELEMETRY"]
        if telemetry is None:
            figure.show_value(None)
            return
        is_stale = telemetry.is_stale(now_ns)
        note = "TOO OLD" if is_stale else f"on board: {telemetry.value.mode}"
        figure.show_value(formats.age(telemetry.age_s(now_ns)), note, is_stale=is_stale)

    def _draw_window(self, snapshot: Snapshot, now_ns: int) -> None:
        gate, figure = snapshot.authority.gate, self.figures["WINDOW"]
        if gate is None:
            figure.show_value(None)
            return
        ahead, age = contact_outlook(gate.value, snapshot.los_ns, now_ns), formats.age(gate.age_s(now_ns))
        is_stale = gate.is_stale(now_ns)
        note = age if is_stale else ahead.note or age
        figure.show_value(ahead.text, note, is_stale=is_stale, look=theme.look(ahead.state))
