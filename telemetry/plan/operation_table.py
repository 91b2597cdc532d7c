"""Steps of a plan that move no joint: gripper, brakes, cameras, mode; each becomes one command of the gate.

What is critical of them is armed, then fired: by a script itself in a rehearsal, else by whoever may (R12).
"""

from collections.abc import Sequence
from typing import Annotated, Literal

import msgspec

from telemetry.files.settings import Table
from telemetry.messages.operations import (
    BrakeOperation,
    CameraOperation,
    GripperOperation,
    ModeOperation,
    Operation,
)

JointName = Annotated[str, msgspec.Meta(min_length=1, max_length=80)]
CameraName = Annotated[str, msgspec.Meta(min_length=1, max_length=12)]


class GripperTable(Table, frozen=True, kw_only=True):
    """The gripper closes on something, or lets it go: armed, then fired."""

    action: Literal["grasp", "release"]  # what it does
    opening_m: Annotated[float, msgspec.Meta(ge=0.0, le=1.0)]  # its width then
    force_n: Annotated[float, msgspec.Meta(gt=0.0, le=10_000.0)] | None = None  # that it grips with, at most


class BrakeTable(Table, frozen=True, kw_only=True):
    """The brake of one joint: to release it is armed, then fired."""

    action: Literal["release", "apply"]  # what it does
    joint: JointName  # by its name in the robot file


class CameraSwitchTable(Table, frozen=True, kw_only=True):
    """A camera is switched."""

    action: Literal["on", "off"]  # what it does
    name: CameraName  # of the camera


class ModeTable(Table, frozen=True, kw_only=True):
    """The spacecraft goes into another mode: out of the safe one armed, then fired."""

    action: Literal["nominal", "safe"]  # which mode


OperationTable = GripperTable | BrakeTable | CameraSwitchTable | ModeTable


def operation(table: OperationTable, joints: Sequence[str]) -> Operation:
    """Return the command that a step asks for, of an arm whose joints have these names."""
    match table:
        case GripperTable(action=action, opening_m=opening, force_n=force):
            return GripperOperation(action=action, opening=opening, force=force)
        case BrakeTable(action=action, joint=joint):
            return BrakeOperation(action=action, joint=joints.index(joint))
        case CameraSwitchTable(action=action, name=name):
            return CameraOperation(action=action, camera=name)
        case ModeTable(action=action):
            return ModeOperation(action=action)
