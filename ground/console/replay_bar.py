"""The replay's keys: play, pause, step, speed, and a slider to seek; only in mode replay."""

from collections.abc import Callable
from typing import Literal

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSlider

from ground.console.panel import Panel
from ground.console.snapshot import Snapshot
from telemetry.messages.replay import ReplayControl

SPEEDS = {"x 0.5": 0.5, "x 1": 1.0, "x 4": 4.0, "max": 0.0}
STEPS_PER_S = 10  # of the slider

Action = Literal["play", "pause", "step", "speed", "seek"]
BARE: tuple[Action, ...] = ("play", "pause", "step")
Ask = Callable[[ReplayControl], None]


class ReplayBar(Panel):
    """Says what a person wants of the replay; what it does is shown from its own status."""

    def __init__(self, ask: Ask) -> None:
        """Call `ask` for each act."""
        super().__init__("")
        self._ask = ask
        line = QHBoxLayout()
        self.rows.addLayout(line)
        self.keys: dict[str, QPushButton] = {}
        for action in BARE:
            line.addWidget(self._key(action, action, 0.0))
        for name, speed in SPEEDS.items():
            line.addWidget(self._key(name, "speed", speed))
        self.slider = QSlider(Qt.Orientation.Horizontal)
        self.slider.setTracking(False)
        self.slider.sliderReleased.connect(self._seek)
        line.addWidget(self.slider, 1)

    def draw(self, snapshot: Snapshot, now_ns: int) -> None:
        """Show where the replay is, unless the slider is in a hand."""
        if snapshot.replay is None or self.slider.isSliderDown():
            return
        status = snapshot.replay.value
        self.slider.setMaximum(max(1, round(status.duration * STEPS_PER_S)))
        self.slider.setValue(round(status.at * STEPS_PER_S))

    def _key(self, name: str, action: Action, value: float) -> QPushButton:
        key = QPushButton(name)
        key.setObjectName("view")
        key.clicked.connect(lambda: self._ask(ReplayControl(action=action, value=value)))
        self.keys[name] = key
        return key

    def _seek(self) -> None:
        place_s = self.slider.sliderPosition() / STEPS_PER_S
        self._ask(ReplayControl(action="seek", value=place_s))
