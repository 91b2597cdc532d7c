"""Kernels of the closed-form inverse kinematics of a six-joint arm with a spherical wrist (Pieper 1968).

    joint 1 upright, joints 2 and 3 parallel and across it, joints 4, 5, 6 through one point W

        o---- d4 ----W      W in the plane of the arm is reached by two links a2 and d4: two elbows;
       /                    either side of joint 1 can face it: two shoulders;
      a2                    the wrist turns the hand by (4, 5, 6) or by (4 + pi, -5, 6 + pi): two wrists.
     /
    o  shoulder, d1 above the base

Where a joint is free (W on axis 1, W on the shoulder of equal links, axes 4 and 6 in line) its angle is
taken from `q_free`.  Angles within `ALIGNED` or lengths within `ON_AXIS` of such a pose count as being there.
"""

import math

import numpy as np
from numpy.typing import NDArray

from predictor.jit import kernel
from predictor.model.spatial import multiply_poses

Array = NDArray[np.float64]

ON_AXIS = 1e-10  # [m]
ALIGNED = 1e-10  # [rad]
TURN = 2.0 * math.pi
LIMIT_ROUNDING = 1e-12  # [rad] a joint angle that far beyond its limit is at the limit


@kernel
def link_pose(dh_row: Array, q: float, out_T: Array) -> None:
    """Pose of one frame in the one before it, from a row (4,) (`predictor.model.files.dh`) and an angle."""
    c, s = math.cos(q + dh_row[0]), math.sin(q + dh_row[0])
    c_alpha, s_alpha = math.cos(dh_row[3]), math.sin(dh_row[3])
    out_T[0, 0], out_T[0, 1], out_T[0, 2], out_T[0, 3] = c, -s * c_alpha, s * s_alpha, dh_row[2] * c
    out_T[1, 0], out_T[1, 1], out_T[1, 2], out_T[1, 3] = s, c * c_alpha, -c * s_alpha, dh_row[2] * s
    out_T[2, 0], out_T[2, 1], out_T[2, 2], out_T[2, 3] = 0.0, s_alpha, c_alpha, dh_row[1]
    out_T[3, :3] = 0.0
    out_T[3, 3] = 1.0


@kernel
def elbow_angles(x: float, y: float, a2: float, d4: float, free: float, out: Array) -> int:
    """Angles (2, 2) of link a2, and from it to link d4, that reach (x, y) in their plane; tells how many."""
    reach = math.hypot(x, y)
    longest, shortest = abs(a2) + abs(d4), abs(abs(a2) - abs(d4))
    if not shortest - ON_AXIS <= reach <= longest + ON_AXIS:
        return 0
    count = 2
    cosine = (reach**2 - a2**2 - d4**2) / (2.0 * a2 * d4)
    sine = math.sqrt(max(0.0, (1.0 - cosine) * (1.0 + cosine)))
    if longest - reach <= ON_AXIS or reach - shortest <= ON_AXIS:  # stretched or folded: one elbow
        cosine, sine, count = math.copysign(1.0, cosine), 0.0, 1
    for k in range(count):
        bend = math.atan2(sine, cosine) * (1.0 - 2.0 * k)
        aim = math.atan2(d4 * math.sin(bend), a2 + d4 * math.cos(bend))
        out[k, 0] = free if reach <= ON_AXIS else math.atan2(y, x) - aim
        out[k, 1] = bend
    return count


@kernel
def wrist_angles(M: Array, side_4: float, side_5: float, free: float, out: Array) -> None:
    """Both triples (2, 3) of angles 4, 5, 6 that turn frame 3 into the wanted attitude M (3, 3).

    M = Rz4 Rx(side_4 pi/2) Rz5 Rx(side_5 pi/2) Rz6; its last column is side_5 (s5 c4, s5 s4, -side_4 c5).
    """
    first = free
    if math.hypot(M[0, 2], M[1, 2]) > ALIGNED:
        first = math.atan2(side_5 * M[1, 2], side_5 * M[0, 2])
    for k in range(2):
        angle_4 = first + k * math.pi
        c4, s4 = math.cos(angle_4), math.sin(angle_4)
        angle_5 = math.atan2(side_5 * (c4 * M[0, 2] + s4 * M[1, 2]), -side_4 * side_5 * M[2, 2])
        # The first column of M, turned back through joints 4 and 5, is (c6, s6, 0): exact even in line.
        x, y = c4 * M[0, 0] + s4 * M[1, 0], side_4 * M[2, 0]
        z = side_4 * (s4 * M[0, 0] - c4 * M[1, 0])
        c6 = math.cos(angle_5) * x + math.sin(angle_5) * y
        out[k, 0], out[k, 1], out[k, 2] = angle_4, angle_5, math.atan2(side_5 * z, c6)


@kernel
def arm_branches(dh: Array, T_base_end: Array, q_free: Array, out_q: Array) -> int:
    """All joint angles (8, 6), limits apart, that put joint 6 at angle 0 of its frame to T_base_end (4, 4).

    T_base_end is the wanted pose without what is fixed behind joint 6.  Returns how many rows are valid.
    """
    side_1, side_3 = math.sin(dh[0, 3]), math.sin(dh[2, 3])
    px, py = T_base_end[0, 3], T_base_end[1, 3]
    height = side_1 * (T_base_end[2, 3] - dh[0, 1])
    facing = q_free[0] + dh[0, 0]
    if math.hypot(px, py) > ON_AXIS:
        facing = math.atan2(py, px)
    elbows, wrists, M = np.empty((2, 2)), np.empty((2, 3)), np.empty((3, 3))
    count = 0
    for shoulder in range(2):
        angle_1 = facing + shoulder * math.pi
        distance = math.cos(angle_1) * px + math.sin(angle_1) * py
        found = elbow_angles(distance, height, dh[1, 2], dh[3, 1], q_free[1] + dh[1, 0], elbows)
        for elbow in range(found):
            q = out_q[count]
            q[0] = angle_1 - dh[0, 0]
            q[1] = elbows[elbow, 0] - dh[1, 0]
            q[2] = elbows[elbow, 1] + side_3 * 0.5 * math.pi - dh[2, 0]
            _attitude_in_frame_3(dh, q, T_base_end, M)
            wrist_angles(M, math.sin(dh[3, 3]), math.sin(dh[4, 3]), q_free[3] + dh[3, 0], wrists)
            for wrist in range(2):
                out_q[count, :3] = q[:3]
                for k in range(3):
                    out_q[count, 3 + k] = wrists[wrist, k] - dh[3 + k, 0]
                count += 1
    return count


@kernel
def _attitude_in_frame_3(dh: Array, q: Array, T_base_end: Array, out_M: Array) -> None:
    T_0_1, T_1_2, T_2_3 = np.empty((4, 4)), np.empty((4, 4)), np.empty((4, 4))
    T_0_2, T_0_3 = np.empty((4, 4)), np.empty((4, 4))
    link_pose(dh[0], q[0], T_0_1)
    link_pose(dh[1], q[1], T_1_2)
    link_pose(dh[2], q[2], T_2_3)
    multiply_poses(T_0_1, T_1_2, T_0_2)
    multiply_poses(T_0_2, T_2_3, T_0_3)
    for i in range(3):
        for j in range(3):
            out_M[i, j] = 0.0
            for k in range(3):
                out_M[i, j] += T_0_3[k, i] * T_base_end[k, j]


@kernel
def turned_within(angle: float, near: float, low: float, high: float) -> float:
    """The angle plus whole turns that is nearest to `near` within its limits; NaN if there is none."""
    if not math.isfinite(angle):
        return math.nan
    fewest = np.ceil((low - LIMIT_ROUNDING - angle) / TURN)  # floats: a joint without stops has no fewest
    most = np.floor((high + LIMIT_ROUNDING - angle) / TURN)
    if not fewest <= most:
        return math.nan
    turns = min(most, max(fewest, np.floor((near - angle) / TURN + 0.5)))
    return float(min(high, max(low, angle + turns * TURN)))


@kernel
def nearest_row(rows: Array, q_near: Array, q_min: Array, q_max: Array, out_q: Array) -> bool:
    """Of the rows (k, n), each joint turned within its limits, the one nearest to q_near; False if none."""
    best = math.inf
    q = np.empty(len(q_near))
    for row in rows:
        square = 0.0
        for i in range(len(q)):
            q[i] = turned_within(row[i], q_near[i], q_min[i], q_max[i])
            square += (q[i] - q_near[i]) ** 2
        if square < best:  # false for NaN: a joint has no angle within its limits
            best = square
            out_q[:] = q
    return best < math.inf
