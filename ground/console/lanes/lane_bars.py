r"""What stands in the lanes of the delay, without a screen: bars and slanted bars over the ground's time.

                      left           now
    commanded     ====#########=====|....      what left, and what is still to leave
    going up           \########\   |          slanted: top when it left, bottom when it arrives
    executing (est.)  ####======|==:|:::::     sure as far as telemetry has confirmed it, beyond it estimated
    coming down        \###\====|\  |          slanted: top when it was done, bottom when it is seen
                               seen

What is executed is known only up to *seen*; beyond it stands what is estimated, and without telemetry that
counts it is unknown.
"""

from collections.abc import Iterator
from enum import IntEnum
from typing import Literal, NamedTuple

from msgspec.structs import replace

from ground.console.facts.snapshot import Snapshot
from telemetry.agreed.authority import State
from telemetry.agreed.run_settings import NS_PER_S, RunSettings
from telemetry.link.delay_lanes import HAND
from telemetry.messages.lanes import CommandSpan, Lanes, MotionSpan
from telemetry.messages.plan import PlanReady

BarLook = Literal["sure", "estimated", "to come", "not flown", "unknown"]


class Lane(IntEnum):
    """The lanes, from the top."""

    COMMANDED = 0
    UP = 1
    EXECUTING = 2
    DOWN = 3


LANE_NAMES = ("commanded", "going up", "executing (est.)", "coming down")

Span = MotionSpan | CommandSpan


class Bar(NamedTuple):
    """A piece of a lane."""

    lane: Lane
    from_ns: int  # at the top of the lane
    until_ns: int
    look: BarLook
    span: Span  # that it is a piece of
    slant_ns: int = 0  # by which its bottom stands later


class LaneMoment(NamedTuple):
    """What the lanes depend on beside their spans."""

    now_ns: int
    seen_ns: int | None  # when the newest report was sampled; None: none has come
    is_known: bool  # that report still counts
    up_ns: int
    down_ns: int
    period_ns: int


def lane_moment(snapshot: Snapshot, run: RunSettings, now_ns: int) -> LaneMoment:
    """Return the delays as measured, else as stated, and how far telemetry has come."""
    seen, link = snapshot.arm.telemetry, snapshot.link
    up_s = link.up.value if link.up else run.link.up_s
    down_s = link.down.value if link.down else run.link.down_s
    return LaneMoment(
        now_ns,
        seen.at_ns if seen else None,
        is_known=seen is not None and not seen.is_stale(now_ns) and snapshot.los_ns is None,
        up_ns=round(up_s * NS_PER_S),
        down_ns=round(down_s * NS_PER_S),
        period_ns=run.commanding.period_ns,
    )


def spans_to_come(snapshot: Snapshot, period_ns: int) -> tuple[MotionSpan, ...]:
    """Return what is still to leave: the rest of the plan that is flown, or what the hand has queued."""
    motions, gate = snapshot.lanes.motions, snapshot.authority.gate
    newest = motions[-1] if motions else None
    if newest is None or gate is None or gate.value.epoch != newest.epoch or newest.cut:
        return ()
    ready = snapshot.plan.ready
    if ready is not None and snapshot.plan.epoch == newest.epoch and newest.plan_id:
        return tuple(_rest(ready, newest, period_ns))
    if gate.value.state == State.TELEOP and newest.what == HAND and gate.value.waiting:
        return (_after(newest, newest.last + 1, newest.last + gate.value.waiting, period_ns=period_ns),)
    return ()


def _rest(ready: PlanReady, newest: MotionSpan, period_ns: int) -> Iterator[MotionSpan]:
    end = 0
    for number, step in enumerate(ready.steps, start=1):
        first, end = max(end, newest.last) + 1, end + step.points
        if first <= end:
            span = _after(newest, first, end, period_ns=period_ns)
            yield replace(span, step=number, what=step.kind, tool=step.tool)


def _after(newest: MotionSpan, first: int, last: int, *, period_ns: int) -> MotionSpan:
    """Return the span of later set-points, one in each period after the newest."""
    begin_ns, end_ns = ((seq - newest.last) * period_ns for seq in (first, last))
    return MotionSpan(
        epoch=newest.epoch,
        first=first,
        last=last,
        what=newest.what,
        left_ns=newest.left_last_ns + begin_ns,
        left_last_ns=newest.left_last_ns + end_ns,
        executes_ns=newest.executes_last_ns + begin_ns,
        executes_last_ns=newest.executes_last_ns + end_ns,
        plan_id=newest.plan_id,
        tool=newest.tool,
        step=newest.step,
    )


def lane_bars(lanes: Lanes, moment: LaneMoment, to_come: tuple[MotionSpan, ...] = ()) -> Iterator[Bar]:
    """Yield all bars, what lies on top of others last."""
    for span in lanes.motions:
        yield from _motion_bars(span, moment)
    for span in to_come:
        for lane, (first_ns, last_ns) in {
            Lane.COMMANDED: (span.left_ns, span.left_last_ns),
            Lane.EXECUTING: (span.executes_ns, span.executes_last_ns),
        }.items():
            yield Bar(lane, first_ns, last_ns + moment.period_ns, "to come", span)
    for command in lanes.commands:
        yield from _command_bars(command, moment)


def _motion_bars(span: MotionSpan, moment: LaneMoment) -> Iterator[Bar]:
    left_ns, end_ns = span.left_ns, span.left_last_ns + moment.period_ns
    up_ns = moment.up_ns if span.up is None else round(span.up * NS_PER_S)
    yield Bar(Lane.COMMANDED, left_ns, end_ns, "sure", span)
    sure_ns = end_ns if span.confirmed >= span.last else _left_ns(span, span.confirmed + 1)
    if sure_ns > left_ns:
        yield Bar(Lane.UP, left_ns, sure_ns, "sure", span, up_ns)
    if end_ns > sure_ns:
        yield Bar(Lane.UP, sure_ns, end_ns, _not_confirmed(moment), span, up_ns)
    for from_ns, until_ns, look in _pieces(span, moment):
        yield Bar(Lane.EXECUTING, from_ns, until_ns, look, span)
        if look != "not flown":
            yield Bar(Lane.DOWN, from_ns, until_ns, look, span, moment.down_ns)


def _pieces(span: MotionSpan, moment: LaneMoment) -> Iterator[tuple[int, int, BarLook]]:
    """Yield what is sure of its execution, what is not, and what did not come to it."""
    flown = max(span.cut - 1, span.confirmed) if span.cut else span.last
    ends: tuple[tuple[int, BarLook], ...] = (
        (max(span.confirmed, span.first - 1), "sure"),
        (flown, _not_confirmed(moment)),
        (span.last, "not flown"),
    )
    begin_ns = span.executes_ns
    for seq, look in ends:
        end_ns = _executed_ns(span, seq, moment.period_ns)
        if end_ns > begin_ns:
            yield begin_ns, end_ns, look
            begin_ns = end_ns


def _left_ns(span: MotionSpan, seq: int) -> int:
    """Return when a set-point of a span left."""
    steps = max(span.last - span.first, 1)
    return span.left_ns + max(seq - span.first, 0) * (span.left_last_ns - span.left_ns) // steps


def _executed_ns(span: MotionSpan, seq: int, period_ns: int) -> int:
    """Return when a set-point of a span is executed to its end."""
    if seq >= span.last:
        return span.executes_last_ns + period_ns
    steps = max(span.last - span.first, 1)
    return span.executes_ns + (seq + 1 - span.first) * (span.executes_last_ns - span.executes_ns) // steps


def _not_confirmed(moment: LaneMoment) -> BarLook:
    return "estimated" if moment.is_known else "unknown"


def _command_bars(command: CommandSpan, moment: LaneMoment) -> Iterator[Bar]:
    """Yield a HOLD or RESUME: until telemetry confirms it, and its way up and back."""
    ended_ns = moment.now_ns if command.ended_ns is None else command.ended_ns
    is_confirmed = command.end == "confirmed"
    look: BarLook = "sure" if is_confirmed else _not_confirmed(moment)
    yield Bar(Lane.COMMANDED, command.begun_ns, max(ended_ns, command.begun_ns), look, command)
    if command.left_ns is not None:
        arrives_ns = command.left_ns + moment.up_ns
        yield Bar(Lane.UP, command.left_ns, command.left_ns, look, command, moment.up_ns)
        yield Bar(Lane.EXECUTING, arrives_ns, arrives_ns, look, command)
        yield Bar(Lane.DOWN, arrives_ns, arrives_ns, look, command, moment.down_ns)
