"""A 3Dconnexion SpaceMouse: its reports, and what they mean for the handle.

    report 1   x y z           or, of newer models, x y z and the turns in one report of 13 octets
    report 2   turns about x y z
    report 3   buttons, one bit each

Each figure is a signed 16-bit integer, little-endian, of about 350 at most.  Its axes are x right, y towards
the hand, z down; the handle's are x right, y away, z up.  The cap springs back, so what it is pushed by is
where the handle is: the first button is the dead-man, the second the right button.

The layout: 3Dconnexion's HID reports as spacenavd and the Linux kernel's hid-3dconnexion read them; a device
was never attached here.
"""

import importlib
import math
import struct
from collections.abc import Mapping, Sequence
from typing import NamedTuple, Protocol

from haptics.devices.device import NO_MOTORS, DeviceMissing, Handle, HandleReading
from haptics.forces.wrench import Wrench
from telemetry.agreed.run_settings import NS_PER_S
from telemetry.files.settings import with_extra
from telemetry.messages.base import Quaternion, Vector

VENDORS = (0x256F, 0x046D)  # 3Dconnexion, and Logitech before it
PRODUCTS_OF_LOGITECH = range(0xC600, 0xC700)  # of which only these are 3D mice
FULL_PUSH = 350.0  # a figure at the end of the cap's way
REACH_M, REACH_RAD = 0.05, 0.5  # what that is for the handle
QUIET_NS = NS_PER_S * 3 // 10  # a cap that is pushed reports many times a second: a silent one is gone
MOVED, TURNED, PRESSED = 1, 2, 3
REPORT_BYTES = 64

MISSING = f"hidapi is not installed here; {with_extra('handle')} brings it"
LOST = "the SpaceMouse is gone; plug it in and start again"
NO_DEVICE = (
    "no SpaceMouse is attached, or it may not be opened: plug it in, and let this user read it "
    "(a udev rule for the vendors 256f and 046d)"
)


class CapState(NamedTuple):
    """The state of the cap, by the reports so far."""

    moved: Vector = (0.0, 0.0, 0.0)  # right, away, up: shares of the way [1]
    turned: Vector = (0.0, 0.0, 0.0)  # about these axes
    buttons: int = 0

    @property
    def is_pushed(self) -> bool:
        """True if it is off its middle."""
        return any((*self.moved, *self.turned))


def after_report(cap: CapState, report: bytes) -> CapState:
    """Return the cap after a report; one that is unknown changes nothing."""
    kind, rest = report[:1], report[1:]
    if kind == bytes([MOVED]) and len(rest) >= 12:
        return cap._replace(moved=_axes(rest), turned=_axes(rest[6:]))
    if kind == bytes([MOVED]) and len(rest) >= 6:
        return cap._replace(moved=_axes(rest))
    if kind == bytes([TURNED]) and len(rest) >= 6:
        return cap._replace(turned=_axes(rest))
    if kind == bytes([PRESSED]) and rest:
        return cap._replace(buttons=int.from_bytes(rest[:4], "little"))
    return cap


def reading(cap: CapState) -> HandleReading:
    """Return the handle that a cap stands for."""
    x, y, z = (REACH_M * share for share in cap.moved)
    return HandleReading(
        p_handle=(x, y, z),
        quat_handle=_quaternion(cap.turned),
        dead_man=bool(cap.buttons & 1),
        left_button=False,
        right_button=bool(cap.buttons & 2),
    )


class HidDevice(Protocol):
    """An open device, as hidapi has it."""

    def set_nonblocking(self, value: bool) -> object: ...
    def read(self, most: int) -> Sequence[int]: ...
    def close(self) -> None: ...


class SpaceMouse(Handle):
    """A SpaceMouse that is open."""

    limits = NO_MOTORS

    def __init__(self, opened: HidDevice) -> None:
        """Take over an open HID device."""
        opened.set_nonblocking(True)
        self._hid = opened
        self._cap = CapState()
        self._reported_ns = 0

    def read(self, now_ns: int) -> HandleReading:
        """Take all reports that wait; DeviceMissing: it is gone."""
        try:
            while report := self._hid.read(REPORT_BYTES):
                self._cap, self._reported_ns = after_report(self._cap, bytes(report)), now_ns
        except OSError:
            raise DeviceMissing(LOST) from None
        if self._cap.is_pushed and now_ns - self._reported_ns > QUIET_NS:
            self._cap = CapState()
        return reading(self._cap)

    def feel(self, wrench: Wrench) -> None:
        """Give nothing: it has no motors."""

    def close(self) -> None:
        """Let it go."""
        self._hid.close()


def open_space_mouse() -> SpaceMouse:
    """Open the first SpaceMouse; DeviceMissing: there is none, or no hidapi."""
    try:
        hid = importlib.import_module("hid")
    except ImportError:
        raise DeviceMissing(MISSING) from None
    found = [each["path"] for each in hid.enumerate() if is_space_mouse(each)]
    device = hid.device()
    for path in found:
        try:
            device.open_path(path)
        except OSError:
            continue
        return SpaceMouse(device)
    raise DeviceMissing(NO_DEVICE)


def is_space_mouse(device: Mapping[str, object]) -> bool:
    """True if a device that HID lists is a SpaceMouse."""
    vendor, product = device["vendor_id"], device["product_id"]
    return vendor == VENDORS[0] or (vendor == VENDORS[1] and product in PRODUCTS_OF_LOGITECH)


def _axes(octets: bytes) -> Vector:
    """Return right, away, up of three figures."""
    x, y, z = (max(-1.0, min(1.0, figure / FULL_PUSH)) for figure in struct.unpack_from("<3h", octets))
    return x, 0.0 - y, 0.0 - z


def _quaternion(turned: Vector) -> Quaternion:
    """Return the attitude of a cap turned by these shares, as a rotation vector."""
    vector = [REACH_RAD * share for share in turned]
    angle = math.hypot(*vector)
    along = math.sin(angle / 2) / angle if angle else 0.0
    x, y, z = (along * part for part in vector)
    return math.cos(angle / 2), x, y, z
