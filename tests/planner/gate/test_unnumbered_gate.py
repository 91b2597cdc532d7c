"""A gate that cannot know which numbers were used before it commands no motion, and says why."""

import pytest

from telemetry.agreed.authority import State
from telemetry.drive.store import MemoryStore
from telemetry.life.boot import UNNUMBERED, Boot
from telemetry.messages.acts import ActReply, ArmPlan, LeaseRequest, ResumeAct
from telemetry.messages.command import HoldCommand, HoldTaken, ResumeCommand
from tests.planner.gate.gate_bench import Bench


@pytest.fixture
def store():
    store = MemoryStore()
    store.boot = Boot(UNNUMBERED | 7, 12345)
    return store


def test_an_unnumbered_gate_refuses_to_arm_and_says_what_to_do(store):
    bench = Bench(store=store, latched=False).run(0.5)
    bench.with_plan().arm_plan()
    bench.run(3.0)
    reply = next(reply for reply in bench.all(ActReply) if reply.act == ArmPlan.__name__)
    assert (reply.accepted, reply.reason) == (False, "numbers_unknown")
    assert "rotate the keys" in reply.detail
    assert bench.motions() == [] and bench.status.state is not State.PLAN


def test_an_unnumbered_gate_sends_no_resume_and_takes_hold(store):
    bench = Bench(store=store).run(0.5)
    bench.act(LeaseRequest())
    reply = bench.act(ResumeAct())
    bench.give(HoldCommand(actor="anybody", pressed_ns=0, nonce=1))
    assert reply.reason == "numbers_unknown"
    assert bench.all(ResumeCommand) == [] and bench.all(HoldTaken)
