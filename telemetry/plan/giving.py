"""Which coordinates of a line give way when too few joints move, as people write it.

    ""                   none, if the joints that move can hold a pose; else z
    "z"                  z is free, all others are exact; "z, yaw" frees two
    "nearest"            attitude exact, the place as near as it comes: short for "x=1, y=1, z=1"
    "z=1, roll=0.01"     those named have a weight, those not named are exact

    "z in tool"          by the axes of the tool as the course begins
    "x=1, y=1 in frame"  by those of the frame that the course is given in: of a target, of a camera

What has a weight follows the least sum of weight times error squared, errors in [m] and [rad].  Coordinates
are those of the arm base, if no other axes are named; roll, pitch and yaw are turns about its x, y and z.
"""

import math

from telemetry.files.settings import nearest

COORDINATES = ("x", "y", "z", "roll", "pitch", "yaw")
EXACT, FREE = math.inf, 0.0
NEAREST = "nearest"
AXES = BASE_AXES, TOOL_AXES, FRAME_AXES = ("base", "tool", "frame")
ALL_EXACT = (EXACT,) * 6

Weights = tuple[float, ...]  # (6,) of the coordinates, in their order


def weights_of(gives: str) -> Weights:
    """Return the weight of each coordinate: EXACT, FREE or a number between.

    Raises:
        ValueError: it names no coordinate, or a weight is not a number from 0.
    """
    gives, axes = _parted(gives)
    if axes not in AXES:
        raise ValueError(f"{axes!r} are no axes{nearest(axes, [*AXES])}; there are {', '.join(AXES)}")
    if gives == NEAREST:
        return (1.0, 1.0, 1.0, EXACT, EXACT, EXACT)
    weights = dict.fromkeys(COORDINATES, EXACT)
    for part in filter(None, (part.strip() for part in gives.split(","))):
        name, is_weighted, figure = map(str.strip, part.partition("="))
        if name not in weights:
            known = [*COORDINATES, NEAREST]
            raise ValueError(f"{name!r} is no coordinate{nearest(name, known)}; there are {', '.join(known)}")
        weights[name] = _weight(name, figure) if is_weighted else FREE
    return tuple(weights.values())


def axes_of(gives: str) -> str:
    """Return by whose axes coordinates are meant, one of `AXES`."""
    return _parted(gives)[1]


def _parted(gives: str) -> tuple[str, str]:
    """Return the coordinates that are named, and the axes."""
    named, _, axes = gives.partition(" in ")
    return named.strip(), axes.strip() or BASE_AXES


def _weight(name: str, figure: str) -> float:
    try:
        weight = float(figure)
    except ValueError:
        weight = math.nan
    if not 0.0 <= weight < math.inf:
        raise ValueError(f"the weight of {name} is {figure!r}; it must be a number from 0")
    return weight
