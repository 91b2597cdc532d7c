"""Joint values in a file: a list of degrees, or a table of names whose endings tell the unit.

    to_deg = [0.0, -90.0, -90.0, 0.0, 0.0, 0.0]     an arm whose joints all turn: one for each, in order
    to = { lift_m = 0.4, yaw_deg = 30.0 }           any arm: joints by name; those that are not named stay

Degrees end here: what comes out is radians and metres.
"""

import math
from collections.abc import Mapping
from typing import Annotated, NamedTuple

import msgspec

Degrees = Annotated[float, msgspec.Meta(ge=-360.0, le=360.0)]
Angles = Annotated[tuple[Degrees, ...], msgspec.Meta(min_length=1, max_length=16)]
Figure = Annotated[float, msgspec.Meta(ge=-1000.0, le=1000.0)]  # [deg or m]
JointTable = Annotated[dict[str, Figure], msgspec.Meta(min_length=1, max_length=16)]
ENDINGS = {"_deg": "deg", "_m": "m"}


class JointValue(NamedTuple):
    """One row of a table."""

    key: str
    joint: str
    unit: str  # deg or m: what the key says
    value: float  # [rad or m]


def radians(angles_deg: tuple[float, ...]) -> tuple[float, ...]:
    """Convert angles of a file into the radians that everything else uses."""
    return tuple(math.radians(angle) for angle in angles_deg)


def joint_values(table: Mapping[str, float]) -> tuple[JointValue, ...]:
    """Return the rows of a table, in its order.

    Raises:
        ValueError: a key does not tell its unit.
    """
    return tuple(_row(key, figure) for key, figure in table.items())


def _row(key: str, figure: float) -> JointValue:
    for ending, unit in ENDINGS.items():
        if key.endswith(ending):
            value = math.radians(figure) if unit == "deg" else float(figure)
            return JointValue(key, key.removesuffix(ending), unit, value)
    raise ValueError(f"{key!r} must end in _deg (of a joint that turns) or in _m (of one that slides)")
