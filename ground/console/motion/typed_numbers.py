"""Numbers that a person types, with their units; no Qt.

    12.5   12,5   +12.5 mm   −3 cm   1.2 m   90°   1.57 rad   2 min     without a unit: the field's own
    1,234.5   1.234,5                                                   refused: which is the decimal sign?

What comes out is metres, radians and seconds; what goes in again is what a person reads.
"""

import math
import re
from collections.abc import Mapping
from typing import NamedTuple

NUMBER = re.compile(r"\s*([+-]?)\s*(\d+\.?\d*|\.\d+)\s*([^\d\s.+-]*)\s*")
MINUS_SIGNS = str.maketrans({"−": "-", "–": "-", ",": "."})


class Quantity(NamedTuple):
    """What a number measures."""

    unit: str  # that stands beside the field, and is meant where none is typed
    factors: Mapping[str, float]  # to metres, radians or seconds, of each unit that may be typed
    digits: int  # decimals that are shown
    step: float  # of the arrow keys [m, rad or s]
    most: float  # beyond which it is a slip of the keyboard [m, rad or s]


_LENGTHS = {"mm": 1e-3, "cm": 1e-2, "m": 1.0}
_ANGLES = {"°": math.radians(1.0), "deg": math.radians(1.0), "rad": 1.0}
LENGTH = Quantity("mm", _LENGTHS, 1, 1e-3, 100.0)
ANGLE = Quantity("°", _ANGLES, 2, math.radians(1.0), math.radians(720.0))
TIME = Quantity("s", {"s": 1.0, "ms": 1e-3, "min": 60.0}, 2, 1.0, 3600.0)


def typed_number(text: str, quantity: Quantity) -> float:
    """Return what a person has typed [m, rad or s].

    Raises:
        ValueError: it is no number of this quantity, in a line that says why and what to write.
    """
    plain = text.translate(MINUS_SIGNS)
    if not plain.strip():
        raise ValueError(f"empty: write a number in {quantity.unit}")
    if plain.count(".") > 1:
        raise ValueError(f"{text.strip()!r} has two decimal signs: write one comma or point")
    found = NUMBER.fullmatch(plain)
    if found is None:
        raise ValueError(f"{text.strip()!r} is no number: write one like -12.5 {quantity.unit}")
    sign, digits, unit = found.groups()
    factor = quantity.factors.get(unit or quantity.unit)
    if factor is None:
        raise ValueError(f"{unit!r} is no unit of it: write {', '.join(quantity.factors)}, or none")
    value = float(f"{sign}{digits}") * factor
    if abs(value) > quantity.most:
        raise ValueError(
            f"{text.strip()!r} is beyond {shown_number(quantity.most, quantity)} {quantity.unit}"
        )
    return value


def shown_number(value: float, quantity: Quantity) -> str:
    """Return a value [m, rad or s] as it stands in a field, without its unit."""
    in_unit = round(value / quantity.factors[quantity.unit], quantity.digits) + 0.0  # a zero has no minus
    return f"{in_unit:.{quantity.digits}f}"
