"""What the hand feels, in words: how much and of what, why less than asked, and what gain the delay allows.

5.0 N of 10.0 N asked           the torque is told where there is one
delay 6.0 N, contact 8.0 N
50.0 % by energy (4 mJ)         passed: of what the hand has given; or by age, or by what the device gives
40 N/m over 8.75 s
passive 2.63, stable 47.9 N/m   any hand; this one
"""

from math import hypot
from typing import NamedTuple

from ground.console import formats, theme
from telemetry.messages.base import Vector
from telemetry.messages.force import HandForce

MILLI = 1e3
FELT_NM = 0.005  # [N m] a torque that is less is not told


class ForceWords(NamedTuple):
    """One line for each question."""

    felt: str
    made_of: str
    limited: str
    gain: str
    allowed: str
    limit_colour: str  # of the theme
    gain_colour: str


def force_words(told: HandForce) -> ForceWords:
    """Return what is told of a force."""
    torque, reasons = hypot(*told.torque), [f"{each.why} {newtons(each.force)}" for each in told.asked]
    turned = f", {torque:.2f} N m" if torque > FELT_NM else ""
    return ForceWords(
        felt=f"{newtons(told.force)} of {newtons(told.total)} asked{turned}",
        made_of=", ".join(reasons) or "nothing",
        limited=_limited(told),
        gain=f"{told.gain:.3g} N/m over {formats.seconds(told.delay, 2)}",
        allowed=_allowed(told),
        limit_colour=theme.WARN if told.limit else theme.TEXT,
        gain_colour=_gain_colour(told),
    )


def newtons(force: Vector) -> str:
    """Return the size of a force."""
    return f"{hypot(*force):.1f} N"


def _limited(told: HandForce) -> str:
    passed = formats.percent(told.passed)
    words = {
        "": "nothing: as asked",
        "device": "the device gives no more",
        "energy": f"energy: {passed} of it passes ({told.energy * MILLI:.0f} mJ)",
        "stale": f"age: {passed} of it passes",
    }
    return words[told.limit]


def _allowed(told: HandForce) -> str:
    if told.passive_gain is None or told.stable_gain is None:
        return "any: there is no delay"
    return f"passive {told.passive_gain:.3g}, stable {told.stable_gain:.3g} N/m"


def _gain_colour(told: HandForce) -> str:
    """Return a warning for what this hand does not bear by itself, a worse one where nothing limits it."""
    if told.stable_gain is None or told.gain <= told.stable_gain:
        return theme.TEXT
    return theme.WARN if told.model.is_limited else theme.BAD
