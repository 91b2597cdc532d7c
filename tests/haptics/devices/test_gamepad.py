"""A game pad: what its sticks mean, and SDL's own virtual pad read through pygame-ce."""

import ctypes
import importlib
import os
from pathlib import Path

import pytest

from haptics.devices import gamepad
from haptics.devices.device import DeviceMissing
from haptics.devices.gamepad import DEAD_ZONE, FULL_STICK, REACH_M, PadState, reading

END = 32767


def test_the_left_stick_pushes_right_and_away_the_right_one_up():
    assert reading(PadState(left=(END, -END), right=(0, -END))).p_handle == (REACH_M, REACH_M, REACH_M)


def test_the_right_stick_turns_clockwise_seen_from_above():
    w, x, y, z = reading(PadState(right=(END, 0))).quat_handle
    assert (x, y) == (0.0, 0.0) and z < 0.0 and w > 0.9


def test_a_stick_that_rests_pushes_nothing_and_begins_at_nothing():
    rest = int(DEAD_ZONE * FULL_STICK)
    assert reading(PadState(left=(rest, -rest), right=(rest, rest))) == reading(PadState())
    assert 0.0 < reading(PadState(left=(rest + 40, 0))).p_handle[0] < 1e-4


def test_nothing_is_beyond_its_end():
    assert reading(PadState(left=(-32768, 0), trigger=32767)).p_handle[0] == -REACH_M
    assert reading(PadState(trigger=END)).gripper == 1.0 and reading(PadState(trigger=-32768)).gripper == 0.0


def test_without_pygame_one_line_says_what_brings_it(monkeypatch):
    def missing(name):
        raise ImportError(name)

    monkeypatch.setattr(importlib, "import_module", missing)
    monkeypatch.setitem(os.environ, "SDL_JOYSTICK_ALLOW_BACKGROUND_EVENTS", "0")
    with pytest.raises(DeviceMissing, match=r"pip install '\.\[handle\]'"):
        gamepad.open_gamepad()
    assert os.environ["SDL_JOYSTICK_ALLOW_BACKGROUND_EVENTS"] == "1"  # it has no window to be in front


@pytest.fixture
def sdl():
    """The SDL that pygame-ce brings, with no pad attached."""
    pygame = pytest.importorskip("pygame")
    with pytest.raises(DeviceMissing, match="no game pad is attached"):
        gamepad.open_gamepad()
    found = [*Path(pygame.__file__).parent.parent.glob("pygame_ce.libs/libSDL2-2-*")]
    if not found:
        pytest.skip("this pygame-ce does not bring its own SDL")
    library = ctypes.CDLL(str(found[0]))
    library.SDL_JoystickOpen.restype = ctypes.c_void_p
    library.SDL_JoystickSetVirtualAxis.argtypes = [ctypes.c_void_p, ctypes.c_int, ctypes.c_int16]
    library.SDL_JoystickSetVirtualButton.argtypes = [ctypes.c_void_p, ctypes.c_int, ctypes.c_uint8]
    yield library
    pygame.quit()


def test_a_pad_of_sdls_own_is_read_and_its_loss_is_told(sdl):
    pad_of_six_axes, right_shoulder = (1, 6, 21, 0), 10
    assert sdl.SDL_JoystickAttachVirtual(*pad_of_six_axes) == 0
    device, pad = gamepad.open_gamepad(), sdl.SDL_JoystickOpen(0)
    sdl.SDL_JoystickSetVirtualAxis(pad, 0, END)
    sdl.SDL_JoystickSetVirtualButton(pad, right_shoulder, 1)
    told = device.read(0)
    assert (told.p_handle[0], told.dead_man) == (REACH_M, True)
    sdl.SDL_JoystickDetachVirtual(0)
    with pytest.raises(DeviceMissing, match="the game pad is gone"):
        device.read(0)
