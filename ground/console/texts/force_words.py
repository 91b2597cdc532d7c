"""What the hand feels, in words: how much and of what, why less than asked, and what gain the delay allows.

5.0 N of 10.0 N asked: energy lets 50.0 % pass       or its age, or the device
delay 6.0 N, contact 8.0 N          4 mJ given       by the hand, and not got back
40 N/m: this hand bears it
any hand 2.63 N/m, this one 47.9    over 8.75 s
"""

from math import hypot
from typing import NamedTuple

from ground.console.texts import formats, theme
from telemetry.messages.base import Vector
from telemetry.messages.force import HandForce

MILLI = 1e3
FELT_NM = 0.005  # [N m] a torque that is less is not told


class ForceWords(NamedTuple):
    """One line for each question."""

    felt: str  # and why it is less than asked
    made_of: str
    gain: str
    allowed: str
    over: str  # which delay
    energy: str  # empty: nobody says
    felt_colour: str  # of the theme
    gain_colour: str


def force_words(told: HandForce) -> ForceWords:
    """Return what is told of a force."""
    torque, reasons = hypot(*told.torque), [f"{each.why} {newtons(each.force)}" for each in told.asked]
    turned = f", {torque:.2f} N m" if torque > FELT_NM else ""
    borne, gain_colour = _borne(told)
    return ForceWords(
        felt=f"{newtons(told.force)} of {newtons(told.total)} asked{turned}{_limited(told)}",
        made_of=", ".join([*reasons, *(f"{why} not felt yet" for why in told.missing)]) or "nothing",
        gain=f"{told.gain:.3g} N/m: {borne}",
        allowed=_allowed(told),
        over=f"over {formats.seconds(told.delay, 2)}",
        energy=_given(told.energy),
        felt_colour=theme.WARN if told.limit else theme.TEXT,
        gain_colour=gain_colour,
    )


def newtons(force: Vector) -> str:
    """Return the size of a force."""
    return f"{hypot(*force):.1f} N"


def _limited(told: HandForce) -> str:
    if told.limit is None or told.passed is None:
        return ": what limits it the device does not say"
    passed = formats.percent(told.passed)
    words = {
        "": "",
        "device": ": the device gives no more",
        "energy": f": energy lets {passed} pass",
        "stale": f": its age lets {passed} pass",
    }
    return words[told.limit]


def _given(energy: float | None) -> str:
    return "" if energy is None else f"{energy * MILLI:.0f} mJ given"


def _allowed(told: HandForce) -> str:
    if told.passive_gain is None:
        return "any: there is no delay"
    this = "any" if told.stable_gain is None else f"{told.stable_gain:.3g}"
    return f"any hand {told.passive_gain:.3g} N/m, this one {this}"


def _borne(told: HandForce) -> tuple[str, str]:
    """Return who bears the gain, and a colour: a warning where nobody does, a worse one if nothing limits."""
    if told.passive_gain is None or told.gain <= told.passive_gain:
        return "any hand bears it", theme.GOOD
    if told.stable_gain is None or told.gain <= told.stable_gain:
        return "this hand bears it", theme.TEXT
    if told.model.is_limited:
        return "too much, energy bounds it", theme.WARN
    return "too much, and nothing limits it", theme.BAD
