"""The replay's keys and its time line; only in mode replay.

    [play] [< step] [step >] [< marker] [marker >] [loop from] [to] [no loop] [x 0.5] ... [max]    T+00:51.0
    commanded, going up, executing, coming down     time line: the lanes of the whole recording

What a person wants is asked of the replay; what is shown is what its screen has been told.  While the hand
drags, the next place is asked for only when the one before is shown, so that the picture follows.
"""

from collections.abc import Callable
from functools import partial
from typing import Literal

from PySide6.QtCore import Qt
from PySide6.QtGui import QShortcut
from PySide6.QtWidgets import QPushButton

from ground.console.facts.snapshot import Snapshot
from ground.console.lanes.lane_bars import lane_moment
from ground.console.replay.timeline import (
    Timeline,
    TimelineState,
    marked_places,
    place_beside,
    place_text,
)
from ground.console.texts import formats, theme
from ground.console.widgets.action_button import add_key, button
from ground.console.widgets.figure import Panel, Value
from ground.console.widgets.wrapping_row import WrappingRow
from telemetry.agreed.run_settings import NS_PER_S, RunSettings
from telemetry.messages.replay import ReplayControl

SPEEDS = {"x 0.5": 0.5, "x 1": 1.0, "x 4": 4.0, "max": 0.0}
STEP_S = 0.1  # one telemetry period
LEAP_S = 10.0
PLACE_PX = 250
READING_TEXT = "reading the recording ..."
DRAWS_WAITED = 10  # for which a place that was asked for counts, if the replay does not go there

Action = Literal["play", "pause", "step", "speed", "seek", "loop_begin", "loop_end", "loop_off"]
Ask = Callable[[ReplayControl], None]


class ReplayBar(Panel):
    """Says what a person wants of the replay; what it does is shown from its own status."""

    def __init__(self, ask: Ask, run: RunSettings) -> None:
        """Call `ask` for each act; `run`: that was recorded."""
        super().__init__("")
        self._ask, self._run = ask, run
        self._shown = Snapshot(at_ns=0)
        self._wanted_s: float | None = None  # asked for, and not yet shown
        self._asked_s: float | None = None  # of the replay
        self._draws = 0  # left, for which it is waited for
        self._plays_on = False  # when the hand lets go
        self.keys: dict[str, QPushButton] = {}
        self.shortcuts: dict[str, QShortcut] = {}
        self._make_keys()
        self.place = Value(15)
        self.place.setMinimumWidth(PLACE_PX)
        self.place.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.timeline = Timeline(self._go_to, self._on_drag)
        self.rows.addWidget(WrappingRow(tuple(self.keys.values()), self.place, spacing=4))
        self.rows.addWidget(self.timeline)

    def draw(self, snapshot: Snapshot, now_ns: int) -> None:
        """Show where the replay is, and where it is on its way to."""
        self._shown, replay = snapshot, snapshot.replay
        if replay.status is None:
            self.place.show_text(READING_TEXT, colour=theme.DIM)
            return
        status = replay.status.value
        self._follow()
        sought_s = None if replay.sought_ns is None else replay.sought_ns / NS_PER_S
        going_s = self._wanted_s if self._wanted_s is not None else sought_s
        moment = lane_moment(snapshot, self._run, snapshot.place_ns)
        self.timeline.show_state(TimelineState(snapshot.lanes, status.duration, moment, going_s, status.loop))
        self.keys["play"].setText("pause  Space" if status.playing else "play  Space")
        for name, speed in SPEEDS.items():
            self.keys[name].setChecked(status.speed == speed)
        whole = f"{place_text(status.at)} of {formats.clock(status.duration)}"
        if sought_s is None:
            self.place.show_text(whole)
        else:
            self.place.show_text(f"going to {place_text(sought_s)}", colour=theme.UNDER_WAY)

    def _make_keys(self) -> None:
        """Make the keys, each with its name and the key of the keyboard that does the same."""
        self._key("play", "Space", self._play_or_pause, text="play  Space")
        self._key("step back", "Left", lambda: self._go_by(-STEP_S), text="◀ step  ←")
        self._key("step", "Right", lambda: self._request("step"), text="step ▶  →")
        self._key("marker before", "PgUp", lambda: self._to_marker(-1), text="◀ marker  PgUp")
        self._key("next marker", "PgDown", lambda: self._to_marker(1), text="marker ▶  PgDn")
        self._key("loop from", "[", lambda: self._request("loop_begin", self._at_s), text="loop from  [")
        self._key("loop to", "]", lambda: self._request("loop_end", self._at_s), text="to  ]")
        self._key("no loop", "\\", lambda: self._request("loop_off"), text="no loop  \\")
        for name, speed in SPEEDS.items():
            self._key(name, "", partial(self._request, "speed", speed), text=name)
            self.keys[name].setCheckable(True)
        self.keys["step back"].setToolTip("with Shift 10 s; Home goes to the beginning")
        self.keys["step"].setToolTip("with Shift 10 s; End goes to the end")
        for key, do in {
            "Shift+Left": lambda: self._go_by(-LEAP_S),
            "Shift+Right": lambda: self._go_by(LEAP_S),
            "Home": lambda: self._go_to(0.0),
            "End": lambda: self._go_to(self._duration_s),
        }.items():
            self._shortcut(key, do)

    def _key(self, name: str, key: str, do: Callable[[], None], *, text: str) -> None:
        self.keys[name] = button(text, do, "view")
        if key:
            self._shortcut(key, do)

    def _shortcut(self, key: str, do: Callable[[], None]) -> None:
        self.shortcuts[key] = add_key(key, do, self, repeats=True)

    @property
    def _at_s(self) -> float:
        """Where a person thinks to be: where the replay goes, if it is on its way."""
        sought_ns = self._shown.replay.sought_ns
        if self._wanted_s is not None:
            return self._wanted_s
        return (self._shown.place_ns if sought_ns is None else sought_ns) / NS_PER_S

    @property
    def _duration_s(self) -> float:
        status = self._shown.replay.status
        return status.value.duration if status else 0.0

    @property
    def _is_playing(self) -> bool:
        status = self._shown.replay.status
        return status is not None and status.value.playing

    def _request(self, action: Action, value: float = 0.0) -> None:
        self._ask(ReplayControl(action=action, value=value))

    def _play_or_pause(self) -> None:
        self._request("pause" if self._is_playing else "play")

    def _go_by(self, by_s: float) -> None:
        self._go_to(self._at_s + by_s)

    def _to_marker(self, step: int) -> None:
        places = marked_places(self._shown.lanes, self._duration_s)
        at_s = place_beside(places, self._at_s, step=step)
        if at_s is not None:
            self._go_to(at_s)

    def _go_to(self, at_s: float) -> None:
        """Want a place [s]; it is asked for at once, or as soon as one that is on its way is shown."""
        self._wanted_s, self._draws = min(max(at_s, 0.0), self._duration_s), DRAWS_WAITED
        if self._asked_s is None:
            self._asked_s = self._wanted_s
            self._request("seek", self._wanted_s)

    def _follow(self) -> None:
        """See whether the place that was asked for is shown, and ask for the newest that is wanted."""
        if self._asked_s is None or self._wanted_s is None:
            return
        self._draws -= 1
        is_there = self._shown.replay.sought_ns is None and self._is_at(self._asked_s)
        if not is_there and self._draws > 0:
            return
        wanted_s, asked_s = self._wanted_s, self._asked_s
        self._wanted_s = self._asked_s = None
        if wanted_s != asked_s:
            self._go_to(wanted_s)

    def _is_at(self, at_s: float) -> bool:
        """True if what is shown is that place, or a little later one that has been played since."""
        past_s = self._shown.place_ns / NS_PER_S - at_s
        return -1e-6 <= past_s <= (1.0 if self._is_playing else 1e-6)

    def _on_drag(self, is_held: bool) -> None:
        """Stand still as long as the hand drags."""
        if is_held:
            self._plays_on = self._is_playing
        if self._plays_on:
            self._request("pause" if is_held else "play")
