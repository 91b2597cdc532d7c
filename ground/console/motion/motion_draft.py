"""What a person asks for at the form, as it stands before it is asked: kind, frame, tool and numbers; no Qt.

    joints   each joint's value                 one joint move
    place    a place and an attitude            one joint move, by the way that is best for them
    line     the same                           the tool goes there straight
    arc      the same, and a place on the way   the tool goes there by an arc
    pose     a pose of the robot file           one joint move
    jog      a step, along an axis or about it  asked for by its own key
    tube     two places and a radius            what is to lead the hand from one to the other

An attitude is three angles, as files have them: turned about z, then about the new y, then about the new x
(`euler_zyx_deg`: yaw, pitch, roll).  Another frame is another way to write the same pose.
"""

import math
from collections.abc import Sequence
from typing import Literal, NamedTuple, get_args

import numpy as np

from ground.console.motion.asked_frames import ArmAsSeen, frame_names, frame_pose
from ground.console.motion.typed_numbers import ANGLE, LENGTH, TIME, Quantity, shown_number, typed_number
from ground.console.scene.bodies import Array, Bodies, moved
from predictor.model.kinematics import tool_pose
from predictor.model.robot import Robot
from predictor.model.spatial import euler_zyx_from_rotation, inverse_pose, pose, rotation_from_euler_zyx
from telemetry.messages.base import Vector
from telemetry.plan.move_table import BASE, TOOL, WORLD

MotionKind = Literal["joints", "place", "line", "arc", "pose", "jog", "tube"]
MOTION_KINDS: tuple[MotionKind, ...] = get_args(MotionKind)
JOG_STEP, JOG_TURN, TUBE_RADIUS = 0.01, math.radians(1.0), 0.05  # usual ones [m, rad, m]
DURATION = "duration"


class NumberRow(NamedTuple):
    """A number that is asked for."""

    name: str
    caption: str
    quantity: Quantity
    hint: str = ""


GOAL_ROWS = (
    NumberRow("x", "x", LENGTH),
    NumberRow("y", "y", LENGTH),
    NumberRow("z", "z", LENGTH),
    NumberRow("yaw", "yaw", ANGLE, "turned about z first"),
    NumberRow("pitch", "pitch", ANGLE, "then about the new y"),
    NumberRow("roll", "roll", ANGLE, "then about the new x"),
)


def _place_rows(name: str, hint: str = "") -> tuple[NumberRow, ...]:
    return tuple(
        NumberRow(f"{name} {axis}", f"{name} x" if axis == "x" else axis, LENGTH, hint) for axis in "xyz"
    )


VIA_ROWS = _place_rows("via", "a place on the way")
TUBE_ROWS = (
    *_place_rows("A", "where it begins"),
    *_place_rows("B", "where it ends"),
    NumberRow("radius", "r", LENGTH, "how far from its axis the hand is free"),
)
JOG_ROWS = (NumberRow("step", "step", LENGTH), NumberRow("turn", "turn", ANGLE))
PLACES = {
    "goal": ("x", "y", "z"),
    **{name: tuple(f"{name} {axis}" for axis in "xyz") for name in ("via", "A", "B")},
}
ANGLES = ("yaw", "pitch", "roll")


def vector_of(p: Array) -> Vector:
    """Return a place (3,) as messages hold it."""
    x, y, z = p.tolist()
    return x, y, z


class MotionDraft:
    """The form as it stands."""

    def __init__(self, bodies: Bodies) -> None:
        """Begin with a line from where the arm is, in its base."""
        self._bodies = bodies
        self.kind: MotionKind = "line"
        self.frame, self.tool, self.pose_name = BASE, "", next(iter(bodies.robot.poses))
        self.frames = frame_names(bodies.scene)
        self.values = {"step": JOG_STEP, "turn": JOG_TURN, "radius": TUBE_RADIUS}
        self.wrong: dict[str, str] = {}  # why a number cannot be used, by its name
        self.duration: float | None = None  # [s]; None: the shortest
        self.arm: ArmAsSeen | None = None  # None: it is not known where the arm is
        self.is_touched = False  # else it goes with the arm

    @property
    def robot(self) -> Robot:
        """The arm, with the tool that is meant."""
        robot = self._bodies.robot
        return robot.with_tool(self.tool) if self.tool else robot

    @property
    def joint_rows(self) -> tuple[NumberRow, ...]:
        """A row for each joint."""
        return tuple(
            NumberRow(joint.name, f"J{number}", ANGLE if joint.kind == "revolute" else LENGTH, joint.name)
            for number, joint in enumerate(self._bodies.robot.commanded, start=1)
        )

    @property
    def locked(self) -> frozenset[str]:
        """Names of joints that do not move any more: no goal is asked of them."""
        return self.arm.locked if self.arm else frozenset()

    @property
    def rows(self) -> tuple[NumberRow, ...]:
        """The numbers that this kind asks for."""
        match self.kind:
            case "joints":
                return self.joint_rows
            case "line" | "place":
                return GOAL_ROWS
            case "arc":
                return (*VIA_ROWS, *GOAL_ROWS)
            case "jog":
                return JOG_ROWS
            case "tube":
                return TUBE_ROWS
            case "pose":
                return ()

    def on_arm(self, arm: ArmAsSeen) -> None:
        """Note where the arm is; as long as no number is touched, all go with it."""
        self.arm = arm
        if not self.is_touched:
            self.begin_at_arm()

    def begin_at_arm(self) -> None:
        """Ask for where the arm is: every number anew."""
        if self.arm is None:
            return
        T = tool_pose(self.robot, self.arm.q)
        self.go_to(T)
        for name in ("via", "A", "B"):
            self.put(name, T[:3, 3])
        self.values |= {row.name: value for row, value in zip(self.joint_rows, self.arm.q, strict=True)}
        self.wrong, self.is_touched = {}, False

    def begin_at(self, q: Sequence[float]) -> None:
        """Ask for a joint move to joint values (n,) [rad or m] that somebody wants to see again."""
        self.kind = "joints"
        self.values |= {row.name: value for row, value in zip(self.joint_rows, q, strict=True)}
        self.wrong, self.is_touched = {}, True

    def write(self, row: NumberRow, text: str) -> None:
        """Note what a person has typed."""
        self.is_touched = True
        try:
            self.values[row.name] = typed_number(text, row.quantity)
            self.wrong.pop(row.name, None)
        except ValueError as error:
            self.wrong[row.name] = f"{row.name}: {error}"

    def write_duration(self, text: str) -> None:
        """Note how long it is to take; empty: as short as can be."""
        self.wrong.pop(DURATION, None)
        self.duration = None
        if not text.strip():
            return
        try:
            self.duration = typed_number(text, TIME)
        except ValueError as error:
            self.wrong[DURATION] = f"{DURATION}: {error}"
        if self.duration is not None and self.duration <= 0.0:
            self.wrong[DURATION] = f"{DURATION}: it must be above 0 s; leave it empty for the shortest"

    def step(self, row: NumberRow, by: float) -> None:
        """Go so many steps of the arrow keys with a number."""
        if row.name in self.values:
            self.values[row.name] += by * row.quantity.step
            self.wrong.pop(row.name, None)
            self.is_touched = True

    def text(self, row: NumberRow) -> str:
        """Return what stands in a field; empty: nothing is known."""
        value = self.values.get(row.name)
        return "" if value is None else shown_number(value, row.quantity)

    def choose_frame(self, name: str) -> None:
        """Write the same places and attitude in another frame."""
        before, self.frame = self.T_base_frame, name
        if self.arm is None:
            return
        T_new_old = inverse_pose(self.T_base_frame) @ before
        for names in PLACES.values():
            self._write_place(names, moved(T_new_old, self._place(names)))
        self._write_attitude(T_new_old[:3, :3] @ self._R_frame_tool)

    def choose_tool(self, name: str) -> None:
        """Move another tool of the arm: from where that is."""
        self.tool = name
        self.begin_at_arm()

    @property
    def axes(self) -> str:
        """The frame whose axes a jog goes along: a body has those of the base, or of the world it is in."""
        if self.frame in (BASE, WORLD, TOOL):
            return self.frame
        return WORLD if self._bodies.scene.stands_in_space(self.frame) else BASE

    @property
    def T_base_frame(self) -> Array:
        """Where the frame of the numbers is (4, 4)."""
        if self.arm is None:
            return np.eye(4)
        return frame_pose(self.frame, self.robot, self._bodies.scene, arm=self.arm)

    @property
    def T_base_goal(self) -> Array | None:
        """The pose (4, 4) that the numbers ask for; None: where the arm is is not known yet."""
        if self.arm is None:
            return None
        return self.T_base_frame @ pose(self._R_frame_tool, self._place(PLACES["goal"]))

    def go_to(self, T_base_goal: Array) -> None:
        """Write a pose (4, 4) into the numbers."""
        T = inverse_pose(self.T_base_frame) @ T_base_goal
        self._write_place(PLACES["goal"], T[:3, 3])
        self._write_attitude(T[:3, :3])

    def put(self, name: str, p_base: Array) -> None:
        """Write a place (3,) [m], given in the base, into the numbers of one of `PLACES`."""
        self._write_place(PLACES[name], moved(inverse_pose(self.T_base_frame), p_base))

    def place(self, name: str) -> Array:
        """Return one of `PLACES` in the base (3,) [m], of an arm that is known."""
        return moved(self.T_base_frame, self._place(PLACES[name]))

    def vector(self, name: str) -> Vector:
        """Return one of `PLACES` in the frame of the numbers [m]."""
        return vector_of(self._place(PLACES[name]))

    @property
    def _R_frame_tool(self) -> Array:
        return rotation_from_euler_zyx(*(self.values[name] for name in ANGLES))

    def _place(self, names: tuple[str, ...]) -> Array:
        return np.array([self.values[name] for name in names])

    def _write_place(self, names: tuple[str, ...], p: Array) -> None:
        self.is_touched = True
        self.values |= dict(zip(names, p.tolist(), strict=True))
        for name in names:
            self.wrong.pop(name, None)

    def _write_attitude(self, R: Array) -> None:
        self.values |= dict(zip(ANGLES, map(float, euler_zyx_from_rotation(R)), strict=True))
        for name in ANGLES:
            self.wrong.pop(name, None)
