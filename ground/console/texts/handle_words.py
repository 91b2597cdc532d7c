"""Whose hand is on the handle, in words.

virtuose 6d, 500 Hz      a device's own program; else this window, the script, another console
held                     the dead-man, as planner and gate are told
12 ms old                the newest word of the hand; beyond what a dead-man may be it presses nothing
"""

from ground.console.texts import theme
from telemetry.agreed.limits import DEAD_MAN_NS
from telemetry.agreed.run_settings import NS_PER_S
from telemetry.messages.handle import HandleStatus

OPERATOR, SCRIPT, THIS_WINDOW = "operator", "the script", "this window"
HELD_IN_VAIN = "held in vain, let go and press anew"


def handle_owner(told: HandleStatus, *, is_mine: bool) -> str:
    """Return who says the hand; `is_mine`: the lease is held at this window."""
    if told.device:
        return f"{told.device}, {told.rate:.0f} Hz"
    if not told.holder:
        return "nobody, as no lease is held"
    return THIS_WINDOW if is_mine else SCRIPT if told.holder == OPERATOR else told.holder


def dead_man_text(told: HandleStatus) -> tuple[str, str]:
    """Return whether the dead-man presses, and its colour."""
    if told.counts:
        return "held", theme.GOOD
    return (HELD_IN_VAIN, theme.WARN) if told.is_pressed else ("released", theme.TEXT)


def hand_age(told: HandleStatus) -> str:
    """Return how old the newest word of the hand is."""
    if told.age is None:
        return "no word yet"
    is_old = told.age * NS_PER_S > DEAD_MAN_NS
    return f"{told.age:.1f} s old" if is_old else f"{told.age * 1e3:.0f} ms old"


def refused_device(told: HandleStatus) -> str:
    """Return which device was sent away last, and why; empty: none was."""
    if not told.refused:
        return ""
    return told.why if told.why.startswith(told.refused) else f"{told.refused}: {told.why}"
