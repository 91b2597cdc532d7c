"""The tool in numbers, of all three arms in one frame: where it is, how fast, and how far it still has to go.

frame      places in                                           speeds against
base       axes of the arm's base                              the base
world      where the base stood as the run began               the world
tool       the commanded tool: how far off the others are      the base
NAME       a body of the scene: its centre of mass, axes of    the body, wherever it moves
           the base as the run began
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ground.console.facts.approach import Approach, approach
from ground.console.facts.moving_arms import MovingArm, moving_arms, twist_between
from ground.console.facts.plan_progress import plan_progress
from ground.console.facts.settings import Goal
from ground.console.facts.snapshot import Snapshot
from ground.console.facts.way_left import ToolAim, WayLeft, tool_aim, way_left
from predictor.geometry.shapes import BASE, SPACE, Scene, SceneBody
from predictor.model.kinematics import tool_pose
from predictor.model.robot import Robot
from predictor.model.spatial import EulerZyx, euler_zyx_from_rotation, inverse_pose, pose
from telemetry.agreed.run_settings import NS_PER_S

Array = NDArray[np.float64]
WORLD, TOOL = "world", "tool"
STEP_S = 1e-3  # over which a speed is the difference of two poses


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ToolFigures:
    """The tool of one arm."""

    T: Array  # (4, 4) pose in the frame
    T_base: Array  # (4, 4) the same in the arm base
    speed: float | None  # [m/s]; None: no rates are known
    turn_rate: float | None  # [rad/s]
    left: WayLeft | None  # None: it goes nowhere that is known
    at_ns: int  # of which instant it speaks, ground clock
    is_stale: bool  # says nothing about now

    @property
    def attitude(self) -> EulerZyx:
        """How it stands in the frame."""
        return euler_zyx_from_rotation(self.T[:3, :3])


class AllToolFigures(NamedTuple):
    """The tools of all three arms; None: never heard of, or the frame is not known."""

    commanded: ToolFigures | None = None
    telemetered: ToolFigures | None = None
    estimated: ToolFigures | None = None


def tool_frames(scene: Scene) -> tuple[str, ...]:
    """Return the frames that there are."""
    return (BASE, WORLD, TOOL, *(body.name for body in scene.bodies))


def commanded_tool(snapshot: Snapshot) -> str:
    """Return the tool that is moved; empty: the arm's first."""
    progress, by_hand = plan_progress(snapshot), snapshot.commands.newest_by_hand
    if progress is not None and progress.steps:
        return (progress.current or progress.steps[0]).step.tool
    return by_hand.tool if by_hand is not None and snapshot.authority.is_led_by_hand else ""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ToolModel:
    """An arm, its scene, and the goals of its hand: what figures are made with."""

    robot: Robot
    scene: Scene
    goals: tuple[Goal, ...] = ()  # of the scenario

    def figures(self, snapshot: Snapshot, now_ns: int, frame: str = BASE) -> AllToolFigures:
        """Return the figures of the tool that is moved, in a frame of `tool_frames`."""
        robot = self._moved(snapshot)
        arms = moving_arms(snapshot, now_ns)
        T_held = tool_pose(robot, arms[0].q) if arms[0] is not None else None
        aim = tool_aim(robot, snapshot, self.goals, T_base_tool=T_held)
        sight = _Sight(robot, self.scene, frame, T_held)
        return AllToolFigures(*(None if arm is None else _figures(arm, sight, aim) for arm in arms))

    def approach(self, snapshot: Snapshot) -> Approach | None:
        """Return how the commanded tool comes to where it goes; None: it was never heard of."""
        if snapshot.arm.predicted is None:
            return None
        q = snapshot.arm.predicted.value.q_commanded
        return approach(self._moved(snapshot), snapshot, self.goals, q=q)

    def _moved(self, snapshot: Snapshot) -> Robot:
        """Return the robot with the tool that is moved."""
        tool = commanded_tool(snapshot)
        return _with_tool(self.robot, tool) if tool in self.robot.tool_names else self.robot


class _Sight(NamedTuple):
    """A tool as it is seen from a frame."""

    robot: Robot
    scene: Scene
    frame: str
    T_held: Array | None  # (4, 4) the commanded tool in the base

    def tool(self, arm: MovingArm) -> Array | None:
        """Return the pose (4, 4) of an arm's tool in the frame; None: the frame is not known."""
        T_base_frame = self._frame(arm)
        return None if T_base_frame is None else inverse_pose(T_base_frame) @ tool_pose(self.robot, arm.q)

    def _frame(self, arm: MovingArm) -> Array | None:
        if self.frame == BASE:
            return np.eye(4)
        if self.frame == WORLD:
            return inverse_pose(arm.T_world_base)
        if self.frame == TOOL:
            return self.T_held
        body = self.scene.body_named(self.frame)
        return None if body is None else _body(body, arm)


def _body(body: SceneBody, arm: MovingArm) -> Array:
    T = pose(np.eye(3), body.com)
    if body.motion is not None:
        T = body.motion.pose_at(arm.at_ns / NS_PER_S) @ T
    return inverse_pose(arm.T_world_base) @ T if body.carrier == SPACE else T


def _figures(arm: MovingArm, sight: _Sight, aim: ToolAim | None) -> ToolFigures | None:
    T = sight.tool(arm)
    if T is None:
        return None
    speed = turn_rate = None
    if arm.qd is not None:
        begin, end = (sight.tool(arm.after(t_s)) for t_s in (-0.5 * STEP_S, 0.5 * STEP_S))
        if begin is not None and end is not None:
            twist = twist_between(begin, end, STEP_S)
            speed, turn_rate = float(np.linalg.norm(twist[:3])), float(np.linalg.norm(twist[3:]))
    return ToolFigures(
        T=T,
        T_base=tool_pose(sight.robot, arm.q),
        speed=speed,
        turn_rate=turn_rate,
        left=None if aim is None else way_left(sight.robot, arm.q, aim),
        at_ns=arm.at_ns,
        is_stale=arm.is_stale,
    )


@lru_cache(maxsize=16)
def _with_tool(robot: Robot, tool: str) -> Robot:
    """Return a robot whose tool is meant; it is asked for ten times a second."""
    return robot.with_tool(tool)
