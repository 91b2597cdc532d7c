"""The top row: mode and delay, mission time, gate, authority, link, window; and HOLD, always live.

One row, whatever the width: where it is short, figures go, the least needed first; mode and HOLD stay.
"""

from PySide6.QtCore import QSize
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel

from ground.console.facts.authority_facts import AuthorityFacts
from ground.console.facts.panel_facts import Stamped
from ground.console.facts.snapshot import Snapshot
from ground.console.panels.panel_layout import PanelSources
from ground.console.texts import formats, theme
from ground.console.texts.gate_words import contact_outlook, gate_word
from ground.console.texts.link_words import link_word
from ground.console.texts.mode_words import mode_detail, mode_look, mode_note, mode_title, pass_words
from ground.console.widgets.figure import Figure
from ground.console.widgets.hold_button import BUTTON_PX, HoldButton
from telemetry.agreed.participants import REPLAY
from telemetry.agreed.run_settings import NS_PER_S
from telemetry.messages.queue import GateStatus
from telemetry.messages.spacecraft import Telemetry

HEIGHT_PX = 52
MARGIN_PX = 2
VALUE_PX = 13  # of the text of a figure
WIDEST_TEXTS = {  # the widest value and the widest note of each figure, in their places
    "TIME": ("T+0:00:00.0", "script done"),
    "UTC": ("00:00:00", "virtual time"),
    "GATE": ("ROLLED BACK", "at rest, not armed"),
    "CONTROL": ("operator-2", "ends in 00:00"),
    "LINK": ("OK 00.00 s, 00.0 %", "LOS at T+0:00:00.0"),
    "TELEMETRY": ("00.0 s ago", "on board: stopping"),
    "WINDOW": ("AOS in 0:00:00", "LOS at T+0:00:00.0"),
}
CAPTIONS = {"LINK": "LINK: TRIP, LOSS"}  # where the name does not say it
WIDEST_REPLAY_TIME = ("00:00:00 of 00:00:00", "as fast as possible")
NEEDED = ("GATE", "TIME", "TELEMETRY", "CONTROL", "WINDOW", "LINK", "UTC")  # the most needed first


class TopBar(QFrame):
    """What is read first."""

    def __init__(self, sources: PanelSources) -> None:
        """Show the mode of a run, and whether this is an observer's window."""
        super().__init__()
        self.setObjectName("panel")
        self.setFixedHeight(HEIGHT_PX)
        run = sources.run
        self._run, self._zero_utc_ns = run, sources.zero_utc_ns
        key_id = self._key_id = sources.key_id
        self.mode = QLabel(f"{mode_title(run, key_id)}\n{mode_note(run, sources.seat)}")
        self.mode.setToolTip(mode_detail(run, key_id, zero_utc_ns=sources.zero_utc_ns()))
        self._show_mode(mode_look(run, key_id))
        rooms = WIDEST_TEXTS | ({"TIME": WIDEST_REPLAY_TIME} if run.mode == REPLAY else {})
        self.figures = {
            name: Figure(CAPTIONS.get(name, name), room=room, size=VALUE_PX) for name, room in rooms.items()
        }
        self.hold = HoldButton(lambda: sources.handover.act("hold"), sources.clock)
        line = QHBoxLayout(self)
        line.setContentsMargins(MARGIN_PX, 1, MARGIN_PX, 1)
        line.setSpacing(0)
        for widget in (self.mode, *self.figures.values()):
            line.addWidget(widget)
        line.addStretch(1)
        line.addWidget(self.hold)

    def show_run_over(self) -> None:
        """Tell in the place of the delay that the run is over."""
        self.mode.setText(f"{mode_title(self._run, self._key_id)}\n{theme.RUN_OVER_LOOK.title}")
        self._show_mode(theme.RUN_OVER_LOOK)

    def _show_mode(self, mode: theme.ModeLook) -> None:
        self.mode.setStyleSheet(
            f"background: {mode.colour}; color: {mode.ink}; font-size: 14px; font-weight: bold;"
            " padding: 1px 5px; margin-right: 3px; border-radius: 4px;"
        )

    def minimumSizeHint(self) -> QSize:
        """Return the size without any figure."""
        return QSize(self._least_px(whole_hold=False), HEIGHT_PX)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show as many figures as there is room for."""
        super().resizeEvent(event)
        first_px = self.figures[NEEDED[0]].minimumWidth()
        self.hold.set_small(is_small=self.width() < self._least_px(whole_hold=True) + first_px)
        left = self.width() - self._least_px(whole_hold=not self.hold.is_small)
        for name in NEEDED:
            figure = self.figures[name]
            left -= figure.minimumWidth()
            figure.setVisible(left >= 0)

    def _least_px(self, *, whole_hold: bool) -> int:
        """Return the width of mode and HOLD, without any figure."""
        hold_px = self.hold.whole_px if whole_hold else BUTTON_PX[0]
        return self.mode.sizeHint().width() + hold_px + 2 * MARGIN_PX

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
        seen, figure = snapshot.link.status, self.figures["LINK"]
        if seen is None:
            figure.show_value(None, "not measured")
            return
        word, trip, loss = link_word(seen.value), snapshot.link.round_trip, snapshot.link.loss
        los_ns, is_ok = snapshot.los_ns, seen.value.state == "ok"
        is_stale = seen.is_stale(now_ns) or (is_ok and los_ns is not None)
        note = formats.age(seen.age_s(now_ns)) if los_ns is None else formats.los(los_ns)
        text = word.text
        if is_ok:
            is_known = loss is not None and not loss.is_stale(now_ns)
            share = formats.percent(loss.value.share) if loss and is_known else formats.NO_DATA
            text = f"{text} {formats.seconds(trip.value if trip else None, 2)}, {share}"
        elif not is_stale and los_ns is None:
            note = word.why
        figure.show_value(text, note, is_stale=is_stale, look=theme.look(word.state))

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
        agreed = snapshot.link.agreed
        if agreed is not None and (words := pass_words(agreed.value)):
            figure.show_value(*words, is_stale=agreed.is_stale(now_ns), look=theme.colour_look(theme.WARN))
            return
        if gate is None:
            figure.show_value(None)
            return
        ahead, age = contact_outlook(gate.value, snapshot.los_ns, now_ns), formats.age(gate.age_s(now_ns))
        is_stale = gate.is_stale(now_ns)
        note = age if is_stale else ahead.note or age
        figure.show_value(ahead.text, note, is_stale=is_stale, look=theme.look(ahead.state))
