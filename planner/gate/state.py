"""State of authority and motion: one queue, one stream, and one table that all that happens goes through.

    proposals --> queue --(verified, waited, watched, looked at)--> stream --> Motion
                    |                                                 |
    bad verdict, hold, silence, latch: the queue is emptied, epoch + 1, disarmed, stop(r) leaves instead

It belongs to the gate (`planner.gate.gate`), whose files ask it to do things by its verbs: what is received
comes by `reports` and `proposals`, acts of people by `acts`; each tick is done by `release`.
"""

from collections.abc import Sequence

from planner.gate.confirmed_world import ConfirmedWorld, ViewOf
from planner.gate.epochs import Epochs
from planner.gate.guards.arming import Arming, AuthorityLease, DeadManPress, RollBackPause
from planner.gate.guards.poll import Poll
from planner.gate.guards.quiet import Quiet
from planner.gate.guards.rules import Rules
from planner.gate.guards.watchdogs import Watchdogs
from planner.gate.notices import hold_notice, roll_back_notice
from planner.gate.set_points.copies_and_keys import StateKey, age_ns
from planner.gate.set_points.ledger import Ledger
from planner.gate.set_points.onboard_steps import CommandNumber
from planner.gate.set_points.policy import Doubt, Policy
from planner.gate.set_points.queue import CommandQueue
from planner.gate.set_points.stream import ReleaseStream, Restart, UplinkDelay
from planner.gate.set_points.write_ahead import Unsent, WriteAhead
from telemetry.agreed.authority import Action, Event, State, Transition, transition
from telemetry.agreed.reasons import Reason
from telemetry.link.plausibility import ReportJudge
from telemetry.messages.command import CommandState, HoldCommand, ResumeCommand
from telemetry.messages.queue import CommandChanges, Entry, HoldArguments, ResumeArguments, Verdict


class GateState:
    """State of authority and motion, and what every event does to it."""

    def __init__(
        self, rules: Rules, policy: Policy, judge: ReportJudge, *, start: Restart, view_of: ViewOf
    ) -> None:
        """Start held, disarmed, with an empty queue, in an epoch above any ever used."""
        self.rules, self.policy, self.clock = rules, policy, judge.clock
        self.watch = Watchdogs(rules, judge)
        self.queue = CommandQueue(rules.configuration)
        self.stream = ReleaseStream(rules.commanding.period_ns, start.r)
        self.ledger = Ledger(
            round_trip_ns=rules.link.round_trip_ns,
            answer_ns=rules.answer_ns,
            patience_ns=rules.patience_ns,
        )
        self.lease, self.press, self.pause = AuthorityLease(), DeadManPress(), RollBackPause()
        self.quiet, self.outbox, self.poll = Quiet(), WriteAhead(), Poll(rules.commanding.poll)
        self.world = ConfirmedWorld(rules, view_of, watch=self.watch, queue=self.queue)
        self.state = State.HELD
        self.epochs = Epochs(rules, start)
        self.armed: Arming | None = None
        self.ended_by, self.rolled_back = "", False  # what ended the last arming, until the next one
        self.announced: int | None = None  # number that may be proposed in this tick
        self.ticks = 0  # the last tick that was done
        self.resume_sent_ns: int | None = None
        self.uplink = UplinkDelay(rules.link.up_ns, report_period_ns=rules.link.telemetry_period_ns)
        self._holds = 0  # so far
        self._may_rearm_early = False
        self._hold_pressed = False  # while stopping: HELD follows

    @property
    def epoch(self) -> int:
        """The present epoch."""
        return self.epochs.now

    def on_event(self, event: Event, now_ns: int, reason: str = "", *, detail: str = "") -> Transition:
        """Let an event act on the state; `reason` counts where the table has none."""
        done = transition(self.state, self.rules.link.has_window(now_ns), event)
        was, self.state = self.state, done.state
        why = done.reason or reason
        match done.action:
            case Action.FLUSH | Action.STOP:
                self._hold(why, detail, now_ns)
            case Action.ADOPT_REPORT:
                self._adopt(is_new=was is not State.HELD)
            case Action.SEND_RESUME:
                self._send_resume(now_ns)
            case Action.NONE if event is Event.MOTION_ENDED:
                self._disarm()
                self.stream.end()
        if self.state is State.HELD:
            self._hold_pressed = False
        return done

    def arm(self, event: Event, arming: Arming, now_ns: int) -> None:
        """Arm at r at rest; the table has been asked."""
        if self.stream.r is None or self.on_event(event, now_ns).action is not Action.ARM:
            raise ValueError(f"{event} does not arm in state {self.state}: ask the guards first")
        self._begin_epoch()
        self.queue.begin(self.epoch, self.stream.r, is_retreat=arming.retreat)
        self.armed, self.ended_by, self.rolled_back = arming, "", False
        self.quiet.disturb()
        self.outbox.try_again()
        self.outbox.log(self.stream.record(self.epoch))

    def begin(self, now_ns: int) -> None:
        """Tick for the first time: what the gate before this one has sent left before now, and ends here.

        The epoch is in use from here on: a HOLD may be numbered in it before anything else is recorded.
        """
        self.epochs.begin_gate(now_ns, is_in_use=bool(self.ledger.in_flight))
        self.outbox.log(self.stream.record(self.epoch))
        if not self.epochs.is_first_gate:
            self.outbox.send(CommandChanges(changes=(), first_epoch=self.epochs.first))

    def begin_tick(self, tick: int) -> None:
        """Begin a tick: what was announced in the one before may not be proposed any more."""
        self.ticks, self.announced = tick, None

    def announce(self) -> int:
        """Let the queue's next number be proposed in this tick; returns it."""
        self.announced = self.queue.next_seq
        return self.announced

    def enqueue(self, entry: Entry) -> None:
        """Take the entry that was announced, and have it judged."""
        self.announced = None
        self.outbox.send(self.queue.push(entry, self.ticks))
        self.ledger.move(CommandNumber("motion", entry.epoch, entry.seq), CommandState.WAITING)

    def hold(self, press: HoldCommand, now_ns: int, *, why: Doubt | None = None) -> None:
        """End all motion by a HOLD that was pressed, or that the gate asks for with a reason."""
        self.restore_hold(now_ns, press)
        self._hold_pressed = True
        reason, detail = why or ("", "")
        self.on_event(Event.WORLD_HOLD if why else Event.OPERATOR_HOLD, now_ns, reason, detail=detail)

    def restore_hold(self, at_ns: int, press: HoldCommand | None = None) -> None:
        """Note a HOLD that has been on its way since then; without a press it is not known whose."""
        self._holds += 1
        number = CommandNumber("hold", self.epoch, self._holds)
        arguments = HoldArguments(actor=press.actor) if press else None
        self.ledger.release(number, at_ns, arguments=arguments, press=press.nonce if press else None)

    def on_stop_released(self, now_ns: int) -> None:
        """Note that the last sample of stop(r) has left."""
        self.stream.end()
        self.on_event(Event.HOLD_DONE if self._hold_pressed else Event.STOP_DONE, now_ns)

    def confirm_time(self, now_ns: int) -> None:
        """Take the stepped clock or delay for good, at rest: no time by the old one counts any more."""
        self.watch.confirm_time(now_ns)
        self.uplink.begin_again()
        self.stream.forget()
        self.quiet.disturb()

    def _begin_epoch(self) -> None:
        self.epochs.begin()
        self.announced = None

    def _disarm(self) -> None:
        self.armed, self.announced, self._may_rearm_early = None, None, False
        self.quiet.disturb()

    def _flush(self, end: CommandState, reason: str) -> int:
        """Empty the queue into a new epoch, disarmed; returns how many entries it held."""
        was_teleop = self.armed is not None and self.armed.source == "teleop"
        self._disarm()
        self.ended_by, self.rolled_back = reason, end is CommandState.ROLLED_BACK
        self._may_rearm_early = was_teleop and (self.rolled_back or reason == Reason.DEAD_MAN_RELEASED)
        self._begin_epoch()
        dropped = self.queue.clear(self.epoch)
        for entry in dropped:
            self.ledger.move(CommandNumber("motion", entry.epoch, entry.seq), end, reason)
        self.press.on_hold()
        return len(dropped)

    def _hold(self, reason: str, detail: str, now_ns: int) -> None:
        """End the arming: stop(r) if it moves, and the reason sent."""
        end = CommandState.EXPIRED if reason == Reason.ENTRY_TOO_OLD else CommandState.CANCELLED
        self._flush(end, reason)
        self._notice(reason, detail, self.stream.begin_stop())
        self._after_hold(now_ns)

    def roll_back(self, verdict: Verdict, now_ns: int) -> None:
        """End the arming at the last safe pose, which is the end of stop(r)."""
        if self.on_event(Event.BAD_VERDICT, now_ns).action is not Action.ROLL_BACK:
            return
        cancelled = self._flush(CommandState.ROLLED_BACK, verdict.reason)
        self.pause.on_roll_back(verdict.pair, now_ns)
        rest_q, required_m = self.stream.begin_stop(), self.world.required_of(verdict.pair)
        notice = roll_back_notice(
            verdict, rest_q, epoch=self.epoch, required_m=required_m, cancelled=cancelled
        )
        self.outbox.send(notice)
        self._after_hold(now_ns)

    def _after_hold(self, now_ns: int) -> None:
        self.outbox.log(self.stream.record(self.epoch))
        if self.state is State.STOPPING and not self.stream.is_stopping:
            self.on_stop_released(now_ns)
        elif self.state is not State.STOPPING:
            self.stream.end()

    def _notice(self, reason: str, detail: str, rest_q: Sequence[float] | None) -> None:
        figures = detail or self.watch.figures_text(reason)
        self.outbox.send(hold_notice(reason, figures, rest_q, epoch=self.epoch))

    def _adopt(self, *, is_new: bool) -> None:
        """Take from the spacecraft's report where the arm rests."""
        telemetry = self.watch.newest
        if telemetry is None:
            raise ValueError("a latch was reported without a report")
        q = telemetry.hold_q if telemetry.mode == "latched" else None
        self.stream.end()
        if is_new:
            why = telemetry.latch_reason or Reason.ONBOARD_LATCH
            self._flush(CommandState.CANCELLED, why)
            self._notice(why, "", q)
        if q is not None:
            self.stream.adopt(q)
        if is_new or q is not None:
            self.outbox.log(self.stream.record(self.epoch))

    def _send_resume(self, now_ns: int) -> None:
        if self.stream.r is None:
            raise ValueError("a resume needs the reported pose: ask the guards first")
        self._begin_epoch()
        self.resume_sent_ns = now_ns
        self.uplink.on_resume_sent(self.epoch, now_ns)
        number = CommandNumber("resume", self.epoch, 0)
        self.ledger.release(number, now_ns, arguments=ResumeArguments(q=self.stream.r.q))
        self.outbox.try_again()
        self.outbox.log(self.stream.record(self.epoch), Unsent(number=number))
        self.outbox.send(ResumeCommand(epoch=self.epoch, q=self.stream.r.q))

    def on_resume_arrived(self, epoch: int, at_ns: int) -> None:
        """Note that the latch was gone by then, ground clock: every resume on its way has done its work."""
        self.ledger.on_resumed()
        self.resume_sent_ns = None
        self.uplink.on_resume_arrived(epoch, at_ns)
        self.ledger.wait_longer(max(0, self.uplink.ns - self.rules.link.up_ns))

    def on_record_failed(self, now_ns: int) -> bool:
        """Take that the newest record failed, and what followed never left; True if a stop sample is due."""
        motion, number = self.outbox.on_record_failed()
        if motion is not None and motion.set_point.kind == "stop":
            self.outbox.send(motion)
            return False
        if motion is not None:
            self.stream.take_back()
        if number is not None:
            self.ledger.never_left(number, Reason.RELEASE_LOG)
        self.on_event(Event.BLOCKED, now_ns, Reason.RELEASE_LOG)
        return motion is not None and self.state is State.STOPPING

    def is_quiet(self, now_ns: int) -> bool:
        """True if the arm rests at r, confirmed, for the time that arming asks."""
        is_still = self.watch.has_telemetry(now_ns) and self.quiet.lasts(now_ns)
        return is_still and self.stream.at_rest and not self.ledger.in_flight

    def inhibition(self, now_ns: int) -> Reason | None:
        """Return why motion may neither start nor go on, or None."""
        return self.poll.objection or self.watch.inhibition(
            now_ns, self.clock.to_spacecraft(now_ns) if self.clock.is_set else None
        )

    @property
    def may_rearm_early(self) -> bool:
        """True if the last end was a roll-back or a dead-man let go, and its stop is fully released."""
        return self._may_rearm_early and self.state is State.REST

    def key(self, now_ns: int) -> StateKey:
        """Return what decides how it goes on; windows and rules are left out."""
        patience_ns = self.rules.resume_patience_ns
        return (
            self.state,
            (self._may_rearm_early, self._hold_pressed, self.announced),
            self.armed and (self.armed.key, self.ticks - self.armed.tick),
            self.epochs.key(now_ns),
            age_ns(self.resume_sent_ns, now_ns, most_ns=patience_ns),
            self.queue.key(self.epoch, self.ticks),
            self.policy.key(self.epoch),
            self.world.key,
            self.stream.key(self.epoch, now_ns, self.clock),
            self.ledger.key(self.epoch, now_ns, self.stream.running),
            (self.lease.key(now_ns), self.press.key, self.pause.key(now_ns), self.quiet.key(now_ns)),
            (self.watch.key(now_ns), self.uplink.key(self.epoch, now_ns), self.outbox.key, self.poll.key),
        )
