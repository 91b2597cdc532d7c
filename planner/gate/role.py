"""The gate's role: what the gate sends and writes, as effects, and what outlives it.

    bus ---> gate ---> Motion, Keep, ResumeCommand, after their records; credits, notices, status ---> bus
                '----> release log; last of all, what the next gate has to know ---------------------> store

HOLD waits for no disk.  A record is made as its driver comes to it: where one is slow, and another is written
before it, that one follows in the chain, too.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain

import numpy as np
from msgspec import structs

from planner.gate.confirmed_world import views_of
from planner.gate.gate import NO_HOLD, Gate, GateMemory
from planner.gate.guards.person_hold import NOBODY_HOLDS_RECORD
from planner.gate.guards.rules import Rules
from planner.gate.logged_events import GateStep, LoggedEvents
from planner.gate.own_look.keep_out import KeepOut
from planner.gate.release_log import AuditKey, LoggedEvent, ReleaseLog, read_records
from planner.gate.set_points.comparison import comparison_policy
from planner.gate.set_points.policy import Policy, Watermark, outside_bodies, spares_locked, within_limits
from planner.gate.set_points.stream import Released, read_log
from planner.gate.set_points.write_ahead import Output
from predictor.model.robot import Robot
from predictor.run_model import Model, read_model
from telemetry.agreed.authority import approvers, scripts
from telemetry.agreed.keys import UNSEALED
from telemetry.agreed.run_settings import RunSettings
from telemetry.hold.orphan import OrphanWatch
from telemetry.life.boot import Boot
from telemetry.life.contract import (
    Effect,
    Effects,
    Input,
    Orphaned,
    PassState,
    Persist,
    PersistFailed,
    Send,
    Store,
    WayState,
    WorkDone,
)
from telemetry.life.memo import Memo
from telemetry.link.plausibility import ReportJudge
from telemetry.messages.acts import Act
from telemetry.messages.base import Message
from telemetry.messages.command import HoldCommand, HoldProbe, Motion, ready, taken
from telemetry.messages.handle import HandleSample
from telemetry.messages.prediction import CollisionState
from telemetry.messages.queue import GateStatus, LogHead
from telemetry.messages.world import WorldUpdates

FREQUENT = CollisionState, HandleSample  # 150 each second
LOG, PERSON_HOLD, OPEN_HOLD, CLOCK = "release_log", "person_hold", "open_hold", "clock"


def build(settings: RunSettings, store: Store, rng: np.random.Generator) -> "GateRole":
    """Make the gate: held, disarmed, queue empty, in an epoch above any in its log."""
    model = read_model(settings)
    view_of = views_of(model, base_m=settings.margins.base_m)
    keep_out = view_of(WorldUpdates()).keep_out
    policy = _policy(settings, model.robot, keep_out)
    memos = (
        Memo(store, PERSON_HOLD, empty=NOBODY_HOLDS_RECORD),
        Memo(store, OPEN_HOLD, empty=NO_HOLD),
        Memo(store, CLOCK, empty=NO_HOLD),
    )
    memory = GateMemory(*(memo.newest for memo in memos))
    judge = ReportJudge(settings, memory=memory.clock)
    kept = store.records(LOG)
    released = [record.released for record in read_records(kept, LOG) if record.released]
    start = read_log(released, store.unreadable(LOG))
    rules = _rules(settings, model, store.boot)
    gate = Gate(rules, policy, judge, view_of=view_of, start=start, memory=memory)
    log = GateLog(ReleaseLog(kept, _audit_key(settings, store), run_id=settings.run_id), settings, store)
    return GateRole(gate, memos, OrphanWatch(settings.mode, settings.participants), log=log)


def _audit_key(settings: RunSettings, store: Store) -> AuditKey:
    """Return what seals the log; nothing does where nothing is sealed at all."""
    ring = next(iter(store.keys.values()), UNSEALED)
    return AuditKey.of_run(ring.key_id, ring.audit, settings.run_id) if ring.audit else AuditKey()


def _policy(settings: RunSettings, robot: Robot, keep_out: KeepOut) -> Policy:
    commanding = settings.commanding
    inside, outside = (
        within_limits(robot.commanded, robot.limits, commanding.period_s),
        outside_bodies(keep_out),
    )
    if commanding.policy == "watermark":
        return Watermark(commanding.depth, (inside, spares_locked(robot.commanded), outside))
    return comparison_policy(
        commanding.policy, mode=settings.mode, depth=commanding.depth, limits=inside, bodies=outside
    )


def _rules(settings: RunSettings, model: Model, boot: Boot) -> Rules:
    return Rules(
        commanding=settings.commanding,
        link=settings.link,
        configuration=settings.configuration,
        world=model.world_version,
        joints=model.robot.commanded,
        limits=model.robot.limits,
        required_m=settings.margins.required_m,
        allowances=model.kept_clear.allowances,
        scripts=scripts(settings.participants),
        approvers=approvers(settings.participants),
        tools=frozenset(model.robot.tool_names),
        cameras=frozenset(camera.name for camera in settings.cameras),
        roles=dict(settings.participants),
        is_rehearsal=settings.mode == "rehearsal",
        model=model,
        is_numbered=boot.is_numbered,
    )


class GateLog:
    """The release log as its records are written: with what each step of the gate tells of."""

    def __init__(self, log: ReleaseLog, settings: RunSettings, store: Store) -> None:
        """Go on with a log."""
        self._log, self._zero_utc_ns = log, store.zero_utc_ns
        self._events = LoggedEvents(dict(settings.participants))
        self._has_begun = False

    @property
    def head(self) -> LogHead | None:
        """The newest record."""
        return self._log.head

    def on_tick(self) -> None:
        """Know that the run has begun, and with it its time."""
        self._has_begun = True

    def on_step(self, step: GateStep, now_ns: int) -> None:
        """Let what has happened wait for the next record."""
        self._log.note(self._events.of_step(step, now_ns))

    def on_failed(self, record: bytes, now_ns: int) -> bool:
        """Take that a record was not written; True if something stood behind it."""
        return self._log.on_failed(record, now_ns)

    def leaving(self, motion: Motion, by: str, *, verdict: bytes, now_ns: int) -> LoggedEvent:
        """Return that a set-point leaves."""
        return self._events.of_release(motion, by=by, verdict=verdict, now_ns=now_ns)

    def write(self, released: Released | None, event: LoggedEvent | None, now_ns: int) -> Persist:
        """Return what makes the next record durable."""
        zero_ns = self._zero_utc_ns() if self._has_begun else None
        times = now_ns, 0 if zero_ns is None else zero_ns + now_ns
        return Persist(LOG, *self._log.next_record(released, event, times))

    def write_events(self, now_ns: int) -> Iterator[Persist]:
        """Write what no set-point's record has taken with it, if there is anything."""
        if self._log.is_due(now_ns):
            yield self.write(None, None, now_ns)


class GateRole:
    """The gate between the bus and its store."""

    def __init__(self, gate: Gate, memos: Sequence[Memo], orphan_watch: OrphanWatch, *, log: GateLog) -> None:
        """Start before the first tick; the memos keep the gate's memory, in its order."""
        self.due_ns = gate.due_ns
        self._gate, self._memos, self._orphan_watch, self._log = gate, memos, orphan_watch, log

    def tick(self, now_ns: int) -> Effects:
        """Do the gate's tick, and see whether an orphan has to go on."""
        self._log.on_tick()
        effects = self._step(partial(self._gate.tick, now_ns), now_ns)
        self.due_ns = self._gate.due_ns
        late = chain(self._log.write_events(now_ns), self._remember(now_ns))
        return chain(effects, late, self._orphan_watch.ending(now_ns))

    def receive(self, message: Input, sender: str, now_ns: int) -> Effects:
        """Take one message, or a notice of the driver."""
        if isinstance(message, FREQUENT) and self._is_all_kept and self._gate.notes(message, now_ns):
            return ()
        match message:
            case PersistFailed(key=key, record=record):
                effects = self._on_persist_failed(key, record, now_ns)
                return chain(effects, self._remember(now_ns))
            case Orphaned():
                self._orphan_watch.on_orphaned(now_ns)
                return self._remember(now_ns)
            case WorkDone() | PassState() | WayState():
                return []
            case HoldProbe():
                return [Send(ready(message, "gate"), to=sender)]
        answer = [Send(taken(message, "gate"), to=sender)] if isinstance(message, HoldCommand) else []
        effects = self._on_message(message, sender, now_ns)
        return chain(answer, effects, self._remember(now_ns))

    @property
    def _is_all_kept(self) -> bool:
        """True if nothing waits to be written of what the next gate has to know."""
        return all(memo.keeps(fact) for memo, fact in zip(self._memos, self._gate.memory, strict=False))

    def _on_message(self, message: Message, sender: str, now_ns: int) -> Iterator[Effect]:
        """Hand it to the gate; one that asks or presses anew is there, and a spacecraft that reports, too."""
        gate, report, press = self._gate, self._gate.newest_report, self._gate.newest_press
        do = partial(gate.on_message, message, sender, now_ns)
        effects = self._step(do, now_ns, cause=message, sender=sender)
        if isinstance(message, Act):
            self._orphan_watch.on_request(now_ns, sender)
        newest = gate.newest_report
        if gate.newest_press is not None and gate.newest_press is not press:
            self._orphan_watch.on_request(now_ns, gate.newest_press.actor)
        if newest is not None and newest is not report:
            self._orphan_watch.on_telemetry(newest, now_ns)
        return effects

    def _on_persist_failed(self, key: str, record: bytes, now_ns: int) -> Iterator[Effect]:
        """What is only remembered is written later; what stood behind a release's record is taken back."""
        for memo in self._memos:
            memo.on_write_failed(now_ns)
        if key != LOG:
            return iter(())
        stands_behind = self._log.on_failed(record, now_ns)
        failed = self._gate.on_record_failed if stands_behind else self._gate.on_event_record_failed
        return self._step(partial(failed, now_ns), now_ns)

    def _step(
        self,
        do: Callable[[], list[Output]],
        now_ns: int,
        *,
        cause: Message | None = None,
        sender: str = "",
    ) -> Iterator[Effect]:
        """Let the gate do something, and return what it sends and writes."""
        before = self._gate.facts
        output = do()
        step = GateStep(cause, sender, before, self._gate.facts, output)
        self._log.on_step(step, now_ns)
        return self._carried_out(output, self._leaving(step, now_ns), now_ns)

    def _leaving(self, step: GateStep, now_ns: int) -> dict[tuple[int, int], LoggedEvent]:
        """Return of each set-point that leaves what the log tells of it, by its number."""
        by, events = step.before.armed_by or step.after.armed_by, {}
        for motion in (item for item in step.output if isinstance(item, Motion)):
            point = motion.set_point
            verdict = self._gate.chain_of(point.seq) if point.kind == "motion" else b""
            event = self._log.leaving(motion, by, verdict=verdict, now_ns=now_ns)
            events[point.epoch, point.seq] = event
        return events

    def _carried_out(
        self, output: Sequence[Output], leaving: Mapping[tuple[int, int], LoggedEvent], now_ns: int
    ) -> Iterator[Effect]:
        for item in output:
            if isinstance(item, Released):
                yield self._log.write(item, leaving.get((item.epoch, item.seq)), now_ns)
            elif isinstance(item, GateStatus):
                yield Send(structs.replace(item, log=self._log.head))
            else:
                yield Send(item)

    def _remember(self, now_ns: int) -> list[Persist]:
        facts = zip(self._memos, self._gate.memory, strict=False)
        return [persist for memo, fact in facts for persist in memo.write(fact, now_ns)]
