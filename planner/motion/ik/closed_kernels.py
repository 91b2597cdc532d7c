"""Kernels of the closed-form inverse kinematics: every branch of a pose, of many poses, and the nearest one.

    shoulder 1, -1  x  pair 1, -1  x  two of a pair      eight branches at most (`families_kernels`)

The four pairs are worked out side by side, on vectors of four numbers: *lanes* hold joint 1 of each pair,
then joints 2 to 6 of the first branch of each, then of the second; four values of a joint beside each other.
"""

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from planner.motion.ik.families_kernels import (
    FAMILY,
    HOME,
    Q_MAX,
    Q_MIN,
    SPHERICAL,
    TURN,
    Five,
    Pose,
    Turn,
    free_turn,
    joint_angle,
    parallel_pair,
    shoulder,
    spherical_pair,
    wanted_end,
)
from predictor.compiler.jit import array_kernel, array_part, inlined_part, kernel, part
from predictor.model.angle_kernels import arctangent
from predictor.model.spatial_kernels import is_pose

Array = NDArray[np.float64]

JOINTS, BRANCHES, PAIRS = 6, 8, 4
VALUES = 11  # of a pair of branches, which have joint 1 in common
LIMIT_ROUNDING = 1e-12  # [rad] a joint angle that far beyond its limit is at the limit
REACHED, BEYOND_LIMITS, OUT_OF_REACH, NO_POSE = 0, 1, 2, -1


@inlined_part
def put_pair(form: Array, c1: float, s1: float, pair: tuple[Five, Five], at: int, lanes: Array) -> None:
    """Write two branches as joint angles, each within half a turn of zero."""
    lanes[at] = joint_angle(form, 0, arctangent(s1, c1))
    for i in range(5):
        lanes[PAIRS * (i + 1) + at] = joint_angle(form, i + 1, pair[0][i])
        lanes[PAIRS * (i + 6) + at] = joint_angle(form, i + 1, pair[1][i])


@part
def free_turns(form: Array, q_free: Array) -> tuple[Turn, Turn, Turn, Turn]:
    """Turns of joints 1, 2, 4 and 6 where they are free."""
    first, second = free_turn(form, q_free, 0), free_turn(form, q_free, 1)
    return first, second, free_turn(form, q_free, 3), free_turn(form, q_free, 5)


@part
def put_lanes(form: Array, end: Pose, free: tuple[Turn, Turn, Turn, Turn], lanes: Array) -> None:
    """All joint angles, limits apart, for a pose of frame 6; NaN in branches that there are not.

    How many pairs there are, only `lanes` shows: the compiler would not make vectors of a known four.
    """
    later = free[1], free[2], free[3]
    if form[FAMILY] == SPHERICAL:
        for at in range(len(lanes) // VALUES):
            plane = shoulder(form, end, free[0], 1.0 - 2.0 * (at >> 1))
            pair = spherical_pair(form, end, plane, later, 1.0 - 2.0 * (at & 1))
            put_pair(form, plane[0], plane[1], pair, at, lanes)
    else:
        for at in range(len(lanes) // VALUES):
            plane = shoulder(form, end, free[0], 1.0 - 2.0 * (at >> 1))
            pair = parallel_pair(form, end, plane, later, 1.0 - 2.0 * (at & 1))
            put_pair(form, plane[0], plane[1], pair, at, lanes)


@part
def put_row(lanes: Array, branch: int, out_q: Array, row: int) -> bool:
    """Write a branch from its lanes into a row of out_q (k, 6); False if there is no such branch."""
    pair, after = branch // 2, 5 * (branch % 2)
    out_q[row, 0] = total = lanes[pair]
    for joint in range(1, JOINTS):
        value = lanes[(joint + after) * PAIRS + pair]
        out_q[row, joint] = value
        total += value
    return not math.isnan(total)


@array_kernel
def branches_at(form: Array, T: Array, out_q: Array) -> int:
    """All joint angles (8, 6), limits apart, for a pose (4, 4); returns how many are valid, or NO_POSE."""
    if not is_pose(T):
        return NO_POSE
    lanes = np.empty(VALUES * PAIRS)
    put_lanes(form, wanted_end(form, T), free_turns(form, form[HOME:]), lanes)
    count = 0
    for branch in range(BRANCHES):
        count += 1 if put_row(lanes, branch, out_q, count) else 0
    return count


@array_kernel
def branches_of(form: Array, poses: Array, out_q: Array) -> int:
    """The same of every pose (k, 4, 4) into (8 k, 6), NaN in rows of branches there are not.

    Returns k, or which one is no pose.
    """
    lanes, free = np.empty(VALUES * PAIRS), free_turns(form, form[HOME:])
    for k in range(len(poses)):
        if not is_pose(poses[k]):
            return k
        put_lanes(form, wanted_end(form, poses[k]), free, lanes)
        for branch in range(BRANCHES):
            put_row(lanes, branch, out_q, BRANCHES * k + branch)
    return len(poses)


@kernel
def turned_within(angle: float, near: float, low: float, high: float) -> float:
    """The angle plus whole turns that is nearest to `near` within its limits; NaN if there is none."""
    straight = angle + TURN * np.floor((near - angle) * (1.0 / TURN) + 0.5)  # nearest, limits apart
    if low <= straight <= high:
        return float(straight)
    if not math.isfinite(angle):
        return math.nan
    fewest = np.ceil((low - LIMIT_ROUNDING - angle) / TURN)  # floats: a joint without stops has no fewest
    most = np.floor((high + LIMIT_ROUNDING - angle) / TURN)
    if not fewest <= most:
        return math.nan
    turns = min(most, max(fewest, np.floor((near - angle) / TURN + 0.5)))
    return float(min(high, max(low, angle + turns * TURN)))


class ClosedScratch(NamedTuple):
    """Where a nearest branch is worked out."""

    lanes: Array  # (44,)
    q: Array  # (7,) a branch turned within limits, and the last one that was nearest: with it the next begin


@array_part
def closed_scratch() -> ClosedScratch:
    """Allocate it, once per call."""
    return ClosedScratch(np.empty(VALUES * PAIRS), np.zeros(JOINTS + 1))


@part
def nearest_of(form: Array, scratch: ClosedScratch, q_near: Array, out_q: Array) -> int:
    """Of the branches in the lanes, each turned within limits, the one nearest to q_near (6,), into (6,)."""
    best, q, begin = math.inf, scratch.q, int(scratch.q[JOINTS])
    for k in range(BRANCHES):
        branch = k ^ begin  # all eight, the one that was nearest last first
        square, at = 0.0, branch // 2
        for i in range(JOINTS):
            q[i] = turned_within(scratch.lanes[at], q_near[i], form[Q_MIN + i], form[Q_MAX + i])
            square += (q[i] - q_near[i]) ** 2
            if not square < best:  # NaN too: there is no such branch, or a joint of it beyond its limits
                break
            at += PAIRS * (1 + (JOINTS - 1) * (branch % 2)) if i == 0 else PAIRS
        if square < best:
            best, q[JOINTS] = square, branch
            for i in range(JOINTS):
                out_q[i] = q[i]
    if best < math.inf:
        return REACHED
    return why_none(scratch)


@part
def why_none(scratch: ClosedScratch) -> int:
    """Whether any branch is there, which then must lie beyond limits."""
    for pair in range(PAIRS):
        first, second = 0.0, 0.0
        for i in range(1, JOINTS):
            first += scratch.lanes[i * PAIRS + pair]
            second += scratch.lanes[(i + JOINTS - 1) * PAIRS + pair]
        if not (math.isnan(scratch.lanes[pair] + first) and math.isnan(scratch.lanes[pair] + second)):
            return BEYOND_LIMITS
    return OUT_OF_REACH


@part
def nearest_in(form: Array, T: Array, q_near: Array, scratch: ClosedScratch, out_q: Array) -> int:
    """The branch of a pose (4, 4) within limits that is nearest to q_near (6,), or why there is none."""
    put_lanes(form, wanted_end(form, T), free_turns(form, q_near), scratch.lanes)
    return nearest_of(form, scratch, q_near, out_q)


@array_kernel
def nearest_at(form: Array, T: Array, q_near: Array, out_q: Array) -> int:
    """The same of what may be no pose, with scratch of its own."""
    if not is_pose(T):
        return NO_POSE
    return nearest_in(form, T, q_near, closed_scratch(), out_q)
