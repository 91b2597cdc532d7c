"""Commands that move no joint: gripper, brakes, cameras, mode; what is critical of them is armed, then fired.

    console --- ArmCritical ---> gate: the hash of all that it was armed for, 30 s, in every status
    console --- FireCritical --> gate: the same hash, and it still holds ---> OperationCommand ---> spacecraft
    console --- Operate -------> gate: what is not critical (`telemetry.agreed.critical`) ---> the same

Each has a number of its own (epoch, seq from 1), which the gate's status announces, and which is never used
again: so an ARM that comes twice arms nothing, and on board nothing is done twice.
"""

from typing import Annotated, Literal

import msgspec

from telemetry.messages.base import Count, Digest, Message, Name, Nanoseconds, Part, on_wire

WIDEST_M, STRONGEST_N = 1.0, 10_000.0  # a gripper opens, and grips
MOST_CAMERAS = 3
CameraName = Annotated[str, msgspec.Meta(max_length=12)]


@on_wire("GripperOperation")
class GripperOperation(Part, frozen=True, tag="gripper"):
    """The gripper closes on something, or lets it go."""

    action: Literal["grasp", "release"]
    opening: Annotated[float, msgspec.Meta(ge=0.0, le=WIDEST_M)]  # its width then [m]
    force: Annotated[float, msgspec.Meta(gt=0.0, le=STRONGEST_N)] | None = None  # that it grips with [N]


@on_wire("BrakeOperation")
class BrakeOperation(Part, frozen=True, tag="brake"):
    """The brake of one joint is released by itself, or put on again."""

    action: Literal["release", "apply"]
    joint: Count  # from 0


@on_wire("CameraOperation")
class CameraOperation(Part, frozen=True, tag="camera"):
    """A camera is switched."""

    action: Literal["on", "off"]
    camera: CameraName


@on_wire("ModeOperation")
class ModeOperation(Part, frozen=True, tag="mode"):
    """The spacecraft goes into another mode."""

    action: Literal["nominal", "safe"]


Operation = GripperOperation | BrakeOperation | CameraOperation | ModeOperation


@on_wire("ArmCritical")
class ArmCritical(Message, frozen=True, tag=130):
    """The holder of the lease arms one critical command; nothing leaves yet."""

    operation: Operation
    epoch: Count  # with seq: the number that the gate's status announces
    seq: Count
    login: Name = ""  # of the person
    number: Count = 0


@on_wire("FireCritical")
class FireCritical(Message, frozen=True, tag=131):
    """Fire what is armed, by its hash; under the two-person profile another person does than who armed."""

    operation: Operation
    digest: Digest  # as the gate's status shows it
    epoch: Count
    seq: Count
    login: Name = ""  # of the person
    number: Count = 0


@on_wire("Operate")
class Operate(Message, frozen=True, tag=132):
    """The holder of the lease gives a command that is not critical."""

    operation: Operation
    number: Count = 0


@on_wire("OperationCommand")
class OperationCommand(Message, frozen=True, tag=26):
    """Gate to spacecraft, at rest: one such command."""

    epoch: Count
    seq: Count  # of these commands, from 1 in each epoch
    operation: Operation


@on_wire("ArmedOperation")
class ArmedOperation(Part, frozen=True):
    """What is armed, for how long, and by whom."""

    operation: Operation
    epoch: Count
    seq: Count
    digest: Digest  # over command, arguments, r, world, configuration and number
    by: Name  # participant
    login: Name
    until_ns: Nanoseconds  # ground clock


@on_wire("EquipmentState")
class EquipmentState(Part, frozen=True, array_like=True):
    """Spacecraft to ground: what is set of its equipment, and the newest command of it.

    On the wire it is an array, in this order; how wide the gripper is stands in the telemetry itself.
    """

    epoch: Count
    seq: Count
    refusal: Name  # of that command; empty: it was done
    grasps: bool
    free_brakes: Annotated[tuple[Count, ...], msgspec.Meta(max_length=16)]  # released by command; from 0
    cameras_off: Annotated[tuple[CameraName, ...], msgspec.Meta(max_length=MOST_CAMERAS)]
    mode: Literal["nominal", "safe"]
