"""Texts of the hand: whose it is, what it feels and why less than asked, and what gain the delay allows.

virtuose 6d, 500 Hz                a device's own program; else this window, the script, another console
held                               the dead-man, as planner and gate are told
12 ms old                          the newest word of the hand; beyond its limit it presses nothing
5.0 N of 10.0 N asked: energy lets 50.0 % pass       or its age, or the device
delay 6.0 N, contact 8.0 N          4 mJ given       by the hand, and not got back
40 N/m: this hand bears it
any hand 2.63 N/m, this one 47.9    over 8.75 s
"""

from math import hypot
from typing import NamedTuple

from ground.console.texts import formats, theme
from telemetry.agreed.limits import DEAD_MAN_NS
from telemetry.agreed.run_settings import NS_PER_S
from telemetry.messages.base import Vector
from telemetry.messages.force import HandForce
from telemetry.messages.handle import HandleStatus

OPERATOR, SCRIPT, THIS_WINDOW = "operator", "the script", "this window"
HELD_IN_VAIN = "held in vain, let go and press anew"
MILLI = 1e3
FELT_NM = 0.005  # [N m] a torque that is less is not told


def handle_owner(status: HandleStatus, *, is_mine: bool) -> str:
    """Return the device or the participant behind the hand; `is_mine`: this window holds the lease."""
    if status.device:
        return f"{status.device}, {status.rate:.0f} Hz"
    if not status.holder:
        return "nobody, as no lease is held"
    return THIS_WINDOW if is_mine else SCRIPT if status.holder == OPERATOR else status.holder


def dead_man_text(status: HandleStatus) -> tuple[str, str]:
    """Return whether the dead-man presses, and its colour."""
    if status.counts:
        return "held", theme.GOOD
    return (HELD_IN_VAIN, theme.WARN) if status.is_pressed else ("released", theme.TEXT)


def hand_age(status: HandleStatus) -> str:
    """Return how old the newest word of the hand is."""
    if status.age is None:
        return "no word yet"
    is_old = status.age * NS_PER_S > DEAD_MAN_NS
    return f"{status.age:.1f} s old" if is_old else f"{status.age * 1e3:.0f} ms old"


def refused_device(status: HandleStatus) -> str:
    """Return which device was sent away last, and why; empty: none was."""
    if not status.refused:
        return ""
    return status.why if status.why.startswith(status.refused) else f"{status.refused}: {status.why}"


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


def force_words(force: HandForce) -> ForceWords:
    """Return what is told of a force."""
    torque, reasons = hypot(*force.torque), [f"{each.why} {newtons(each.force)}" for each in force.asked]
    turned = f", {torque:.2f} N m" if torque > FELT_NM else ""
    borne, gain_colour = _borne(force)
    return ForceWords(
        felt=f"{newtons(force.force)} of {newtons(force.total)} asked{turned}{_limited(force)}",
        made_of=", ".join([*reasons, *(f"{why} not felt yet" for why in force.missing)]) or "nothing",
        gain=f"{force.gain:.3g} N/m: {borne}",
        allowed=_allowed(force),
        over=f"over {formats.seconds(force.delay, 2)}",
        energy="" if force.energy is None else f"{force.energy * MILLI:.0f} mJ given",
        felt_colour=theme.WARN if force.limit else theme.TEXT,
        gain_colour=gain_colour,
    )


def newtons(force: Vector) -> str:
    """Return the size of a force."""
    return f"{hypot(*force):.1f} N"


def _limited(force: HandForce) -> str:
    if force.limit is None or force.passed is None:
        return ": what limits it the device does not say"
    passed = formats.percent(force.passed)
    words = {
        "": "",
        "device": ": the device gives no more",
        "energy": f": energy lets {passed} pass",
        "stale": f": its age lets {passed} pass",
    }
    return words[force.limit]


def _allowed(force: HandForce) -> str:
    if force.passive_gain is None:
        return "any: there is no delay"
    this = "any" if force.stable_gain is None else f"{force.stable_gain:.3g}"
    return f"any hand {force.passive_gain:.3g} N/m, this one {this}"


def _borne(force: HandForce) -> tuple[str, str]:
    """Return which hands bear the gain, with a colour that is worst if none does and nothing limits it."""
    if force.passive_gain is None or force.gain <= force.passive_gain:
        return "any hand bears it", theme.GOOD
    if force.stable_gain is None or force.gain <= force.stable_gain:
        return "this hand bears it", theme.TEXT
    if force.model.is_limited:
        return "too much, energy bounds it", theme.WARN
    return "too much, and nothing limits it", theme.BAD
