"""From messages to the lanes of the delay: what left when, and when it is executed; knows no screen.

    CommandChanges   set-points of one thing are one span; what did not fly cuts it; HOLD and RESUME
    PlanReady        which step of a plan a set-point is of
    GateStatus       way up, windows
    RollBack, HoldNotice, ImageStatus

A console folds what it is told, a replay what was recorded: both see the same lanes.
"""

from collections.abc import Callable, Iterable
from typing import Literal, NamedTuple, TypeVar

from msgspec.structs import replace

from telemetry.agreed.run_settings import NS_PER_S
from telemetry.messages.base import Message
from telemetry.messages.command import CommandState
from telemetry.messages.images import ImageStatus
from telemetry.messages.lanes import CommandSpan, Lanes, LossSpan, MotionSpan, PictureSpan, StopMark
from telemetry.messages.plan import PlanReady, PlanStep
from telemetry.messages.queue import (
    Arguments,
    CommandChange,
    CommandChanges,
    GateStatus,
    HoldArguments,
    HoldNotice,
    PlanSource,
    RollBack,
    SetPointArguments,
    TeleopSource,
)

MOST_SPANS = 1000  # of each kind, the newest
PLANS_KEPT = 16
SOURCES_KEPT = 256  # of set-points that have not left
HAND, STOP = "hand", "stop"  # what a set-point does that is of no plan
GAP_NS = 7 * NS_PER_S // 10  # without a picture, of which there are four each second

T = TypeVar("T")
K = TypeVar("K")


class _Doing(NamedTuple):
    """What a set-point does."""

    what: str = ""
    plan_id: str = ""
    step: int = 0
    tool: str = ""


class LaneFold:
    """The lanes of one pass so far."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self.lanes = Lanes()
        self._plans: dict[str, tuple[PlanStep, ...]] = {}
        self._doings: dict[tuple[str, int, int], _Doing] = {}
        self._up_s: float | None = None
        self._first_epoch = 0  # of the gate that speaks
        self._received: dict[str, int] = {}  # whole pictures, by camera
        self._on: dict[type, Callable[..., None]] = {
            CommandChanges: self._on_changes,
            PlanReady: self._on_plan,
            GateStatus: self._on_gate_status,
            RollBack: self._on_roll_back,
            HoldNotice: self._on_hold_notice,
            ImageStatus: self._on_image_status,
        }

    def on_message(self, message: object, at_ns: int) -> None:
        """Take a message; what the lanes do not show is ignored."""
        if fold := self._on.get(type(message)):
            fold(message, at_ns)

    def _on_plan(self, ready: PlanReady, at_ns: int) -> None:
        self._plans[ready.certificate.plan_id] = ready.steps
        _forget_oldest(self._plans, PLANS_KEPT)

    def _on_gate_status(self, status: GateStatus, at_ns: int) -> None:
        self._up_s = status.up
        losses = self.lanes.losses
        is_lost = bool(losses) and losses[-1].until_ns is None
        if is_lost and status.has_window:
            self._put(losses=(*losses[:-1], replace(losses[-1], until_ns=at_ns)))
        elif not is_lost and not status.has_window:
            self._put(losses=_with(losses, LossSpan(from_ns=at_ns, until_ns=None)))

    def _on_roll_back(self, message: RollBack, at_ns: int) -> None:
        self._stop(StopMark(kind="roll_back", at_ns=at_ns, reason=message.reason, seq=message.seq))

    def _on_hold_notice(self, message: HoldNotice, at_ns: int) -> None:
        self._stop(StopMark(kind="hold", at_ns=at_ns, reason=message.reason, seq=0))

    def _stop(self, mark: StopMark) -> None:
        self._put(stops=_with(self.lanes.stops, mark))

    def _on_image_status(self, status: ImageStatus, at_ns: int) -> None:
        """Count pictures that came whole since the status before."""
        before = self._received.get(status.camera)
        self._received[status.camera] = status.received
        if status.age is None or not status.received or status.received == before:
            return
        taken_ns = at_ns - round(status.age * NS_PER_S)
        self._put(pictures=_with_picture(self.lanes.pictures, status.camera, taken_ns))

    def _on_changes(self, message: CommandChanges, at_ns: int) -> None:
        self._end_before(message.first_epoch, at_ns)
        for change in message.changes:
            if change.kind in ("hold", "resume"):
                self._on_command(change, at_ns)
            elif change.kind != "operation":
                self._on_set_point(change, at_ns)

    def _end_before(self, epoch: int, at_ns: int) -> None:
        """End the acts of an earlier gate that are open, as lost."""
        if epoch <= self._first_epoch:
            return
        self._first_epoch = epoch
        for place, span in enumerate(self.lanes.commands):
            if span.epoch < epoch and span.ended_ns is None:
                lost = replace(span, ended_ns=at_ns, end=CommandState.LOST.value)
                self._put(commands=_changed(self.lanes.commands, place, lost))

    def _on_command(self, change: CommandChange, at_ns: int) -> None:
        spans = self.lanes.commands
        key = (change.kind, change.epoch, change.seq)
        place = _place(spans, lambda span: (span.kind, span.epoch, span.seq) == key)
        if place is None:
            actor = change.arguments.actor if isinstance(change.arguments, HoldArguments) else ""
            kind: Literal["hold", "resume"] = "hold" if change.kind == "hold" else "resume"
            span = CommandSpan(kind=kind, epoch=change.epoch, seq=change.seq, begun_ns=at_ns, actor=actor)
            spans, place = _with(spans, span), -1
        span = spans[place]
        if change.state is CommandState.RELEASED:
            span = replace(span, left_ns=at_ns)
        elif change.state.is_end:
            span = replace(span, ended_ns=at_ns, end=change.state.value)
        self._put(commands=_changed(spans, place, span))

    def _on_set_point(self, change: CommandChange, at_ns: int) -> None:
        number = (change.kind, change.epoch, change.seq)
        if change.arguments is not None:
            self._doings[number] = self._doing(change.arguments)
            _forget_oldest(self._doings, SOURCES_KEPT)
        if change.state is CommandState.RELEASED:
            self._on_released(change, at_ns)
        elif change.state is CommandState.CONFIRMED:
            self._end(change, lambda span: replace(span, confirmed=max(span.confirmed, change.seq)))
        elif change.state.is_end:
            self._doings.pop(number, None)
            self._end(change, lambda span: _cut(span, change))

    def _on_released(self, change: CommandChange, at_ns: int) -> None:
        """Go on with the newest span, or begin another one."""
        doing = self._doings.pop((change.kind, change.epoch, change.seq), _Doing())
        spans, executes_ns = self.lanes.motions, at_ns if change.executes_ns is None else change.executes_ns
        newest = spans[-1] if spans else None
        if newest and (newest.epoch, newest.last + 1, _doing_of(newest)) == (
            change.epoch,
            change.seq,
            doing,
        ):
            longer = replace(newest, last=change.seq, left_last_ns=at_ns, executes_last_ns=executes_ns)
            self._put(motions=(*spans[:-1], longer))
            return
        span = MotionSpan(
            epoch=change.epoch,
            first=change.seq,
            last=change.seq,
            left_ns=at_ns,
            left_last_ns=at_ns,
            executes_ns=executes_ns,
            executes_last_ns=executes_ns,
            up=self._up_s,
            **doing._asdict(),
        )
        self._put(motions=_with(spans, span))

    def _end(self, change: CommandChange, changed: Callable[[MotionSpan], MotionSpan]) -> None:
        """Change the span of a set-point; one that never left has none."""
        spans = self.lanes.motions
        place = _place(spans, lambda span: _holds(span, change))
        if place is not None:
            self._put(motions=_changed(spans, place, changed(spans[place])))

    def _doing(self, arguments: Arguments) -> _Doing:
        match arguments.source if isinstance(arguments, SetPointArguments) else None:
            case PlanSource(plan_id=plan_id, index=index):
                return self._step(plan_id, index)
            case TeleopSource(tool=tool):
                return _Doing(what=HAND, tool=tool)
        return _Doing(what=STOP)

    def _step(self, plan_id: str, index: int) -> _Doing:
        """Return which step of a plan a set-point is of."""
        end = 0
        for number, step in enumerate(self._plans.get(plan_id, ()), start=1):
            end += step.points
            if index < end:
                return _Doing(what=step.kind, plan_id=plan_id, step=number, tool=step.tool)
        return _Doing(plan_id=plan_id)

    def _put(self, **spans: object) -> None:
        self.lanes = replace(self.lanes, **spans)


def _doing_of(span: MotionSpan) -> _Doing:
    return _Doing(span.what, span.plan_id, span.step, span.tool)


def _holds(span: MotionSpan, change: CommandChange) -> bool:
    """True if a set-point is of a span; a stop may bear the number of a set-point that never left."""
    is_kind = (span.what == STOP) == (change.kind == "stop")
    return is_kind and span.epoch == change.epoch and span.first <= change.seq <= span.last


def _cut(span: MotionSpan, change: CommandChange) -> MotionSpan:
    """Return a span of which one set-point did not fly, and so none after it."""
    if span.cut and span.cut <= change.seq:
        return span
    return replace(span, cut=change.seq, fate=change.state.value)


def _with_picture(spans: tuple[PictureSpan, ...], camera: str, taken_ns: int) -> tuple[PictureSpan, ...]:
    place = _place(spans, lambda span: span.camera == camera)
    if place is None or not 0 < taken_ns - spans[place].last_ns <= GAP_NS:
        return _with(spans, PictureSpan(camera=camera, first_ns=taken_ns, last_ns=taken_ns, count=1))
    span = spans[place]
    return _changed(spans, place, replace(span, last_ns=taken_ns, count=span.count + 1))


def _place(spans: tuple[T, ...], is_it: Callable[[T], bool]) -> int | None:
    """Return the place of the newest span that is it; None: none is."""
    return next((place for place in range(len(spans) - 1, -1, -1) if is_it(spans[place])), None)


def _with(spans: tuple[T, ...], span: T) -> tuple[T, ...]:
    return (*spans, span)[-MOST_SPANS:]


def _changed(spans: tuple[T, ...], place: int, span: T) -> tuple[T, ...]:
    changed = list(spans)
    changed[place] = span
    return tuple(changed)


def _forget_oldest(kept: dict[K, T], most: int) -> None:
    if len(kept) > most:
        del kept[next(iter(kept))]


def lanes_of(messages: Iterable[tuple[int, Message]]) -> Lanes:
    """Return the lanes of messages in the order of time, each with its instant [ns]."""
    fold = LaneFold()
    for at_ns, message in messages:
        fold.on_message(message, at_ns)
    return fold.lanes
