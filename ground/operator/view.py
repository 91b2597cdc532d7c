"""What a script or a person is shown: the gate, the arm, the plans, the answers; nothing is done here.

on_message(message, now_ns)  ->  what is known  ->  claims: is_ready, is_latched, is_quiet, holds_lease
"""

from typing import Literal

from telemetry.agreed.authority import State, scripts
from telemetry.agreed.reasons import Reason
from telemetry.agreed.run_settings import NS_PER_S, RunSettings
from telemetry.link.plausibility import BELIEVED, ReportJudge
from telemetry.messages.acts import ActReply, Lease
from telemetry.messages.command import CommandState
from telemetry.messages.fixture import Fixture, Fixtures
from telemetry.messages.images import ImageStatus
from telemetry.messages.plan import PlanReady, PlanRefused, StepRelease
from telemetry.messages.prediction import CollisionState, PredictedArm, World
from telemetry.messages.queue import CommandChange, CommandChanges, GateStatus, HoldNotice, RollBack
from telemetry.messages.spacecraft import Telemetry

REPLIES_KEPT = OPERATIONS_KEPT = 32
PLANS_KEPT = 32  # newest, of which the planner remembers fewer
Polled = Literal["", "asked", "go"]  # by the poll: not at all, in vain so far, or GO was said
PLANNER_LIMIT_NS = 4 * NS_PER_S  # it tells its fixtures every second
CLOSED_PERIODS = 4  # after a window should have closed, whether it has is on the screen


class OperatorView:
    """Screens, as one participant sees them."""

    def __init__(self, run: RunSettings, participant: str) -> None:
        """Begin with dark screens."""
        self.run, self.participant = run, participant
        self.now_ns = 0
        self.status: GateStatus | None = None
        self.predicted: PredictedArm | None = None
        self.interruptions = 0  # holds and roll-backs so far
        self.roll_backs = 0
        self.why = ""  # reason of the last interruption
        self.was_rolled_back = False  # the last interruption was a roll-back
        self.plans: dict[str, PlanReady | PlanRefused] = {}
        self.world: World | None = None  # screens of people alone are shown it
        self.leases = 0  # how often the lease has changed hands, as far as was seen
        self.fixtures: dict[str, Fixture] = {}
        self.replies: dict[int, ActReply] = {}  # the newest to this participant, by number of the act
        self.releases: dict[tuple[str, int], bool] = {}  # by plan and step: whether it may go on
        self.operations: dict[tuple[int, int], tuple[CommandState, str]] = {}  # how they ended, and why
        self.pictures: dict[str, tuple[int, int]] = {}  # of each camera: the newest whole one, taken when
        self._planner_ns: int | None = None  # when it was heard last
        self._planner_begun_ns: int | None = None  # its life then
        self.planner_restarts = 0  # that were heard of: what was asked before is forgotten
        self._holder = ""
        self._was_person_hold = False  # that a person holds the arm
        self._reports = ReportJudge(run)
        self._telemetry: Telemetry | None = None
        self._telemetry_ns = 0
        self._shut_until_ns = 0  # the window is about to close, or closed: nothing is begun

    def on_message(self, message: object, now_ns: int) -> None:
        """Take what a screen shows."""
        match message:  # the most frequent first
            case CollisionState():
                return  # screens of people alone are shown it
            case PredictedArm():
                self.predicted = message
            case GateStatus():
                self.status = message
            case Telemetry() if self._reports.on_telemetry(message, now_ns) in BELIEVED:
                self._telemetry, self._telemetry_ns = message, now_ns
            case RollBack(reason=reason):
                self.roll_backs += 1
                self._on_interruption(reason, is_roll_back=True)
            case HoldNotice(reason=reason):
                self._on_interruption(reason, is_roll_back=False)
            case PlanReady(certificate=certificate):
                self._on_plan(certificate.plan_id, message)
            case PlanRefused(plan_id=plan_id):
                self._on_plan(plan_id, message)
            case Fixture(fixture_id=fixture_id):
                self.fixtures[fixture_id] = message
            case Fixtures(begun_ns=begun_ns):
                self.planner_restarts += self._planner_begun_ns not in (None, begun_ns)
                self._planner_ns, self._planner_begun_ns = now_ns, begun_ns
            case ActReply(to=to) if to == self.participant:
                self._on_reply(message)
            case Lease(holder=holder):
                self.leases += holder != self._holder
                self._holder = holder
            case World():
                self.world = message
            case CommandChanges(changes=changes):
                self._on_changes(changes)
            case StepRelease(plan=plan, step=step, go_on=go_on):
                self.releases[plan, step] = go_on
            case ImageStatus(camera=camera, number=number, age=age) if age is not None:
                self.pictures[camera] = (number, now_ns - round(age * NS_PER_S))

    @property
    def clearance(self) -> float | None:
        """Predicted, of the commanded arm [m]; None: it is not shown, or there is nothing to be near to."""
        return None if self.predicted is None else self.predicted.clearance

    @property
    def holds_lease(self) -> bool:
        """True if this participant may command."""
        return self._holder == self.participant

    @property
    def is_planner_silent(self) -> bool:
        """True if the planner was heard once and is no more: it has died, or hangs."""
        return self._planner_ns is not None and self.now_ns - self._planner_ns > PLANNER_LIMIT_NS

    @property
    def polled(self) -> Polled:
        """Whether the poll asks this participant, and has its GO."""
        words = dict(self.status.poll) if self.status else {}
        if self.participant not in words:
            return ""
        return "go" if words[self.participant] else "asked"

    @property
    def script_holds_lease(self) -> bool:
        """True if a script may command: it gives way to a person's HOLD alone."""
        return self._holder in scripts(self.run.participants)

    @property
    def waits_for_person(self) -> bool:
        """True if the gate has answered that a person has to resume, and its status still shows that."""
        return self._was_person_hold and self.status is not None and bool(self.status.held_by)

    @property
    def state(self) -> str:
        """State of authority and motion in the newest status of the gate; empty: there is none."""
        return self.status.state if self.status else ""

    @property
    def sees_spacecraft(self) -> bool:
        """True if there is a window, and telemetry is fresh."""
        age_ns = self.now_ns - self._telemetry_ns
        return (
            self.status is not None and self.status.has_window and age_ns <= self.run.link.telemetry_limit_ns
        )

    @property
    def report(self) -> tuple[int, Telemetry] | None:
        """When the newest report that is believed came [ns], and the report; None: none is fresh."""
        if self._telemetry is None or not self.sees_spacecraft:
            return None
        return self._telemetry_ns, self._telemetry

    @property
    def is_latched(self) -> bool:
        """True if the spacecraft waits at rest in its latch, and a resume from here can reach it."""
        reported = self._telemetry
        if not self.holds_lease or self.state != State.HELD or not self.sees_spacecraft or reported is None:
            return False
        return reported.latched and reported.mode == "latched"

    @property
    def is_ready(self) -> bool:
        """True if neither lease, latch nor loss of signal are in the way of a new arming at rest."""
        if (
            not self.holds_lease
            or self.state != State.REST
            or not self.sees_spacecraft
            or self.now_ns < self._shut_until_ns
        ):
            return False
        return self._telemetry is not None and not self._telemetry.latched

    @property
    def is_quiet(self) -> bool:
        """True if everything that was commanded has ended, and telemetry shows it."""
        status = self.status
        return (
            self.is_ready and status is not None and status.quiet and not (status.waiting or status.in_flight)
        )

    @property
    def round_trip_s(self) -> float:
        """Round trip of the link: as measured, or as planned before that."""
        measured = self.status.round_trip if self.status else None
        return self.run.link.up_s + self.run.link.down_s if measured is None else measured

    def _on_plan(self, plan_id: str, answer: PlanReady | PlanRefused) -> None:
        self.plans.pop(plan_id, None)
        self.plans[plan_id] = answer
        while len(self.plans) > PLANS_KEPT:
            del self.plans[next(iter(self.plans))]

    def _on_reply(self, reply: ActReply) -> None:
        self.replies[reply.number] = reply
        while len(self.replies) > REPLIES_KEPT:
            del self.replies[next(iter(self.replies))]
        self._was_person_hold = reply.reason == Reason.PERSON_HOLD
        if reply.reason == Reason.WINDOW_CLOSING:
            self._expect_loss_of_signal()

    def _on_changes(self, changes: tuple[CommandChange, ...]) -> None:
        """Note how commands without motion have ended; the newest are kept."""
        for each in changes:
            if each.kind == "operation" and each.state.is_end:
                self.operations[each.epoch, each.seq] = each.state, each.reason
        while len(self.operations) > OPERATIONS_KEPT:
            del self.operations[next(iter(self.operations))]

    def _on_interruption(self, reason: str, *, is_roll_back: bool) -> None:
        self.interruptions += 1
        self.why = reason
        self.was_rolled_back = is_roll_back
        if reason == Reason.WINDOW_CLOSING:
            self._expect_loss_of_signal()

    def _expect_loss_of_signal(self) -> None:
        """Begin nothing before the window, which is about to close, is known to have closed."""
        if self.status and self.status.has_window:
            shown_ns = CLOSED_PERIODS * self.run.commanding.period_ns
            self._shut_until_ns = self.status.window_closes_ns + shown_ns
