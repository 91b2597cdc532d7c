"""Moves that were asked of the whole arm, as they can be flown while joints are locked.

    joint move   its goal, but the locked joints stay; before a line: to the first point that this now has
    plane        as it is, if no locked joint carries its tool; else it is refused
    line ...     the course that is wanted is the same, and gives way: nothing if that can be, else z, and
                 where z is not what the locked joint costs, the coordinate that costs least

The wanted begin of a line, arc or orbit is where the moves before it would have brought the tool with all
joints.  A duration that was asked for was for another path, so the shortest is taken.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, assert_never

import msgspec
import numpy as np
from numpy.typing import NDArray

from planner.motion.locked.lock_cost import best_giving, other_attitude
from planner.motion.locked.locked_course import first_points, locked_course, task_of
from planner.motion.locked.locked_path import LockedPath
from planner.motion.locked_joints import Mask
from planner.motion.moves.move_path import path_of, path_or_lost
from planner.motion.paths.path import JointPath, Path, PathLost, Refusal
from planner.motion.tool_courses.frames import NO_FRAMES, PlanFrames, in_base, quaternion_of, vector_of
from predictor.model.joint_text import joint_label, value_text
from predictor.model.kinematics import tool_pose
from predictor.model.robot import Robot
from predictor.motion.stop import rest
from telemetry.agreed.reasons import Reason, cause
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
from telemetry.plan.move_table import TOOL

Array = NDArray[np.float64]

MOST_GIVEN = 0.5  # [m, a turn of 1 rad as 1 m] what would have to give more than that is not flown
SAME_POSE = 1e-9  # [rad or m] a joint move that is shorter is none
BASE_SAMPLES = 33  # of a path, for where a base that floats goes meanwhile


class Adapted(NamedTuple):
    """Moves that leave locked joints alone."""

    moves: tuple[Move, ...]
    losses: tuple[str, ...]  # what is given up, in words


def adapt_to_locks(
    robot: Robot,
    rest_q: Sequence[float],
    moves: Sequence[Move],
    *,
    locked: Mask,
    gives: str = "",
    frames: PlanFrames = NO_FRAMES,
) -> Adapted | Refusal:
    """Return moves from rest at `rest_q` (n,) [rad or m] with joints (n,) locked where they are there.

    Args:
        robot: the arm.
        rest_q: where it stands.
        moves: as they were asked of the whole arm.
        locked: joints that stay.
        gives: what gives way of moves that name nothing themselves (`telemetry.plan.giving`).
        frames: those that moves may name.
    """
    rest = np.array(rest_q, dtype=float)
    adapted = _AdaptedMoves(robot=robot, locked=locked, gives=gives, frames=frames, q=rest, whole_q=rest)
    approaches = [isinstance(move, CourseMove) for move in moves[1:]] + [False]
    for number, (move, is_approach) in enumerate(zip(moves, approaches, strict=True), start=1):
        try:
            losses = adapted.on_move(move, is_approach=is_approach)
            adapted.losses += [f"move {number}: {loss}" for loss in losses]
        except PathLost as lost:
            return Refusal(lost.refusal.reason, f"move {number}: {lost.refusal.detail}")
        except ValueError as error:  # what is asked for is no course
            return Refusal(Reason.UNREACHABLE, f"move {number}: {error}")
    return Adapted(tuple(adapted.moves), tuple(adapted.losses))


@dataclass(slots=True, kw_only=True)
class _AdaptedMoves:
    """The moves so far, and where they lead."""

    robot: Robot
    locked: Mask
    gives: str
    frames: PlanFrames
    q: Array  # (n,) where the arm is
    whole_q: Array  # (n,) near where it would be with all of its joints
    T_whole: dict[str, Array] = field(default_factory=dict)  # (4, 4) where lines would have brought tools
    moves: list[Move] = field(default_factory=list)
    losses: list[str] = field(default_factory=list)

    def on_move(self, move: Move, *, is_approach: bool) -> Iterator[str]:
        """Adapt one more move, and yield what is given up."""
        match move:
            case LineMove() | ArcMove() | OrbitMove():
                yield from self._move_tool(move)
            case PlaneMove() | PlaceMove():
                self._go_alike(move)
            case JointMove():
                self.whole_q = path_or_lost(path_of(self.robot, tuple(self.whole_q.tolist()), move)).at(1.0).q
                self.T_whole.clear()
                if not is_approach:
                    yield from self._turn_joints()
            case _:
                assert_never(move)

    def _turn_joints(self) -> Iterator[str]:
        """Go to the goal with the joints that move, and yield where the others stay."""
        for i in np.flatnonzero(self.locked & (np.abs(self.whole_q - self.q) > SAME_POSE)):
            joint = self.robot.commanded[i]
            is_at, goal = value_text(joint, self.q[i]), value_text(joint, self.whole_q[i])
            yield f"{joint_label(self.robot.commanded, int(i))} at {is_at}, not {goal}"
        self._go(np.where(self.locked, self.q, self.whole_q))

    def _go_alike(self, move: PlaneMove | PlaceMove) -> None:
        """Do the same with the joints that move; a turn of the elbow leaves the tool where lines bring it."""
        meant = self.robot.with_tool(move.tool) if move.tool else self.robot
        asked = msgspec.structs.replace(move, duration=None, locked=())
        q = tuple(self.q.tolist())
        path = path_or_lost(path_of(meant, q, asked, frames=self.frames, locked=self.locked))
        if isinstance(move, PlaceMove):
            self.T_whole.clear()
        self.moves.append(asked)
        self.frames = self._after(path)
        self.q = self.whole_q = path.at(1.0).q

    def _move_tool(self, move: CourseMove) -> Iterator[str]:
        """Go to where a line begins, and along it."""
        meant = self.robot.with_tool(move.tool) if move.tool else self.robot
        T = self.T_whole.get(move.tool, tool_pose(meant, self.whole_q))
        asked = msgspec.structs.replace(
            in_base(move, T if move.frame == TOOL else self._frame(move.frame, meant)),
            begins=(vector_of(T[:3, 3]), quaternion_of(T[:3, :3])),
            gives=move.gives or self.gives,
            duration=None,
            locked=(),  # those by choice, which what is left of the arm may need
        )
        asked, path = self._followed(meant, asked)
        self._go(path.start_q)
        self.moves.append(asked)
        self.frames = self._after(path)
        yield from path.given_up
        self.q = self.whole_q = path.at(1.0).q
        self.T_whole = {move.tool: path.freedom.task.course.pose(1.0)}

    def _followed(self, meant: Robot, asked: CourseMove) -> tuple[CourseMove, LockedPath]:
        """Return a course as it can be followed; where nothing is to give way but z, and cannot, what can."""
        near = np.where(self.locked, self.q, self.whole_q)
        try:
            return asked, self._first_path(meant, near, asked)
        except PathLost as lost:
            if asked.gives or self.locked.sum() != 1:
                raise
            joint = int(np.flatnonzero(self.locked)[0])
            value, task = float(near[joint]), task_of(meant, near, asked)
            best = best_giving(task, near, joint, values=(value, value))
            if best.dearest.cost > MOST_GIVEN:
                other = other_attitude(task, near, self.locked)
                if other is None:
                    raise
                raise PathLost(lost.refusal.reason, f"{lost.refusal.detail}; {other}") from None
            eased = msgspec.structs.replace(asked, gives=best.gives)
            return eased, self._first_path(meant, near, eased)

    def _first_path(self, meant: Robot, near: Array, asked: CourseMove) -> LockedPath:
        """Return the first of the paths, from where the course can begin, that leads to its end."""
        lost = Refusal(Reason.UNREACHABLE, f"{cause(Reason.UNREACHABLE)} with joints locked")
        for first in first_points(meant, near, asked, locked=self.locked):
            path = locked_course(meant, first, asked, locked=self.locked)
            if isinstance(path, LockedPath):
                return path
            lost = path
        raise PathLost(lost.reason, lost.detail)

    def _go(self, goal: Array) -> None:
        if np.abs(goal - self.q).max() > SAME_POSE:
            self.moves.append(JointMove(q=tuple(goal.tolist())))
            self.frames = self._after(JointPath(start_q=self.q, goal_q=goal))
            self.q = goal

    def _frame(self, name: str, meant: Robot) -> Array:
        """Return T_base_frame (4, 4) about where a course begins, that joints may have to be led to."""
        near = np.where(self.locked, self.q, self.whole_q)
        frames = self._after(JointPath(start_q=self.q, goal_q=near)) if name else self.frames
        return frames.frame(name, meant, self.whole_q)

    def _after(self, path: Path) -> PlanFrames:
        """Return what stands around at the end of a path, however fast that is flown."""
        if self.frames.base is None:
            return self.frames
        poses = [rest(tuple(path.at(s).q.tolist())) for s in np.linspace(0.0, 1.0, BASE_SAMPLES).tolist()]
        return self.frames.after(poses, 1.0)
