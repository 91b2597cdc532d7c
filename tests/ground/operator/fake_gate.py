"""A fake gate, planner and spacecraft in a few lines: what a scripted operator is told, and when."""

import math

import msgspec
import numpy as np

from ground.operator.act_tables import OperatorTable
from ground.operator.script.operator_role import build
from ground.operator.script.script import OperatorSettings
from telemetry.drive.store import MemoryStore
from telemetry.life.contract import Send
from telemetry.messages import acts, command, handle, operations, plan, prediction, queue, spacecraft
from telemetry.messages.joint_state import JointState
from tests.nominal_run import nominal_run
from tests.tell import tell

RUN = nominal_run()
STEP_NS = 50_000_000
ROUND_TRIP_S = 7.0
STILL = (0.0,) * 6
JOINTS = tuple(f"joint_{k}" for k in range(1, 7))
REST = JointState(q=STILL, qd=STILL, qdd=STILL)

WORLD = prediction.World(version=1, configuration=b"c")


class FakeGate:
    """Runs an operator's script in steps of 50 ms and logs all that the operator says."""

    def __init__(self, *script, seed=1, rolls_back=True, gap_s=(1e6, 2e6), settles=True, run=RUN):
        settings = OperatorSettings(run=run, operator=OperatorTable(), acts=script, joints=JOINTS)
        self.role = build(settings, MemoryStore(), np.random.default_rng(seed))
        self.rolls_back, self.gap_s, self.settles = rolls_back, gap_s, settles
        self.now_ns, self.log, self.later = 0, [], []
        self.state, self.latched, self.quiet_s = "held", True, math.inf
        self.refused = ""  # the reason of the roll-back that came last, until somebody arms again
        self.ignored_resumes, self.refusals, self.interruptions = 0, [], []
        self.dead_man, self.was_released, self.hand_z = False, True, 0.0
        self.armed, self.ends_operations = None, ""  # command without motion; why such an arming ends

    @property
    def now_s(self):
        return self.now_ns / 1e9

    def run(self, limit_s=300.0, until=lambda: False):
        while self.now_s < limit_s and not self.said(acts.ScriptDone) and not until():
            self.look()
        return self

    def look(self):
        for due_s, do in sorted(self.later, key=lambda row: row[0]):
            if due_s <= self.now_s:
                self.later = [row for row in self.later if row[1] is not do]
                do()
        self.tell_state()
        for effect in self.role.tick(self.now_ns):
            assert isinstance(effect, Send)
            self.log.append((self.now_s, effect.message))
            self.hear(effect.message)
        self.now_ns += STEP_NS

    def said(self, kind):
        return [message for _, message in self.log if isinstance(message, kind)]

    def times(self, kind):
        return [at_s for at_s, message in self.log if isinstance(message, kind)]

    def tell(self, message):
        tell(self.role, message, self.now_ns)

    def after(self, delay_s, do):
        self.later.append((self.now_s + delay_s, do))

    def become(self, state, quiet_after_s=math.inf, latched=None):
        self.state, self.quiet_s = state, self.now_s + quiet_after_s
        self.latched = self.latched if latched is None else latched

    def reply(self, act, reason=""):
        reply = acts.ActReply(
            act=type(act).__name__,
            accepted=not reason,
            reason=reason,
            detail="",
            to="operator",
            number=act.number,
        )
        self.tell(reply)

    def tell_state(self):
        has_window = not self.gap_s[0] <= self.now_s < self.gap_s[1]
        quiet = self.settles and self.state == "rest" and self.now_s >= self.quiet_s
        told = status(self.state, quiet=quiet, has_window=has_window, closes_s=self.gap_s[0])
        self.tell(msgspec.structs.replace(told, ended_by=self.refused, armed=self.armed, next_operation=1))
        self.tell(WORLD)
        if has_window:
            self.tell(telemetry(self.now_ns, latched=self.latched))

    def hear(self, message):
        match message:
            case acts.LeaseRequest():
                self.tell(acts.Lease(holder="operator", until_ns=self.now_ns + 10_000_000_000))
                self.reply(message)
            case acts.ResumeAct():
                self.reply(message)
                if self.ignored_resumes:
                    self.ignored_resumes -= 1
                else:
                    self.after(ROUND_TRIP_S, lambda: self.become("rest", 1.0, latched=False))
            case plan.PlanRequest() | plan.ReplanRequest():
                self.after(0.5, lambda: self.tell(plan_ready(message.plan_id)))
            case acts.ArmPlan() | acts.ArmTeleop():
                self.arm(message)
            case handle.HandIntent():
                self.feel(message)
            case acts.Disarm():
                self.reply(message)
                self.become("rest", 1.0)
            case operations.ArmCritical():
                self.arm_operation(message)
            case operations.FireCritical() | operations.Operate():
                self.armed = None
                self.reply(message)
                self.after(ROUND_TRIP_S, lambda: self.end_operation(command.CommandState.CONFIRMED))
            case command.HoldCommand():
                self.interrupt("operator_hold")

    def arm(self, act):
        reason = self.refusals.pop(0) if self.refusals else ""
        if isinstance(act, acts.ArmTeleop) and not (self.dead_man and self.was_released):
            reason = "dead_man_not_pressed"
        self.reply(act, reason or ("" if self.state == "rest" else "wrong_state"))
        if reason or self.state != "rest":
            return
        self.refused = ""
        self.become("filling")
        if isinstance(act, acts.ArmTeleop):
            self.after(1.25, lambda: self.become("teleop"))
            return
        self.after(1.25, lambda: self.become("plan"))
        self.after(6.0, lambda: self.become("rest", 9.0))
        if self.interruptions:
            delay_s, reason = self.interruptions.pop(0)
            self.after(delay_s, lambda: self.interrupt(reason))

    def arm_operation(self, act):
        self.reply(act)
        if self.ends_operations:
            self.end_operation(command.CommandState.CANCELLED, self.ends_operations)
            return
        self.armed = operations.ArmedOperation(
            operation=act.operation, epoch=act.epoch, seq=act.seq, digest=b"shown", by="operator", login="",
            until_ns=self.now_ns + 30_000_000_000,
        )  # fmt: skip

    def end_operation(self, state, reason=""):
        change = queue.CommandChange(kind="operation", epoch=1, seq=1, state=state, reason=reason)
        self.tell(queue.CommandChanges(changes=(change,), first_epoch=1))

    def interrupt(self, reason):
        self.tell(queue.HoldNotice(epoch=2, reason=reason, detail="", rest_q=STILL))
        self.later = []
        if reason == "window_closing":
            self.become("rest", 1.0)
            return
        self.become("held")
        self.after(ROUND_TRIP_S, lambda: self.become("held", latched=True))

    def feel(self, intent):
        if (intent.dead_man, intent.p_handle[2]) == (self.dead_man, self.hand_z):
            return  # said again
        self.was_released = self.was_released or not intent.dead_man
        self.dead_man, self.hand_z = intent.dead_man, intent.p_handle[2]
        if self.hand_z < 0.0 and self.rolls_back:
            self.after(2.0, self.roll_back)
        if self.hand_z > 0.0:
            self.after(2.0, lambda: self.tell(predicted(0.15)))

    def roll_back(self):
        pair = ("hand", "target")
        self.was_released = False
        self.become("stopping")
        self.after(1.0, lambda: self.become("rest", 8.0))
        self.tell(predicted(0.03))
        self.tell(
            queue.RollBack(
                epoch=3, seq=9, reason="too_close", pair=pair, distance=0.02, required=0.03,
                time_to_contact=0.2, cancelled=3, rest_q=STILL,
            )
        )  # fmt: skip


def status(state, *, quiet, has_window, closes_s):
    return queue.GateStatus(
        state=state,
        has_window=has_window,
        epoch=1,
        waiting=0,
        in_flight=0,
        verified_until=0,
        last=REST,
        quiet=quiet,
        latched=False,
        held_by="",
        up=None,
        down=None,
        round_trip=ROUND_TRIP_S,
        window_closes_ns=round(closes_s * 1e9),
        window_opens_ns=None,
        ended_by="",
        rolled_back=False,
        time_step=None,
    )


def telemetry(at_ns, *, latched):
    return spacecraft.Telemetry(
        sampled_ns=at_ns, mode="latched" if latched else "ready", q=STILL, qd=STILL, currents=STILL,
        temperatures=STILL, brakes_on=False, locked=(False,) * 6, gripper=0.0,
        quat_world_base=(1.0, 0.0, 0.0, 0.0),
        p_world_base=(0.0, 0.0, 0.0), rate_base=(0.0, 0.0, 0.0), buffer=0, epoch=0, accepted=0,
        accepted_at_ns=0, executed_epoch=0, executed=0, refused_epoch=0, refused=0,
        refusal="", latched=latched, latch_reason="", hold_q=STILL,
    )  # fmt: skip


def predicted(clearance):
    return prediction.PredictedArm(
        at_ns=0, q_commanded=STILL, q_now=STILL, q_seen=STILL, seen_age=3.5, residual=0.0,
        required=0.03, scene=prediction.Nearest(distance=clearance, pair=("hand", "target")), itself=None,
    )  # fmt: skip


def plan_ready(plan_id):
    certificate = plan.Certificate(
        plan_id=plan_id, configuration=b"c", world=1, start_q=STILL, points=(b"p",), digest=plan_id.encode(),
        clearance=0.2, pair=("hand", "target"),
    )  # fmt: skip
    return plan.PlanReady(certificate=certificate, duration=5.0, shortest=4.9, moves=1)
