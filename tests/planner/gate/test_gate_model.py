"""The gate itself under every order of a few events: breadth-first, a period each, from rest with a plan.

    one period:   one event, signs of life and a report, the gate's tick, and what the planner answers to it

Each situation is a copy of the one before; gates with one key go on alike, so only one of them is followed.
"""

import itertools

import pytest
from msgspec import structs

import planner.gate.release
import planner.gate.reports
import planner.gate.state
from planner.gate.set_points.policy import Watermark, waiting_reason
from planner.gate.set_points.stream import Released
from planner.gate.set_points.write_ahead import WriteAhead
from planner.gate.state import GateState
from telemetry.agreed.authority import ARMED, Action, Event, State, Transition, transition
from telemetry.messages.acts import ArmPlan, LeaseRequest, OperatorBeat, ResumeAct
from telemetry.messages.command import HoldCommand, Motion, ResumeCommand
from telemetry.messages.health import RecorderHealth
from telemetry.messages.queue import Credit, GateStatus, Proposal, Queued
from tests.planner.gate.gate_bench import CLOCK_NS, PERSON, T_NS, UP_NS, Bench, joint_1_move, settings

PERIODS = 7
EVENTS = ("nothing", "arm", "hold", "resume", "latch", "verdicts", "bad verdict", "contact", "silence",
          "full disk")  # fmt: skip
BESIDES = (State.REST, State.STOPPING, State.HELD)
SPACECRAFT = ("hold_q", "latched", "mode", "latch_reason", "on_board", "executed", "resume_at_ns")


class Situation:
    """A gate after some events, and what is around it."""

    def __init__(self, bench):
        self.bench, self.gate, self.now_ns = bench, bench.role._gate, bench.now_ns
        self.spacecraft = {name: getattr(bench, name) for name in SPACECRAFT}
        self.latches_at_ns = None  # by a HOLD on its way
        self.state, self.unjudged, self.blessed, self.newest = State.REST, (), frozenset(), (0, 0)
        self.path, self.told, self.broken = (), (), ()
        self.is_asked = False  # for a retreat, and that has not ended

    def after(self, event):
        """The situation one period later."""
        then = object.__new__(type(self))
        vars(then).update(vars(self))
        then.gate, then.path, then.told = self.gate.copy(), (*self.path, event), ()
        then.spacecraft = {**self.spacecraft, "on_board": dict(self.spacecraft["on_board"])}
        then.now_ns += T_NS
        then.happen(event)
        return then

    def key(self):
        def ago(at_ns):
            return at_ns and at_ns - self.now_ns

        craft, epoch = self.spacecraft, self.gate._state.epoch
        flying = tuple((e - epoch, seq, ago(p.execute_at_ns)) for (e, seq), p in craft["on_board"].items())
        around = (craft["mode"], craft["hold_q"], ago(craft["resume_at_ns"]), ago(self.latches_at_ns), flying)
        told = tuple(queued.entry.seq for queued in self.unjudged if queued.entry.epoch == epoch)
        newest = (epoch - self.newest[0], self.newest[1])
        return self.gate.key(self.now_ns), around, told, *newest, self.is_asked

    def happen(self, event):
        bench = self.bench
        bench.now_ns = self.now_ns
        vars(bench).update(self.spacecraft)
        if event == "latch" or (self.latches_at_ns and self.now_ns >= self.latches_at_ns):
            bench.latch("setpoint_missing" if event == "latch" else "hold_commanded")
            self.latches_at_ns = None
        for message, sender in self.messages(event):
            self.said(self.gate.on_message(message, sender, self.now_ns))
        self.said(self.gate.tick(self.now_ns))
        self.spacecraft = {name: getattr(bench, name) for name in SPACECRAFT}

    def messages(self, event):
        bench, now_ns = self.bench, self.now_ns
        if event != "silence":
            yield LeaseRequest(), PERSON
            yield OperatorBeat(), PERSON
        match event:
            case "arm" | "retreat":
                is_retreat, digest = event == "retreat", bench.certificate.digest
                self.is_asked |= is_retreat
                yield ArmPlan(plan_id="plan", certificate=digest, retreat=is_retreat), PERSON
            case "hold":
                self.latches_at_ns = now_ns + UP_NS
                yield HoldCommand(actor=PERSON, pressed_ns=now_ns, nonce=now_ns), PERSON
            case "resume":
                yield ResumeAct(), PERSON
            case "verdicts":
                for queued in self.unjudged:
                    self.blessed |= {(queued.entry.epoch, queued.entry.seq)}
                    yield bench.verdict(queued), "predictor"
                self.unjudged = ()
            case "usual verdicts":
                for queued in self.unjudged:
                    yield Bench.verdict(bench, queued), "predictor"
                self.unjudged = ()
            case "bad verdict" if self.unjudged:
                yield structs.replace(bench.verdict(self.unjudged[-1]), ok=False), "predictor"
        yield RecorderHealth(healthy=True, durable=1, reason="", lost=()), "recorder"
        yield bench.world(), "predictor"
        yield bench.collisions("contact" if event == "contact" else "clear"), "predictor"
        yield bench.telemetry(), "bridge"

    def said(self, items):
        """Judge what the gate says, and do what it asks for; what stands behind a failing record is lost."""
        credits = []
        for before, item in itertools.pairwise([None, *items]):
            if isinstance(item, Released) and self.path[-1] == "full disk":
                return self.said(self.gate.on_record_failed(self.now_ns))
            self.look(before, item)
            self.told += ((type(item).__name__, getattr(item, "reason", "")),)
            match item:
                case Motion():
                    self.newest = (item.set_point.epoch, item.set_point.seq)
                    self.bench.react(item)
                case ResumeCommand():
                    self.bench.resume_at_ns = self.now_ns + UP_NS + CLOCK_NS
                case Queued():
                    self.unjudged = (*self.unjudged, item)
                case GateStatus():
                    self.state = item.state
                    self.is_asked &= item.state in ARMED
                case Credit():
                    credits.append(item)
        for entry in filter(None, map(self.bench.entry, credits)):
            self.said(self.gate.on_message(Proposal(entry=entry), "planner", self.now_ns))
        return None

    def look(self, before, item):
        """The laws: each says what may not be."""
        laws = {}
        if isinstance(item, Motion | ResumeCommand):
            is_stop = (
                isinstance(item, Motion) and item.set_point.kind == "stop"
            )  # leaves whatever the disk does
            laws["a packet without its record"] = not (is_stop or isinstance(before, Released))
        if isinstance(item, ResumeCommand):
            laws["a resume of a used epoch"] = item.epoch <= self.newest[0]
        if isinstance(item, Motion):
            number, is_motion = (item.set_point.epoch, item.set_point.seq), item.set_point.kind == "motion"
            laws["motion in HELD"] = self.state == State.HELD
            laws["motion when nothing is armed"] = is_motion and self.state not in ARMED
            laws["an unverified set-point"] = is_motion and number not in self.blessed
            laws["a number that goes back"] = number <= self.newest
            laws["motion into contact"] = is_motion and self.path[-1] == "contact"
            is_inside = bool(self.bench.world().broken)
            laws["usual motion inside the margin"] = (
                is_motion and is_inside and not self.gate._state.armed.retreat
            )
        if isinstance(item, GateStatus):
            laws["a retreat that nobody armed"] = item.state == State.RETREAT and not self.is_asked
            ends = {State.RETREAT, *BESIDES}
            laws["a retreat that becomes other motion"] = (
                self.state == State.RETREAT and item.state not in ends
            )
        self.broken += tuple(law for law, is_broken in laws.items() if is_broken)


def at_rest():
    """Quiet at HOME, with a plan of four set-points, in a gate of the shortest queue there may be."""
    run = settings()
    bench = Bench(run=structs.replace(run, commanding=structs.replace(run.commanding, depth=2)))
    bench.silent = {"hand"}
    return Situation(bench.resumed().with_plan(joint_1_move(4, 0.003)).run(11.0))


def explore(periods, begin=at_rest, events=EVENTS):
    """Follow every order of events.

    Returns:
        The situations by key, pairs of those that have one key, and the first broken laws with their path.
    """
    situations, known, alike = [begin()], {}, []
    for _ in range(periods):
        following = []
        for situation, event in itertools.product(situations, events):
            then = situation.after(event)
            if then.broken:
                return known, alike, (then.broken, then.path)
            first = known.setdefault(then.key(), then)
            if first is then:
                following.append(then)
            else:
                alike.append((first, then))
        situations = following
    return known, alike, ((), ())


@pytest.fixture(scope="module")
def explored():
    return explore(PERIODS)


def test_nothing_that_is_held_unverified_or_numbered_twice_ever_leaves(explored, record_property):
    known, _, (broken, path) = explored
    assert broken == (), path
    assert len(known) > 700
    record_property("states", len(known))
    assert {situation.state for situation in known.values()} == {*ARMED, *BESIDES} - {
        State.TELEOP,
        State.RETREAT,
    }


def test_what_has_one_key_goes_on_alike_whatever_was_before(explored):
    alike = [pair for pair in explored[1] if len(pair[1].path) < PERIODS]
    assert len(alike) > 1000
    for (one, other), event in itertools.product(alike[::20], EVENTS):
        one_then, other_then = one.after(event), other.after(event)
        assert one_then.told == other_then.told
        assert one_then.key() == other_then.key()


def test_how_near_the_arm_is_never_lets_anything_happen_that_would_not_have_happened(explored):
    known = [situation for situation in explored[0].values() if len(situation.path) < PERIODS - 1]
    words = itertools.product(("clear", "warning", "contact"), (0, 1))  # level, change of the world
    for situation, (level, change) in itertools.product(known[::6], [*words]):
        bench, without, told = situation.bench, situation.gate.copy(), situation.gate.copy()
        word = bench.collisions(level, world=bench.world_version + change)
        said = told.on_message(word, "predictor", situation.now_ns + T_NS // 2)
        assert not any(isinstance(item, Motion | ResumeCommand | Credit | Queued) for item in said)
        tick_ns = situation.now_ns + T_NS
        assert motions(told.tick(tick_ns)) <= motions(without.tick(tick_ns))
        assert told._state.state in (without._state.state, State.STOPPING, State.REST)


def motions(said):
    points = [item.set_point for item in said if isinstance(item, Motion)]
    return {(point.epoch, point.seq) for point in points if point.kind == "motion"}


# Gates that are wrong: each is caught.


def keeps_its_queue_in_hold(patch):
    """HOLD changes the state and nothing else, and what is HELD may leave."""

    def wrong(state, has_window, event):
        if event is Event.OPERATOR_HOLD:
            return Transition(State.HELD, Action.NONE, None)
        return transition(state, has_window, event)

    patch.setattr(planner.gate.state, "transition", wrong)
    patch.setattr(planner.gate.release, "ARMED", (*ARMED, State.HELD))


def begins_no_epoch(patch):
    patch.setattr(GateState, "_begin_epoch", lambda gate: None)


def looks_at_no_verdict(patch):
    patch.setattr(Watermark, "may_leave", lambda policy, queue, tick: waiting_reason(queue, tick, 2))


def forgets_the_log(patch):
    def log(outbox, record, behind=None):
        if behind is not None and behind.motion is not None:
            outbox.send(behind.motion)

    patch.setattr(WriteAhead, "log", log)


def lets_go_what_was_not_written(patch):
    right = GateState.on_record_failed

    def on_record_failed(gate, now_ns):
        motion = gate.outbox._behind.motion
        is_due = right(gate, now_ns)
        if motion is not None:
            gate.outbox.send(motion)
        return is_due

    patch.setattr(GateState, "on_record_failed", on_record_failed)


def sees_no_contact(patch):
    patch.setattr(planner.gate.reports, "on_collision_state", lambda gate, state, now_ns: None)


WRONG = [
    (keeps_its_queue_in_hold, "motion in HELD"),
    (begins_no_epoch, "a number that goes back"),
    (looks_at_no_verdict, "an unverified set-point"),
    (sees_no_contact, "motion into contact"),
    (forgets_the_log, "a packet without its record"),
    (lets_go_what_was_not_written, "a packet without its record"),
]


@pytest.mark.parametrize(("wrong", "law"), WRONG, ids=[wrong.__name__ for wrong, _ in WRONG])
def test_a_gate_that_is_wrong_is_caught(monkeypatch, wrong, law):
    wrong(monkeypatch)
    _, _, (broken, path) = explore(PERIODS)
    assert law in broken, path
