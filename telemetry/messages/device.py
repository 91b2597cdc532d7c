"""A handle that a program of its own drives: what the device says, and what the hand on it shall feel.

    device --- DeviceState, 50 to 1000 Hz ---> haptics
           <-- DeviceForce, 50 Hz or more ----          `farhand messages handle` tells the whole protocol

Poses are the handle's own: metres from the middle of its workspace, in axes that the run's settings turn.
The network never closes a fast loop: beside the device one of 1 kHz renders the model.
"""

from telemetry.messages.base import (
    Count,
    Finite,
    Message,
    Name,
    Nanoseconds,
    Part,
    Quaternion,
    Share,
    Text,
    Vector,
    on_wire,
)
from telemetry.messages.force import NOWHERE, Amount, Limit, LocalModel
from telemetry.messages.handle import UPRIGHT, Place


@on_wire("DeviceHello")
class DeviceHello(Part, frozen=True, kw_only=True):
    """Who a device is: part of the first state that it says, and of each until a force has come."""

    token: Name  # of the run, as its handle.json says; the door takes it away, so it is on no record
    name: Name  # for people, as "virtuose 6d"
    rate: Amount  # of its states [Hz]
    peak_force: Amount = 0.0  # that it can give for a moment [N]; 0: it gives none
    continuous_force: Amount = 0.0  # that it can give all the time [N]
    peak_torque: Amount = 0.0  # [N m]
    continuous_torque: Amount = 0.0  # [N m]


@on_wire("DeviceState")
class DeviceState(Message, frozen=True, kw_only=True, tag=37):
    """Device to haptics: where the handle is, and what the hand presses."""

    number: Count  # of this state, growing from 1
    device_ns: Nanoseconds  # when it was so, by the device's own clock, whatever that counts from
    heard: Count  # number of the newest force that has come; 0: none
    p_handle: Place  # from the middle of the workspace [m]
    quat_handle: Quaternion = UPRIGHT  # w, x, y, z, norm 1; a device that does not turn leaves it out
    dead_man: bool  # True while it is pressed
    left_button: bool = False  # True while it is pressed
    right_button: bool = False  # the same
    gripper: Share = 0.0  # 0 open ... 1 closed
    force: Vector | None = None  # that it gives at this instant [N]; null: what it was told to give
    torque: Vector | None = None  # [N m]
    limit: Limit | None = None  # why its own loop gives less than asked; null: it does not say
    passed: Share | None = None  # of what the device could give, what energy and age let through
    energy: Finite | None = None  # that the hand has given and not got back, as its own loop knows [J]
    hello: DeviceHello | None = None


@on_wire("DeviceForce")
class DeviceForce(Message, frozen=True, tag=38):
    """Haptics to device: what the hand shall feel now, and how to go on until the next."""

    number: Count  # of this force, growing from 1
    heard: Count  # number of the newest state that has come
    device_ns: Nanoseconds  # of that state: the device's own clock less this is the round trip
    at_ns: Nanoseconds = 0  # when this is said, by the clock of the model's `at_ns`
    force: Vector = NOWHERE  # on the hand, in handle axes: for a program without a loop of its own [N]
    torque: Vector = NOWHERE  # the same [N m]
    force_limit: Amount = 0.0  # that nothing rendered may pass [N]
    torque_limit: Amount = 0.0  # [N m]
    model: LocalModel = LocalModel()  # for a loop of 1 kHz, in place of force and torque
    is_pressed: bool = False  # the dead-man counts; False though it is pressed: let go, and press it anew
    is_taken: bool = True  # this device is the handle of the run; False: it is not, and why stands in `told`
    told: Text = ""  # for people


@on_wire("DeviceRefused")
class DeviceRefused(Message, frozen=True, tag=39):
    """Door of the handle to haptics: a device's program was sent away."""

    name: Name  # as it names itself
    why: Text
