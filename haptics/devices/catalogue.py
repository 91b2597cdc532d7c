"""The devices that `farhand handle` can open: to add one, its file in this folder and a row here.

A row names the function that opens it, which imports what it needs by itself and raises `DeviceMissing`.  A
device in another language needs no row: its own program speaks the protocol (`farhand messages handle`).
"""

import importlib
from typing import NamedTuple

from haptics.device import Device


class DeviceRow(NamedTuple):
    """One device."""

    opener: str  # module:function, without arguments
    summary: str


HERE = "haptics.devices"
DEVICES = {
    "simulated": DeviceRow(
        f"{HERE}.scripted:open_simulated", "a hand that follows a script, to try a run with"
    ),
    "gamepad": DeviceRow(f"{HERE}.gamepad:open_gamepad", "sticks and buttons of a game pad (pygame-ce)"),
    "spacemouse": DeviceRow(
        f"{HERE}.space_mouse:open_space_mouse", "a 3Dconnexion SpaceMouse by USB (hidapi)"
    ),
}


def open_device(name: str) -> Device:
    """Open a device.

    Raises:
        DeviceMissing: it is not attached, or what reads it is not installed.
    """
    module, _, function = DEVICES[name].opener.partition(":")
    device: Device = getattr(importlib.import_module(module), function)()
    return device
