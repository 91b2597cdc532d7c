"""The table `[hand]` of a file: how the hand leads the arm, for people to write."""

import math
from typing import Annotated, Literal

import msgspec

from telemetry.hand_settings import Axis, HandSettings
from telemetry.messages.handle import HandControl, HandFrame, HandMode, Steering
from telemetry.plan.force_table import ForceTable, HumanTable
from telemetry.plan.hand_table import EulerZyx, steering_of
from telemetry.plan.joint_table import radians
from telemetry.plan.move_table import Place, quaternion
from telemetry.settings import Table

Scale = Annotated[float, msgspec.Meta(gt=0.0, le=2.0)]


class HandSettingsTable(Table, frozen=True, kw_only=True):
    """How the hand leads the arm."""

    mode: HandMode = "position"
    frame: HandFrame = "base"
    control: HandControl = "master_slave"
    axes_euler_zyx_deg: EulerZyx | None = None  # of the view in base axes, of the camera in the tool's
    handle_euler_zyx_deg: EulerZyx = (0.0, 0.0, 0.0)  # handle axes in those of the frame
    scale: Scale = 0.2  # increment of each period for a displacement of one
    turning_scale: Scale = 0.2  # turn of the tool for one of the handle
    dead_zone_m: Annotated[float, msgspec.Meta(ge=0.0, le=0.1)] = 0.005
    dead_zone_deg: Annotated[float, msgspec.Meta(ge=0.0, le=45.0)] = 0.5
    speed_m_s: Annotated[float, msgspec.Meta(gt=0.0, le=0.5)] = 0.05
    turning_deg_s: Annotated[float, msgspec.Meta(gt=0.0, le=45.0)] = 6.0
    locked_axes: Annotated[tuple[Axis, ...], msgspec.Meta(max_length=6)] = ()
    workspace_m: tuple[Place, Place] | None = None  # least and greatest place of the tool, in base axes
    shared: Literal["", "fixture"] = ""  # what may bend the hand's command: a tube; empty: nothing
    pull_n: Annotated[float, msgspec.Meta(ge=0.0, le=10.0)] = 0.0  # along a fixture
    force: ForceTable = ForceTable()
    human: HumanTable = HumanTable()

    def __post_init__(self) -> None:
        """Refuse a box without room, axes that are locked twice, and a view that is not used or not told."""
        low, high = self.workspace_m or ((0.0, 0.0, 0.0), (1.0, 1.0, 1.0))
        if not all(a < b for a, b in zip(low, high, strict=True)):
            raise ValueError("workspace_m must be [least, greatest], with room along x, y and z")
        if len(set(self.locked_axes)) < len(self.locked_axes):
            raise ValueError("locked_axes: each axis must be there only once")
        steering_of(Steering(), mode=self.mode, frame=self.frame, axes_deg=self.axes_euler_zyx_deg)

    def settings(self) -> HandSettings:
        """Return what every role of a run agrees on."""
        chosen = Steering(control=self.control)
        steering = steering_of(chosen, mode=self.mode, frame=self.frame, axes_deg=self.axes_euler_zyx_deg)
        return HandSettings(
            steering=steering,
            quat_base_handle=quaternion(*radians(self.handle_euler_zyx_deg)),
            scale=self.scale,
            turning_scale=self.turning_scale,
            dead_zone=self.dead_zone_m,
            turning_dead_zone=math.radians(self.dead_zone_deg),
            speed_max=self.speed_m_s,
            turning_max=math.radians(self.turning_deg_s),
            locked_axes=self.locked_axes,
            workspace=self.workspace_m,
            shared=self.shared,
            pull=self.pull_n,
            force=self.force.settings(),
            human=self.human.settings(),
        )
