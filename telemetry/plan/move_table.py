"""One move of a plan as a table of a file, and what the planner is asked for by it.

    to_deg = [...]  or  to = { NAME_deg = ..., NAME_m = ... }     a joint move
    place_m = [x, y, z]                                           a joint move that brings the tool there
    to_m = [x, y, z]                                              a straight line of the tool
    arc = { through_m = [...], to_m = [...] }                     an arc through a point to another one
    arc = { centre_m = [...], axis = [...], angle_deg = ... }     an arc about an axis
    orbit = { target_m = [...], axis = [...], angle_deg = ... }   the tool faces the target all the way
    plane_deg = 30.0                                              the elbow turns, and the tool stays

    attitude_wxyz, euler_zyx_deg or look_at_m      of a line or an arc: how the tool stands at its end; the
                                                   first two of a place as well
    arc = { ..., turns = true }                    or it turns with the arc
    frame = "world"                                in which all of that is given, else in the arm base;
                                                   "tool", "camera NAME": as it stands where the move begins
    lock = ["NAME"], gives = "z"                   joints that stay, and what gives way for it
    blend_m = 0.05                                 the corner to the next move is rounded, without a stop

Scenarios and plan files have the same tables.  Degrees end here: `MoveTable.move` hands out radians.
"""

import math
from collections.abc import Sequence
from typing import Annotated, cast

import msgspec
from msgspec.structs import replace

from telemetry.files.settings import Table
from telemetry.messages.base import Quaternion, is_attitude
from telemetry.messages.plan import (
    ArcMove,
    CourseMove,
    JointMove,
    LineMove,
    Move,
    OrbitMove,
    PlaceMove,
    PlaneMove,
)
from telemetry.plan.giving import weights_of
from telemetry.plan.joint_table import Angles, Degrees, JointTable, joint_values, radians

BASE, WORLD = "base", "world"  # frames that every plan has, beside bodies of its scene
TOOL, CAMERA = "tool", "camera "  # that the arm carries; behind the latter the camera's name
MOVE_KEYS = ("to_deg", "to", "place_m", "to_m", "arc", "orbit", "plane_deg")
COURSE_KEYS = ("to_m", "arc", "orbit")
ATTITUDE_KEYS = ("attitude_wxyz", "euler_zyx_deg", "look_at_m")

ToolName = Annotated[str, msgspec.Meta(max_length=80)]  # one that the arm has, or none
Metres = Annotated[float, msgspec.Meta(ge=-100.0, le=100.0)]
Component = Annotated[float, msgspec.Meta(ge=-1.0, le=1.0)]
JointNames = Annotated[tuple[ToolName, ...], msgspec.Meta(max_length=16)]
Gives = Annotated[str, msgspec.Meta(max_length=80)]
Duration = Annotated[float, msgspec.Meta(gt=0.0, le=3600.0)]
Swing = Annotated[float, msgspec.Meta(ge=-3600.0, le=3600.0)]  # [deg]
Corner = Annotated[float, msgspec.Meta(gt=0.0, le=10.0)]  # [m]
PlaneTurn = Annotated[float, msgspec.Meta(ge=-360.0, le=360.0)]  # [deg]
Place = tuple[Metres, Metres, Metres]
Direction = tuple[Metres, Metres, Metres]  # of any length but 0


class ArcTable(Table, frozen=True, kw_only=True):
    """An arc of the tool from where it is: through a point to its end, or about an axis."""

    through_m: Place | None = None  # a point of it, and
    to_m: Place | None = None  # its end; or
    centre_m: Place | None = None  # about what it goes, and
    axis: Direction | None = None  # which way
    angle_deg: Swing | None = None  # right-handed about the axis
    turns: bool = False  # the tool turns with the arc

    def __post_init__(self) -> None:
        """Refuse an arc that is neither, or both."""
        points = [self.through_m, self.to_m]
        about = [self.centre_m, self.axis, self.angle_deg]
        keys = [each is not None for each in (points if any(points) else about)]
        if not all(keys) or (any(points) and any(each is not None for each in about)):
            raise ValueError("give either through_m and to_m, or centre_m, axis and angle_deg")
        _check_direction("axis", self.axis)

    def move(self) -> ArcMove:
        """Return the arc as the planner is asked for it."""
        return ArcMove(
            through=self.through_m,
            p_base_tool=self.to_m,
            centre=self.centre_m,
            axis=self.axis,
            angle=None if self.angle_deg is None else math.radians(self.angle_deg),
            turns=self.turns,
        )


class OrbitTable(Table, frozen=True, kw_only=True):
    """A way around a target, which the tool faces all the time at one distance."""

    target_m: Place  # what the tool faces
    axis: Direction  # about which it goes
    angle_deg: Swing  # right-handed

    def __post_init__(self) -> None:
        """Refuse an axis that is none."""
        _check_direction("axis", self.axis)

    def move(self) -> OrbitMove:
        """Return the orbit as the planner is asked for it."""
        return OrbitMove(centre=self.target_m, axis=self.axis, angle=math.radians(self.angle_deg))


class MoveTable(Table, frozen=True, kw_only=True):
    """One piece of a plan: a joint move, a line, an arc or an orbit of the tool, or a turn of the elbow."""

    tool: ToolName = ""  # that is moved; empty: the arm's first
    to: JointTable | None = None  # goals of joints by name
    to_deg: Angles | None = None  # of all joints, with a tool of those that carry it
    place_m: Place | None = None  # end position of the tool, to which joints go as they like
    to_m: Place | None = None  # end position of the tool
    arc: ArcTable | None = None
    orbit: OrbitTable | None = None
    plane_deg: PlaneTurn | None = None  # of the elbow about the line from shoulder to wrist, right-handed
    frame: ToolName = ""  # base (if empty), world, tool, camera NAME, or a body of the scene
    attitude_wxyz: tuple[Component, Component, Component, Component] | None = None  # none: the present one
    euler_zyx_deg: tuple[Degrees, Degrees, Degrees] | None = None  # turned about z, then y, then x
    look_at_m: Place | None = None  # what the tool faces at the end
    looks: Direction | None = None  # which direction of the tool faces it, in the tool; none: its z axis
    up: Direction | None = None  # where the tool's y axis is to point then, as near as can be
    blend_m: Corner | None = None  # how far from its end the corner to the next move begins at most
    duration_s: Duration | None = None  # None: the shortest
    lock: JointNames = ()  # joints that stay where they are, by choice
    gives: Gives = ""  # of a line, where joints are locked: what gives way, as `--gives` of `farhand plan`
    direct: bool = False  # a joint move that is refused where its direct way is unsafe, and not led around

    def __post_init__(self) -> None:
        """Refuse a move with two goals, with none, or with keys that are not for it."""
        keys = [key for key in MOVE_KEYS if getattr(self, key) is not None]
        if len(keys) != 1:
            raise ValueError(
                "give either to_deg, to or place_m (a joint move), to_m (a line), arc, orbit or plane_deg"
            )
        joint_values(self.to or {})
        weights_of(self.gives)
        self._check_belongings(keys[0])
        if self.attitude_wxyz is not None and not is_attitude(self.attitude_wxyz):
            raise ValueError("attitude_wxyz must be a unit quaternion with w >= 0")
        _check_direction("looks", self.looks)
        _check_direction("up", self.up)
        if self.plane_deg == 0.0:
            raise ValueError("plane_deg must be an angle; it is 0")

    def _check_belongings(self, kind: str) -> None:
        """Refuse keys that say nothing of this kind of move."""
        attitudes = [key for key in ATTITUDE_KEYS if getattr(self, key) is not None]
        turns = self.arc is not None and self.arc.turns
        if attitudes and (kind not in ("to_m", "arc", "place_m") or turns):
            raise ValueError(
                f"{attitudes[0]} belongs to a line (to_m), place_m, or an arc that does not turn the tool"
            )
        if self.look_at_m is not None and kind == "place_m":
            raise ValueError("look_at_m belongs to a line (to_m) or an arc: give a place_m its attitude")
        if len(attitudes) > 1:
            raise ValueError(f"give either {attitudes[0]} or {attitudes[1]}")
        if self.looks is not None and self.look_at_m is None and kind != "orbit":
            raise ValueError("looks belongs to look_at_m or to an orbit")
        if self.up is not None and self.look_at_m is None:
            raise ValueError("up belongs to look_at_m")
        if self.frame and kind not in (*COURSE_KEYS, "place_m"):
            raise ValueError("frame belongs to a line (to_m), an arc or an orbit, or to place_m")
        if self.gives and kind not in COURSE_KEYS:
            raise ValueError("gives belongs to a line (to_m), an arc or an orbit")
        if self.direct and kind not in ("to_deg", "to"):
            raise ValueError("direct belongs to a joint move (to_deg or to); the others always are")

    def move(self) -> Move:
        """Return the piece as the planner is asked for it."""
        blend = self.blend_m or 0.0
        return replace(self._goal(), tool=self.tool, duration=self.duration_s, blend=blend, locked=self.lock)

    def _goal(self) -> Move:
        if self.to_deg is not None or self.to is not None:
            rows = joint_values(self.to or {})
            q = radians(self.to_deg) if self.to_deg is not None else tuple(row.value for row in rows)
            return JointMove(q=q, joints=tuple(row.joint for row in rows), avoids=not self.direct)
        if self.place_m is not None:
            return PlaceMove(p_base_tool=self.place_m, quat_base_tool=self._attitude, frame=self.frame)
        if self.plane_deg is not None:
            return PlaneMove(turn=math.radians(self.plane_deg))
        return replace(self._course(), frame=self.frame, looks=self.looks, gives=self.gives)

    def _course(self) -> CourseMove:
        if self.orbit is not None:
            return self.orbit.move()
        end = self.arc.move() if self.arc is not None else LineMove(p_base_tool=cast(Place, self.to_m))
        return replace(end, quat_base_tool=self._attitude, look_at=self.look_at_m, up=self.up)

    @property
    def _attitude(self) -> Quaternion | None:
        return self.attitude_wxyz if self.euler_zyx_deg is None else quaternion(*radians(self.euler_zyx_deg))


def is_carried(frame: str) -> bool:
    """Tell whether the arm carries a frame, so that it stands elsewhere once the arm has moved."""
    return frame == TOOL or frame.startswith(CAMERA)


def _check_direction(key: str, direction: Sequence[float] | None) -> None:
    if direction is not None and not any(direction):
        raise ValueError(f"{key} must be a direction; it is 0")


def no_camera(name: str, named: Sequence[str]) -> str:
    """Tell that a camera is not among those that are named, and which are."""
    there_are = f"; there are {', '.join(named)}" if named else ""
    return f"no camera {name!r} is named by the scenario or station{there_are}"


def quaternion(yaw: float, pitch: float, roll: float) -> Quaternion:
    """Return the attitude Rz(yaw) Ry(pitch) Rx(roll), angles [rad]."""
    (sz, sy, sx), (cz, cy, cx) = ([f(0.5 * a) for a in (yaw, pitch, roll)] for f in (math.sin, math.cos))
    w, x = cz * cy * cx + sz * sy * sx, cz * cy * sx - sz * sy * cx
    y, z = cz * sy * cx + sz * cy * sx, sz * cy * cx - cz * sy * sx
    return (w, x, y, z) if w >= 0.0 else (-w, -x, -y, -z)
