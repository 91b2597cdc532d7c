"""Do the joint values, tools and poses of a plan fit its robot?  Checked when its file is read.

start_q_deg, to_deg    an arm whose joints all turn: one value for each
start, to              any arm: joints by name, in the unit that each is given in
tool, joint            one that the arm has
frame                  the base, the world, the tool, a camera, or a body of the scene; a fixture's stays
frame of a hand        a camera that the scenario names
pose                   one that the robot file has; it becomes a joint move here
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple, TypeVar, assert_never

import msgspec

from ground.pictures.camera import CAMERAS
from predictor.geometry.scenes.scene_file import read_scene
from predictor.model.joint_text import shown_unit, shown_value, value_text
from predictor.model.robot import Robot
from telemetry.files.problems import Problems
from telemetry.files.settings import FileError, nearest
from telemetry.plan.hand_frame import Cameras, hand_axes
from telemetry.plan.hand_settings_table import HandSettingsTable
from telemetry.plan.joint_table import joint_values, radians
from telemetry.plan.move_table import BASE, CAMERA, TOOL, WORLD, MoveTable
from telemetry.plan.operation_table import BrakeTable, CameraSwitchTable, GripperTable, ModeTable
from telemetry.plan.plan_table import StepsTable
from telemetry.plan.step_table import (
    ContactTable,
    HoldPointTable,
    PicturesTable,
    PoseTable,
    SecureTable,
    StepTable,
    VerifyTable,
    WaitTable,
)
from telemetry.plan.teleop_table import FixtureTable, TeleopTable

CARRIED = (TOOL, *(CAMERA + camera for camera in CAMERAS))  # frames that the arm moves

P = TypeVar("P", bound=StepsTable)


class JointCheck(NamedTuple):
    """A file and the robot that it is for."""

    path: Path
    robot: Robot
    scene: Path | None = None
    cameras: Cameras | None = None  # in whose frames a hand may steer; None: nobody knows

    def start(
        self, table: Mapping[str, float] | None, listed_deg: Sequence[float] | None, where: str = ""
    ) -> dict[str, float] | None:
        """Return the table of a start pose in the order of the joints; None: it is a list.

        Raises:
            FileError: a joint is missing, unknown, in another unit or beyond its limits.
        """
        everyone = range(self.robot.n)
        if table is None:
            listed = radians(tuple(listed_deg or ()))
            self._check_list(f"{where}start_q_deg", listed, everyone)
            self._check_all_limits(
                [(f"{where}start_q_deg[{index}]", value) for index, value in enumerate(listed)]
            )
            return None
        found = self._check_table(f"{where}start", table, everyone)
        missing = [self._key(index) for index in everyone if index not in found]
        if missing:
            raise FileError(
                self.path, f"{where}start", f"must name every joint; {', '.join(missing)} not given"
            )
        ordered = [found[index] for index in everyone]
        rows = joint_values({key: table[key] for key in ordered})
        self._check_all_limits([(f"{where}start.{row.key}", row.value) for row in rows])
        return {key: table[key] for key in ordered}

    def steps(self, where: str, plan: P) -> P:
        """Check start and steps of a plan; return it with its joints in order, every pose as a joint move.

        Raises:
            FileError: one of them does not fit the robot.
        """
        problems, start, steps = Problems(), None, list(plan.steps)
        for index, move in enumerate(plan.moves):
            with problems:
                self._move(f"{where}move[{index}]", move)
        for index, fixture in enumerate(plan.fixtures):
            with problems:
                self._fixture(f"{where}fixture[{index}]", fixture, fixture.tool)
        for index, step in enumerate(plan.steps):
            with problems:
                steps[index] = self._step(f"{where}step[{index}]", step)
        with problems:
            start = self.start(plan.start, plan.start_q_deg, where) if plan.has_start else None
        problems.raise_if_any()
        return msgspec.structs.replace(plan, start=start, steps=tuple(steps))

    def _step(self, where: str, step: StepTable) -> StepTable:
        match step.content:
            case MoveTable() as move:
                self._move(f"{where}.move", move)
            case PoseTable() as pose:
                return StepTable(move=self._to_pose(f"{where}.pose.name", pose))
            case TeleopTable() as teleop:
                self.teleop(f"{where}.teleoperate", teleop)
            case VerifyTable() as verify:
                self._joint_of(f"{where}.verify", verify)
            case WaitTable() | PicturesTable() | HoldPointTable() | SecureTable():
                pass  # they name nothing of the arm
            case BrakeTable(joint=joint):
                self._joint_named(f"{where}.brake.joint", joint)
            case GripperTable() | CameraSwitchTable() | ModeTable():
                pass  # the gate knows what the arm does not have
            case ContactTable():
                pass  # it is not flown
            case _ as never:
                assert_never(never)
        return step

    def hand(self, where: str, table: HandSettingsTable | TeleopTable) -> None:
        """Check that the camera is there in the frame of which a hand is to steer.

        Raises:
            FileError: there is none of that name.
        """
        if self.cameras is None or table.frame is None:
            return
        try:
            hand_axes(table.frame, table.axes_euler_zyx_deg, self.cameras)
        except ValueError as error:
            raise FileError(self.path, where, str(error)) from None

    def _move(self, where: str, move: MoveTable) -> None:
        robot = self.with_tool(f"{where}.tool", move.tool)
        self._check_frame(f"{where}.frame", move.frame)
        moved = robot.tool_columns if move.tool else range(self.robot.n)
        if move.to_deg is not None:
            self._check_list(f"{where}.to_deg", move.to_deg, moved)
        if move.to is not None:
            self._check_table(f"{where}.to", move.to, moved)

    def teleop(self, where: str, teleop: TeleopTable) -> None:
        """Check what a step by hand names.

        Raises:
            FileError: it does not fit the robot.
        """
        self.with_tool(f"{where}.tool", teleop.tool)
        self.hand(f"{where}.frame", teleop)
        if teleop.fixture:
            self._fixture(f"{where}.fixture", teleop.fixture, teleop.tool)

    def _fixture(self, where: str, fixture: FixtureTable, tool: str) -> None:
        self.with_tool(f"{where}.tool", tool)
        self._check_frame(f"{where}.frame", fixture.frame, carried=())

    def _to_pose(self, where: str, pose: PoseTable) -> MoveTable:
        """Return the joint move to a pose of the robot file."""
        if pose.name not in self.robot.poses:
            problem = f"{self.robot.name} has no pose {pose.name!r}; valid are {', '.join(self.robot.poses)}"
            raise FileError(self.path, where, problem)
        q, joints = self.robot.poses[pose.name], self.robot.commanded
        to = {self._key(i): shown_value(joints[i], value) for i, value in enumerate(q)}
        return MoveTable(to=to, duration_s=pose.duration_s)

    def _joint_named(self, where: str, name: str) -> None:
        """Check that there is a joint of this name."""
        joints = [joint.name for joint in self.robot.commanded]
        if name not in joints:
            raise FileError(self.path, where, f"unknown joint {name!r}{nearest(name, joints)}")

    def _joint_of(self, where: str, verify: VerifyTable) -> None:
        """Check that a verified joint is there, and moves in the quantity's unit."""
        joints = {joint.name: joint for joint in self.robot.commanded}
        if not verify.joint:
            return
        self._joint_named(f"{where}.joint", verify.joint)
        units = {"angle_deg": "deg", "speed_deg_s": "deg", "place_m": "m", "speed_m_s": "m"}
        if units.get(verify.quantity) not in (None, shown_unit(joints[verify.joint])):
            problem = (
                f"{verify.joint} is told in {shown_unit(joints[verify.joint])}, not by {verify.quantity}"
            )
            raise FileError(self.path, f"{where}.quantity", problem)

    def with_tool(self, where: str, tool: str) -> Robot:
        """Return the robot with the tool that is meant.

        Raises:
            FileError: it has none of this name.
        """
        try:
            return self.robot.with_tool(tool) if tool else self.robot
        except ValueError as error:
            raise FileError(self.path, where, str(error)) from None

    def _check_frame(self, where: str, frame: str, *, carried: Sequence[str] = CARRIED) -> None:
        if frame in ("", BASE, WORLD, *carried):
            return
        bodies = read_scene(self.scene).bodies if self.scene else ()
        known = [BASE, WORLD, *carried, *(body.name for body in bodies)]
        if frame not in known:
            raise FileError(self.path, where, f"there is no frame {frame!r}{nearest(frame, known)}")

    def _check_list(self, where: str, values: Sequence[float], moved: Sequence[int]) -> None:
        """Check a list of degrees: one for each joint that is moved, all of which turn."""
        joints = [self.robot.commanded[index] for index in moved]
        slides = next((joint for joint in joints if joint.kind == "prismatic"), None)
        if slides is not None:
            keys = ", ".join(f"{self._key(index)} = ..." for index in moved)
            key = where.rpartition(".")[2].removesuffix("_deg").removesuffix("_q")
            problem = f"{slides.name} slides; name the joints: {key} = {{ {keys} }}"
            raise FileError(self.path, where, problem)
        if len(values) != len(joints):
            problem = f"must have {len(joints)} values, one for each joint, not {len(values)}"
            raise FileError(self.path, where, problem)

    def _check_table(self, where: str, table: Mapping[str, float], moved: Sequence[int]) -> dict[int, str]:
        """Check the keys of a table; return them by the joint that each names."""
        keys = {self._key(index): index for index in moved}
        for row in joint_values(table):
            if row.key not in keys:
                meant = [key for key in keys if key.rpartition("_")[0] == row.joint] or [*keys]
                raise FileError(self.path, f"{where}.{row.key}", f"unknown key{nearest(row.key, meant)}")
        return {keys[key]: key for key in table}

    def _key(self, index: int) -> str:
        joint = self.robot.commanded[index]
        return f"{joint.name}_{shown_unit(joint)}"

    def _check_all_limits(self, values: Sequence[tuple[str, float]]) -> None:
        """Check the value of each joint, each at its place in the file."""
        problems = Problems()
        for index, (where, value) in enumerate(values):
            with problems:
                self.check_limits(where, index, value)
        problems.raise_if_any()

    def check_limits(self, where: str, index: int, value: float) -> None:
        """Check the value of one joint.

        Raises:
            FileError: it is beyond its limits.
        """
        limits, joint = self.robot.limits, self.robot.commanded[index]
        low, high = limits.q_min[index], limits.q_max[index]
        if not low <= value <= high:
            within = f"{shown_value(joint, low):.6g} .. {value_text(joint, high)}"
            raise FileError(self.path, where, f"must lie within the limits of {joint.name}, {within}")
