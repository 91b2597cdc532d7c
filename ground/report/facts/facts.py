"""What happened in a run, gathered from the messages that its roles received.

Facts know nothing of the driver of the roles: virtual time hands them every delivery as it happens, and a
recording holds the same deliveries.  Each kind of message is counted at one receiver only, so that a message
for three roles is one fact.
"""

from collections import Counter
from dataclasses import dataclass, field

from ground.faults.any_fault import GroundFault
from ground.report.facts.certificates import Certificates
from ground.report.facts.clamps import Clamps
from ground.report.facts.command_ends import CommandEnds
from ground.report.facts.forces import Forces
from ground.report.facts.guides import Guides
from ground.report.facts.interventions import Interventions
from ground.report.facts.led_tool import LedTool
from ground.report.facts.occurrences import (
    Held,
    LeastClearance,
    PictureCounts,
    Releases,
    ReportCounts,
    ReportTotals,
    RolledBack,
    Touched,
    VerifiedAfter,
    held,
    less_of,
    picture_counts,
    rolled_back,
)
from ground.report.facts.ranges import Ranges
from ground.report.facts.rates import SPACE, Rate, Rates
from ground.report.facts.refusals import Refusals
from ground.report.facts.reported_arm import ReportedArm
from ground.report.facts.run_faults import FaultSpell, JointFailures, ground_fault_spells, recorded_spells
from ground.report.facts.violations import Violations
from ground.report.facts.warnings import Warnings
from ground.report.facts.world_changes import WorldChanges
from telemetry.agreed.authority import SCRIPT, scripts
from telemetry.agreed.run_settings import RunSettings
from telemetry.link.measured import RoundTrip
from telemetry.link.plausibility import BELIEVED, ReportJudge
from telemetry.messages.acts import ActReply, ArmPlan, LeaseRequest, ScriptDone
from telemetry.messages.base import Message
from telemetry.messages.command import BridgeReport, HoldCommand, Motion, ResumeCommand
from telemetry.messages.data import DataChecks
from telemetry.messages.force import HandForce
from telemetry.messages.handle import HandleSample
from telemetry.messages.health import FaultNotice, LanLoss, RecorderHealth, Truth
from telemetry.messages.images import ImageStatus
from telemetry.messages.plan import PlanReady, PlanRefused
from telemetry.messages.prediction import CollisionState, PredictedArm, World
from telemetry.messages.queue import CommandChanges, GateStatus, HoldNotice, RollBack, Verdict
from telemetry.messages.spacecraft import RangeSample, Telemetry
from telemetry.recording.writing.account import LostRecords

S_PER_NS = 1e-9
FREQUENT = CollisionState, PredictedArm, HandleSample  # most of all; seldom more than a rate is counted
HAND_ARMED = "ArmTeleop"  # name of the act


@dataclass(slots=True)
class Facts:
    """All facts of a run that a summary or an expectation needs; times in seconds from its start."""

    reports: ReportJudge
    round_trip: RoundTrip
    interventions: Interventions
    ranges: Ranges
    rates: Rates
    arm: ReportedArm
    tool: LedTool
    guides: Guides
    seat: str = SCRIPT  # whose screens tell what the operator was told
    ground_faults: tuple[GroundFault, ...] = ()  # of the scenario
    duration_s: float = 0.0
    rollbacks: list[RolledBack] = field(default_factory=list)
    holds: list[Held] = field(default_factory=list)
    contacts: list[Touched] = field(default_factory=list)
    faults: list[tuple[float, str]] = field(default_factory=list)  # begun, and packets lost on purpose
    fault_ends: list[tuple[float, str]] = field(default_factory=list)
    arms: list[tuple[float, str]] = field(default_factory=list)  # accepted acts
    resumes: list[float] = field(default_factory=list)
    state: str = ""  # of the gate, as it was told last; empty: never
    world: WorldChanges = field(default_factory=WorldChanges)
    script: ScriptDone | None = None
    script_done_s: float | None = None
    refusals: Refusals = field(default_factory=Refusals)
    certificates: Certificates = field(default_factory=Certificates)
    releases: Releases = field(default_factory=Releases)
    warnings: Warnings = field(default_factory=Warnings)
    violations: Violations = field(default_factory=Violations)
    joints: JointFailures = field(default_factory=JointFailures)
    forces: Forces = field(default_factory=Forces)
    clamps: Clamps = field(default_factory=Clamps)
    least_truth: LeastClearance | None = None  # clearance, by physics
    judged: frozenset[tuple[str, str]] = frozenset()  # of what mounts leave out, by physics
    least_predicted: LeastClearance | None = None  # clearance of what was found good
    telemetry: ReportCounts = field(default_factory=ReportCounts)
    lost_records: LostRecords = field(default_factory=LostRecords)
    missed: dict[tuple[str, int], int] = field(default_factory=dict)  # datagrams, by role and life
    images: dict[str, PictureCounts] = field(default_factory=dict)  # by camera
    commands: CommandEnds = field(default_factory=CommandEnds)
    verified: VerifiedAfter = field(default_factory=VerifiedAfter)  # the last roll-back
    _touching: set[tuple[str, str]] = field(default_factory=set)
    _reports: ReportTotals = field(default_factory=ReportTotals)

    @classmethod
    def of(cls, run: RunSettings, seat: str = SCRIPT, *, faults: tuple[GroundFault, ...] = ()) -> "Facts":
        """Start with no facts about a run of these settings, flown with these faults from this seat."""
        reports = ReportJudge(run)
        interventions = Interventions(scripts(run.participants))
        return cls(
            reports=reports,
            round_trip=RoundTrip(reports.clock),
            interventions=interventions,
            ranges=Ranges(run),
            rates=Rates(run, seat),
            arm=ReportedArm(run),
            tool=LedTool(run),
            guides=Guides(run),
            seat=seat,
            ground_faults=faults,
        )

    def on_message(self, at_ns: int, role: str, message: Message) -> None:
        """Count one delivery."""
        if role == "image_monitor":
            return  # what it makes of the pictures it tells the operator
        at_s = at_ns * S_PER_NS
        if at_s > self.duration_s:
            self.duration_s = at_s
        is_frequent = isinstance(message, FREQUENT)
        if is_frequent and role != self.seat and role != "gate":
            return  # where it is not counted
        self.rates.on_message(at_s, role, message)
        if is_frequent:
            if role == self.seat and isinstance(message, CollisionState):
                self.warnings.on_collision_state(at_s, message)
        elif isinstance(message, HoldCommand):
            self.interventions.on_hold(at_s, message)
        elif role == self.seat:
            self.guides.on_message(at_s, message)
            self._on_message_to_operator(at_s, message)
            if role == "recorder":
                self._on_message_to_recorder(at_s, message)
        elif role == "recorder":
            self._on_message_to_recorder(at_s, message)
        elif role == "bridge":
            self._on_message_to_bridge(at_ns, message)
        elif role == "gate":
            self._on_message_to_gate(at_s, message)
        elif role == "predictor" and isinstance(message, Telemetry):
            self._on_telemetry(at_ns, message)

    def _on_message_to_gate(self, at_s: float, message: Message) -> None:
        """Count a message to the gate."""
        match message:
            case World():
                self.joints.on_world(at_s, message)
                self.world.on_world(at_s, message)
            case RecorderHealth():
                self.lost_records.on_health(message)
            case Verdict():
                self.releases.on_verdict(message)
            case LeaseRequest():
                self.interventions.on_lease_request(message)
            case ArmPlan():
                self.certificates.on_arm_plan(message)

    def _on_telemetry(self, at_ns: int, telemetry: Telemetry) -> None:
        """Follow a report that is believed."""
        if self.reports.on_telemetry(telemetry, at_ns) in BELIEVED:
            at_s = at_ns * S_PER_NS
            self.arm.on_report(at_s, telemetry)
            self.tool.on_report(at_s, telemetry.q)
            self.ranges.on_report(at_s, telemetry)
            self.round_trip.on_telemetry(telemetry, at_ns)

    def _on_message_to_operator(self, at_s: float, message: Message) -> None:
        """Count a message to the operator."""
        match message:
            case RangeSample():
                self.ranges.on_range_sample(message)
            case Verdict():
                self.verified.on_verdict(at_s, message.clearance)
                if message.ok:
                    self.least_predicted = less_of(self.least_predicted, at_s, message.clearance)
            case GateStatus(state=state):
                self.state = state
            case CommandChanges():
                self.clamps.on_command_changes(at_s, message)
                self.commands.on_command_changes(message)
            case RollBack():
                self.rollbacks.append(rolled_back(at_s, message))
                self.verified.on_roll_back(self.rollbacks[-1].at_s)
            case HoldNotice():
                self.holds.append(held(at_s, message))
            case ActReply():
                self._on_act_reply(at_s, message)
            case PlanReady() | PlanRefused():
                self.refusals.on_plan_answer(at_s, message)
                if isinstance(message, PlanReady):
                    self.certificates.on_plan_ready(at_s, message)
            case ImageStatus(camera=camera):
                self.images[camera] = picture_counts(message)
            case BridgeReport():
                self.telemetry = self._reports.on_bridge_report(message)

    def _on_act_reply(self, at_s: float, reply: ActReply) -> None:
        """Count the gate's answer to an act."""
        self.refusals.on_act_reply(at_s, reply)
        self.certificates.on_act_reply(at_s, reply)
        self.interventions.on_act_reply(at_s, reply)
        if reply.accepted:
            self.arms.append((at_s, reply.act))
            if reply.act == HAND_ARMED:
                self.tool.on_hand_armed(at_s)

    def _on_message_to_recorder(self, at_s: float, message: Message) -> None:
        """Count a message that only the recorder gets."""
        match message:
            case Truth(clearance=clearance, contacts=contacts):
                self.judged = frozenset(message.judged)
                self.least_truth = less_of(self.least_truth, at_s, clearance)
                touching = {contact.pair for contact in contacts}
                for pair in sorted(touching - self._touching):
                    self.contacts.append(Touched(at_s=round(at_s, 3), pair=pair))
                self._touching = touching
            case LanLoss(role=role, life=life, datagrams=datagrams):
                self.missed[role, life] = datagrams
            case DataChecks():
                self.violations.on_data_checks(at_s, message)
            case HandForce():
                self.forces.on_hand_force(at_s, message)
            case FaultNotice(kind=kind, begins=begins):
                (self.faults if begins else self.fault_ends).append((at_s, kind))
                if begins:
                    self.joints.on_fault_notice(at_s, message)
            case ScriptDone():
                self.script, self.script_done_s = message, at_s

    def _on_message_to_bridge(self, at_ns: int, message: Message) -> None:
        """Count a message from the gate to space."""
        match message:
            case Motion(set_point=point):
                self.round_trip.on_release(point.epoch, point.seq, at_ns)
                self.releases.on_set_point(point)
            case ResumeCommand():
                self.resumes.append(at_ns * S_PER_NS)
                self.arm.on_resume(at_ns * S_PER_NS)

    def fault_spells(self) -> list[FaultSpell]:
        """Return when each fault of the scenario began, and when it ended or the run did."""
        return [*recorded_spells(self.faults, self.fault_ends), *self.ground_spells()]

    def ground_spells(self) -> list[FaultSpell]:
        """Return the same of those that befell the ground."""
        return [*ground_fault_spells(self.ground_faults, self.duration_s)]

    def delayed_by(self, role: str) -> str:
        """Return the fault by which less than it should came of a role; empty: none."""
        roles = (role, "bridge") if role == SPACE else (role,)
        words = (spell.explains.words for spell in self.fault_spells() if spell.explains.delays in roles)
        return next(words, "")

    def kept_rates(self) -> list[Rate]:
        """Return what came of each rate that was promised; of what comes from space, but in silence."""
        silent = [spell for spell in self.fault_spells() if spell.explains.silences]
        return self.rates.rates(sum(spell.ends_s - spell.begins_s for spell in silent))

    def lan_lost(self) -> dict[str, int]:
        """Count the datagrams that each role has missed on the station's groups, over all its lives."""
        lost = Counter[str]()
        for (role, _), datagrams in self.missed.items():
            lost[role] += datagrams
        return {role: count for role, count in sorted(lost.items()) if count}
