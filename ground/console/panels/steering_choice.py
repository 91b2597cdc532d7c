"""How the hand steers when it is armed next: mode, axes and control, by clicks or keys, told in words.

    [position T] [base axes B] [no force R]      each click or key goes on to the next

The view's axes are those of the picture when the hand is armed; a camera's are those of the first that the
tool carries.  A choice moves nothing: it counts from the next arming on.
"""

from collections.abc import Sequence
from typing import TypeVar, get_args

from PySide6.QtCore import Qt

from ground.console.panels.panel_layout import PanelSources
from ground.console.widgets.action_button import action_button
from ground.pictures.camera import CameraTable
from predictor.model.spatial import quaternion_from_rotation
from telemetry.messages.base import Quaternion
from telemetry.messages.handle import UPRIGHT, HandControl, HandFrame, HandMode, Steering

HAND_MODES: tuple[HandMode, ...] = get_args(HandMode)
HAND_FRAMES: tuple[HandFrame, ...] = get_args(HandFrame)
HAND_CONTROLS: tuple[HandControl, ...] = get_args(HandControl)
AXES_TEXTS = {
    "base": "base axes",
    "tool": "tool axes",
    "camera": "camera axes",
    "view": "view axes",
}
FORCE_TEXTS = {"master_slave": "no force", "bilateral": "force"}

T = TypeVar("T")


class SteeringChoice:
    """Three buttons, and what they add up to."""

    def __init__(self, sources: PanelSources) -> None:
        """Begin with what the run's settings say."""
        self._view, self._usual = sources.view, sources.run.hand.steering
        self._camera = _carried(sources.bodies.cameras)
        self.mode, self.frame, self.control = self._usual.mode, self._usual.frame, self._usual.control
        self.buttons = (
            action_button("", Qt.Key.Key_T, self._next_mode),
            action_button("", Qt.Key.Key_B, self._next_frame),
            action_button("", Qt.Key.Key_R, self._next_control),
        )
        self._show()

    @property
    def steering(self) -> Steering:
        """How the hand steers if it is armed now."""
        return Steering(mode=self.mode, frame=self.frame, control=self.control, quat_axes=self._axes())

    @property
    def turns(self) -> bool:
        """True if turns of the hand count in the mode that is chosen."""
        return self.mode != "position"

    def _axes(self) -> Quaternion:
        if self.frame == "view":
            w, x, y, z = quaternion_from_rotation(self._view.R_view_base.T).tolist()
            return w, x, y, z
        if self.frame != "camera":
            return UPRIGHT
        if self._usual.frame == "camera" or self._camera is None:
            return self._usual.quat_axes
        w, x, y, z = quaternion_from_rotation(self._camera.T_mount_camera[:3, :3]).tolist()
        return w, x, y, z

    def _next_mode(self) -> None:
        self.mode = next_choice(self.mode, HAND_MODES)
        self._show()

    def _next_frame(self) -> None:
        is_there = self._camera is not None or self._usual.frame == "camera"
        self.frame = next_choice(
            self.frame, [frame for frame in HAND_FRAMES if frame != "camera" or is_there]
        )
        self._show()

    def _next_control(self) -> None:
        self.control = next_choice(self.control, HAND_CONTROLS)
        self._show()

    def _show(self) -> None:
        words = (self.mode, AXES_TEXTS[self.frame], FORCE_TEXTS[self.control])
        for button, word, key in zip(self.buttons, words, ("T", "B", "R"), strict=True):
            button.setText(f"{word}  {key}")


def steering_text(steering: Steering) -> str:
    """Return how a hand steers, as a person reads it."""
    return f"{steering.mode}, {AXES_TEXTS[steering.frame]}, {FORCE_TEXTS[steering.control]}"


def next_choice(chosen: T, choices: Sequence[T]) -> T:
    """Return the choice that comes after another one, round and round."""
    return choices[(choices.index(chosen) + 1) % len(choices)] if chosen in choices else choices[0]


def _carried(cameras: tuple[CameraTable, ...]) -> CameraTable | None:
    return next((camera for camera in cameras if camera.mount == "tool"), None)
