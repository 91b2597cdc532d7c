"""Why no joint values put the tool at a pose, in words: what is in the way, and by how much.

place      it is too far from the shoulder, or too near
limits     joint values there are, but one of them lies beyond a limit
attitude   the place can be reached, but not so turned
singular   the arm stands where it can give its tool no motion in some direction
"""

import math

import numpy as np
from numpy.typing import NDArray

from planner.motion.ik.inverse import branches, joint_table, numeric, why_numeric
from planner.motion.ik.numeric_kernels import HIGH, LOW, PLACE_ROWS, POSE_ROWS, REACHED, RESTARTS, search
from planner.motion.rates import chain_of
from predictor.compiler.jit import kernel_array
from predictor.model.joint_text import joint_label, value_text
from predictor.model.kinematics import link_poses, tool_jacobian, tool_pose
from predictor.model.robot import Robot
from predictor.model.spatial import pose_difference

Array = NDArray[np.float64]

MM_PER_M = 1000.0
LARGE_PART = 0.3  # of a unit vector's parts: those that matter


def why_not(robot: Robot, T_base_tool: Array, q_near: Array) -> str:
    """Return why a pose (4, 4) is not reached, looking from q_near (n,) and then everywhere."""
    place_q = _placed(robot, T_base_tool, q_near)
    missed = float(np.linalg.norm(T_base_tool[:3, 3] - tool_pose(robot, place_q)[:3, 3]))
    if missed > 1e-6:
        return _out_of_reach(robot, T_base_tool[:3, 3], place_q)
    return beyond_limits(robot, T_base_tool, q_near, everywhere=True) or _turned_wrong(
        robot, T_base_tool, (q_near, place_q)
    )


def beyond_limits(robot: Robot, T_base_tool: Array, q_near: Array, *, everywhere: bool = False) -> str:
    """Return which joint would have to leave its range, and by how much; empty if none would.

    Of all joint values for the pose (4, 4) those nearest to q_near (n,) are meant; everywhere: those that
    leave the ranges least.
    """
    rows = _without_limits(robot, T_base_tool, q_near, everywhere=everywhere)
    if not len(rows):
        return ""
    limits = robot.limits
    rows = _turned(robot, rows)
    excess = np.maximum(0.0, np.maximum(limits.q_min - rows, rows - np.array(limits.q_max)))
    turn = 2.0 * math.pi
    far = np.abs((rows - q_near + math.pi) % turn - math.pi).max(axis=1)
    row = int(np.argmin(excess.sum(axis=1) if everywhere else far))
    joint = int(np.argmax(excess[row]))
    if not excess[row, joint] > 0.0:
        return ""
    value, by = rows[row, joint], excess[row, joint]
    one = robot.commanded[joint]
    limit = limits.q_max[joint] if value > limits.q_max[joint] else limits.q_min[joint]
    return (
        f"{joint_label(robot.commanded, joint)} would have to be at {value_text(one, value)}, "
        f"{value_text(one, by)} beyond its limit of {value_text(one, limit)}"
    )


def why_singular(robot: Robot, q: Array) -> str:
    """Return what the arm cannot do at a pose q (n,), and which joints move against one another idly."""
    u, _, v = np.linalg.svd(tool_jacobian(robot, q)[:, chain_of(robot).carries], full_matrices=False)
    lost = u[:, chain_of(robot).freedom - 1]
    place, turn = lost[:3], lost[3:]
    is_turn = np.linalg.norm(turn) > np.linalg.norm(place)
    direction = turn if is_turn else place
    x, y, z = np.round(direction / np.linalg.norm(direction), 2) + 0.0  # no -0
    idle = v[chain_of(robot).freedom - 1]
    numbers = np.flatnonzero(chain_of(robot).carries)[np.abs(idle) > LARGE_PART] + 1
    what = "turn about" if is_turn else "motion along"
    joints = " and ".join(map(str, numbers.tolist()))
    return f"there the tool has hardly any {what} ({x:.2f}, {y:.2f}, {z:.2f}): joints {joints} move it alike"


def _placed(robot: Robot, T_base_tool: Array, q_near: Array) -> Array:
    """Return joint values (n,) that bring the tool to the place, or as near to it as is found."""
    q, request = q_near.copy(), (PLACE_ROWS, RESTARTS)
    if search(robot.packed_chain, joint_table(robot), kernel_array(T_base_tool), request, q) == REACHED:
        return q
    ends = [numeric(robot, T_base_tool, begin, holds_attitude=False).q for begin in (q_near, robot.home_q)]
    return min(ends, key=lambda end: float(np.linalg.norm(T_base_tool[:3, 3] - tool_pose(robot, end)[:3, 3])))


def _out_of_reach(robot: Robot, place: Array, q: Array) -> str:
    shoulder, reached = _shoulder(robot, q), tool_pose(robot, q)[:3, 3]
    missed = float(np.linalg.norm(place - reached))
    asked = float(np.linalg.norm(place - shoulder))
    comes = float(np.linalg.norm(reached - shoulder))
    most = f"{comes:.3f} m at most" if comes < asked else f"no nearer than {comes:.3f} m"
    by = f"out of reach by {missed * MM_PER_M:.0f} mm"
    return f"it is {by}: {asked:.3f} m from the shoulder, and that way the tool comes {most}"


def _shoulder(robot: Robot, q: Array) -> Array:
    """Return where the second joint that carries the tool turns (3,), the base's origin if it does not."""
    chain = [*robot.carriers(robot.tool.frame)][::-1]
    if len(chain) < 2 or any(robot.joints[i].kind != "revolute" for i in chain[:2]):
        return np.zeros(3)
    T, joint = link_poses(robot, q)[chain[1] + 1], robot.joints[chain[1]]
    shoulder: Array = T[:3, :3] @ joint.pivot + T[:3, 3]
    return shoulder


def _without_limits(robot: Robot, T_base_tool: Array, q_near: Array, *, everywhere: bool) -> Array:
    """Return joint values (k, n) for a pose whatever the limits of joints that turn."""
    if not why_numeric(robot):
        return branches(robot, T_base_tool)
    q, joints = q_near.copy(), joint_table(robot).copy()
    turns = [joint.kind == "revolute" for joint in robot.commanded]
    joints[LOW, turns], joints[HIGH, turns] = -math.inf, math.inf
    request = (POSE_ROWS, RESTARTS if everywhere else 0)
    code = search(robot.packed_chain, joints, kernel_array(T_base_tool), request, q)
    return q[None] if code == REACHED else np.empty((0, robot.n))


def _turned(robot: Robot, rows: Array) -> Array:
    """Return joint values (k, n) with each joint that turns within half a turn of the middle of its range."""
    low, high = np.array(robot.limits.q_min), np.array(robot.limits.q_max)
    has_ends = np.isfinite(high - low)
    middle = np.where(has_ends, 0.5 * (np.where(has_ends, low, 0.0) + np.where(has_ends, high, 0.0)), rows)
    turns = np.array([joint.kind == "revolute" for joint in robot.commanded])
    turned: Array = middle + (rows - middle + math.pi) % (2.0 * math.pi) - math.pi
    return np.where(turns, turned, rows)


def _turned_wrong(robot: Robot, T_base_tool: Array, begins: tuple[Array, ...]) -> str:
    found = [tool_pose(robot, numeric(robot, T_base_tool, q).q) for q in begins]
    errors = [pose_difference(T_base_tool, each) for each in found]
    error = min(errors, key=lambda each: float(np.linalg.norm(each)))
    length, angle = np.linalg.norm(error[:3]) * MM_PER_M, np.degrees(np.linalg.norm(error[3:]))
    nearest = f"what comes nearest misses by {length:.0f} mm and {angle:.1f} deg"
    return f"its place can be reached, but not so turned: {nearest}"
