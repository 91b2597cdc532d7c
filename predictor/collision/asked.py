"""What a world is asked with: refused by every method alike where nothing can be told of it."""

import math
from typing import NoReturn

import numpy as np
from numpy.typing import NDArray

from predictor.finite import JOINT_VALUE, JOINTS, POSE, NotFiniteError, check_few, check_finite
from predictor.jit import as_kernels_take

Array = NDArray[np.float64]


def check_motion(moves: Array, n: int, *, required_m: float, period_s: float) -> None:
    """Refuse what is no motion (k, n, 6), or what it cannot be held against."""
    if not (math.isfinite(required_m) and math.isfinite(period_s) and period_s > 0.0):
        raise ValueError(
            f"requirement {required_m} and period {period_s} must be finite, the period positive"
        )
    if moves.ndim != 3 or moves.shape[0] < 1 or moves.shape[1:] != (n, 6):
        raise ValueError(f"moves have shape {moves.shape}; (k, {n}, 6) with k >= 1 is right")


def base_place(T_world_base: Array) -> Array:
    """Return where the base stands (4, 4), as kernels take it; what is not finite is refused."""
    T = as_kernels_take(T_world_base)
    check_few(T.ravel(), "number of T_world_base", unit=POSE)
    return T


def refuse_pose(q: Array) -> NoReturn:
    """Refuse a pose (n,) at which no distance is a number: one of it is none, or it is absurdly far out."""
    check_finite(q, JOINT_VALUE, unit=JOINTS)
    raise NotFiniteError(f"no distance is known at {q.tolist()}; give joint values within the arm's limits")


def refuse_motion(moves: Array) -> NoReturn:
    """Refuse moves (k, n, 6) along which some distance is no number."""
    check_finite(moves, "coefficient of the moves", unit=f"{JOINTS} and powers of 1/s")
    raise NotFiniteError("no distance is known along these moves; give some within the arm's limits")
