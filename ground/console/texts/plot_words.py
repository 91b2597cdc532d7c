"""How figures of any kind read in plots: their units for people, their values, and times."""

import math

from ground.console.texts import formats

DEGREE = math.degrees(1.0)
SHOWN_UNITS = {  # unit of the messages -> unit for people, and how many of them it is
    "rad": ("°", DEGREE),
    "rad/s": ("°/s", DEGREE),
    "rad/s^2": ("°/s²", DEGREE),
    "m": ("mm", 1e3),
    "m/s": ("mm/s", 1e3),
    "m/s^2": ("mm/s²", 1e3),
    "1": ("", 1.0),
}


def shown_unit(unit: str) -> tuple[str, float]:
    """Return the unit in which a figure is shown, and how many of it the figure's own one is."""
    return SHOWN_UNITS.get(unit, (unit, 1.0))


def value(figure: float, unit: str) -> str:
    """Return a value, in the unit in which it is shown: -95.20 °."""
    if not math.isfinite(figure):
        return formats.NO_DATA
    digits = 0 if not unit and figure == round(figure) else 3 if abs(figure) < 1.0 else 1
    return f"{round(figure, digits) + 0.0:.{digits}f} {unit}".rstrip()


def tick(at_s: float, step_s: float) -> str:
    """Return a time of the run beside an axis whose marks are so far apart [s]."""
    digits = 0 if step_s >= 1.0 else 1 if step_s >= 0.1 else 2
    rest = f"{abs(at_s) % 1.0:.{digits}f}"[1:] if digits else ""
    return f"{formats.clock(at_s)}{rest}"
