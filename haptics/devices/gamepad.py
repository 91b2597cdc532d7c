"""A game pad: sticks push the handle off its middle, a shoulder button is the dead-man.

    left stick      right, away            right shoulder   dead-man
    right stick     turn, up               left shoulder    right button: attitude follows
    right trigger   gripper                A                left button: attitude back to the middle

SDL knows where each pad has them (its game controller map), through pygame-ce without a window or sound.
"""

import importlib
import math
import os
from types import ModuleType
from typing import NamedTuple, Protocol

from haptics.devices.device import NO_MOTORS, DeviceMissing, Handle, HandleReading
from haptics.forces.wrench import Wrench
from telemetry.files.settings import with_extra

FULL_STICK = 32767.0
DEAD_ZONE = 0.12  # share of a stick's way in which it rests
REACH_M, REACH_RAD = 0.05, 0.5  # at the end of a stick's way

MISSING = f"pygame-ce is not installed here; {with_extra('handle')} brings it"
NO_DEVICE = "no game pad is attached; plug one in, or switch it on"
LOST = "the game pad is gone; plug it in and start again"


class PadState(NamedTuple):
    """The state of a pad: sticks -32768 to 32767, right and down positive; trigger 0 to 32767."""

    left: tuple[int, int] = (0, 0)
    right: tuple[int, int] = (0, 0)
    trigger: int = 0
    dead_man: bool = False
    left_button: bool = False
    right_button: bool = False


def reading(pad: PadState) -> HandleReading:
    """Return the handle that a pad stands for."""
    half = 0.0 - REACH_RAD * _share(pad.right[0]) / 2
    return HandleReading(
        p_handle=(
            REACH_M * _share(pad.left[0]),
            0.0 - REACH_M * _share(pad.left[1]),
            0.0 - REACH_M * _share(pad.right[1]),
        ),
        quat_handle=(math.cos(half), 0.0, 0.0, math.sin(half)),  # to the right is clockwise, seen from above
        dead_man=pad.dead_man,
        left_button=pad.left_button,
        right_button=pad.right_button,
        gripper=max(0.0, min(1.0, pad.trigger / FULL_STICK)),
    )


class Controller(Protocol):
    """An open controller of SDL's, as pygame-ce has it."""

    def attached(self) -> bool: ...
    def get_axis(self, axis: int) -> int: ...
    def get_button(self, button: int) -> bool: ...
    def quit(self) -> None: ...


class Gamepad(Handle):
    """A game pad that is open."""

    limits = NO_MOTORS

    def __init__(self, pygame: ModuleType, controller: Controller) -> None:
        """Take over an open controller of SDL's."""
        self._pygame, self._controller = pygame, controller

    def read(self, now_ns: int) -> HandleReading:
        """Return where sticks and buttons are; DeviceMissing: the pad is gone."""
        self._pygame.event.pump()
        if not self._controller.attached():
            raise DeviceMissing(LOST)
        pygame, axis, button = self._pygame, self._controller.get_axis, self._controller.get_button
        pad = PadState(
            left=(axis(pygame.CONTROLLER_AXIS_LEFTX), axis(pygame.CONTROLLER_AXIS_LEFTY)),
            right=(axis(pygame.CONTROLLER_AXIS_RIGHTX), axis(pygame.CONTROLLER_AXIS_RIGHTY)),
            trigger=axis(pygame.CONTROLLER_AXIS_TRIGGERRIGHT),
            dead_man=button(pygame.CONTROLLER_BUTTON_RIGHTSHOULDER),
            left_button=button(pygame.CONTROLLER_BUTTON_A),
            right_button=button(pygame.CONTROLLER_BUTTON_LEFTSHOULDER),
        )
        return reading(pad)

    def feel(self, wrench: Wrench) -> None:
        """Give nothing: its motors only shake."""

    def close(self) -> None:
        """Let it go."""
        self._controller.quit()


def open_gamepad() -> Gamepad:
    """Open the first game pad; DeviceMissing: there is none, or no pygame-ce."""
    os.environ.update(SDL_VIDEODRIVER="dummy", SDL_AUDIODRIVER="dummy", PYGAME_HIDE_SUPPORT_PROMPT="1")
    os.environ["SDL_JOYSTICK_ALLOW_BACKGROUND_EVENTS"] = "1"  # there is no window that could have the focus
    try:
        pygame = importlib.import_module("pygame")
        controller = importlib.import_module("pygame._sdl2.controller")
    except ImportError:
        raise DeviceMissing(MISSING) from None
    pygame.display.init()  # whose queue brings the events
    controller.init()
    for number in range(controller.get_count()):
        if controller.is_controller(number):
            return Gamepad(pygame, controller.Controller(number))
    raise DeviceMissing(NO_DEVICE)


def _share(figure: int) -> float:
    """Return how far a stick is pushed, -1 to 1, beginning at the edge of where it rests."""
    share = max(-1.0, min(1.0, figure / FULL_STICK))
    return math.copysign(max(0.0, abs(share) - DEAD_ZONE) / (1.0 - DEAD_ZONE), share)
