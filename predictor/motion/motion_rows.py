"""States and limits as the rows that `motion_kernels` reads, and the limit that it found broken."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from predictor.motion.motion import NO_LIMIT_BROKEN, QUANTITIES, Violation
from predictor.motion.motion_kernels import Fault, write_moves
from predictor.motion.stop import JointLimits
from telemetry.messages.joint_state import JointState

Array = NDArray[np.float64]


def first_violation(states: Sequence[JointState], limits: JointLimits, period_s: float) -> Violation | None:
    """Return the first limit broken anywhere on the moves through states, one period apart, or None."""
    rows = joint_rows(states, len(limits.q_min))
    moves = np.empty((len(states) - 1, len(limits.q_min), 6))
    fault = write_moves(rows, limit_rows(limits), period_s, moves)
    return violation_of(fault) if fault.quantity != NO_LIMIT_BROKEN else None


def violation_of(fault: Fault) -> Violation:
    """Return which limit it is; of no meaning with NO_STOP."""
    return Violation(fault.joint, QUANTITIES[fault.quantity], fault.value, fault.limit)


def joint_rows(track: Sequence[JointState], n: int) -> Array:
    """Return k states of n joints as kernels read them, (k, 3, n).

    Raises:
        ValueError: states of another number of joints.
    """
    rows = np.array([row for s in track for row in (s.q, s.qd, s.qdd)], np.float64).reshape(len(track), 3, -1)
    if rows.shape[2] != n:
        raise ValueError(f"states have {rows.shape[2]} joints; {n} are right")
    return rows


def limit_rows(limits: JointLimits) -> Array:
    """Return limits as kernels read them: (5, n) q_min, q_max, qd_max, qdd_max, qddd_max."""
    return np.array([limits.q_min, limits.q_max, limits.qd_max, limits.qdd_max, limits.qddd_max])
