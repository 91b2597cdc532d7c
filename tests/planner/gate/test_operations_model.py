"""The gate itself under every order of ARM, FIRE, copies of both, and what ends an arming between them (R12).

How a situation is followed: `test_gate_model`.
"""

import itertools

import pytest

from planner.gate.operations import Operations
from planner.gate.set_points.stream import Released
from telemetry.agreed.authority import State
from telemetry.messages.operations import ArmCritical, FireCritical, OperationCommand
from telemetry.messages.queue import GateStatus
from tests.planner.gate.critical_bench import GRASP, CriticalBench
from tests.planner.gate.gate_bench import PERSON
from tests.planner.gate.test_gate_model import Situation, explore

PERIODS = 5
ENDS = ("hold", "latch", "another world")
EVENTS = ("nothing", "ARM", "ARM again", "FIRE", "resume", "full disk", *ENDS)


class CriticalSituation(Situation):
    """What was armed last, and whether that still stands."""

    def __init__(self, bench):
        super().__init__(bench)
        self.asked, self.seen, self.stands, self.fired = None, None, False, frozenset()

    def key(self):
        known = self.seen and (self.gate._state.epoch - self.seen.epoch, self.seen.seq)
        asked = self.asked and (self.gate._state.epoch - self.asked.epoch, self.asked.seq)
        return super().key(), known, asked, self.stands

    def messages(self, event):
        yield from super().messages(event)
        gate, operations = self.gate._state, self.gate._authority.operations
        self.stands = self.stands and event not in ENDS
        match event:
            case "ARM":
                self.asked = ArmCritical(operation=GRASP, epoch=gate.epoch, seq=operations.next_seq)
                yield self.asked, PERSON
            case "ARM again" if self.asked:
                yield self.asked, PERSON
            case "FIRE" if self.seen:
                armed = self.seen
                number = {"epoch": armed.epoch, "seq": armed.seq}
                yield FireCritical(operation=GRASP, digest=armed.digest, **number), PERSON
            case "another world":
                yield self.bench.world(change=1), "predictor"

    def look(self, before, item):
        super().look(before, item)
        if isinstance(item, GateStatus) and item.armed and item.armed != self.seen:
            self.seen, self.stands = item.armed, True
        if isinstance(item, OperationCommand):
            number = (item.epoch, item.seq)
            laws = {
                "a command without its record": not isinstance(before, Released),
                "a command while not at rest": self.state != State.REST,
                "a command whose arming has ended": not self.stands,
                "a command twice": number in self.fired,
            }
            self.fired |= {number}
            self.broken += tuple(law for law, is_broken in laws.items() if is_broken)


def at_rest():
    bench = CriticalBench()
    bench.silent = {"hand"}
    return CriticalSituation(bench.run(2.0))


@pytest.fixture(scope="module")
def explored():
    return explore(PERIODS, at_rest, EVENTS)


def test_invariant_23_only_what_is_armed_and_still_stands_is_fired_once_at_rest(explored):
    known, _, (broken, path) = explored
    assert broken == (), path
    assert any(situation.fired for situation in known.values())
    assert len(known) > 100


def test_what_has_one_key_goes_on_alike(explored):
    alike = [pair for pair in explored[1] if len(pair[1].path) < PERIODS]
    assert len(alike) > 50
    for (one, other), event in itertools.product(alike[::10], EVENTS):
        one_then, other_then = one.after(event), other.after(event)
        assert one_then.told == other_then.told
        assert one_then.key() == other_then.key()


# Gates that are wrong: each is caught.


def neither_looks_again_nor_at_what_it_was_armed_for(patch):
    patch.setattr(Operations, "review", lambda operations, now_ns: None)
    patch.setattr(Operations, "_digest", lambda operations, operation, number: b"digest")


def forgets_nothing(patch):
    patch.setattr(Operations, "_forget", lambda operations, reason: None)


def writes_nothing(patch):
    def release(operations, operation, number, now_ns):
        command = OperationCommand(epoch=number.epoch, seq=number.seq, operation=operation)
        operations._gate.outbox.send(command)

    patch.setattr(Operations, "_release", release)


WRONG = [
    (neither_looks_again_nor_at_what_it_was_armed_for, "a command whose arming has ended"),
    (forgets_nothing, "a command whose arming has ended"),
    (writes_nothing, "a command without its record"),
]


@pytest.mark.parametrize(("wrong", "law"), WRONG, ids=[wrong.__name__ for wrong, _ in WRONG])
def test_a_gate_that_is_wrong_is_caught(monkeypatch, wrong, law):
    wrong(monkeypatch)
    _, _, (broken, path) = explore(PERIODS, at_rest, EVENTS)
    assert law in broken, path
