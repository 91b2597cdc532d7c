"""Critical commands: which of those without motion need ARM and FIRE, and the hash that both name (R12)."""

from collections.abc import Mapping

import msgspec

from telemetry.agreed.chains import digest, state_digest
from telemetry.messages.joint_state import JointState
from telemetry.messages.operations import (
    BrakeOperation,
    CameraOperation,
    GripperOperation,
    ModeOperation,
    Operation,
)

CRITICAL: Mapping[type[Operation], frozenset[str]] = {  # actions; all else is given by one act
    GripperOperation: frozenset({"grasp", "release"}),
    BrakeOperation: frozenset({"release"}),
    CameraOperation: frozenset(),
    ModeOperation: frozenset({"nominal"}),  # it leaves the safe mode
}


def is_critical(operation: Operation) -> bool:
    """True if a command leaves by ARM and FIRE alone."""
    return operation.action in CRITICAL[type(operation)]


def operation_digest(
    operation: Operation, number: tuple[int, int], *, r: JointState, world: int, configuration: bytes
) -> bytes:
    """Return the hash of a command and of all that it is armed for; `number`: its epoch and seq."""
    epoch, seq = (part.to_bytes(8, "big") for part in number)
    asked, model = msgspec.msgpack.encode(operation), world.to_bytes(8, "big")
    return digest(asked, state_digest(r), model, configuration, epoch, seq)


def operation_text(operation: Operation, joint: str = "") -> str:
    """Return a command in words; `joint`: name of the one whose brake is meant."""
    match operation:
        case GripperOperation(action=action, opening=opening, force=force):
            return f"{action} at {1000.0 * opening:.0f} mm" + ("" if force is None else f", {force:g} N")
        case BrakeOperation(action=action, joint=number):
            return f"{action} the brake of {joint or f'joint {number + 1}'}"
        case CameraOperation(action=action, camera=camera):
            return f"camera {camera} {action}"
        case ModeOperation(action=action):
            return f"mode {action}"
