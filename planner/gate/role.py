"""The gate's role: it hears, ticks at t0 + kT, and says what the gate wants said.

    stream in:  acts, proposals, verdicts, worlds, reports, handle samples, beats, HOLD
    out:        Motion, Keep, ResumeCommand (after their records); credits, notices, status

A tick that comes late releases one set-point, not what was missed, and the next one keeps its distance.
"""

from typing import NamedTuple, get_args

import msgspec
import numpy as np

from planner.certificate import state_message
from planner.gate import proposals, reports
from planner.gate.acts import Act, AuthorityActs
from planner.gate.comparison import comparison_policy
from planner.gate.keep_out import KeepOut
from planner.gate.person_hold import FREE_RECORD, PersonHold
from planner.gate.policy import Doubt, Policy, Watermark, outside_boxes, within_limits
from planner.gate.release import do_tick, release_sample
from planner.gate.rules import LATE_SHARE, LEAST_INTERVAL_SHARE, Rules
from planner.gate.state import Gate
from planner.gate.stream import Released, read_log
from predictor.run_model import Model, read_model
from predictor.stop import JointLimits
from telemetry.authority import State, scripts
from telemetry.contract import Effect, Effects, Input, Orphaned, Persist, PersistFailed, Send, Store
from telemetry.grid import next_instant
from telemetry.hold.orphan import Vigil
from telemetry.hold.presses import Presses, as_said
from telemetry.link.measured import RoundTrip
from telemetry.link.plausibility import ReportJudge
from telemetry.memo import Memo
from telemetry.messages.acts import ActReply, OperatorBeat
from telemetry.messages.base import Message
from telemetry.messages.command import BridgeReport, HoldCommand, Motion, taken
from telemetry.messages.handle import HandleSample
from telemetry.messages.health import Beat, RecorderHealth
from telemetry.messages.plan import PlanReady
from telemetry.messages.prediction import World
from telemetry.messages.queue import CommandChanges, GateStatus, Proposal, Verdict
from telemetry.messages.spacecraft import Telemetry
from telemetry.reasons import Reason
from telemetry.run_settings import RunSettings

LOG, PERSON_HOLD, OPEN_HOLD, CLOCK = "release_log", "person_hold", "open_hold", "clock"
_NOTHING = msgspec.msgpack.encode(None)
ACTS = get_args(Act)


class Memos(NamedTuple):
    """Facts that the next gate has to know."""

    person_hold: Memo  # whose HOLD the script may not leave
    open_hold: Memo  # since when a HOLD is not confirmed
    clock: Memo  # that was taken for good


def build(settings: RunSettings, store: Store, rng: np.random.Generator) -> "GateRole":
    """Make the gate: held, disarmed, queue empty, in an epoch above any in its log."""
    model = read_model(settings)
    limits = model.robot.limits
    policy = _policy(settings, limits, KeepOut(model.robot, model.scene))
    memos = Memos(
        person_hold=Memo(store, PERSON_HOLD, empty=FREE_RECORD),
        open_hold=Memo(store, OPEN_HOLD, empty=_NOTHING),
        clock=Memo(store, CLOCK, empty=_NOTHING),
    )
    judge = ReportJudge(settings, memory=memos.clock.newest)
    log = read_log(store.records(LOG), store.unreadable(LOG))
    return GateRole(
        Gate(_rules(settings, model), policy, judge, start=log),
        round_trip=RoundTrip(judge.clock),
        memos=memos,
        vigil=Vigil(settings.mode, settings.participants),
    )


def _policy(settings: RunSettings, limits: JointLimits, keep_out: KeepOut) -> Policy:
    commanding = settings.commanding
    inside, outside = within_limits(limits, commanding.period_s), outside_boxes(keep_out)
    if commanding.policy == "watermark":
        return Watermark(commanding.depth, (inside, outside))
    return comparison_policy(
        commanding.policy, mode=settings.mode, depth=commanding.depth, limits=inside, boxes=outside
    )


def _rules(settings: RunSettings, model: Model) -> Rules:
    link, commanding = settings.link, settings.commanding
    return Rules(
        period_ns=commanding.period_ns,
        depth=commanding.depth,
        up_ns=link.up_ns,
        down_ns=link.down_ns,
        buffer_ns=commanding.buffer_ns,
        telemetry_period_ns=link.telemetry_period_ns,
        telemetry_limit_ns=link.telemetry_limit_ns,
        configuration=settings.configuration,
        world=model.world_version,
        limits=model.robot.limits,
        required_m=settings.margins.required_m,
        windows=link,
        scripts=scripts(settings.participants),
    )


class GateRole:
    """The gate between the bus and its clock."""

    def __init__(self, gate: Gate, *, round_trip: RoundTrip, memos: Memos, vigil: Vigil) -> None:
        """Start before the first tick, whose instant becomes t0, with what is remembered."""
        self.due_ns = 0
        person_hold = PersonHold(memos.person_hold.newest, gate.rules.scripts)
        self._gate, self._desk = gate, AuthorityActs(gate, person_hold)
        self._round_trip, self._vigil = round_trip, vigil
        self._memos = memos
        self._presses = Presses()
        since_ns = msgspec.msgpack.decode(memos.open_hold.newest or _NOTHING, type=int | None)
        if since_ns is not None:
            gate.restore_hold(since_ns)
        self._t0_ns: int | None = None
        self._accepted: list[ActReply] = []  # of the newest record: what must be taken back if it fails

    def tick(self, now_ns: int) -> Effects:
        """Do the tick of the grid that `now_ns` belongs to."""
        period_ns = self._gate.rules.period_ns
        if self._t0_ns is None:
            self._t0_ns = self.due_ns = now_ns
            self._begin(now_ns)
        is_late = now_ns - self.due_ns > LATE_SHARE * period_ns
        number = 1 + (now_ns - self._t0_ns) // period_ns
        grid_ns = next_instant(self._t0_ns, period_ns=period_ns, now_ns=now_ns)
        self.due_ns = max(grid_ns, now_ns + round(LEAST_INTERVAL_SHARE * period_ns))
        self._desk.end_lease(now_ns)
        do_tick(self._gate, number, now_ns, is_late=is_late)
        return [*self._effects(now_ns, with_status=True), *self._vigil.ending(now_ns)]

    def _begin(self, now_ns: int) -> None:
        self._gate.begin(now_ns)
        if self._memos.open_hold.newest is None:  # there may be one
            self._gate.restore_hold(now_ns)

    def receive(self, message: Input, sender: str, now_ns: int) -> Effects:
        """Take one message."""
        state = self._gate.state
        match message:
            case Telemetry():
                self._hear_telemetry(message, now_ns)
            case Proposal():
                proposals.propose(self._gate, message.entry, now_ns)
            case Verdict():
                proposals.hear_verdict(self._gate, message, now_ns)
            case World():
                proposals.hear_world(self._gate, message, now_ns)
            case BridgeReport():
                if message.hold is not None:  # it may have reached the bridge alone
                    self._hear_hold(message.hold, now_ns)
                reports.hear_bridge(self._gate, message, now_ns)
            case HandleSample():
                reports.hear_hand(self._gate, message, now_ns)
            case PersistFailed(key=key):
                self._persist_failed(key, now_ns)
            case Orphaned():
                self._vigil.begin(now_ns)
            case _:
                self._hear_people(message, sender, now_ns)
        answer = [Send(taken(message, "gate"), to=sender)] if isinstance(message, HoldCommand) else []
        return [*answer, *self._effects(now_ns, with_status=self._gate.state is not state)]

    def _hear_people(self, message: Input, sender: str, now_ns: int) -> None:
        self._desk.end_lease(now_ns)
        match message:
            case HoldCommand():
                self._hear_hold(as_said(message, sender, self._gate.rules.scripts), now_ns)
            case OperatorBeat():
                self._desk.beat(sender, now_ns)
            case PlanReady():
                self._desk.plan_ready(message)
            case RecorderHealth():
                self._gate.watch.recorder(message, now_ns)
            case Beat():
                self._gate.watch.beat(message, now_ns)
            case _ if isinstance(message, ACTS):
                self._vigil.heard(now_ns, sender)
                self._desk.act(message, sender, now_ns)

    def _hear_hold(self, hold: HoldCommand, now_ns: int) -> None:
        if self._presses.take(hold):
            self._vigil.heard(now_ns, hold.actor)
            self._desk.hold(hold, now_ns)

    def _hear_telemetry(self, telemetry: Telemetry, now_ns: int) -> None:
        was = self._gate.state
        if reports.hear_telemetry(self._gate, telemetry, now_ns):
            self._vigil.saw(telemetry, now_ns)
            self._round_trip.observe(telemetry, now_ns)
            if telemetry.latched and telemetry.latch_reason == Reason.HOLD_COMMANDED:
                self._desk.latched_by_hold(now_ns)
        if was is State.HELD and self._gate.state is State.REST:
            self._desk.person_hold.latch_gone()

    def _persist_failed(self, key: str, now_ns: int) -> None:
        """Take back what stood behind a release's record; what is only remembered is written later."""
        for memo in self._memos:
            memo.failed(now_ns)
        if key != LOG:
            return
        if self._gate.log_failed(now_ns):
            release_sample(self._gate, now_ns)
        for reply in self._accepted:
            self._gate.out.append(_taken_back(reply))
        self._accepted = []

    def _effects(self, now_ns: int, *, with_status: bool) -> Effects:
        """Turn what the gate wants said into effects; changes first, status last."""
        out, self._gate.out = self._gate.out, []
        effects: list[Effect] = []
        changes = self._gate.ledger.take_changes()
        if changes:
            effects.append(Send(CommandChanges(changes=changes)))
        if any(isinstance(item, Released) for item in out):
            self._accepted = [item for item in out if isinstance(item, ActReply) and item.accepted]
        effects.extend(self._effect(item, now_ns) for item in out)
        status = self._status(now_ns) if with_status else None
        late, self._gate.late = self._gate.late, []
        persists = [Persist(LOG, record.encoded()) for record in late]
        return [*effects, *([Send(status)] if status else []), *persists, *self._remember(now_ns)]

    def _remember(self, now_ns: int) -> list[Persist]:
        """Write what the next gate has to know; last of all, since HOLD waits for no disk."""
        if self._t0_ns is None:
            return []
        since = msgspec.msgpack.encode(self._gate.ledger.unconfirmed_hold_ns)
        person = self._desk.person_hold.record
        facts = (person, since, self._gate.watch.clock_record)  # in the order of the memos
        written = (memo.write(fact, now_ns) for memo, fact in zip(self._memos, facts, strict=True))
        return [persist for persists in written for persist in persists]

    def _effect(self, item: Message | Released, now_ns: int) -> Effect:
        if isinstance(item, Released):
            return Persist(LOG, item.encoded())
        if isinstance(item, Motion):
            self._round_trip.released(item.set_point.epoch, item.set_point.seq, now_ns)
        return Send(item)

    def _status(self, now_ns: int) -> GateStatus | None:
        """Return the gate's status; None as long as nobody knows where the arm is."""
        gate, trip = self._gate, self._round_trip
        if gate.stream.r is None:
            return None
        newest = gate.watch.newest
        return GateStatus(
            state=gate.state,
            has_window=gate.rules.windows.has_window(now_ns),
            epoch=gate.epoch,
            waiting=len(gate.queue.waiting),
            in_flight=gate.ledger.in_flight,
            verified_until=gate.queue.verified_until,
            last=state_message(gate.stream.r),
            quiet=gate.is_quiet(now_ns),
            latched=newest is not None and newest.latched,
            held_by=self._desk.person_hold.who,
            up=trip.up_s,
            down=trip.down_s,
            round_trip=trip.latest_s,
            window_closes_ns=gate.rules.windows.closes_ns(now_ns),
            time_step=gate.watch.time_step_s,
        )


def _taken_back(reply: ActReply) -> ActReply:
    doubt = Doubt(Reason.RELEASE_LOG)
    return msgspec.structs.replace(reply, accepted=False, reason=doubt.reason, detail="")
