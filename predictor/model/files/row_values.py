"""What holds for rows of every kind in a robot file: names differ, what is required is there."""

from collections.abc import Sequence
from typing import Any

import msgspec

from predictor.inputs.arrays import Array
from predictor.inputs.rigid import Blame, Tensor

Point = tuple[float, float, float]
DECIMALS = 15  # decimals; a length of 1e-15 m is none


def check_unique(names: Sequence[str], where: str, blame: Blame) -> None:
    """Blame the first name that is there twice."""
    for i, name in enumerate(names):
        if name in names[:i]:
            raise blame(f"{where}[{i}].name", f"{name!r} is there twice; names must differ")


def required(row: msgspec.Struct, key: str, *, where: str, blame: Blame) -> Any:
    """Return a value that a row of this kind must have, while others may not."""
    value = getattr(row, key)
    if value is None:
        raise blame(where, f"missing required field `{key}`")
    return value


def only_one(row: msgspec.Struct, keys: Sequence[str], *, where: str, blame: Blame) -> str:
    """Return the one of these keys that a row has."""
    found = [key for key in keys if getattr(row, key) is not None]
    if len(found) != 1:
        problem = f"has {' and '.join(found)}" if found else "has none of them"
        raise blame(where, f"must have one of {', '.join(keys)}; it {problem}")
    return found[0]


def as_point(p: Array) -> Point:
    """Return a point as a file row has it."""
    x, y, z = (tidy(value) for value in p)
    return x, y, z


def as_tensor(rows: Array) -> Tensor:
    """Return a matrix (3, 3) as a file row has it."""
    x, y, z = (as_point(row) for row in rows)
    return x, y, z


def tidy(value: float) -> float:
    """Return a number without the noise that products of rotations leave in its last digits."""
    return round(float(value), DECIMALS) + 0.0
