"""The gate without its supervisor: who keeps it awake, what it takes from its driver, and what ends it."""

import pytest

from telemetry.drive.store import MemoryStore
from telemetry.hold.orphan import ALONE_NS
from telemetry.life.contract import End, Orphaned, Persist, WorkDone
from telemetry.messages.acts import Lease, LeaseRequest
from telemetry.messages.command import HoldCommand
from telemetry.messages.queue import GateStatus
from tests.planner.gate.gate_bench import Bench
from tests.planner.gate.guards.test_person_hold import PERSON, held
from tests.tell import tell

S = 1_000_000_000


def ends(bench, at_ns):
    return any(isinstance(effect, End) for effect in bench.role.tick(at_ns))


@pytest.mark.parametrize(("says", "is_there"), [("act", True), ("world", False)])
def test_an_act_shows_an_orphan_that_somebody_is_there_and_nothing_else_does(says, is_there):
    bench = Bench().run(1.0)
    bench.give(Orphaned())
    later_ns = bench.now_ns + ALONE_NS
    bench.now_ns += S
    bench.give(LeaseRequest() if says == "act" else bench.world())
    assert ends(bench, later_ns) is not is_there


@pytest.mark.parametrize(("says", "is_over"), [("telemetry", False), ("world", True)])
def test_an_orphan_stays_while_an_arm_that_is_not_latched_reports_and_not_because_others_speak(says, is_over):
    bench = Bench().resumed()
    bench.give(Orphaned())
    bench.now_ns += ALONE_NS
    bench.give(bench.telemetry() if says == "telemetry" else bench.world())
    assert ends(bench, bench.now_ns) is is_over


def test_an_orphan_that_has_heard_no_report_does_not_wait_for_one():
    bench = Bench()
    bench.give(Orphaned())
    bench.give(bench.world())
    assert ends(bench, bench.now_ns + ALONE_NS)


@pytest.mark.parametrize("told", [Orphaned(), WorkDone(name="other", value=None)], ids=["orphaned", "work"])
def test_what_the_driver_tells_is_no_message_that_ends_a_lease(told):
    bench = Bench().resumed()
    assert bench.gate.lease.holder
    bench.stall(60.0)
    before = len(bench.all(Lease))
    bench.give(told)
    assert bench.gate.lease.holder and len(bench.all(Lease)) == before


def test_a_hold_pressed_before_the_first_tick_is_kept_from_the_first_tick_on():
    bench = Bench(store=MemoryStore())
    press = HoldCommand(actor="anybody", pressed_ns=0, nonce=1)
    assert not any(isinstance(effect, Persist) for effect in tell(bench.role, press, 0))
    kept = {effect.key for effect in bench.role.tick(0) if isinstance(effect, Persist)}
    assert {"person_hold", "open_hold"} <= kept


def test_the_report_that_shows_the_latch_gone_leaves_the_persons_hold_at_once():
    bench = held()
    assert bench.status.held_by == PERSON
    bench.sent.clear()
    bench.holder = PERSON
    bench.resumed()
    at_rest = [status.held_by for status in bench.all(GateStatus) if status.state == "rest"]
    assert set(at_rest) == {""}
