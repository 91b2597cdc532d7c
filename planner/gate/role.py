"""The gate's role: what the gate sends and writes, as effects, and what outlives it.

    bus ---> gate ---> Motion, Keep, ResumeCommand, after their records; credits, notices, status ---> bus
                '----> release log; last of all, what the next gate has to know ---------------------> store

HOLD waits for no disk.
"""

from collections.abc import Sequence

import numpy as np

from planner.gate.confirmed_world import views_of
from planner.gate.gate import NO_HOLD, Gate, GateMemory
from planner.gate.guards.person_hold import NOBODY_HOLDS_RECORD
from planner.gate.guards.rules import Rules
from planner.gate.own_look.keep_out import KeepOut
from planner.gate.set_points.comparison import comparison_policy
from planner.gate.set_points.policy import Policy, Watermark, outside_bodies, spares_locked, within_limits
from planner.gate.set_points.stream import Released, read_log
from planner.gate.set_points.write_ahead import Output
from predictor.model.robot import Robot
from predictor.run_model import Model, read_model
from telemetry.agreed.authority import approvers, scripts
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
from telemetry.messages.command import HoldCommand, HoldProbe, ready, taken
from telemetry.messages.world import WorldUpdates

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
    start = read_log(store.records(LOG), store.unreadable(LOG))
    rules = _rules(settings, model, store.boot)
    gate = Gate(rules, policy, judge, view_of=view_of, start=start, memory=memory)
    return GateRole(gate, memos, OrphanWatch(settings.mode, settings.participants))


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


class GateRole:
    """The gate between the bus and its store."""

    def __init__(self, gate: Gate, memos: Sequence[Memo], orphan_watch: OrphanWatch) -> None:
        """Start before the first tick; the memos keep the gate's memory, in its order."""
        self.due_ns = gate.due_ns
        self._gate, self._memos, self._orphan_watch = gate, memos, orphan_watch

    def tick(self, now_ns: int) -> Effects:
        """Do the gate's tick, and see whether an orphan has to go on."""
        output = self._gate.tick(now_ns)
        self.due_ns = self._gate.due_ns
        return [*self._effects(output, now_ns), *self._orphan_watch.ending(now_ns)]

    def receive(self, message: Input, sender: str, now_ns: int) -> Effects:
        """Take one message, or a notice of the driver."""
        match message:
            case PersistFailed(key=key):
                return self._effects(self._on_persist_failed(key, now_ns), now_ns)
            case Orphaned():
                self._orphan_watch.on_orphaned(now_ns)
                return self._effects([], now_ns)
            case WorkDone() | PassState() | WayState():
                return []
            case HoldProbe():
                return [Send(ready(message, "gate"), to=sender)]
        answer = [Send(taken(message, "gate"), to=sender)] if isinstance(message, HoldCommand) else []
        return [*answer, *self._effects(self._on_message(message, sender, now_ns), now_ns)]

    def _on_message(self, message: Message, sender: str, now_ns: int) -> list[Output]:
        """Hand it to the gate; one that asks or presses anew is there, and a spacecraft that reports, too."""
        gate, report, press = self._gate, self._gate.newest_report, self._gate.newest_press
        output = gate.on_message(message, sender, now_ns)
        if isinstance(message, Act):
            self._orphan_watch.on_request(now_ns, sender)
        if gate.newest_press is not None and gate.newest_press is not press:
            self._orphan_watch.on_request(now_ns, gate.newest_press.actor)
        if gate.newest_report is not None and gate.newest_report is not report:
            self._orphan_watch.on_telemetry(gate.newest_report, now_ns)
        return output

    def _on_persist_failed(self, key: str, now_ns: int) -> list[Output]:
        """What is only remembered is written later; what stood behind a release's record is taken back."""
        for memo in self._memos:
            memo.on_write_failed(now_ns)
        return self._gate.on_record_failed(now_ns) if key == LOG else []

    def _effects(self, output: list[Output], now_ns: int) -> Effects:
        effects: list[Effect] = [
            Persist(LOG, item.encoded()) if isinstance(item, Released) else Send(item) for item in output
        ]
        for memo, fact in zip(self._memos, self._gate.memory, strict=False):
            effects.extend(memo.write(fact, now_ns))
        return effects
