"""Drawn acts and troubles before the real gate; each machine asks one invariant (safety.md 1.7, kind H).

    a rule: somebody acts, something fails, time passes  --->  the gate  --->  what left is compared

Each machine keeps what it needs to know by itself, from what came in and what left.
"""

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from telemetry.agreed.authority import SCRIPT
from telemetry.agreed.limits import ARM_FIRE_NS, ESCAPE_FALLS_M, ESCAPE_M_S
from telemetry.messages.acts import (
    ActReply,
    ArmTeleop,
    Disarm,
    Lease,
    LeaseRequest,
    OperatorBeat,
    ResumeAct,
)
from telemetry.messages.command import END_STATES, Motion, ResumeCommand
from telemetry.messages.queue import CommandChanges, EscapeFigures
from tests.planner.gate.critical_bench import GRASP, RELEASE, CriticalBench
from tests.planner.gate.gate_bench import HOME, OTHER, PERSON, Bench, joint_1_move
from tests.planner.gate.test_retreat import Inside

PEOPLE = (PERSON, OTHER, SCRIPT)
KNOWN_S = 45.0  # HOLD is repeated for 30 s, then its patience ends
SECONDS = st.sampled_from([0.1, 0.25, 0.5, 1.0, 3.0])


class GateMachine(RuleBasedStateMachine):
    """A gate with everybody around it: what may happen to any of them."""

    kind = Bench

    @initialize()
    def begin(self):
        """Come to rest, resumed, with the lease."""
        self.presses = 0
        self.bench = self.kind().resumed()

    @rule(seconds=SECONDS)
    def wait(self, seconds):
        """Let time pass."""
        self.bench.run(seconds)

    @rule()
    def plan(self):
        """Arm a plan from where the arm rests."""
        start = self.bench.status.last.q
        self.bench.with_plan(joint_1_move(start=start), start_q=start).arm_plan()

    @rule()
    def hand(self):
        """Let the dead-man go, press it, and arm the hand."""
        self.bench.pressed = False
        self.bench.run(0.1)
        self.bench.arm_teleop()

    @rule(by=st.sampled_from(PEOPLE))
    def hold(self, by):
        """Press HOLD."""
        self.presses += 1
        self.bench.press_hold(self.presses, actor=by)

    @rule()
    def disarm(self):
        """End what is armed."""
        self.bench.act(Disarm())

    @rule()
    def latch(self):
        """The spacecraft latches by itself."""
        self.bench.latch()

    @rule()
    def resume(self):
        """Leave a hold, as the holder of the lease."""
        self.bench.act(ResumeAct())

    @rule()
    def verdicts(self):
        """From now on the predictor finds nothing good, or everything again."""
        judge = self.bench.judge(None)
        self.bench.judge = lambda entry: not judge


class HoldMachine(GateMachine):
    """Invariant 11: HOLD wins in every state, and only the holder's RESUME is followed by motion."""

    @initialize()
    def begin(self):
        """No HOLD stands."""
        super().begin()
        self.since = None  # how much had left, as HOLD was pressed

    @rule(by=st.sampled_from(PEOPLE))
    def hold(self, by):
        """Press HOLD: from here on only a stop may leave."""
        super().hold(by)
        self.since = len(self.bench.order)
        self.bench.latch("hold_commanded")
        assert self.bench.gate.state in ("stopping", "held")

    @rule(by=st.sampled_from([OTHER, "console-2"]))
    def resume_of_another(self, by):
        """RESUME of who has no lease sends nothing."""
        before = len(self.bench.all(ResumeCommand))
        assert self.bench.act(ResumeAct(), by=by).reason == "not_holder"
        assert len(self.bench.all(ResumeCommand)) == before

    @invariant()
    def nothing_but_a_stop_leaves_until_resume(self):
        """Look at what left since HOLD."""
        if getattr(self, "since", None) is None:
            return
        left = self.bench.order[self.since :]
        resumed = next((k for k, each in enumerate(left) if isinstance(each, ResumeCommand)), len(left))
        moved = [each for each in left[:resumed] if isinstance(each, Motion)]
        assert all(each.set_point.kind == "stop" for each in moved)


class StepMachine(GateMachine):
    """Invariant 15: whatever is proposed after a flush, the first that leaves is a step from the rest."""

    @rule(offset=st.sampled_from([1e-4, 0.01, 0.03, 0.1, 0.5, 3.0]))
    def hand_elsewhere(self, offset):
        """Arm the hand, which proposes a way that begins elsewhere."""
        q = self.bench.status.last.q
        self.bench.pressed = False
        self.bench.run(0.1)
        self.bench.arm_teleop(states=joint_1_move(start=(q[0] + offset, *q[1:])))
        self.bench.run(3.0)

    @invariant()
    def each_is_a_step_from_the_one_before(self):
        """Compare each place with the one before it, or with that of the resume."""
        bench = getattr(self, "bench", None)
        if bench is None:
            return
        most = [qd * bench.gate.rules.commanding.period_s for qd in bench.gate.rules.limits.qd_max]
        place = HOME
        for each in bench.order:
            if isinstance(each, ResumeCommand):
                place = each.q
            elif isinstance(each, Motion):
                steps = zip(each.set_point.q, place, most, strict=True)
                assert all(abs(q - before) <= step + 1e-9 for q, before, step in steps)
                place = each.set_point.q


class LeaseMachine(GateMachine):
    """Invariant 19: what moves was armed by who has the lease, and nobody else's act changes anything."""

    @rule(by=st.sampled_from(PEOPLE), take_over=st.booleans(), session=st.sampled_from([0, 1]))
    def ask(self, by, take_over, session):
        """Ask for the lease, or take it over, perhaps in another life of a console."""
        self.bench.act(LeaseRequest(take_over=take_over, session=session), by=by)
        self.bench.give(OperatorBeat(), by=by)

    @rule(by=st.sampled_from(PEOPLE), act=st.sampled_from([Disarm(), ResumeAct(), ArmTeleop()]))
    def act(self, by, act):
        """Ask for something; without the lease it changes nothing."""
        gate = self.bench.gate
        lease, before = self.bench.last(Lease), (gate.state, gate.epoch)
        reply = self.bench.act(act, by=by)
        if lease.holder != by or self.bench.now_ns >= lease.until_ns:
            assert reply.reason in ("not_holder", "person_hold") and (gate.state, gate.epoch) == before

    @rule(is_gone=st.booleans(), seconds=st.sampled_from([0.2, 11.0]))
    def leave(self, is_gone, seconds):
        """The holder's console is gone for a while, so that its lease ends, or is there."""
        self.bench.silent = {"lease"} if is_gone else set()
        self.bench.run(seconds)

    @invariant()
    def motion_is_the_holders(self):
        """Follow leases and arming in the order in which they were told."""
        bench, holder, armed_by = getattr(self, "bench", None), "", ""
        for each in bench.order if bench else ():
            match each:
                case Lease():
                    holder = each.holder
                case ActReply(act="ArmPlan" | "ArmTeleop", accepted=True):
                    armed_by = each.to
                case Motion() if each.set_point.kind == "motion":
                    assert holder and holder == armed_by


class EndsMachine(GateMachine):
    """Invariant 20: each command comes to one end, and to no other after it."""

    @rule()
    def lose(self):
        """The link loses what goes up, or no more."""
        self.bench.loses = not self.bench.loses

    @invariant()
    def no_end_changes(self):
        """Follow each command."""
        self.ends()

    def ends(self):
        """Return the state of each command by its number."""
        states = {}
        for message in self.bench.all(CommandChanges) if hasattr(self, "bench") else ():
            for change in message.changes:
                number = (change.kind, change.epoch, change.seq)
                assert states.get(number) not in END_STATES, number
                states[number] = change.state
        return states

    def teardown(self):
        """Wait until all is known: nothing is left without an end."""
        if hasattr(self, "bench"):
            self.bench.loses = False
            self.bench.act(Disarm())
            self.bench.run(KNOWN_S)
            assert [state for state in self.ends().values() if state not in END_STATES] == []


class CriticalMachine(GateMachine):
    """Invariant 23: what is fired was armed just so, at most 30 s ago, and nothing has happened since."""

    kind = CriticalBench

    @initialize()
    def begin(self):
        """Nothing is armed."""
        super().begin()
        self.stands = None  # the operation, and until when it may be fired
        self.may_fire = 0

    @rule(operation=st.sampled_from([GRASP, RELEASE]))
    def arm(self, operation):
        """Arm one."""
        if self.bench.arm(operation).accepted:
            self.stands = (operation, self.bench.now_ns + ARM_FIRE_NS)

    @rule(operation=st.sampled_from([GRASP, RELEASE]), is_altered=st.booleans())
    def fire(self, operation, is_altered):
        """Fire what was armed last, or something else, or with another hash, or once more."""
        if not any(status.armed for status in self.bench.statuses()):
            return
        changes = {"digest": b"other"} if is_altered else {}
        reply = self.bench.fire(operation=operation, **changes)
        stands, now_ns = self.stands, self.bench.now_ns
        may = stands is not None and stands[0] == operation and now_ns < stands[1] and not is_altered
        assert may or not reply.accepted
        if reply.accepted:
            self.may_fire, self.stands = self.may_fire + 1, None

    @rule(seconds=st.sampled_from([29.0, 31.0]))
    def wait_long(self, seconds):
        """Let about as much time pass as an arming counts."""
        self.bench.run(seconds)

    @rule()
    def another_world(self):
        """The predictor speaks of another world, and of the one before again."""
        self.bench.give(self.bench.world(change=1))
        self.stands = None

    @rule(by=st.sampled_from(PEOPLE))
    def hold(self, by):
        """HOLD cancels."""
        super().hold(by)
        self.stands = None

    @rule()
    def disarm(self):
        """So does who has armed."""
        super().disarm()
        self.stands = None

    @rule()
    def latch(self):
        """So does a latch on board, once it is reported."""
        super().latch()
        self.bench.run(1.0)
        self.stands = None

    @invariant()
    def each_fire_sends_one(self):
        """Count what left."""
        assert not hasattr(self, "may_fire") or len(self.bench.fired()) == self.may_fire


class WayOut(Inside):
    """An arm inside the margin, with what was said of each set-point kept."""

    def __init__(self, **given):
        super().__init__(**given)
        self.said = {}

    def verdict(self, queued, **changes):
        verdict = super().verdict(queued, **changes)
        if verdict:
            self.said[verdict.epoch, verdict.seq] = verdict.escape
        return verdict


class EscapeMachine(GateMachine):
    """Invariant 30: inside the margin nothing moves but an armed retreat, within what a way out permits."""

    kind = WayOut

    @rule(
        retreat=st.booleans(),
        fallen=st.sampled_from([0.0, 0.5 * ESCAPE_FALLS_M, 1.1 * ESCAPE_FALLS_M]),
        speed=st.sampled_from([0.5 * ESCAPE_M_S, 1.1 * ESCAPE_M_S]),
    )
    def hand_out(self, retreat, fallen, speed):
        """Arm the hand as a retreat, whose verdicts name such figures and are good, or as usual: refused."""
        self.bench.figures = EscapeFigures(fallen=fallen, speed=speed)
        self.bench.pressed = False
        self.bench.run(0.1)
        assert retreat or not self.bench.arm_teleop(retreat=False).accepted
        if retreat:
            self.bench.arm_teleop(retreat=True)
        self.bench.run(2.0)

    @invariant()
    def only_a_permitted_retreat_moves(self):
        """Look at the state, and at how what left was judged."""
        bench = getattr(self, "bench", None)
        if bench is None:
            return
        assert bench.gate.state in ("rest", "filling", "retreat", "stopping", "held")
        for point in bench.motions("motion"):
            said = bench.said[point.epoch, point.seq]
            assert said.fallen <= ESCAPE_FALLS_M and said.speed <= ESCAPE_M_S


ALL = (HoldMachine, StepMachine, LeaseMachine, EndsMachine, CriticalMachine, EscapeMachine)
