"""Inverse kinematics: which joint values put the tool at a pose.

`branches` lists every solution, `branches_batch` those of many poses, `closed_form` those within limits,
`nearest_branch` the one nearest to where the arm is, all for the builds of `planner.motion.ik.closed_form`;
`numeric` searches from a start, for any arm and with locked joints.  `nearest` takes what the arm's build
allows, and `why_numeric` says why that is the search; `from_afar` is for a pose that no path leads to.  What
cannot be reached is a value with a reason, not an exception.  Collisions and speeds of a motion are not
looked at here.
"""

import itertools
import math
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from planner.motion.ik.closed_form import ArmPatternError, closed_form_of
from planner.motion.ik.closed_kernels import (
    BRANCHES,
    JOINTS,
    LIMIT_ROUNDING,
    NO_POSE,
    OUT_OF_REACH,
    REACHED,
    branches_at,
    branches_of,
    nearest_at,
)
from planner.motion.ik.families_kernels import TURN
from planner.motion.ik.numeric_kernels import AT_LIMIT, HELD, PLACE_ROWS, POSE_ROWS, RESTARTS, search
from planner.motion.rates import chain_of
from predictor.compiler.jit import kernel_array
from predictor.model.kinematics import ShapeError, joint_array
from predictor.model.robot import Robot
from telemetry.agreed.reasons import Reason

Array = NDArray[np.float64]


GOLDEN_STEPS = 64  # of a fixed point that gains a digit in three


class PoseError(ValueError):
    """A wanted pose that is no pose."""


class IkSolution(NamedTuple):
    """Joint values for a pose."""

    q: Array  # (n,) [rad or m]; when not reached, the nearest that was found, or the start
    reached: bool
    reason: str  # empty when reached, else a code of `telemetry.agreed.reasons`


def branches(robot: Robot, T_base_tool: Array) -> Array:
    """Return every branch (k, n), k at most 8, that the arm's build allows, whether within limits or not.

    Angles lie within half a turn of zero.  Where a joint is free it takes its home angle, or half a turn
    from it.

    Raises:
        ArmPatternError: the arm's build has no closed form here.
    """
    rows = np.empty((BRANCHES, JOINTS))
    count = branches_at(closed_form_of(robot), _pose_array(T_base_tool), rows)
    if count == NO_POSE:
        raise _no_pose(T_base_tool)
    return rows if count == BRANCHES else rows[:count]


def branches_batch(robot: Robot, poses: Array) -> Array:
    """Return the branches (k, 8, n) of each of the poses (k, 4, 4), NaN in those that there are not.

    Raises:
        ArmPatternError: the arm's build has no closed form here.
        PoseError: one of them is no pose.
    """
    form, wanted = closed_form_of(robot), kernel_array(poses)
    if wanted.ndim != 3:
        raise PoseError(f"poses have shape {wanted.shape}; they must be (k, 4, 4)")
    rows = np.empty((len(wanted), BRANCHES, JOINTS))
    solved = branches_of(form, wanted, rows.reshape(-1, JOINTS))
    if solved < len(wanted):
        raise PoseError(f"pose {solved}: {_no_pose(wanted[solved])}")
    return rows


def closed_form(robot: Robot, T_base_tool: Array) -> Array:
    """Return all joint angles (k, n) within limits that put the tool at a pose, whole turns included.

    Raises:
        ArmPatternError: the arm's build has no closed form here.
    """
    rows = branches(robot, T_base_tool)
    low, high = robot.limits.q_min, robot.limits.q_max
    every = [q for row in rows for q in itertools.product(*map(_turns, row, low, high))]
    return np.array(every, dtype=np.float64).reshape(-1, robot.n)


def nearest_branch(robot: Robot, T_base_tool: Array, q_near: Sequence[float] | Array) -> IkSolution:
    """Return the joint angles for a pose that are nearest to q_near (n,); a free joint keeps its angle there.

    Raises:
        ArmPatternError: the arm's build has no closed form here.
    """
    form = closed_form_of(robot)
    near, q = joint_array(robot, q_near), np.empty(JOINTS)
    code = nearest_at(form, _pose_array(T_base_tool), near, q)
    if code == REACHED:
        return IkSolution(q, True, "")
    if code == NO_POSE:
        raise _no_pose(T_base_tool)
    return IkSolution(near.copy(), False, Reason.UNREACHABLE if code == OUT_OF_REACH else Reason.LIMIT)


def nearest(robot: Robot, T_base_tool: Array, q_near: Sequence[float] | Array) -> IkSolution:
    """Return the joint angles for a pose nearest to q_near (n,): in closed form, or else found from there."""
    if why_numeric(robot):
        return numeric(robot, T_base_tool, q_near)
    return nearest_branch(robot, T_base_tool, q_near)


def nearest_it_holds(robot: Robot, T_base_tool: Array, q_near: Sequence[float] | Array) -> IkSolution:
    """Return what `nearest` does; of an arm that cannot hold an attitude, angles for the place alone."""
    if chain_of(robot).freedom == POSE_ROWS:
        return nearest(robot, T_base_tool, q_near)
    return numeric(robot, T_base_tool, q_near, holds_attitude=False)


@lru_cache(maxsize=8)
def why_numeric(robot: Robot) -> str:
    """Return why an arm's build has no closed form here, so that `nearest` searches; empty if it has one."""
    try:
        closed_form_of(robot)
    except ArmPatternError as error:
        return str(error)
    return ""


def from_afar(robot: Robot, T_base_tool: Array, q_near: Sequence[float] | Array) -> IkSolution:
    """Return joint values for a pose that may be anywhere.

    In closed form those nearest to q_near (n,); a search begins there, and again at seeded places within the
    limits until the pose is reached.
    """
    if not why_numeric(robot):
        return nearest_branch(robot, T_base_tool, q_near)
    q, request = joint_array(robot, q_near).copy(), (POSE_ROWS, RESTARTS)
    code = search(robot.packed_chain, joint_table(robot), _pose_array(T_base_tool), request, q)
    return _found(q, code, T_base_tool)


def numeric(
    robot: Robot,
    T_base_tool: Array,
    q_start: Sequence[float] | Array,
    *,
    locked: NDArray[np.bool_] | None = None,
    holds_attitude: bool = True,
) -> IkSolution:
    """Return the joint values for a pose that a search from q_start (n,) leads to.

    Args:
        robot: the arm.
        T_base_tool: the pose (4, 4).
        q_start: where the search begins (n,) [rad or m].
        locked: joints (n,) that stay; those that do not carry the tool stay anyway.
        holds_attitude: False: the tool is brought to the place alone.
    """
    q, joints = joint_array(robot, q_start).copy(), joint_table(robot)
    if locked is not None:
        joints = joints.copy()
        if np.shape(locked) != (robot.n,):
            shape = np.shape(locked)
            raise ShapeError(f"locked joints have shape {shape}; {robot.name} needs ({robot.n},)")
        joints[HELD] = np.maximum(joints[HELD], locked)
    request = (POSE_ROWS if holds_attitude else PLACE_ROWS, 0)
    code = search(robot.packed_chain, joints, _pose_array(T_base_tool), request, q)
    return _found(q, code, T_base_tool)


def _found(q: Array, code: int, T_base_tool: Array) -> IkSolution:
    """Return how a search ended at q (n,), or raise a PoseError."""
    if code == REACHED:
        return IkSolution(q, True, "")
    if code == NO_POSE:
        raise _no_pose(T_base_tool)
    return IkSolution(q, False, Reason.LIMIT if code == AT_LIMIT else Reason.UNREACHABLE)


@lru_cache(maxsize=8)
def joint_table(robot: Robot) -> Array:
    """Return the table of joints that a search reads (5, n); not read-only, which each call would pay for.

    The strides are powers of the generalised golden ratio (Roberts 2018), which solves x^(n + 1) = x + 1.
    """
    chain, golden = chain_of(robot), 2.0
    for _ in range(GOLDEN_STEPS):
        golden = (1.0 + golden) ** (1.0 / (robot.n + 1.0))
    strides = golden ** -np.arange(1.0, robot.n + 1.0)
    return np.array(
        [robot.limits.q_min, robot.limits.q_max, ~chain.carries, chain.share, strides], dtype=float
    )


def _turns(angle: float, low: float, high: float) -> list[float]:
    """Return an angle with every number of whole turns that keeps it within limits [rad]; without, once."""
    if math.isinf(low) or math.isinf(high):
        return [angle]
    fewest = math.ceil((low - LIMIT_ROUNDING - angle) / TURN)
    most = math.floor((high + LIMIT_ROUNDING - angle) / TURN)
    return [min(high, max(low, angle + turns * TURN)) for turns in range(fewest, most + 1)]


def _pose_array(T_base_tool: Array) -> Array:
    """Return what is to be a pose as kernels take it, or raise a PoseError."""
    T = kernel_array(T_base_tool)
    if T.ndim != 2:
        raise _no_pose(T)
    return T


def _no_pose(T_base_tool: Array) -> PoseError:
    shape = np.shape(T_base_tool)
    if shape != (4, 4):
        return PoseError(f"a pose has shape {shape}; it must be (4, 4)")
    return PoseError("the wanted pose is not a rotation and a finite position")


def solutions_by_nearness(robot: Robot, T_base_tool: Array, q_near: Array) -> Array:
    """Return joint values (k, n) within limits for a pose, nearest to q_near (n,) first; k is 0 if none.

    In closed form they are all there are, whole turns included; a search finds one at most.  How far joints
    are is counted in times that they take at top speed.
    """
    if why_numeric(robot):
        found = from_afar(robot, T_base_tool, q_near)
        return found.q[None] if found.reached else np.empty((0, robot.n))
    rows = closed_form(robot, T_base_tool)
    far = np.abs(rows - q_near) / chain_of(robot).share
    order = np.lexsort((far.sum(axis=1), far.max(axis=1, initial=0.0)))
    return rows[order]
