"""A copy of the gate goes on by itself; gates that will behave alike have one key, whatever was before."""

from dataclasses import replace

import numpy as np
import pytest
from msgspec import structs

from telemetry.agreed.authority import State
from telemetry.messages.acts import ArmPlan, Disarm, LeaseRequest, ResumeAct
from tests.planner.gate.disturbance import disturb
from tests.planner.gate.gate_bench import Bench


class Doubled:
    """A gate and its copy, told the same: what they say is compared, and now and then their keys."""

    def __init__(self, gate):
        self.gate, self.copied, self.calls = gate, gate.copy(), 0

    def __getattr__(self, name):
        return getattr(self.gate, name)

    def _both(self, name, *told):
        one, other = (getattr(gate, name)(*told) for gate in (self.gate, self.copied))
        assert one == other
        self.calls += 1
        if self.calls % 50 == 0:
            assert self.gate.key(told[-1]) == self.copied.key(told[-1])
        return one

    def on_message(self, *told):
        return self._both("on_message", *told)

    def notes(self, *told):
        return self._both("notes", *told)

    def tick(self, *told):
        return self._both("tick", *told)

    def on_record_failed(self, *told):
        return self._both("on_record_failed", *told)


@pytest.mark.parametrize("seed", range(4))
def test_a_gate_and_its_copy_say_the_same_byte_for_byte_whatever_goes_wrong(seed):
    bench, rng = Bench().resumed(), np.random.default_rng(seed)
    disturb(bench, rng, rounds=int(rng.integers(1, 20)))
    bench.role._gate = doubled = Doubled(bench.role._gate)
    disturb(bench, rng, rounds=20)
    assert doubled.calls > 1000
    assert doubled.gate.key(bench.now_ns) == doubled.copied.key(bench.now_ns)


@pytest.mark.parametrize("seed", range(4))
def test_what_happens_to_a_gate_changes_nothing_in_its_copy(seed):
    bench, rng = Bench().resumed(), np.random.default_rng(seed)
    disturb(bench, rng, rounds=int(rng.integers(1, 20)))
    copied, at_ns = bench.role._gate.copy(), bench.now_ns
    before = copied.key(at_ns)
    disturb(bench, rng, rounds=10)
    assert copied.key(at_ns) == before


def test_a_log_that_fails_fails_for_its_own_gate_alone():
    bench = Bench().in_plan()
    copied, at_ns = bench.role._gate.copy(), bench.now_ns
    before = copied.key(at_ns)
    bench.log_works = False
    bench.run(0.5)
    bench.press_hold()
    assert copied.key(at_ns) == before


def rested(*events):
    """A bench at rest at 40 s, after these things have happened and every HOLD was left again."""
    bench = Bench().resumed().with_plan()
    for event in events:
        event(bench)
    bench.run(2.0)
    if bench.gate.state is State.HELD:
        bench.latch("hold_commanded")
        bench.run(1.0)
        bench.act(LeaseRequest())
        assert bench.act(ResumeAct()).accepted
    bench.run(40.0 - bench.now_ns / 1e9)
    bench.act(LeaseRequest())
    assert bench.gate.state is State.REST
    return bench


def key(bench):
    return bench.role._gate.key(bench.now_ns)


def press(bench, nonce=1):
    bench.run(0.05)
    bench.press_hold(nonce)


def arm_and_disarm(bench):
    assert bench.act(ArmPlan(plan_id="plan", certificate=bench.certificate.digest)).accepted
    bench.act(Disarm())


def hold_of_a_second(bench):
    press(bench, nonce=2)


ALIKE = [
    (press,),
    (press, press),  # a copy of the first
    (press, hold_of_a_second),
    (arm_and_disarm,),
    (arm_and_disarm, press, hold_of_a_second),
]


@pytest.mark.parametrize("events", ALIKE, ids=lambda events: " ".join(event.__name__ for event in events))
def test_histories_that_lead_to_the_same_rest_have_the_same_key(events):
    assert key(rested(*events)) == key(rested())


@pytest.mark.parametrize("events", ALIKE, ids=lambda events: " ".join(event.__name__ for event in events))
def test_gates_with_one_key_fly_the_same_up_to_the_epoch(events):
    flown = []
    for bench in (rested(*events), rested()):
        epoch = bench.gate.epoch
        assert bench.arm_plan().accepted
        bench.run(6.0)
        points = [structs.replace(point, epoch=point.epoch - epoch) for point in bench.motions()]
        flown.append(points)
    assert len(flown[0]) == 12
    assert flown[0] == flown[1]


@pytest.mark.parametrize("event", [press, arm_and_disarm, lambda bench: bench.run(0.05)])
def test_a_gate_to_which_something_has_just_happened_has_another_key(event):
    bench = Bench().resumed().with_plan()
    before = key(bench)
    event(bench)
    assert key(bench) != before


@pytest.mark.parametrize("change", [{"holder": "other"}, {"tick": 0}, {"tool": "left"}])
def test_gates_differ_by_who_has_armed_what_and_when(change):
    bench = Bench().in_plan(released=1)
    gate, other = bench.role._gate, bench.role._gate.copy()
    assert gate.key(bench.now_ns) == other.key(bench.now_ns)
    other._state.armed = replace(other._state.armed, **change)
    assert gate.key(bench.now_ns) != other.key(bench.now_ns)


def test_a_gate_that_was_not_the_first_differs_by_how_long_ago_it_began():
    bench = Bench().resumed()
    gate, other = bench.role._gate.copy(), bench.role._gate.copy()
    for each in (gate, other):
        each._state.epochs.is_first_gate = False
    other._state.epochs._began_ns += 1
    assert gate.key(bench.now_ns) != other.key(bench.now_ns)
