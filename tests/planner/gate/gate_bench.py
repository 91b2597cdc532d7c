"""A bench for the gate: planner, predictor, operator and spacecraft around it do what a test says."""

from planner.gate.release_log import read_records
from planner.gate.role import LOG, build
from planner.plans.certificate import point_digests, seal
from predictor.motion.stop import rest
from predictor.run_model import read_model
from telemetry.agreed import chains
from telemetry.drive.store import MemoryStore
from telemetry.life.contract import Persist, PersistFailed, Send
from telemetry.messages.acts import Act, ActReply, ArmPlan, ArmTeleop, LeaseRequest, OperatorBeat, ResumeAct
from telemetry.messages.command import HoldCommand, Motion, ResumeCommand
from telemetry.messages.handle import HandleSample
from telemetry.messages.health import RecorderHealth
from telemetry.messages.joint_state import JointState
from telemetry.messages.plan import Certificate, PlanReady
from telemetry.messages.prediction import CollisionState, Nearest, World
from telemetry.messages.queue import (
    Credit,
    Entry,
    GateStatus,
    PlanSource,
    Proposal,
    Queued,
    TeleopSource,
    Verdict,
)
from telemetry.messages.spacecraft import Telemetry
from tests.nominal_run import nominal_run
from tests.tell import tell

MS = 1_000_000
T_NS = 250 * MS
STEP_NS = 50 * MS
CLOCK_NS = 10**12  # spacecraft clock minus ground clock
UP_NS = DOWN_NS = 200 * MS
HOME = (0.0, -1.5707963267948966, -1.5707963267948966, 0.0, 0.0, 0.0)  # the robot file's safe pose [rad]
OPEN = ((0.0, 1e6),)
PERSON, OTHER = "person", "console"  # two participants


def settings(windows=OPEN, policy="watermark", mode="rehearsal"):
    return nominal_run(windows_s=windows, delay_s=UP_NS / 1e9, policy=policy, mode=mode)


def joint_1_move(periods=12, angle=0.1, start=HOME):
    """Set-points of a quintic move of joint 1 from rest to rest."""
    states = []
    for k in range(1, periods + 1):
        s, whole_s = k / periods, periods * 0.25
        q = start[0] + angle * (10 * s**3 - 15 * s**4 + 6 * s**5)
        qd = angle * (30 * s**2 - 60 * s**3 + 30 * s**4) / whole_s
        qdd = angle * (60 * s - 180 * s**2 + 120 * s**3) / whole_s**2
        still = (0.0,) * 5
        states.append(JointState((q, *start[1:]), (qd, *still), (qdd, *still)))
    return [*states[:-1], rest(states[-1].q)]


class Bench:
    """Everything around the gate, in steps of 50 ms."""

    def __init__(self, store=None, run=None, start_q=HOME, latched=True, holder=PERSON):
        self.run_settings, self.store = run or settings(), store or MemoryStore()
        self.world_version = read_model(self.run_settings).world_version
        self.role = build(self.run_settings, self.store, None)
        self.holder = holder  # who acts and beats, unless a test says otherwise
        self.now_ns, self.next_step_ns = 0, 0
        self.sent = []  # (now_ns, message)
        self.order = []  # "record" and messages, as carried out
        self.log_works = True
        self.silent = set()  # of: lease, operator, hand, recorder, world, telemetry
        self.pressed = False
        self.states, self.certificate = [], None
        self.judge = lambda entry: True  # True, False or None for no verdict
        self.proposes = True
        self.samples = 0
        self.time_step_ns = 0  # by which stamps run ahead of what they were
        # the spacecraft
        self.hold_q, self.latched, self.mode, self.latch_reason = start_q, latched, "latched", "power_up"
        self.on_board, self.executed, self.resume_at_ns, self.loses = {}, (0, 0), None, False
        if not latched:
            self.mode, self.latch_reason = "ready", ""

    # driver

    def give(self, message, by=None):
        acts = isinstance(message, Act | OperatorBeat)
        self.carry_out(tell(self.role, message, self.now_ns, by=by or (self.holder if acts else None)))

    def carry_out(self, effects):
        """Carry out all effects, then let the others react: the bus takes time."""
        said = []
        for effect in effects:
            if isinstance(effect, Persist):
                if not self.log_works:
                    self.give(PersistFailed(effect.key, "disk full", effect.record))
                    break
                self.store.append(effect.key, effect.record + effect.seal)
                self.order.append("record")
            elif isinstance(effect, Send):
                self.sent.append((self.now_ns, effect.message))
                self.order.append(effect.message)
                said.append(effect.message)
        for message in said:
            self.react(message)

    def run(self, seconds):
        until_ns = self.now_ns + round(seconds * 1e9)
        while True:
            due_ns = min(self.role.due_ns, self.next_step_ns)
            if due_ns > until_ns:
                self.now_ns = until_ns
                return self
            self.now_ns = max(due_ns, self.now_ns)
            if self.next_step_ns <= self.now_ns:
                self.next_step_ns = self.now_ns + STEP_NS
                self.step()
            if self.role.due_ns <= self.now_ns:
                self.carry_out(self.role.tick(self.now_ns))

    def stall(self, seconds):
        """The gate does nothing for a while, and then goes on."""
        self.now_ns += round(seconds * 1e9)
        self.next_step_ns = self.now_ns
        return self

    def step(self):
        if "lease" not in self.silent and self.now_ns % (2000 * MS) == 0:
            self.give(LeaseRequest())
        if "operator" not in self.silent:
            self.give(OperatorBeat())
        if "hand" not in self.silent:
            self.samples += 1
            self.give(self.hand())
        if "recorder" not in self.silent:
            self.give(RecorderHealth(healthy=True, durable=1, reason="", lost=()))
        if "world" not in self.silent:
            self.give(self.world())
        if "telemetry" not in self.silent and self.now_ns % (100 * MS) == 0:
            self.give(self.telemetry())

    # what others say

    def hand(self):
        return HandleSample(
            number=self.samples,
            sampled_ns=self.now_ns,
            p_handle=(0.0, 0.0, 0.0),
            quat_handle=(1.0, 0.0, 0.0, 0.0),
            dead_man=self.pressed,
            left_button=False,
            right_button=False,
        )

    def world(self, change=0, reason=""):
        version = self.world_version + change
        return World(version=version, configuration=self.run_settings.configuration, reason=reason)

    def collisions(self, level="clear", **changes):
        nearest = Nearest(distance=0.2 if level == "clear" else 0.005, pair=("hand", "target_bus"))
        fields = {
            "at_ns": self.now_ns, "world": self.world_version, "level": level,
            "required": self.run_settings.margins.required_m, "scene": nearest, "itself": None,
            "uncertainty": 0.01, "at_least": 0.0, "ahead": None, "skipped": 0,
        }  # fmt: skip
        return CollisionState(**{**fields, **changes})

    def telemetry(self, **changes):
        sampled_ns = self.now_ns - DOWN_NS + CLOCK_NS
        if self.resume_at_ns is not None and sampled_ns >= self.resume_at_ns:
            self.latched, self.mode, self.latch_reason, self.resume_at_ns = False, "ready", "", None
        done = [
            p for p in self.on_board.values() if p.execute_at_ns + T_NS <= sampled_ns and not self.latched
        ]
        if done:
            self.hold_q, self.executed = done[-1].q, (done[-1].epoch, done[-1].seq)
        accepted = max((n for n in self.on_board), default=(0, 0))
        still = (0.0,) * 6
        fields = {
            "sampled_ns": sampled_ns + self.time_step_ns, "mode": self.mode, "q": self.hold_q,
            "qd": still, "currents": still, "temperatures": still,
            "brakes_on": False, "locked": (False,) * 6, "gripper": 0.0,
            "quat_world_base": (1.0, 0.0, 0.0, 0.0),
            "p_world_base": (0.0, 0.0, 0.0), "rate_base": (0.0, 0.0, 0.0), "buffer": 0,
            "epoch": accepted[0], "accepted": accepted[1], "accepted_at_ns": sampled_ns,
            "executed_epoch": self.executed[0], "executed": self.executed[1],
            "refused_epoch": 0, "refused": 0, "refusal": "", "latched": self.latched,
            "latch_reason": self.latch_reason, "hold_q": self.hold_q,
        }  # fmt: skip
        return Telemetry(**{**fields, **changes})

    def latch(self, reason="setpoint_missing"):
        self.latched, self.mode, self.latch_reason = True, "latched", reason
        self.on_board = {n: p for n, p in self.on_board.items() if n <= self.executed}

    def react(self, message):
        if isinstance(message, Credit) and self.proposes:
            entry = self.entry(message)
            if entry:
                self.give(Proposal(entry=entry))
        elif isinstance(message, Queued):
            verdict = self.verdict(message)
            if verdict:
                self.give(verdict)
        elif isinstance(message, Motion) and not self.loses and not self.latched:
            self.on_board[message.set_point.epoch, message.set_point.seq] = message.set_point
        elif isinstance(message, ResumeCommand):
            self.resume_at_ns = self.now_ns + UP_NS + CLOCK_NS

    def entry(self, credit, **changes):
        if credit.next_seq > len(self.states):
            return None
        state = self.states[credit.next_seq - 1]
        led = {"tool": credit.tool, "steering": credit.steering}
        source = TeleopSource(sample=self.samples, dead_man_age=0.02, **led)
        if credit.source == "plan":
            digest = self.certificate.digest
            source = PlanSource(plan_id=credit.plan_id, index=credit.next_seq - 1, certificate=digest)
        fields = {"epoch": credit.epoch, "seq": credit.next_seq, "state": state, "source": source}
        return Entry(**{**fields, **changes})

    def verdict(self, queued, **changes):
        ok = self.judge(queued.entry)
        if ok is None:
            return None
        fields = {
            "epoch": queued.entry.epoch, "seq": queued.entry.seq, "world": self.world_version,
            "chain": chains.queue_next(
                queued.chain_before, queued.entry, queued.configuration, previous=queued.previous
            ),
            "configuration": queued.configuration, "ok": ok, "reason": "" if ok else "too_close",
            "clearance": 0.2 if ok else 0.01, "required": self.run_settings.margins.required_m,
            "pair": ("hand", "target_bus"), "time_to_contact": None if ok else 0.5,
            "scene": None, "itself": None,
        }  # fmt: skip
        return Verdict(**{**fields, **changes})

    # acts

    def act(self, act, by=None):
        self.give(act, by)
        return self.last(ActReply)

    def resumed(self):
        """Lease, resume, and quiet."""
        self.run(0.5)
        self.act(LeaseRequest())
        if self.latched:
            self.act(ResumeAct())
        return self.run(2.5)

    def with_plan(self, states=None, plan_id="plan", start_q=None):
        self.states = states or joint_1_move()
        start, points = start_q or self.hold_q, point_digests(self.states)
        configuration = self.run_settings.configuration
        certificate = Certificate(
            plan_id=plan_id, configuration=configuration, world=self.world_version, start_q=start,
            points=points, digest=b"", clearance=0.2, pair=("hand", "target_bus"),
        )  # fmt: skip
        self.certificate = seal(certificate)
        self.give(PlanReady(certificate=self.certificate, duration=3.0, shortest=3.0, moves=1))
        return self

    def arm_plan(self):
        self.give(LeaseRequest())
        return self.act(ArmPlan(plan_id="plan", certificate=self.certificate.digest))

    def arm_teleop(self, states=None, **hand):
        self.states = states or joint_1_move(start=self.status.last.q)
        self.pressed = True
        self.run(0.1)
        self.give(LeaseRequest())
        return self.act(ArmTeleop(**hand))

    def in_plan(self, released=5):
        """Resumed, armed, and so many set-points of a plan released."""
        self.resumed().with_plan().arm_plan()
        while len(self.motions()) < released:
            self.run(0.25)
        return self

    def in_teleop(self, released=5, **hand):
        self.resumed().arm_teleop(**hand)
        before = len(self.motions())
        while len(self.motions()) < before + released:
            self.run(0.25)
        return self

    def press_hold(self, nonce=1, actor="anybody"):
        self.give(HoldCommand(actor=actor, pressed_ns=0, nonce=nonce))

    @property
    def gate(self):
        return self.role._gate._state

    # what was said

    def all(self, kind):
        return [message for _, message in self.sent if isinstance(message, kind)]

    @property
    def logged(self):
        """The records of the log."""
        return read_records(self.store.records(LOG), LOG)

    @property
    def released(self):
        """What the log keeps of releases."""
        return [record.released for record in self.logged if record.released]

    def events(self, name=""):
        """What the log tells of, in order."""
        told = [event for record in self.logged for event in record.events]
        return [event for event in told if event.event in (name or event.event,)]

    def last(self, kind):
        return self.all(kind)[-1]

    def motions(self, kind=None):
        points = [motion.set_point for motion in self.all(Motion)]
        return [point for point in points if kind in (None, point.kind)]

    @property
    def status(self):
        return self.last(GateStatus)
