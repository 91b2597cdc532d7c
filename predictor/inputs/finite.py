"""Checks that refuse numbers that are not finite where they enter this library: what, where, and why.

Within kernels it is never free of contact and never a distance; that stays as it is, and costs nothing.
"""

import math

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

JOINT_VALUE, JOINT_UNIT = "joint value", "rad or m"
POSE_UNIT = "m, or of a rotation"


class NotFiniteError(ValueError):
    """A number that is none, or endless, where only finite ones have a meaning."""


def check_finite(values: Array, what: str, *, unit: str) -> None:
    """Refuse numbers of any shape that are not all finite; `what` names one of them: "joint value".

    Raises:
        NotFiniteError: names the first that is not.
    """
    known = np.isfinite(values)
    if not known.all():
        where = np.argwhere(~known)[0]
        at = f" at {where.tolist()}" if len(where) else ""
        value = values[tuple(where)]
        raise NotFiniteError(f"the {what}{at} is {value}; it must be a finite number of {unit}")


def check_few_finite(values: Array, what: str, *, unit: str) -> None:
    """Refuse the same of a few numbers (n,), in a tenth of the time.

    Raises:
        NotFiniteError: as `check_finite`.
    """
    if not math.isfinite(sum(values.tolist())):
        check_finite(values, what, unit=unit)


def metres(name: str, value: float) -> float:
    """Return a distance that is a number, or endless.

    Raises:
        NotFiniteError: it is no number.
    """
    if math.isnan(value):
        raise NotFiniteError(f"{name} is {value}; it must be a number of metres")
    return float(value)
