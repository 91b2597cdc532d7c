"""What the planner made of an asked motion, in lines: time, clearance, peaks, or why not; no Qt.

▬ line: 12.3 s, at least 9.8 s        ◐ line: the planner has had it for 3.2 s
nearest hand – panel 64.8 mm (30.0 mm required)
at most: speed joint 4 7.90 of 8.00 °/s (99 %), acceleration ..., jerk ...
✖ line refused: no joint angles reach the pose within limits: 0.4 m too far
way out: choose a nearer pose or another attitude
"""

import math
from collections.abc import Sequence
from typing import NamedTuple

from ground.console.texts import formats, theme
from ground.operator.client import PlannerWait
from ground.operator.person.motion_answer import JointPeak, MotionAnswer
from predictor.model.robot import Robot
from telemetry.agreed.run_settings import NS_PER_S
from telemetry.messages.plan import PlanReady

QUANTITIES = (("speed", "/s"), ("acceleration", "/s²"), ("jerk", "/s³"))


class AnswerLine(NamedTuple):
    """A line of the answer."""

    text: str
    colour: str = theme.TEXT
    symbol: str | None = None  # None: that of the colour
    is_struck: bool = False  # it holds no more
    tip: str = ""  # more of it


def answer_lines(
    answer: MotionAnswer | None,
    planning: Sequence[PlannerWait],
    robot: Robot,
    *,
    required: float,
    now_ns: int,
) -> list[AnswerLine]:
    """Return what is told of the motion that was asked for last, if any was; `required`: clearance [m]."""
    waits = [_wait(wait, now_ns) for wait in planning]
    if answer is None:
        return waits
    lines = waits if answer.state == "asked" and waits else [_state(answer), *waits]
    is_stale = bool(answer.stale)
    if answer.ready is not None and answer.state in ("ready", "left", "flying"):
        lines.append(AnswerLine(_nearest(answer.ready, required), is_struck=is_stale))
    if answer.peaks:
        beyond = any(peak.is_beyond for peak in answer.peaks)
        colour = theme.BAD if beyond else theme.TEXT
        tip = "\n".join(_table(answer.peaks, robot))
        lines.append(AnswerLine(_peaks(answer.peaks, robot), colour, is_struck=is_stale, tip=tip))
    if answer.ready is not None and answer.ready.losses:
        lines.append(AnswerLine(f"what it gives up: {'; '.join(answer.ready.losses)}", theme.WARN))
    if answer.way_on and answer.state == "refused":
        lines.append(AnswerLine(f"way out: {answer.way_on}"))
    if is_stale:
        lines.append(AnswerLine(f"it cannot be armed any more: {answer.stale}", theme.WARN))
    return lines


def _wait(wait: PlannerWait, now_ns: int) -> AnswerLine:
    elapsed_s = max(0, now_ns - wait.since_ns) / NS_PER_S
    look = theme.look("under way")
    return AnswerLine(f"the planner has had it for {formats.seconds(elapsed_s)}", look.colour, look.symbol)


def _state(answer: MotionAnswer) -> AnswerLine:
    name, is_struck = answer.name, bool(answer.stale)
    match answer.state:
        case "ready" if answer.ready is not None:
            return AnswerLine(f"{name}: {_duration(answer.ready)}", theme.PLANNED, "▬", is_struck)
        case "refused":
            shortest = (
                f"; it takes {formats.seconds(answer.shortest_s)} at least" if answer.shortest_s else ""
            )
            return AnswerLine(f"{name} refused: {answer.why_not}{shortest}", theme.BAD)
        case "flying":
            return AnswerLine(f"{name} is flown", theme.GOOD, "▶")
        case "interrupted":
            return AnswerLine(f"{name} interrupted: {answer.detail}; {answer.key}: F2", theme.WARN)
        case "flown":
            return AnswerLine(f"{name}: flown", theme.GOOD)
        case "left":
            return AnswerLine(f"{name}: left for another plan; ask for it again", theme.DIM, "")
    look = theme.look("under way")
    return AnswerLine(f"{name}: {answer.detail or 'asked'}", look.colour, look.symbol)


def _duration(ready: PlanReady) -> str:
    return f"{formats.seconds(ready.duration)}, shortest {formats.seconds(ready.shortest)}"


def _nearest(ready: PlanReady, required: float) -> str:
    least = ready.certificate
    return f"nearest {formats.pair_names(least.pair)} {formats.with_required(least.clearance, required)}"


def _peaks(peaks: Sequence[JointPeak], robot: Robot) -> str:
    """Return, of each quantity, the joint that comes nearest to its limit."""
    parts = []
    for quantity, rate in QUANTITIES:
        k, share = max(enumerate(_shares(peaks, quantity)), key=lambda each: each[1])
        parts.append(f"{quantity} J{k + 1} {_figures(peaks[k], robot, k)[quantity]}{rate} ({share:.0%})")
    return f"at most: {', '.join(parts)}"


def _table(peaks: Sequence[JointPeak], robot: Robot) -> list[str]:
    """Return a line for each joint, with its peaks beside its limits."""
    lines = []
    for k, peak in enumerate(peaks):
        figures = _figures(peak, robot, k)
        parts = (f"{quantity} {figures[quantity]}{rate}" for quantity, rate in QUANTITIES)
        lines.append(f"{peak.joint}: {', '.join(parts)}")
    return lines


def _shares(peaks: Sequence[JointPeak], quantity: str) -> list[float]:
    return [value / limit for value, limit in (_both(peak, quantity) for peak in peaks)]


def _both(peak: JointPeak, quantity: str) -> tuple[float, float]:
    """Return a peak of a joint, and its limit."""
    match quantity:
        case "speed":
            return peak.speed, peak.speed_max
        case "acceleration":
            return peak.acceleration, peak.acceleration_max
        case _:
            return peak.jerk, peak.jerk_max


def _figures(peak: JointPeak, robot: Robot, k: int) -> dict[str, str]:
    """Return each peak and its limit, in what people read."""
    turns = robot.commanded[k].kind == "revolute"
    factor, unit = (math.degrees(1.0), "°") if turns else (1e3, " mm")
    found = {}
    for quantity, _ in QUANTITIES:
        value, limit = _both(peak, quantity)
        found[quantity] = f"{value * factor:.3g} of {limit * factor:.3g}{unit}"
    return found
