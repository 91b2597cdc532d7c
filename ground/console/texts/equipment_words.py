"""The equipment in words: what is set of it, and the commands without motion that a person can ask for."""

from collections.abc import Sequence

from ground.console.texts import formats
from telemetry.agreed.critical import operation_text
from telemetry.messages.operations import (
    BrakeOperation,
    CameraOperation,
    GripperOperation,
    ModeOperation,
    Operation,
)
from telemetry.messages.spacecraft import Telemetry


def offered_operations(joints: int, cameras: Sequence[str]) -> tuple[Operation, ...]:
    """Return what can be asked for where there are so many joints and these cameras; no width is chosen."""
    return (
        *(GripperOperation(action=action, opening=0.0) for action in ("grasp", "release")),
        *(BrakeOperation(action=to, joint=k) for to in ("release", "apply") for k in range(joints)),
        *(CameraOperation(action=to, camera=name) for to in ("off", "on") for name in cameras),
        *(ModeOperation(action=action) for action in ("safe", "nominal")),
    )


def operation_name(operation: Operation) -> str:
    """Return a command as it stands in the list, without the gripper's width."""
    return f"{operation.action}" if isinstance(operation, GripperOperation) else operation_text(operation)


def equipment_text(telemetry: Telemetry) -> str:
    """Return what is set, as the spacecraft reports it."""
    wide, state = f"gripper {formats.whole_millimetres(telemetry.gripper)}", telemetry.equipment
    if state is None:
        return f"{wide}; no command of the equipment was reported yet"
    free = ", ".join(str(joint + 1) for joint in state.free_brakes)
    parts = (
        f"{wide}, {'holds' if state.grasps else 'empty'}",
        f"brakes released of joints {free}" if free else "no brake released",
        f"cameras off: {', '.join(state.cameras_off) or 'none'}",
        f"mode {state.mode}",
        *((f"refused: {state.refusal}",) if state.refusal else ()),
    )
    return "; ".join(parts)
