"""The gate: one object that takes messages and ticks, and returns what is to be sent and written, in order.

    on_message(message, sender, now_ns) --+                              changes of commands
    tick(now_ns) -------------------------+--> state of authority ---> records, packets, notices, replies
    on_record_failed(now_ns) -------------+    and motion              status; records that come too late

No other object touches what it holds: outside there are only these methods and what they return.  A copy
goes on by itself, and keys compare: so a model check drives this very gate (`copy`, `key`).

A tick that comes late releases one set-point, not what was missed, and the next one keeps its distance.
"""

from typing import NamedTuple, Self

import msgspec

from planner.gate import proposals, reports
from planner.gate.acts import AuthorityActs
from planner.gate.confirmed_world import ViewOf
from planner.gate.guards.person_hold import PersonHold
from planner.gate.guards.rules import LATE_SHARE, LEAST_INTERVAL_SHARE, Rules
from planner.gate.logged_events import GateFacts
from planner.gate.release import release_in_tick, release_sample
from planner.gate.set_points.copies_and_keys import StateKey, deep_copy
from planner.gate.set_points.policy import Policy
from planner.gate.set_points.stream import Restart
from planner.gate.set_points.write_ahead import Output
from planner.gate.state import GateState
from telemetry.agreed.authority import GATE, State
from telemetry.agreed.limits import next_instant
from telemetry.agreed.reasons import Reason
from telemetry.hold.presses import Presses, with_believed_actor
from telemetry.link.plausibility import ReportJudge
from telemetry.messages.acts import Act, OperatorBeat
from telemetry.messages.base import Message
from telemetry.messages.command import BridgeReport, HoldCommand
from telemetry.messages.handle import HandleSample
from telemetry.messages.health import Beat, RecorderHealth
from telemetry.messages.link import LinkStatus
from telemetry.messages.plan import PlanReady
from telemetry.messages.prediction import CollisionState, World
from telemetry.messages.queue import CommandChanges, GateStatus, Proposal, Verdict
from telemetry.messages.spacecraft import Telemetry

NO_HOLD = msgspec.msgpack.encode(None)


class GateMemory(NamedTuple):
    """What the next gate has to know; None: it was written, and cannot be read."""

    person_hold: bytes | None  # whose HOLD the script may not leave
    open_hold: bytes | None  # since when a HOLD is not confirmed
    clock: bytes | None  # that was taken for good


class Gate:
    """Everything that decides what may leave."""

    def __init__(
        self,
        rules: Rules,
        policy: Policy,
        judge: ReportJudge,
        *,
        view_of: ViewOf,
        start: Restart,
        memory: GateMemory,
    ) -> None:
        """Start held, before the first tick, with what is remembered; the judge goes on with its clock."""
        self._state = GateState(rules, policy, judge, start=start, view_of=view_of)
        self._authority = AuthorityActs(self._state, PersonHold(memory.person_hold, rules.scripts))
        self._link: LinkStatus | None = None
        self._presses = Presses()
        self.newest_press: HoldCommand | None = None
        self.due_ns = 0  # of the next tick
        self._t0_ns: int | None = None  # of the first
        self._may_be_held = memory.open_hold is None
        since_ns = msgspec.msgpack.decode(memory.open_hold or NO_HOLD, type=int | None)
        if since_ns is not None:
            self._state.restore_hold(since_ns)
        self._stood = self._standing  # after the last that was done

    def tick(self, now_ns: int) -> list[Output]:
        """Do the tick of the grid that `now_ns` belongs to; the first one is its beginning."""
        period_ns = self._state.rules.commanding.period_ns
        if self._t0_ns is None:
            self._t0_ns = self.due_ns = now_ns
            self._begin(now_ns)
        is_late = now_ns - self.due_ns > LATE_SHARE * period_ns
        number = 1 + (now_ns - self._t0_ns) // period_ns
        grid_ns = next_instant(self._t0_ns, period_ns=period_ns, now_ns=now_ns)
        self.due_ns = max(grid_ns, now_ns + round(LEAST_INTERVAL_SHARE * period_ns))
        self._authority.end_lease(now_ns)
        release_in_tick(self._state, number, now_ns, is_late=is_late)
        self._authority.operations.review(now_ns)
        self._authority.world_proposals.review(now_ns)
        for update in self._state.world.repeats():
            self._state.outbox.send(update)
        return self._take_output(now_ns, with_status=True)

    def _begin(self, now_ns: int) -> None:
        self._state.begin(now_ns)
        if self._may_be_held:
            self._state.restore_hold(now_ns)

    def on_message(self, message: Message, sender: str, now_ns: int) -> list[Output]:
        """Take one message of a participant."""
        self._dispatch(message, sender, now_ns)
        self._authority.operations.review(now_ns)
        return self._take_output(now_ns)

    def notes(self, message: CollisionState | HandleSample, now_ns: int) -> bool:
        """Take one of the most frequent messages, if nothing can come of it now; False: it is not taken."""
        if self._authority.operations.armed or reports.may_end_motion(self._state, message, now_ns):
            return False
        self._dispatch(message, "", now_ns)
        return True

    def on_event_record_failed(self, now_ns: int) -> list[Output]:
        """A record was not written that nothing stood behind: without a log nothing moves."""
        self._state.outbox.let_go()
        return self.on_record_failed(now_ns)

    def on_record_failed(self, now_ns: int) -> list[Output]:
        """The newest record was not written: take back what stood behind it."""
        if self._state.on_record_failed(now_ns):
            release_sample(self._state, now_ns)
        self._state.outbox.take_back_acts()
        self._authority.operations.review(now_ns)
        return self._take_output(now_ns)

    @property
    def _standing(self) -> tuple[object, ...]:
        """What every screen has to know at once when it changes."""
        authority = self._authority
        waiting = authority.operations.armed, authority.world_proposals.proposed
        return self._state.state, *waiting, self._state.poll.words

    def _dispatch(self, message: Message, sender: str, now_ns: int) -> None:
        match message:
            case Telemetry():
                self._on_telemetry(message, now_ns)
            case Proposal():
                proposals.on_proposal(self._state, message.entry, now_ns)
            case Verdict():
                proposals.on_verdict(self._state, message, now_ns)
            case World():
                self._on_world(message, now_ns)
            case CollisionState():
                reports.on_collision_state(self._state, message, now_ns)
            case BridgeReport():
                if message.hold is not None:  # it may have reached the bridge alone
                    self._on_hold(message.hold, now_ns)
                reports.on_bridge_report(self._state, message, now_ns)
            case LinkStatus():
                self._link = message
            case HandleSample():
                reports.on_handle_sample(self._state, message, now_ns)
            case _:
                self._dispatch_under_lease(message, sender, now_ns)

    def _dispatch_under_lease(self, message: Message, sender: str, now_ns: int) -> None:
        """Take what comes after the end of a lease that is over."""
        self._authority.end_lease(now_ns)
        match message:
            case HoldCommand():
                self._on_hold(with_believed_actor(message, sender, self._state.rules.scripts), now_ns)
            case OperatorBeat():
                self._authority.on_operator_beat(sender, now_ns)
            case PlanReady():
                self._authority.on_plan_ready(message)
            case RecorderHealth():
                self._state.watch.on_recorder_health(message, now_ns)
            case Beat():
                self._state.watch.on_beat(message, now_ns)
            case _ if isinstance(message, Act):
                self._authority.on_act(message, sender, now_ns)

    def _on_hold(self, hold: HoldCommand, now_ns: int) -> None:
        if self._presses.on_hold(hold):
            self.newest_press = hold
            self._authority.on_hold(hold, now_ns)

    def _on_world(self, world: World, now_ns: int) -> None:
        """Take the world; if the arm does not follow in it, the gate itself asks for HOLD."""
        confirmed = self._state.world
        is_new = confirmed.on_spoken(world, now_ns)
        why = reports.hold_doubt(self._state, world, now_ns, is_new=is_new)
        if confirmed.is_known:
            confirmed.on_rejudged()
        if why is None:
            if is_new:
                proposals.void_verdicts(self._state, world, now_ns)
            return
        press = HoldCommand(actor=GATE, pressed_ns=now_ns, nonce=len(self._presses))
        self._presses.on_hold(press)
        self._state.outbox.send(press)
        self._authority.on_hold(press, now_ns, why=why)

    def _on_telemetry(self, telemetry: Telemetry, now_ns: int) -> None:
        was = self._state.state
        is_new = reports.on_telemetry(self._state, telemetry, now_ns)
        if is_new and telemetry.latched and telemetry.latch_reason == Reason.HOLD_COMMANDED:
            self._authority.on_latch_by_hold(now_ns)
        if was is State.HELD and self._state.state is State.REST:
            self._authority.person_hold.on_latch_gone()

    def _take_output(self, now_ns: int, *, with_status: bool = False) -> list[Output]:
        """Return what is to be sent: changes first, then all in order, the status, and what is late."""
        stood, self._stood = self._stood, self._standing
        output = self._state.outbox.take_output()
        changes = self._state.ledger.take_changes()
        first: list[Output] = []
        if changes:
            first.append(CommandChanges(changes=changes, first_epoch=self._state.epochs.first))
        status = self._status(now_ns) if with_status or self._stood != stood else None
        return [*first, *output, *([status] if status else []), *self._state.outbox.take_late()]

    @property
    def memory(self) -> tuple[bytes, ...]:
        """What the next gate has to know, in the order of `Memory`; nothing before the first tick."""
        if self._t0_ns is None:
            return ()
        since_ns = self._state.ledger.unconfirmed_hold_ns
        since = NO_HOLD if since_ns is None else msgspec.msgpack.encode(since_ns)
        return (self._authority.person_hold.record, since, self._state.watch.clock_record)

    @property
    def facts(self) -> GateFacts:
        """What the log tells of, if it changes."""
        gate = self._state
        armed_by = gate.armed.holder if gate.armed else ""
        return GateFacts(gate.state, gate.ended_by, armed_by, gate.watch.world, self.newest_press)

    def chain_of(self, seq: int) -> bytes:
        """Return the chain that the verdict on a set-point of this epoch names; nothing: of no such one."""
        return self._state.queue.chain_of(seq)

    @property
    def newest_report(self) -> Telemetry | None:
        """The newest report of the spacecraft that was believed."""
        return self._state.watch.newest

    def _status(self, now_ns: int) -> GateStatus | None:
        """Return the gate's status; None as long as it is not known where the arm is."""
        gate, link, newest = self._state, self._link, self.newest_report
        if gate.stream.r is None:
            return None
        return GateStatus(
            state=gate.state,
            has_window=gate.rules.link.has_window(now_ns),
            epoch=gate.epoch,
            waiting=len(gate.queue.waiting),
            in_flight=gate.ledger.in_flight,
            verified_until=gate.queue.verified_until,
            last=gate.stream.r,
            quiet=gate.is_quiet(now_ns),
            latched=newest is not None and newest.latched,
            held_by=self._authority.person_hold.who,
            ended_by=gate.ended_by,
            rolled_back=gate.rolled_back,
            up=None if link is None else link.up.delay,
            down=None if link is None else link.down.delay,
            round_trip=None if link is None or link.round_trip is None else link.round_trip.value,
            window_closes_ns=gate.rules.link.closes_ns(now_ns),
            window_opens_ns=gate.rules.link.opens_ns(now_ns),
            time_step=gate.watch.time_step_s,
            armed=self._authority.operations.armed,
            next_operation=self._authority.operations.next_seq,
            poll=gate.poll.words,
            proposed=self._authority.world_proposals.proposed,
        )

    def copy(self) -> Self:
        """Return a gate that is in the same state and goes on by itself."""
        return deep_copy(self)

    def key(self, now_ns: int) -> StateKey:
        """Return what decides how the gate goes on: equal keys, and two gates behave alike from now on.

        Alike means: the same, with epochs, ticks and numbers of holds counted from the present one, and
        instants from now.  Left out is what is only sent (measured delays, counts, digests that follow from
        the rest), what it was given for the run (rules, contact windows), which copies of HOLD it would know
        again, how long its clock has been believed, and what a failing record would take back: a failure is
        reported before anything else happens.
        """
        since_t0 = None if self._t0_ns is None else (now_ns - self._t0_ns) % self._period_ns
        due = (self.due_ns - now_ns, since_t0, self._may_be_held if since_t0 is None else None)
        return (due, self._state.key(now_ns), self._authority.key(now_ns))

    @property
    def _period_ns(self) -> int:
        return self._state.rules.commanding.period_ns
