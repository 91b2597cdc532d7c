"""The plane of an arm of seven joints, through its shoulder, elbow and wrist, and how far it is turned.

              E                shoulder S   of the first axis the point nearest to the second one
            . : .              wrist W      of the last axis the point nearest to the one before it
          .   :   .            elbow E      the middle joint: the origin of its frame, or its pivot there
        S ----+---- W          angle        of E about the line from S to W, right-handed, 0 at the begin

S stays with the base and W with the tool, whatever the build; of a spherical shoulder and wrist they are the
centres.  While the tool stays, its pose and the angle are seven equations for seven joints:

    M q_s = (0, turn),    M q_ss = -M_s q_s,    M: the tool's Jacobian, and the angle's row below it

Source: K. Kreutz-Delgado, M. Long, H. Seraji, Kinematic Analysis of 7-DOF Manipulators, International Journal
of Robotics Research 11 (1992).
"""

import math
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from planner.motion.ik.numeric_kernels import POSE_ROWS
from planner.motion.rates import chain_of
from predictor.model.kinematics import link_poses, tool_jacobian, tool_jacobian_rate, tool_pose
from predictor.model.robot import Robot
from predictor.model.spatial import pose, pose_difference
from predictor.model.tree_layout import Tool

Array = NDArray[np.float64]

JOINTS, MIDDLE = 7, 3
SMALLEST_LENGTH = 1e-6  # [m] from shoulder to wrist, and of the elbow from their line
PARALLEL = 1e-12  # squared sine of two axes' angle


class ArmPlaneError(ValueError):
    """Why an arm has no plane that it could turn while its tool stays."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ArmPlane:
    """An arm whose tool stays, and the turn of its elbow."""

    robot: Robot
    elbow: Robot  # the same arm with its elbow as the tool
    joints: NDArray[np.intp]  # (7,) those that carry the tool
    T_base_tool: Array  # (4, 4) where it stays
    shoulder: Array  # (3,) [m]
    line: Array  # (3,) direction from shoulder to wrist
    begin: Array  # (3,) from the line to the elbow where the angle is 0 [m]
    quarter: Array  # (3, 3) turns what is across the line by a quarter turn about it

    def place(self, q: Array) -> Array:
        """Return where the elbow is at q (n,): (3,) [m]."""
        T: Array = tool_pose(self.elbow, q)
        return T[:3, 3]

    def miss(self, q: Array, angle: float) -> Array:
        """Return what q (n,) lacks of the tool's pose and of an angle: (7,) [m, rad]."""
        lever = self._lever(q)
        turned = math.atan2(lever @ self.quarter @ self.begin, lever @ self.begin)
        left = math.remainder(angle - turned, 2.0 * math.pi)
        return np.append(pose_difference(self.T_base_tool, tool_pose(self.robot, q)), left)

    def matrix(self, q: Array) -> Array:
        """Return the rates (7, 7) of the tool's pose and of the angle by the joints."""
        lever = self._lever(q)
        along = self.quarter @ lever / (lever @ lever)
        rows = np.vstack([tool_jacobian(self.robot, q), along @ tool_jacobian(self.elbow, q)[:3]])
        return rows[:, self.joints]

    def matrix_rate(self, q: Array, q_s: Array) -> Array:
        """Return what the rates of pose and angle change by while q (n,) moves on evenly: (7,), M_s q_s."""
        lever, v = self._lever(q), tool_jacobian(self.elbow, q)[:3] @ q_s
        across, square = self.quarter @ lever, lever @ lever
        angle = across @ (tool_jacobian_rate(self.elbow, q, q_s)[:3] @ q_s) / square
        angle -= 2.0 * (across @ v) * (lever @ v) / square**2
        return np.append(tool_jacobian_rate(self.robot, q, q_s) @ q_s, angle)

    def _lever(self, q: Array) -> Array:
        """Return the lever (3,) from the line to the elbow."""
        away = self.place(q) - self.shoulder
        return away - (away @ self.line) * self.line


def arm_plane(robot: Robot, q: Array) -> ArmPlane:
    """Return the plane of an arm at q (n,), where its angle is 0; its tool is meant.

    Raises:
        ArmPlaneError: it has not seven joints, or its elbow lies on the line.
    """
    chain = [*robot.carriers(robot.tool.frame)][::-1]
    _check(robot, chain)
    T, middle = link_poses(robot, q), chain[MIDDLE]
    axes = [_axis(robot, joint, T[joint + 1]) for joint in chain]
    shoulder, wrist = _nearest(axes[0], axes[1]), _nearest(axes[-1], axes[-2])
    line, elbow = wrist - shoulder, axes[MIDDLE][0]
    apart = float(np.linalg.norm(line))
    lever = np.cross(line, elbow - shoulder)
    if not (apart > SMALLEST_LENGTH and np.linalg.norm(lever) > SMALLEST_LENGTH * apart):
        raise ArmPlaneError("the elbow lies on the line from shoulder to wrist: bend the arm first")
    line = line / apart
    tool = Tool(middle + 1, pose(np.eye(3), robot.joints[middle].pivot))
    return ArmPlane(
        robot=robot,
        elbow=replace(robot, tool=tool),
        joints=np.array([robot.columns[joint] for joint in chain], dtype=np.intp),
        T_base_tool=tool_pose(robot, q),
        shoulder=shoulder,
        line=line,
        begin=np.cross(lever / apart, line),
        quarter=np.cross(np.eye(3), line),
    )


def _check(robot: Robot, chain: list[int]) -> None:
    """Refuse an arm whose elbow does not turn while its tool stays, or that has more freedom than that."""
    turns = all(robot.joints[i].kind == "revolute" and robot.joints[i].law is None for i in chain)
    can = chain_of(robot)
    if len(chain) == can.length == JOINTS and turns and can.freedom == POSE_ROWS:
        return
    moved = f"{robot.name} moves its tool by {len(chain)} joints" + (
        "" if turns else ", not all of this kind"
    )
    raise ArmPlaneError(
        f"only an arm of {JOINTS} joints that turn, each by itself, can turn its arm plane "
        f"while its tool stays; {moved}: leave the move out, or ask for a joint move"
    )


def _axis(robot: Robot, joint: int, T_base_joint: Array) -> tuple[Array, Array]:
    """Return a point of a joint's axis, and its direction, each (3,) in the base."""
    R, p = T_base_joint[:3, :3], T_base_joint[:3, 3]
    return R @ robot.joints[joint].pivot + p, R @ robot.joints[joint].axis


def _nearest(axis: tuple[Array, Array], other: tuple[Array, Array]) -> Array:
    """Return the point (3,) of an axis nearest to another one; of parallel ones nearest to its point."""
    (p, d), (p_other, d_other) = axis, other
    apart, cosine = p_other - p, float(d @ d_other)
    square = 1.0 - cosine**2
    if square <= PARALLEL:
        return np.asarray(p + (d @ apart) * d)
    return np.asarray(p + (d @ apart - cosine * (d_other @ apart)) / square * d)
