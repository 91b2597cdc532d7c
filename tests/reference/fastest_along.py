"""Plain reference: the fastest motion along a path under speed, acceleration and jerk, directly in time.

The fraction s of the path is made of pieces of equal time and constant jerk each; these jerks and the
duration are what a general program (sequential least squares) varies, and the limits of the joints are asked
for at several instants of each piece.  More pieces come nearer to the least duration, from above.  Imports
nothing of the project.
"""

import numpy as np
import scipy

INSTANTS = (0.001, 0.5, 0.999)  # of each piece


def along(jerks, duration):
    """s and its three derivatives by time, at all instants of all pieces (4, k), and at the end (3,)."""
    T, rows, s, v, a = duration / len(jerks), [], 0.0, 0.0, 0.0
    for j in jerks:
        for share in INSTANTS:
            t = share * T
            rows.append((s + t * (v + t * (a / 2 + t * j / 6)), v + t * (a + t * j / 2), a + t * j, j))
        s, v, a = s + T * (v + T * (a / 2 + T * j / 6)), v + T * (a + T * j / 2), a + T * j
    return np.array(rows).T, (s, v, a)


def fastest_duration(derivatives, limits, jerks, first_s):
    """Duration found, and whether it is a least one.

    Args:
        derivatives: of s, for the first three of the joints by it (3, n, k).
        limits: (3, n) of speed, acceleration and jerk.
        jerks: of s in the pieces of a duration of one, where the search begins.
        first_s: duration where it begins; long enough to keep the limits.
    """
    pieces = len(jerks)
    scale = np.array(limits)[:, :, None]

    def shares(unknown):
        (s, v, a, j), _ = along(unknown[:-1], 1.0)
        p, r, w = derivatives(s)
        T = unknown[-1] * first_s
        rates = np.array([p * v / T, (p * a + r * v**2) / T**2, (p * j + 3 * r * v * a + w * v**3) / T**3])
        values = (rates / scale).ravel()
        return np.concatenate([1.0 - values, 1.0 + values])

    def ends(unknown):
        return np.array(along(unknown[:-1], 1.0)[1]) - (1.0, 0.0, 0.0)

    found = scipy.optimize.minimize(
        lambda unknown: unknown[-1],
        np.append(jerks, 1.0),
        jac=lambda unknown: np.append(np.zeros(pieces), 1.0),
        constraints=[{"type": "ineq", "fun": shares}, {"type": "eq", "fun": ends}],
        method="SLSQP",
        options={"maxiter": 200, "ftol": 1e-7},
    )
    return found.x[-1] * first_s, found.success
