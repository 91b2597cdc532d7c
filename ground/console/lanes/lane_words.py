"""What is said of a piece of the lanes: the short label in it, and one line under the mouse or by the key."""

from typing import get_args

from ground.console.lanes.lane_bars import Bar, Span
from ground.console.texts import formats
from ground.operator.part_words import move_text
from telemetry.agreed.reasons import Reason, cause
from telemetry.messages.lanes import CommandSpan, LossSpan, MotionSpan, StopMark
from telemetry.messages.plan import MoveKind

MOVES: dict[str, MoveKind] = {kind: kind for kind in get_args(MoveKind)}
COMMAND_NAMES = {"hold": "HOLD", "resume": "RESUME"}
STOP_NAMES = {"roll_back": "roll-back", "hold": "hold"}
_CAUSES = {reason.value: cause(reason) for reason in Reason}


def label(span: Span) -> str:
    """Return what is written into a bar, if there is room."""
    if isinstance(span, CommandSpan):
        return f"{COMMAND_NAMES[span.kind]} {span.actor}".rstrip()
    what = move_text(MOVES[span.what]) if span.what in MOVES else span.what or "move"
    named = f"{formats.words(span.tool)} {what}".lstrip()
    return f"{span.step} {named}" if span.step else named


def bar_text(bar: Bar) -> str:
    """Return one line about what a bar is a piece of."""
    span = bar.span
    return _command_text(span) if isinstance(span, CommandSpan) else _motion_text(span, bar)


def _motion_text(span: MotionSpan, bar: Bar) -> str:
    until = f" to {span.epoch}.{span.last}" if span.last > span.first else ""
    plan = f" of plan {span.plan_id}" if span.plan_id else ""
    left = "leaves" if bar.look == "to come" else "left"
    leaves, executes = map(formats.mission_time, (span.left_ns, span.executes_ns))
    times = f"{left} {leaves}, in orbit from {executes}"
    return f"{label(span)}{plan}: {span.epoch}.{span.first}{until}, {times}; {_fate(span, bar)}"


def _fate(span: MotionSpan, bar: Bar) -> str:
    if bar.look == "to come":
        return "still to come"
    if span.cut:
        return f"{span.fate} from {span.epoch}.{span.cut} on"
    if span.confirmed >= span.last:
        return "all confirmed"
    known = f"confirmed to {span.epoch}.{span.confirmed}" if span.confirmed else "none confirmed yet"
    return f"{known}, the rest not known" if bar.look == "unknown" else known


def _command_text(span: CommandSpan) -> str:
    begun = f"{label(span)}: at {formats.mission_time(span.begun_ns)}"
    if span.left_ns is None:
        return f"{begun}, has not left yet"
    if span.ended_ns is None:
        return f"{begun}, left {formats.mission_time(span.left_ns)}, not confirmed yet"
    return f"{begun}, {span.end} {formats.mission_time(span.ended_ns)}"


def stop_text(mark: StopMark) -> str:
    """Return what ended motion, and why."""
    which = f" of set-point {mark.seq}" if mark.seq else ""
    return f"{STOP_NAMES[mark.kind]}{which}: {_CAUSES.get(mark.reason, mark.reason)}"


def loss_text(span: LossSpan) -> str:
    """Return how long there was no window."""
    if span.until_ns is None:
        return f"loss of signal since {formats.mission_time(span.from_ns)}"
    return f"loss of signal for {formats.seconds((span.until_ns - span.from_ns) / 1e9)}"
