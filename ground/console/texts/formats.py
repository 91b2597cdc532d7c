"""Figures for human eyes: the only place where radians become degrees, and metres millimetres.

What is not known is written out, never shown as zero.
"""

import math
from collections.abc import Sequence

import numpy as np

from ground.series.explanation_words import COVER_SUFFIX, pair_text
from telemetry.agreed.run_settings import NS_PER_S

NO_DATA = "no data"
NO_BREAK = "\u00a0"  # a space that keeps a number with its unit
FAR_S = 86_400.0  # a window that closes later than this has no end worth counting down to


def degrees(angle: float) -> str:
    """Return an angle [rad] in degrees, with sign: +12.3°."""
    return f"{round(math.degrees(angle), 1) + 0.0:+.1f}°"  # + 0.0: a zero has no minus


def angle(size: float) -> str:
    """Return the size of an angle [rad] in degrees, without sign: 3.2°."""
    return f"{math.degrees(size):.1f}°"


def turn_rate(size: float) -> str:
    """Return how fast something turns [rad/s], in degrees, without sign: 0.04°/s."""
    return f"{math.degrees(size):.2f}°/s"


def joint_rate(rate: float, unit: str) -> str:
    """Return the rate of a joint [rad/s or m/s] in degrees or millimetres each second, without the unit."""
    return f"{round(math.degrees(rate) if unit == 'rad' else rate * 1e3, 1) + 0.0:+.1f}"


def current(amperes: float) -> str:
    """Return a motor's current [A], without the unit."""
    return f"{round(amperes, 2) + 0.0:+.2f}"


def joint_value(value: float, unit: str) -> str:
    """Return a joint's value: of one that turns [rad] in degrees, of one that slides [m] in millimetres."""
    return degrees(value) if unit == "rad" else f"{value * 1e3:+.1f} mm"


def millimetres(distance: float) -> str:
    """Return a distance [m] in millimetres: 68.0 mm."""
    return f"{distance * 1e3:.1f} mm"


def whole_millimetres(distance: float) -> str:
    """Return a distance [m] in whole millimetres: 500 mm."""
    return f"{distance * 1e3:.0f} mm"


def height(z: float) -> str:
    """Return a height in axes of the base [m] in millimetres: z +412 mm."""
    return f"z {round(z * 1e3) + 0.0:+.0f} mm"  # + 0.0: a zero has no minus


def with_required(distance: float, required: float) -> str:
    """Return a clearance [m] and what is required of it: 64.8 mm (30.0 mm required)."""
    return f"{millimetres(distance)} ({millimetres(required)} required)"


def with_least(distance: float, at_least: float | None) -> str:
    """Return a distance [m] with the one that is sure: 71.3 mm, surely 58.9; None: unknown."""
    sure = "unknown" if at_least is None else f"{at_least * 1e3:.1f}"
    return f"{millimetres(distance)}, surely {sure}"


def ratio(distance: float, required: float) -> str:
    """Return the same where there is little room, in millimetres: 64.8/30; too close: 28.8<30."""
    return f"{distance * 1e3:.1f}{'<' if distance < required else '/'}{required * 1e3:g}"


def place(p: Sequence[float]) -> str:
    """Return a place (3,) [m] in millimetres: 612 -33 1204."""
    return " ".join(f"{round(metres * 1e3)}" for metres in p)


def seconds(duration: float | None, digits: int = 1) -> str:
    """Return a duration [s]."""
    return NO_DATA if duration is None else f"{duration:.{digits}f} s"


def age(duration: float | None) -> str:
    """Return an age [s] as the screens write it; None: it has never been heard."""
    if duration is None:
        return NO_DATA
    return f"{duration:.1f} s ago" if duration < 100.0 else f"{clock(duration)} ago"


def signed(value: float, digits: int) -> str:
    """Return a figure with its sign; a zero has none but plus."""
    return f"{round(value, digits) + 0.0:+.{digits}f}"


def give_or_take(uncertainty: float) -> str:
    """Return how uncertain a time is [s]: ± 3 ms, ± 1.2 s."""
    return f"± {max(1, round(uncertainty * 1e3))} ms" if uncertainty < 1.0 else f"± {uncertainty:.1f} s"


def clock_offset(ahead: float) -> str:
    """Return by how much a clock is ahead [s], whole days apart: +12.500 s; +3652 d 12:00:00."""
    if abs(ahead) < FAR_S:
        return f"{signed(ahead, 3)} s"
    days, rest = divmod(abs(ahead), FAR_S)
    return f"{'-' if ahead < 0.0 else '+'}{days:.0f} d {int(rest) // 3600:02}:{clock(rest % 3600.0)}"


def clock(duration: float) -> str:
    """Return a duration [s] as hours, minutes, seconds, the hours only when there are any: 04:12."""
    whole = int(abs(duration))
    sign = "-" if duration < 0.0 else ""
    hours, minutes, rest = whole // 3600, whole // 60 % 60, whole % 60
    return f"{sign}{hours}:{minutes:02}:{rest:02}" if hours else f"{sign}{minutes:02}:{rest:02}"


def mission_time(at_ns: int) -> str:
    """Return an instant of the run [ns]: T+00:42.3; before its time zero: T-00:03.0."""
    tenths = abs(at_ns) // 100_000_000
    return f"T{'-' if at_ns < 0 else '+'}{clock(tenths / 10)}.{tenths % 10}"


def utc(at_ns: int) -> tuple[str, str]:
    """Return time of day and date of an instant [ns since 1970] in UTC: 12:03:41, 2026-01-31."""
    date, time_of_day = str(np.datetime64(at_ns // NS_PER_S, "s")).split("T")
    return time_of_day, date


def percent(share: float) -> str:
    """Return a share, 0 to 1, in per cent."""
    return f"{share * 100.0:.1f} %"


def until(at_ns: int, now_ns: int) -> str:
    """Return how long it is until an instant; the far future is written out."""
    left_s = (at_ns - now_ns) / NS_PER_S
    return "no end planned" if left_s > FAR_S else f"in {clock(max(left_s, 0.0))}"


def no_contact(los_ns: int) -> str:
    """Return since when nothing is known of the spacecraft."""
    return f"no contact since {mission_time(los_ns)}"


def los(los_ns: int) -> str:
    """Return the same where there is less room."""
    return f"LOS at {mission_time(los_ns)}"


def words(code: str) -> str:
    """Return a code name as words: target_handrail becomes target handrail."""
    return code.replace("_", " ")


def body_name(name: str) -> str:
    """Return the name of the mesh that a volume covers, m/0 or m/0/3 of mesh m; else the same name."""
    return COVER_SUFFIX.sub("", name)


def pair_names(pair: Sequence[str]) -> str:
    """Return both bodies of a pair, or empty if none is named; of a cover of a mesh the mesh's name."""
    return pair_text(pair)
