"""The keys by which a plan is watched before it is armed, beside the form of a motion.

    [watch F9] [<  ,] [>  .] [begin  /] [off]   ====|===========
    ghost at 4.20 of 25.3 s, ×10

They move a ghost on the screen, and nothing else.
"""

from collections.abc import Callable

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSizePolicy, QSlider, QWidget

from ground.console.motion.preview import PREVIEW_SPEED, Preview
from ground.console.texts import formats, theme
from ground.console.widgets.action_button import add_key, button
from ground.console.widgets.figure import Value, column

WATCH = "F9"  # of the key grid
FRAME_MS = 33  # between two pictures while it plays
STEP_S = 0.25
TICKS = 1000  # of the slider
SPACING = 4


class PreviewBar(QWidget):
    """Keys, a slider, and where the ghost is."""

    def __init__(self, preview: Preview, clock: Callable[[], int], redraw: Callable[[], None]) -> None:
        """Move a preview; `redraw` whenever its ghost has moved."""
        super().__init__()
        self._preview, self._clock, self._redraw = preview, clock, redraw
        self.place = Value(12)
        self.slider = QSlider(Qt.Orientation.Horizontal)
        self.slider.setRange(0, TICKS)
        self.slider.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.slider.setMinimumWidth(60)
        self.slider.sliderMoved.connect(self._slide)
        self.keys = {
            "watch": self._key("", lambda: preview.play_or_pause(clock())),
            "back": self._key(",", lambda: preview.step(-STEP_S), text="◂", tip="a period back"),
            "on": self._key(".", lambda: preview.step(STEP_S), text="▸", tip="a period on"),
            "begin": self._key("/", lambda: preview.go_to(0.0), text="|◂", tip="back to its begin"),
            "leave": self._key("", preview.leave, text="off", tip="no ghost"),
        }
        keys = QWidget()
        row = QHBoxLayout(keys)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(SPACING)
        for key in self.keys.values():
            row.addWidget(key)
        row.addWidget(self.slider, 1)
        column(self, keys, self.place)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self._timer = QTimer(self)
        self._timer.setInterval(FRAME_MS)
        self._timer.timeout.connect(self._play)

    def draw(self, *, is_stale: bool = False) -> None:
        """Show where the ghost is; struck, if the plan cannot be armed any more."""
        preview = self._preview
        self.setVisible(preview.duration_s > 0.0)
        self.keys["watch"].setText(f"{'pause' if preview.is_playing else 'watch'}  {WATCH}")
        self.keys["leave"].setEnabled(preview.at_s is not None)
        self.place.setVisible(preview.at_s is not None)
        at_s = preview.at_s or 0.0
        if preview.duration_s > 0.0 and not self.slider.isSliderDown():
            self.slider.setValue(round(TICKS * at_s / preview.duration_s))
        place = f"ghost at {at_s:.2f} of {formats.seconds(preview.duration_s, 2)}, ×{PREVIEW_SPEED:.0f}"
        text = "" if preview.at_s is None else place
        self.place.show_text(text, colour=theme.PLANNED, is_stale=is_stale)
        if preview.is_playing != self._timer.isActive():
            if preview.is_playing:
                self._timer.start()
            else:
                self._timer.stop()

    @property
    def has_plan(self) -> bool:
        """True if there is a plan that can be watched."""
        return self._preview.duration_s > 0.0

    @property
    def is_playing(self) -> bool:
        """True if it goes on by itself."""
        return self._preview.is_playing

    def play_or_pause(self) -> None:
        """Go on, or stand."""
        self.keys["watch"].click()

    def _play(self) -> None:
        self._preview.go_on(self._clock())
        self._redraw()

    def _slide(self, ticks: int) -> None:
        self._preview.go_to(self._preview.duration_s * ticks / TICKS)
        self._redraw()

    def _key(self, key: str, do: Callable[[], None], *, text: str = "", tip: str = "") -> QPushButton:
        def press() -> None:
            do()
            self._redraw()

        made = button(f"{text}  {key}".strip(), press, "view")
        made.setToolTip(tip)
        made.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        if key:
            add_key(key, press, self, is_global=True, repeats=True)
        return made
