"""The real gate, told tick by tick what happens in the small model (`tests.model.protocol`).

Cells of the model are places of joint 1, so near one another that every step is within the arm's limits; a
set-point that is passed at speed is one whose stop takes one period and ends in the next cell.
"""

from typing import NamedTuple, Self

from msgspec import structs

from planner.gate.gate import Gate, GateMemory
from planner.gate.set_points.stream import Released, read_log
from planner.plans.certificate import point_digests, seal
from telemetry.life.contract import Unreadable
from telemetry.link.plausibility import ReportJudge
from telemetry.messages.acts import (
    ActReply,
    ArmPlan,
    ArmTeleop,
    Disarm,
    GoNoGo,
    LeaseRequest,
    OperatorBeat,
    ResumeAct,
)
from telemetry.messages.command import HoldCommand, Motion, ResumeCommand
from telemetry.messages.handle import HandleSample
from telemetry.messages.health import RecorderHealth
from telemetry.messages.joint_state import JointState
from telemetry.messages.operations import ArmCritical, EquipmentState, FireCritical, OperationCommand
from telemetry.messages.plan import Certificate, PlanReady
from telemetry.messages.prediction import BrokenMargin
from telemetry.messages.queue import (
    Credit,
    Entry,
    EscapeFigures,
    GateStatus,
    PlanSource,
    Proposal,
    Queued,
    TeleopSource,
)
from telemetry.messages.world import BodyPlaced, ConfirmWorld, ProposeWorld, WorldUpdates
from tests.model.protocol import next_point
from tests.model.situation import Point, Report, Setup, Situation
from tests.planner.gate.critical_bench import GRASP, RELEASE
from tests.planner.gate.gate_bench import CLOCK_NS, HOME, OTHER, PERSON, T_NS, Bench, settings

CELL_RAD = 2.0**-17
T = T_NS / 1e9
ALL_READABLE = Unreadable(octets=0, at_end=False)
MOVED = BodyPlaced("target", (0.0, 0.001, 0.0), (1.0, 0.0, 0.0, 0.0))
JUDGED_ALL = (10**9, 0)
CONSOLES = {"a": PERSON, "b": OTHER}
BROKEN = (BrokenMargin(pair=("hand", "target_bus"), distance=0.0246),)
STILL = (0.0,) * 5
HEALTH = {
    name: RecorderHealth(
        healthy=name == "healthy", durable=1, reason="" if name == "healthy" else "full", lost=()
    )
    for name in ("healthy", "full")
}


class Seen(NamedTuple):
    """What is compared after a tick."""

    state: str
    epoch: int
    left: tuple[tuple[str, int, int, Point], ...]
    resumes: tuple[int, ...]
    fired: tuple[tuple[int, int], ...] = ()  # commands without motion
    armed: tuple[int, int] | None = None  # such a command


def joints(cell: int) -> tuple[float, ...]:
    """Return the joints in a cell."""
    return (cell * CELL_RAD, *HOME[1:])


def joint_state(point: Point) -> JointState:
    """Return the set-point of a cell and a speed."""
    qd = 3.0 * point.speed * CELL_RAD / T
    return JointState(joints(point.cell), (qd, *STILL), (-2.0 * qd / T, *STILL))


def point_of(q: tuple[float, ...], qd: tuple[float, ...]) -> Point:
    """Return the cell and the speed of a set-point."""
    return Point(round(q[0] / CELL_RAD), (qd[0] > 0) - (qd[0] < 0))


def bench_of(setup: Setup) -> Bench:
    """Return a bench whose run has the delays, depth and windows of the model."""
    windows = tuple((opens * T, closes * T) for opens, closes in setup.windows)
    run = settings(windows=windows)
    poll = (OTHER,) if setup.poll else ()
    commanding = structs.replace(run.commanding, depth=setup.n_d, buffer_s=T, poll=poll)
    link = structs.replace(run.link, up_s=T, down_s=T)
    return Bench(run=structs.replace(run, commanding=commanding, link=link))


class Replayed:
    """A gate and what is around it, as a model has it."""

    def __init__(self, bench: Bench) -> None:
        """Start before the first tick."""
        self.bench, self.gate = bench, bench.role._gate
        self.now_ns, self.verdicts, self.fresh = 0, (), 0
        self.log, self.memory = (), ()
        self.credit, self.left, self.resumes = None, (), ()
        self.is_accepted, self.plan, self.digest = False, (), b""
        self.asked, self.armed, self.fired = None, None, ()  # the newest ARM, what it armed, and FIREs
        self.sessions = dict.fromkeys(CONSOLES, 0)  # numbers of the lives of consoles
        self.updates = 0  # of the world
        self.judged = ()  # of the model, by the number of the verdict

    def copy(self) -> Self:
        """Return one that goes on by itself."""
        same = object.__new__(type(self))
        vars(same).update(vars(self))
        same.gate = self.gate.copy()
        return same

    def after(self, happens, then: Situation) -> Seen:
        """Do one tick, and return what is seen of the gate."""
        self.now_ns, self.judged = then.tick * T_NS, then.sent
        self.credit, self.left, self.resumes, self.fired = None, (), (), ()
        if happens.tick == "crash":
            self.restart()
        self.hear(happens, then)
        self.act(happens, then)
        self.on_output(self.gate.tick(self.now_ns), is_full=happens.tick == "full disk")
        self.propose(happens, then)
        self.memory = self.gate.memory or self.memory
        state = self.gate._state
        armed = self.gate._authority.operations.armed
        number = armed and (armed.epoch, armed.seq)
        return Seen(state.state.value, state.epoch, self.left, self.resumes, self.fired, number)

    def restart(self) -> None:
        """Start a gate from the log and the memory of this one."""
        rules, policy = self.gate._state.rules, self.gate._state.policy
        memory = GateMemory(*self.memory)
        judge = ReportJudge(self.bench.run_settings, memory=memory.clock)
        start = read_log(self.log, ALL_READABLE)
        view_of = self.gate._state.world._view_of
        self.gate = Gate(rules, policy, judge, view_of=view_of, start=start, memory=memory)

    def tell(self, message, sender="predictor") -> None:
        """Give the gate a message."""
        self.on_output(self.gate.on_message(message, sender, self.now_ns), is_full=False)

    def on_output(self, items, *, is_full: bool) -> None:
        """Do what the gate asks for; what stands behind a record that fails is lost."""
        for item in items:
            match item:
                case Released() if is_full:
                    self.on_output(self.gate.on_record_failed(self.now_ns), is_full=True)
                    return
                case Released():
                    self.log = (*self.log, item)
                case Motion(set_point=point):
                    number = (point.kind, point.epoch, point.seq)
                    self.left = (*self.left, (*number, point_of(point.q, point.qd)))
                case ResumeCommand(epoch=epoch):
                    self.resumes = (*self.resumes, epoch)
                case OperationCommand(epoch=epoch, seq=seq):
                    self.fired = (*self.fired, (epoch, seq))
                case GateStatus(armed=armed) if armed:
                    self.armed = armed
                case ActReply(accepted=accepted):
                    self.is_accepted = accepted
                case Credit():
                    self.credit = item
                case Queued():
                    self.judge(item)

    def judge(self, queued: Queued) -> None:
        """The predictor answers as it does in the model."""
        number = len(self.verdicts)
        found = self.judged[number] if number < len(self.judged) else None
        fields = {"world": self.bench.world_version + (found.world if found else 0), "clearance": 0.2}
        if found and found.is_escape:
            fields |= {"escape": EscapeFigures(fallen=0.0004, speed=0.008)}
            fields["clearance"] = 0.2 if found.is_clear else 0.026
        verdict = self.bench.verdict(queued, **fields)
        if not (found and found.is_ok):
            verdict = structs.replace(verdict, ok=False, reason="too_close", clearance=0.01)
        self.verdicts, self.fresh = (*self.verdicts, verdict), self.fresh + 1

    def hear(self, happens, then: Situation) -> None:
        """Give the gate everything but the act, in the order of the model."""
        for console in happens.consoles:
            self.tell(LeaseRequest(session=self.sessions[console]), CONSOLES[console])
            self.tell(OperatorBeat(), CONSOLES[console])
        if happens.hand != "silent":
            self.tell(self.sample(is_pressed=happens.hand == "pressed"), "hand")
        if happens.recorder != "silent":
            self.tell(HEALTH[happens.recorder], "recorder")
        if happens.predictor or happens.world:
            reason = "world_changed" if happens.world == "ends motion" else ""
            reason = "world_updated" if then.is_left_bad else reason
            is_before = then.updates > self.updates  # that an update is confirmed in this tick
            world = self.bench.world(change=then.world - is_before, reason=reason)
            updates = WorldUpdates(self.updates, (MOVED,) if self.updates else ())
            world = structs.replace(world, updates=updates, rejudged=JUDGED_ALL)
            self.tell(structs.replace(world, broken=BROKEN if then.is_inside else ()))
        if then.received is not None:
            self.tell(self.report(then.received), "bridge")
        self.deliver(happens.verdicts)

    def sample(self, *, is_pressed: bool) -> HandleSample:
        """Return a sample of the handle."""
        return HandleSample(
            number=1, sampled_ns=self.now_ns, p_handle=(0.0,) * 3, quat_handle=(1.0, 0.0, 0.0, 0.0),
            dead_man=is_pressed, left_button=False, right_button=False,
        )  # fmt: skip

    def report(self, seen: Report):
        """Return what the spacecraft reports."""
        q, (epoch, seq) = joints(seen.cell), seen.executed
        reason = "setpoint_missing" if seen.is_latched else ""
        return self.bench.telemetry(
            sampled_ns=self.now_ns - T_NS + CLOCK_NS, mode=seen.mode, q=q, hold_q=q, latched=seen.is_latched,
            latch_reason=reason, epoch=seen.epoch, accepted=seen.accepted, executed_epoch=epoch, executed=seq,
            equipment=equipment(*seen.operation),
        )  # fmt: skip

    def deliver(self, which: str) -> None:
        """Give the gate verdicts, as the model does."""
        new = self.verdicts[len(self.verdicts) - self.fresh :]
        if which == "new":
            self.fresh = 0
            for verdict in new:
                self.tell(verdict)
        elif which == "bad" and new:
            self.tell(structs.replace(new[-1], ok=False, reason="too_close"))
        elif which == "unsound" and new:
            self.tell(unsound(new[-1]))
        elif which.isdigit() and int(which) < len(self.verdicts):
            self.tell(self.verdicts[int(which)])

    def act(self, happens, then: Situation) -> None:
        """Let somebody act."""
        by = CONSOLES[happens.by]
        match happens.act:
            case "arm" | "retreat":
                retreat = happens.act == "retreat"
                digest = self.certify(then.asked, retreat=retreat, by=by)
                self.tell(ArmPlan(plan_id="plan", certificate=digest, retreat=retreat), by)
                if self.is_accepted:
                    self.plan, self.digest = then.asked, digest
            case "hand" | "retreat by hand":
                self.tell(ArmTeleop(retreat=happens.act != "hand"), by)
            case "disarm":
                self.tell(Disarm(), by)
            case "resume":
                self.tell(ResumeAct(), by)
            case "go" | "no go":
                self.tell(GoNoGo(go=happens.act == "go"), by)
            case "take over":
                self.tell(LeaseRequest(session=self.sessions[happens.by], take_over=True), by)
            case "new session":
                self.sessions = {**self.sessions, happens.by: self.sessions[happens.by] + 1}
                self.tell(LeaseRequest(session=self.sessions[happens.by]), by)
            case "update":
                self.tell(ProposeWorld(ask=MOVED), OTHER)
                proposed = self.gate._authority.world_proposals.proposed
                self.tell(ConfirmWorld(digest=proposed.digest), by)
                self.updates = then.updates
            case "hold":
                self.tell(HoldCommand(actor=by, pressed_ns=self.now_ns, nonce=self.now_ns), by)
            case "arm operation":
                number = (self.gate._state.epoch, self.gate._authority.operations.next_seq)
                self.asked = ArmCritical(operation=GRASP, epoch=number[0], seq=number[1])
                self.tell(self.asked, by)
            case "copied arm" if self.asked:
                self.tell(self.asked, by)
            case "fire" | "fire altered":
                self.tell(self.fire(is_altered=happens.act != "fire"), by)
            case "contact":
                self.bench.now_ns = self.now_ns
                version = self.bench.world_version + then.world
                self.tell(self.bench.collisions("contact", world=version))
            case "stray":
                queue = self.gate._state.queue
                self.tell(Proposal(entry=self.entry(Point(1), queue.next_seq + 3)), "planner")

    def fire(self, *, is_altered: bool) -> FireCritical:
        """Return FIRE of what was armed last, or of another command by its number and hash."""
        state, armed = self.gate._state, self.armed
        number = (armed.epoch, armed.seq) if armed else (state.epoch, 1)
        return FireCritical(
            operation=RELEASE if is_altered else GRASP, digest=armed.digest if armed else b"none",
            epoch=number[0], seq=number[1],
        )  # fmt: skip

    def certify(self, plan: tuple[Point, ...], *, retreat: bool, by: str) -> bytes:
        """Announce a certified plan; returns its digest."""
        states, r = [*map(joint_state, plan)], self.gate._state.stream.r
        certificate = seal(
            Certificate(
                plan_id="plan", configuration=self.bench.run_settings.configuration,
                world=self.gate._state.watch.world or 0, start_q=r.q if r else HOME, retreat=retreat,
                points=point_digests(states), digest=b"", clearance=0.2, pair=("hand", "target_bus"),
            )
        )  # fmt: skip
        self.tell(PlanReady(certificate=certificate, duration=3.0, shortest=3.0, moves=1), by)
        return certificate.digest

    def entry(self, point: Point, seq: int) -> Entry:
        """Return the next set-point of the plan, or of the hand."""
        credit = self.credit
        source = TeleopSource(sample=1, dead_man_age=0.02)
        if credit and credit.source == "plan":
            source = PlanSource(plan_id="plan", index=seq - 1, certificate=self.digest)
        return Entry(epoch=self.gate._state.epoch, seq=seq, state=joint_state(point), source=source)

    def propose(self, happens, then: Situation) -> None:
        """Let planner or hand propose what the gate asks for."""
        if self.credit is None or happens.step is None:
            return
        credit = self.credit
        if credit.source == "plan":
            point = self.plan[credit.next_seq - 1]
        else:
            point = next_point(point_of(credit.newest.q, credit.newest.qd), happens.step)
        self.tell(Proposal(entry=self.entry(point, credit.next_seq)), "planner")


def equipment(epoch: int, seq: int) -> EquipmentState | None:
    """Return what the spacecraft says of its newest command without motion."""
    if not seq:
        return None
    return EquipmentState(
        epoch=epoch, seq=seq, refusal="", grasps=True, free_brakes=(), cameras_off=(), mode="nominal"
    )


def unsound(verdict):
    """Return an `ok` of the wrong kind: on a way out for usual motion, or the other way round."""
    figures = None if verdict.escape else EscapeFigures(fallen=0.0004, speed=0.008)
    return structs.replace(verdict, ok=True, reason="", escape=figures, clearance=0.2, time_to_contact=None)


def expected(then: Situation) -> Seen:
    """Return what the model says."""
    left = then.left
    point = () if left is None else ((then.left_kind, left.epoch, left.seq, left.point),)
    resumes, fired = (() if number is None else (number,) for number in (then.resumed, then.fired))
    return Seen(then.state, then.epoch, point, resumes, fired, then.critical and then.critical[:2])
