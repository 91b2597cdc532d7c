"""Does a plan fit into the contact windows?  Each leg leaves within one, and its end is confirmed in it too.

window |-----------------------------------------------|          |---------------
         quiet  fill  motion          buffer, round trip
         |-----|-----|---------------|------------------|  leg     |-----|-----|--
"""

from collections.abc import Mapping, Sequence

from planner.commands.flown_legs import Part
from telemetry.agreed.limits import QUIET_NS
from telemetry.agreed.run_settings import NS_PER_S, RunSettings
from telemetry.plan.judged import WindowFit

QUIET_S = QUIET_NS / NS_PER_S


def fitted(settings: RunSettings, parts: Sequence[Part], motion_s: Mapping[int, float]) -> WindowFit:
    """Lay the parts into the windows one after the other; motion_s: of each leg, by its first step."""
    now_s = 0.0
    for part in parts:
        if not part.moves:
            now_s += part.lasts_s or 0.0
            continue
        needs_s = leg_s(settings, motion_s.get(part.step, 0.0))
        begins = [max(now_s, opens) for opens, closes in settings.link.windows_s if closes >= needs_s + now_s]
        begin_s = next((begin for begin in begins if _is_open(settings, begin, begin + needs_s)), None)
        if begin_s is None:
            told = f"the moves from step {part.step} need {needs_s:.1f} s in one window from {now_s:.1f} s on"
            return WindowFit(fits=False, needs_s=now_s + needs_s, detail=f"{told}, and there is none")
        now_s = begin_s + needs_s
    return WindowFit(fits=True, needs_s=now_s, detail="")


def leg_s(settings: RunSettings, motion_s: float) -> float:
    """Return how long a leg takes from when it may be armed until its end is confirmed [s]."""
    commanding = settings.commanding
    fill_s = (commanding.depth + 1) * commanding.period_s
    link_s = settings.link.round_trip_ns / NS_PER_S
    return QUIET_S + fill_s + motion_s + commanding.buffer_s + link_s


def _is_open(settings: RunSettings, begin_s: float, end_s: float) -> bool:
    return any(opens <= begin_s and end_s <= closes for opens, closes in settings.link.windows_s)
