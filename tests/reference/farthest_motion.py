"""Plain reference: the farthest motion in whole periods of constant jerk, as a linear program.

Unknowns are the accelerations at the period ends; the speed is bounded at the ends and in between, at a
tenth of each period.  Imports nothing of the project.
"""

import numpy as np
import scipy

PARTS = 10  # of each period


def farthest_distance(periods, speed, acceleration, jerk, period_s, *, may_brake_early):
    """Greatest distance in so many periods; without braking before the middle, if it may not."""
    T, N = period_s, periods
    a = np.vstack([np.zeros(N - 1), np.eye(N - 1), np.zeros(N - 1)])  # a_0 ... a_N by the unknowns
    v, q, speeds = np.zeros(N - 1), np.zeros(N - 1), []
    for k in range(N):
        slope = (a[k + 1] - a[k]) / T
        for part in range(PARTS):
            t = T * part / PARTS
            speeds.append(v + a[k] * t + slope * t * t / 2)
        q = q + T * v + T * T * (a[k] / 3 + a[k + 1] / 6)
        v = v + T * (a[k] + a[k + 1]) / 2
    rows = [np.array(speeds), np.diff(a, axis=0) / T]
    most = [np.full(len(speeds), speed), np.full(N, jerk)]
    before = np.arange(1, N) * 2 <= N
    low = np.where(before & (not may_brake_early), 0.0, -acceleration)
    high = np.where(before[::-1] & (not may_brake_early), 0.0, acceleration)
    found = scipy.optimize.linprog(
        -q,
        A_ub=np.vstack([*rows, *(-row for row in rows)]),
        b_ub=np.concatenate([*most, *most]),
        A_eq=v[None],
        b_eq=[0.0],
        bounds=np.stack([low, high], axis=1),
    )
    return -found.fun
