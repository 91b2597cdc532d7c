"""Inverse kinematics: which joint values put the tool at a pose.

`branches` lists every way, `closed_form` those within limits, `nearest_branch` the one nearest to where the
arm is, all for arms with a spherical wrist; `numeric` searches from a start, for any arm and with locked
joints.  `nearest` takes what the arm's build allows, and `why_numeric` tells why that is the search;
`from_afar` is for a pose that no path leads to.  What cannot be reached is a value with a reason, not an
exception.  Collisions and speeds on the way are not looked at here.
"""

import itertools
import math
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from planner.motion.ik_closed import LIMIT_ROUNDING, TURN, arm_branches, nearest_row
from planner.motion.ik_numeric import Wanted, descend
from planner.motion.rates import PLACE_ROWS, POSE_ROWS, chain_of
from predictor.model.dh_chain import DhChain, NotDhError, dh_chain
from predictor.model.kinematics import ShapeError, joint_array, tool_pose
from predictor.model.robot import Robot
from predictor.model.spatial import inverse_pose, pose_difference
from telemetry.reasons import Reason

Array = NDArray[np.float64]

BRANCHES = 8  # two shoulders, two elbows, two wrists
SAME = 1e-9  # by how much a DH value may differ from the pattern [m or 1]
RIGID = 1e-6  # how far the rotation of a wanted pose may be from orthonormal
REACHED_LENGTH = 1e-9  # [m]
REACHED_ANGLE = 1e-9  # [rad]
RESTARTS, RESTART_SEED = 40, 7  # of a search for a pose that is far away; the same each time


class ArmPatternError(ValueError):
    """An arm whose build has no closed form here."""


class PoseError(ValueError):
    """A wanted pose that is no pose."""


class _ClosedForm(NamedTuple):
    """What the kernels need of an arm that fits them; `predictor.model.dh_chain`."""

    rows: Array  # (6, 4)
    sign: Array  # (6,)
    T_0_base: Array  # (4, 4)
    T_tool_end: Array  # (4, 4) of frame 6, whose row is zero: all that is fixed behind the last joint


class IkSolution(NamedTuple):
    """Joint values for a pose."""

    q: Array  # (n,) [rad or m]; when not reached, the nearest that was found, or the start
    reached: bool
    reason: str  # empty when reached, else a code of `telemetry.reasons`


def branches(robot: Robot, T_base_tool: Array) -> Array:
    """Return every branch (k, n), k at most 8, that the arm's build allows, whether within limits or not.

    Angles lie within half a turn of zero.  Where a joint is free it takes its home angle, or half a turn
    from it.

    Raises:
        ArmPatternError: the arm's build has no closed form here.
    """
    rows = _branches(robot, T_base_tool, np.array(robot.home_q))
    return np.remainder(rows + TURN / 2.0, TURN) - TURN / 2.0


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
    near = joint_array(robot, q_near)
    rows = _branches(robot, T_base_tool, near)
    q = near.copy()
    if not len(rows):
        return IkSolution(q, False, Reason.UNREACHABLE)
    if not nearest_row(rows, near, np.array(robot.limits.q_min), np.array(robot.limits.q_max), q):
        return IkSolution(q, False, Reason.LIMIT)
    return IkSolution(q, True, "")


def nearest(robot: Robot, T_base_tool: Array, q_near: Sequence[float] | Array) -> IkSolution:
    """Return the joint angles for a pose nearest to q_near (n,): in closed form, or else found from there."""
    if why_numeric(robot):
        return numeric(robot, T_base_tool, q_near)
    return nearest_branch(robot, T_base_tool, q_near)


@lru_cache(maxsize=8)
def why_numeric(robot: Robot) -> str:
    """Tell why an arm's build has no closed form here, so that `nearest` searches; empty if it has one."""
    try:
        _closed_form(robot)
    except ArmPatternError as error:
        return str(error)
    return ""


def from_afar(robot: Robot, T_base_tool: Array, q_near: Sequence[float] | Array) -> IkSolution:
    """Return joint values for a pose that may be anywhere: of those found, the nearest to q_near (n,).

    In closed form all are found; a search begins at q_near and at seeded poses within the limits.
    """
    if not why_numeric(robot):
        return nearest_branch(robot, T_base_tool, q_near)
    near, share = joint_array(robot, q_near), chain_of(robot).share
    tries = [numeric(robot, T_base_tool, q) for q in (near, *_anywhere(robot, near))]
    found = [solution for solution in tries if solution.reached]
    return min(found, key=lambda solution: np.linalg.norm((solution.q - near) / share), default=tries[0])


def _anywhere(robot: Robot, near: Array) -> Array:
    """Return seeded poses (k, n) within limits, within half a turn where there are none; others stay."""
    low = np.where(np.isfinite(robot.limits.q_min), robot.limits.q_min, near - math.pi)
    high = np.where(np.isfinite(robot.limits.q_max), robot.limits.q_max, near + math.pi)
    poses = np.random.default_rng(RESTART_SEED).uniform(low, high, (RESTARTS, robot.n))
    return np.where(chain_of(robot).carries, poses, near)


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
    T, q = _wanted(T_base_tool), joint_array(robot, q_start).copy()
    chain, limits = chain_of(robot), np.array([robot.limits.q_min, robot.limits.q_max])
    held = ~chain.carries | _locked(robot, locked)
    q[~held] = np.clip(q, *limits)[~held]
    wanted = Wanted(T, POSE_ROWS if holds_attitude else PLACE_ROWS, limits, held, chain.share)
    descend(robot.tree, robot.tool, wanted, q)
    error = pose_difference(T, tool_pose(robot, q))
    is_turned = not holds_attitude or np.linalg.norm(error[3:]) <= REACHED_ANGLE
    if np.linalg.norm(error[:3]) <= REACHED_LENGTH and is_turned:
        return IkSolution(q, True, "")
    at_limit = bool((~held & ((q <= limits[0]) | (q >= limits[1]))).any())
    return IkSolution(q, False, Reason.LIMIT if at_limit else Reason.UNREACHABLE)


def _locked(robot: Robot, locked: NDArray[np.bool_] | None) -> NDArray[np.bool_]:
    """Return which joints (n,) are locked."""
    if locked is None:
        return np.zeros(robot.n, dtype=np.bool_)
    if np.shape(locked) != (robot.n,):
        raise ShapeError(f"locked joints have shape {np.shape(locked)}; {robot.name} needs ({robot.n},)")
    return np.ascontiguousarray(locked, dtype=np.bool_)


def _turns(angle: float, low: float, high: float) -> list[float]:
    """Return an angle with every number of whole turns that keeps it within limits [rad]; without, once."""
    if math.isinf(low) or math.isinf(high):
        return [angle]
    fewest = math.ceil((low - LIMIT_ROUNDING - angle) / TURN)
    most = math.floor((high + LIMIT_ROUNDING - angle) / TURN)
    return [min(high, max(low, angle + turns * TURN)) for turns in range(fewest, most + 1)]


def _branches(robot: Robot, T_base_tool: Array, q_free: Array) -> Array:
    """Return the joint angles (k, 6), limits apart; k is at most 8."""
    form = _closed_form(robot)
    T_0_end = form.T_0_base @ _wanted(T_base_tool) @ form.T_tool_end
    rows = np.empty((BRANCHES, robot.n))
    return form.sign * rows[: arm_branches(form.rows, T_0_end, form.sign * q_free, rows)]


def _wanted(T_base_tool: Array) -> Array:
    T = np.ascontiguousarray(T_base_tool, dtype=np.float64)
    if T.shape != (4, 4):
        raise PoseError(f"a pose has shape {T.shape}; it must be (4, 4)")
    R = T[:3, :3]
    if not (np.abs(R @ R.T - np.eye(3)).max() <= RIGID and np.linalg.det(R) > 0.0 and np.isfinite(T).all()):
        raise PoseError("the wanted pose is not a rotation and a finite position")
    return T


@lru_cache(maxsize=8)
def _closed_form(robot: Robot) -> _ClosedForm:
    chain = _pattern(robot)
    return _ClosedForm(chain.rows, chain.sign, inverse_pose(chain.T_base_0), inverse_pose(chain.T_n_tool))


def _pattern(robot: Robot) -> DhChain:
    """Return the rows of an arm that has a closed form; an ArmPatternError tells why one has none."""
    if robot.n != 6:
        raise ArmPatternError(f"{robot.name} has {robot.n} joints; the closed form is for 6: use numeric")
    try:
        chain = dh_chain(robot)
    except NotDhError as error:
        raise ArmPatternError(
            f"{error}; the closed form is for 6 turning joints in line: use numeric"
        ) from None
    d, a, alpha = chain.rows[:, 1], chain.rows[:, 2], chain.rows[:, 3]
    zero = {f"cos(alpha[{i + 1}])": math.cos(alpha[i]) for i in (0, 2, 3, 4)}
    zero["sin(alpha[2])"], zero["1 - cos(alpha[2])"] = math.sin(alpha[1]), 1.0 - math.cos(alpha[1])
    zero |= {"a[1]": a[0], "a[3]": a[2], "a[4]": a[3], "a[5]": a[4], "d[2]": d[1], "d[3]": d[2], "d[5]": d[4]}
    for name, value in zero.items():
        if not abs(value) <= SAME:
            raise ArmPatternError(
                f"{robot.name}: {name} is {value:.6g}; the closed form needs 0: use numeric"
            )
    for name, value in {"a[2]": a[1], "d[4]": d[3]}.items():
        if not abs(value) > SAME:
            raise ArmPatternError(f"{robot.name}: {name} is 0; the closed form needs a length: use numeric")
    return chain
