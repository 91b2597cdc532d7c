"""What is on board besides the joints: gripper, brakes, cameras, mode.  A stub: what is set is kept and told.

A command is done at once, at rest and not latched; each number is done or refused once, and a copy of it, or
an older one, comes to nothing.  No body is held by the gripper and no camera goes dark: telemetry alone shows
what was commanded.
"""

from dataclasses import dataclass, replace
from typing import Literal

from ground.rehearsal.spacecraft.onboard_report import CommandFates, SetPointNumber
from telemetry.agreed.reasons import Reason
from telemetry.messages.operations import (
    MOST_CAMERAS,
    BrakeOperation,
    CameraOperation,
    EquipmentState,
    GripperOperation,
    ModeOperation,
    Operation,
    OperationCommand,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Set:
    """What is set."""

    opening: float = 0.0  # of the gripper [m]
    grasps: bool = False
    free_brakes: frozenset[int] = frozenset()
    cameras_off: frozenset[str] = frozenset()
    mode: Literal["nominal", "safe"] = "nominal"


class Equipment:
    """The equipment of an arm with so many joints."""

    def __init__(self, joints: int) -> None:
        """Start as nothing has been commanded."""
        self._joints = joints
        self._set = _Set()
        self._newest: SetPointNumber = (0, 0)
        self._refusal: Reason | None = None

    @property
    def opening(self) -> float:
        """How wide the gripper is [m]."""
        return self._set.opening

    @property
    def state(self) -> EquipmentState | None:
        """What telemetry says of it; None: no command has come."""
        epoch, seq = self._newest
        if not seq:
            return None
        now = self._set
        return EquipmentState(
            epoch=epoch,
            seq=seq,
            refusal=self._refusal or "",
            grasps=now.grasps,
            free_brakes=tuple(sorted(now.free_brakes)),
            cameras_off=tuple(sorted(now.cameras_off)),
            mode=now.mode,
        )

    def on_command(
        self, command: OperationCommand, closed: Reason | None, fates: CommandFates, *, now_ns: int
    ) -> None:
        """Do a command, or refuse it for `closed` or because there is no such thing; report which."""
        number = (command.epoch, command.seq)
        if number <= self._newest:
            return
        asked = _done(self._set, command.operation)
        is_there = all(joint < self._joints for joint in asked.free_brakes)
        is_there &= len(asked.cameras_off) <= MOST_CAMERAS
        refusal = closed or (None if is_there else Reason.NO_SUCH_EQUIPMENT)
        self._newest, self._refusal = number, refusal
        if refusal is None:
            self._set = asked
        fates.on_operation(number, refusal, now_ns)


def _done(now: _Set, operation: Operation) -> _Set:
    match operation:
        case GripperOperation(action=action, opening=opening):
            return replace(now, opening=opening, grasps=action == "grasp")
        case BrakeOperation(action="release", joint=joint):
            return replace(now, free_brakes=now.free_brakes | {joint})
        case BrakeOperation(joint=joint):
            return replace(now, free_brakes=now.free_brakes - {joint})
        case CameraOperation(action="off", camera=camera):
            return replace(now, cameras_off=now.cameras_off | {camera})
        case CameraOperation(camera=camera):
            return replace(now, cameras_off=now.cameras_off - {camera})
        case ModeOperation(action=mode):
            return replace(now, mode=mode)
