"""Teleoperation as tables of a file: strokes of the hand with the dead-man pressed, and its fixtures.

A script makes the strokes; a person is handed the handle, and reads in them what is to be done.

    fixture = { end_m = [1.1, 0.4, 0.2], radius_m = 0.04 }        a tube from where the tool is
    fixture = { kind = "plane", end_m = [...], along = [...] }    or one of the other kinds

    [[fixture]]                                                   of a plan, as long as it goes on
    name = "aside"
    end_m = [1.1, 0.4, 0.2]
"""

import math
from typing import Annotated, Literal

import msgspec

from telemetry.files.settings import FILE_NAME, Table
from telemetry.messages.base import LONGEST_NAME, Quaternion, Vector
from telemetry.messages.fixture import FixtureKind, FixtureMode, FixtureRequest
from telemetry.messages.handle import HandMode, Steering
from telemetry.plan.hand_frame import Cameras, EulerZyx, FrameName, check_frame, hand_axes, steered
from telemetry.plan.move_table import BASE, Component, Duration, Place, ToolName

Length = Annotated[float, msgspec.Meta(ge=0.0, le=10.0)]  # [m]


class FixtureTable(Table, frozen=True, kw_only=True):
    """What the hand is to be led by; places as in `FixtureRequest`."""

    kind: FixtureKind = "tube"  # what leads the hand
    frame: ToolName = ""  # base (if empty), world, or a body of the scene
    start_m: Place | None = None  # of a tube; None: where the tool is
    end_m: Place  # where it leads, or stands
    stand_off_m: Length = 0.0  # it ends so far before that
    radius_m: Length = 0.05  # of a tube or sphere
    along: Place | None = None  # direction of a line, normal of a plane, half edges of a box
    mode: FixtureMode = "default"  # source: a tube by rays, as published

    def request(self, fixture_id: str, tool: str) -> FixtureRequest:
        """Return what the planner is asked for."""
        return FixtureRequest(
            fixture_id=fixture_id,
            kind=self.kind,
            frame=self.frame,
            start=self.start_m,
            end=self.end_m,
            stand_off=self.stand_off_m,
            radius=self.radius_m,
            along=self.along,
            tool=tool,
            mode=self.mode,
        )


class StandingFixtureTable(FixtureTable, frozen=True, kw_only=True):
    """One that stands from the begin of a plan to its end."""

    name: Annotated[str, msgspec.Meta(max_length=LONGEST_NAME // 2, pattern=FILE_NAME)]  # as screens tell it
    tool: ToolName = ""  # that the hand moves; empty: the arm's first


Instant = Annotated[float, msgspec.Meta(ge=0.0, le=3600.0)]
Axis = tuple[Component, Component, Component]
Attempts = Annotated[int, msgspec.Meta(ge=1, le=20)]


class StrokeTable(Table, frozen=True, kw_only=True):
    """One stroke: the hand goes out or turns, stays until something happens, and comes back."""

    direction: Axis | None = None  # of the hand; its length does not matter
    displacement_m: Annotated[float, msgspec.Meta(gt=0.0, le=0.2)] | None = None  # how far
    turn_axis: Axis | None = None  # about which the hand turns
    turn_deg: Annotated[float, msgspec.Meta(gt=0.0, le=120.0)] | None = None  # how far
    buttons: tuple[Literal["left", "right"], ...] | None = None  # None: right, if the hand turns
    until: Literal["rolled_back", "clear", "time"]  # what ends it
    for_s: Duration  # the stroke's limit in any case
    clear_m: Annotated[float, msgspec.Meta(ge=0.0, le=10.0)] | None = None  # predicted clearance that ends it

    def __post_init__(self) -> None:
        """Refuse a stroke that goes nowhere, or one that waits for a clearance that is not given."""
        if (self.direction is None) != (self.displacement_m is None):
            raise ValueError("direction and displacement_m belong together")
        if (self.turn_axis is None) != (self.turn_deg is None):
            raise ValueError("turn_axis and turn_deg belong together")
        if self.direction is None and self.turn_axis is None:
            raise ValueError("give direction and displacement_m, turn_axis and turn_deg, or all of them")
        for key, axis in (("direction", self.direction), ("turn_axis", self.turn_axis)):
            if axis is not None and not any(axis):
                raise ValueError(f"{key} has no length; give for example [0.0, 0.0, -1.0]")
        if (self.until == "clear") != (self.clear_m is not None):
            raise ValueError("clear_m belongs to until = 'clear', and is required there")

    def hand(self) -> Vector:
        """Return where the hand goes, from the handle's centre [m]."""
        x, y, z = self.direction or (0.0, 0.0, 0.0)
        scale = self.displacement_m / math.hypot(x, y, z) if self.displacement_m else 0.0
        return (x * scale, y * scale, z * scale)

    def attitude(self) -> Quaternion:
        """Return how the hand turns the handle."""
        x, y, z = self.turn_axis or (0.0, 0.0, 1.0)
        half = math.radians(0.5 * (self.turn_deg or 0.0))
        share = math.sin(half) / math.hypot(x, y, z)
        return (math.cos(half), x * share, y * share, z * share)

    @property
    def pressed(self) -> tuple[Literal["left", "right"], ...]:
        """The buttons that are held."""
        if self.buttons is not None:
            return self.buttons
        return ("right",) if self.turn_axis is not None else ()


class TeleopTable(Table, frozen=True, kw_only=True):
    """Teleoperation, stroke after stroke; what is not said of the hand is as its table says."""

    mode: HandMode | None = None  # what of the hand counts: place, attitude or both
    frame: FrameName | None = None  # in whose axes it steers
    axes_euler_zyx_deg: EulerZyx | None = None  # of `view` in base axes, of `camera` in those of the tool
    tool: ToolName = ""  # that the hand moves; empty: the arm's first
    strokes: Annotated[tuple[StrokeTable, ...], msgspec.Meta(max_length=50)] = msgspec.field(
        name="stroke"
    )  # none: a person's hand alone
    fixture: FixtureTable | None = None  # that is to lead the hand
    attempts: Attempts = 5  # for each stroke, interruptions included
    hold_at_s: Instant | None = None  # HOLD so long after arming

    def __post_init__(self) -> None:
        """Refuse axes without the frame that they are of."""
        check_frame(self.frame or BASE, self.axes_euler_zyx_deg)

    def steering(self, usual: Steering, cameras: Cameras) -> Steering:
        """Return how the hand steers; what is not said is as usual.

        Raises:
            ValueError: it is to steer in the frame of a camera that is not there.
        """
        mode = self.mode or usual.mode
        if self.frame is None:
            return msgspec.structs.replace(usual, mode=mode)
        return steered(usual, mode=mode, axes=hand_axes(self.frame, self.axes_euler_zyx_deg, cameras))
