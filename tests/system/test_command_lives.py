"""Commands over a bad link, any acts in any order: each comes to one end, and to no other after it.

acts (drawn) ---> Ledger ---> up: lost, late, doubled ---> OnBoard
                    ^----- reports: lost, late, doubled <----'
"""

import heapq
import random
from itertools import count
from unittest import mock

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ground.rehearsal.spacecraft.onboard import OnBoard
from planner.gate.set_points import ledger as ledger_file
from planner.gate.set_points.ledger import SILENT_FACTOR, Ledger
from planner.gate.set_points.onboard_steps import CommandNumber, StepTimes
from predictor.motion.stop import JointLimits
from telemetry.agreed.limits import HOLD_REPEATED_NS
from telemetry.messages.command import (
    BridgeReport,
    CommandState,
    HoldCommand,
    Keep,
    Motion,
    ResumeCommand,
    SetPoint,
)
from tests.planner.gate.gate_bench import Bench

MS = 1_000_000
T_NS, STEP_NS, DELAY_NS = 250 * MS, 50 * MS, 1000 * MS
PATIENCE_NS = 2 * DELAY_NS + 2750 * MS
LIMITS = JointLimits(q_min=(-1.0,), q_max=(1.0,), qd_max=(0.2,), qdd_max=(0.2,), qddd_max=(2.0,))
TRAVEL, PERIODS = 0.03, 12  # of a move [rad]
_S = CommandState

TEMPLATE = Bench().telemetry()


class Pass:
    """A ground that follows its commands, a spacecraft, and the link between."""

    def __init__(self, seed, reports=True):
        self.draw, self.reports = random.Random(seed), reports
        self.now_ns, self.numbers = 0, count(1)
        self.board = OnBoard(LIMITS, (0.0,), period_ns=T_NS, lead_ns=20 * T_NS, now_ns=0)
        self.ways = {"up": [], "down": []}  # (arrives, tie, what)
        self.loss, self.lost_until_ns = 0.0, {"up": 0, "down": 0}
        self.epoch, self.newest, self.last = 0, None, None
        self.lives = {}  # number -> states, in the order in which they were heard
        self.executed = set()
        genuine = self.board.fates.on_executed
        self.board.fates.on_executed = lambda kind, number, at_ns: (
            self.executed.add((kind, *number)), genuine(kind, number, at_ns)
        )  # fmt: skip
        self._begin_ground()

    def _begin_ground(self):
        self.ledger = Ledger(round_trip_ns=2 * DELAY_NS, answer_ns=3 * DELAY_NS, patience_ns=PATIENCE_NS)

    # acts

    def resume(self):
        self.epoch += 1
        self.ledger.release(CommandNumber("resume", self.epoch, 0), self.now_ns)
        self.send(ResumeCommand(epoch=self.epoch, q=self.newest.hold_q if self.newest else (0.0,)))

    def move(self, kind="motion"):
        """Release a whole move, a set-point in each period, from where the arm was seen."""
        self.epoch += 1
        begins_ns, start = self.now_ns + DELAY_NS + 2 * T_NS, self.newest.hold_q[0] if self.newest else 0.0
        for seq in range(1, PERIODS + 1):
            number = CommandNumber(kind, self.epoch, seq)
            if not self.ledger.begin(number, now_ns=self.now_ns):
                continue
            point = SetPoint(
                epoch=self.epoch, seq=seq, kind=kind, execute_at_ns=begins_ns + (seq - 1) * T_NS,
                **smooth(start, seq), stop=b"",
            )  # fmt: skip
            self.ledger.move(number, _S.WAITING)
            self.ledger.release(
                number, self.now_ns, stream=self.epoch, times=StepTimes(executes_ns=point.execute_at_ns)
            )
            self.send(Motion(set_point=point, repeat=self.last))
            self.last = point
            self.go_on(T_NS)

    def propose(self):
        """Queue what never leaves."""
        self.epoch += 1
        number = CommandNumber("motion", self.epoch, 1)
        self.ledger.begin(number, now_ns=self.now_ns)
        if self.draw.random() < 0.5:
            self.ledger.move(number, self.draw.choice([_S.CANCELLED, _S.ROLLED_BACK, _S.EXPIRED, _S.REFUSED]))

    def hold(self):
        press = HoldCommand(actor="person", pressed_ns=self.now_ns, nonce=next(self.numbers))
        number = CommandNumber("hold", self.epoch, press.nonce)
        self.ledger.release(number, self.now_ns, press=press.nonce)
        for _ in range(3):
            self.send(press)
            self.ledger.on_bridge_report(bridge(press))
            self.go_on(T_NS)

    def restart(self):
        """A new gate begins above all epochs, and knows of no command."""
        self.take_changes()
        self.epoch += 10
        self._begin_ground()
        for number, states in self.lives.items():
            if number.epoch < self.epoch and not states[-1].is_end:
                states.append(states[-1].end_without_gate)

    def black_out(self):
        self.lost_until_ns[self.draw.choice(["up", "down"])] = self.now_ns + self.draw.randint(1, 20) * T_NS

    def worsen(self):
        self.loss = self.draw.choice([0.0, 0.1, 0.4])

    def wait(self):
        self.go_on(2 * DELAY_NS + 4 * T_NS)

    # the link

    def send(self, message, way="up"):
        for _ in range(1 + (self.draw.random() < 0.2)):
            if self.draw.random() >= self.loss and self.now_ns >= self.lost_until_ns[way]:
                arrives_ns = self.now_ns + DELAY_NS + self.draw.randint(0, 4) * STEP_NS
                heapq.heappush(self.ways[way], (arrives_ns, next(self.numbers), message))

    def arrived(self, way):
        while self.ways[way] and self.ways[way][0][0] <= self.now_ns:
            yield heapq.heappop(self.ways[way])[2]

    def go_on(self, for_ns, step_ns=STEP_NS):
        for _ in range(for_ns // step_ns):
            self.now_ns += step_ns
            for message in self.arrived("up"):
                self.board.receive(message, self.now_ns)
            self.board.advance(self.now_ns)
            if self.now_ns % (2 * STEP_NS) == 0:
                self.send(self.report(), "down")
            if self.now_ns % T_NS == 0:
                self.send(Keep(epoch=self.epoch, repeat=self.last))
                self.ledger.expire(self.now_ns, has_telemetry=True)
            for telemetry in self.arrived("down"):
                if self.newest and telemetry.sampled_ns <= self.newest.sampled_ns:
                    continue  # nobody believes it: `plausibility`
                self.newest = telemetry
                self.ledger.on_telemetry(telemetry, self.now_ns)
                if not telemetry.latched and telemetry.mode == "ready":
                    self.ledger.on_resumed()
            self.take_changes()

    def report(self):
        carried = self.board.fates.next_reports()
        return TEMPLATE.__class__(
            **{name: getattr(TEMPLATE, name) for name in ("currents", "temperatures", "brakes_on", "locked",
               "gripper", "quat_world_base", "p_world_base", "rate_base", "q", "qd")},
            sampled_ns=self.now_ns, reports=carried if self.reports else (),
            **self.board.report(self.now_ns)._asdict(),
        )  # fmt: skip

    def take_changes(self):
        for change in self.ledger.take_changes():
            number = CommandNumber(change.kind, change.epoch, change.seq)
            self.lives.setdefault(number, []).append(change.state)

    def end(self):
        """No more acts and a good link, for as long as anything may be waited for; then a last restart."""
        self.loss, self.lost_until_ns = 0.0, {"up": 0, "down": 0}
        self.go_on(SILENT_FACTOR * PATIENCE_NS + HOLD_REPEATED_NS, 10 * STEP_NS)
        assert not self.ledger.in_flight, "in_flight"
        self.restart()
        return self


def smooth(start, seq):
    """The state after so many periods of the move."""
    x, duration = seq / PERIODS, PERIODS * T_NS * 1e-9
    rates = 30.0 * x**2 * (1.0 - x) ** 2 / duration, 60.0 * x * (1.0 - x) * (1.0 - 2.0 * x) / duration**2
    q = start + TRAVEL * x**3 * (10.0 - 15.0 * x + 6.0 * x**2)
    return {"q": (q,), "qd": (TRAVEL * rates[0],), "qdd": (TRAVEL * rates[1],)}


def bridge(press):
    counts = dict.fromkeys(("tm_received", "tm_lost", "tm_duplicated", "tm_implausible", "epoch", "seq"), 0)
    return BridgeReport(is_open=True, reason="", state=_S.AT_STATION, hold=press, **counts)


ACTS = (Pass.resume, Pass.move, Pass.propose, Pass.hold, Pass.restart, Pass.black_out, Pass.worsen, Pass.wait)
PASSES = given(
    acts=st.lists(st.sampled_from(ACTS), max_size=12), seed=st.integers(0, 999), reports=st.booleans()
)


def flown(acts, seed, reports=True):
    flight = Pass(seed, reports)
    flight.resume()
    flight.wait()
    for act in acts:
        act(flight)
    return flight.end()


def assert_each_ends_once(flight):
    order = list(CommandState)
    for number, states in flight.lives.items():
        assert [state.is_end for state in states] == [False] * (len(states) - 1) + [True], (number, states)
        assert sorted(set(states[:-1]), key=order.index) == states[:-1], (number, states)


@PASSES
@settings(max_examples=100, deadline=None)
def test_every_command_comes_to_one_end_which_is_its_last_state(acts, seed, reports):
    flight = flown(acts, seed, reports)
    assert_each_ends_once(flight)
    for number, states in flight.lives.items():
        if number.kind == "motion" and states[-1] in (_S.CONFIRMED, _S.REFUSED):
            assert (number in flight.executed) is (states[-1] is _S.CONFIRMED), (number, states)


GOOD = (Pass.move, Pass.wait, Pass.hold, Pass.wait, Pass.resume, Pass.wait, Pass.propose)


def test_on_a_good_link_a_set_point_a_resume_and_a_hold_are_reported_stage_by_stage():
    lives = flown(GOOD, 1).lives
    on_board = [_S.ACCEPTED, _S.STARTED, _S.EXECUTED, _S.CONFIRMED]
    assert [lives[number][-4:] for number in lives if number.epoch < 3 and number.kind != "motion"] == [
        on_board
    ] * 2
    assert lives[CommandNumber("motion", 2, PERIODS)][-4:] == on_board


@pytest.mark.parametrize("guard", ["legal", "expire", "restart"])
def test_without_any_of_its_guards_a_command_has_two_ends_or_none(guard):
    off = {
        "legal": lambda: mock.patch.object(ledger_file, "is_legal", lambda begin, end: True),
        "expire": lambda: mock.patch.object(Ledger, "expire", lambda *_, **__: None),
        "restart": lambda: mock.patch.object(CommandState, "end_without_gate", _S.RELEASED),
    }
    trouble = [Pass.worsen, Pass.move, Pass.restart, Pass.hold, Pass.wait, Pass.black_out, Pass.resume]
    with pytest.raises(AssertionError, match=r"in_flight|CommandNumber"), off[guard]():
        for seed in range(20):
            assert_each_ends_once(flown(trouble, seed))
