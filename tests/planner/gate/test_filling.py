"""From ARM to the first release: what may be waited for, and what ends it."""

import pytest

from telemetry.agreed.authority import State
from telemetry.messages.command import CommandState
from telemetry.messages.queue import CommandChanges, Credit, HoldNotice, Proposal
from tests.planner.gate.gate_bench import Bench

LONGEST = 4 + 8  # periods: n_d and 8


def filling():
    """Armed with a plan, of which nothing is verified."""
    bench = Bench().resumed().with_plan()
    bench.judge = lambda entry: None
    bench.arm_plan()
    bench.run(0.3)
    assert bench.gate.state is State.FILLING
    return bench


@pytest.mark.parametrize(
    ("silent", "reason", "within_s"),
    [
        ("telemetry", "telemetry_stale", 1.0),
        ("recorder", "recorder_unhealthy", 1.0),
        ("world", "predictor_silent", 0.5),
        ("operator", "operator_silent", 0.3),
    ],
)
def test_whoever_would_end_motion_by_silence_ends_filling_too(silent, reason, within_s):
    bench = filling()
    bench.proposes, bench.silent = False, {silent}
    bench.gate.queue.waiting.clear()  # nothing grows old
    began_ns = bench.now_ns
    bench.run(within_s + 0.25)
    told_ns = next(at for at, message in bench.sent if isinstance(message, HoldNotice))
    assert bench.last(HoldNotice).reason == reason
    assert told_ns - began_ns <= (within_s + 0.25) * 1e9
    assert (bench.gate.state, bench.gate.armed) == (State.REST, None)


def test_a_late_tick_ends_filling_too():
    bench = filling()
    bench.silent = {"operator"}
    bench.stall(0.25 + 0.13).run(0.1)
    assert bench.last(HoldNotice).reason == "tick_late"


def test_when_everybody_comes_back_after_a_minute_nothing_moves():
    bench = Bench().resumed().with_plan()
    bench.proposes = False
    bench.arm_plan()
    bench.silent = {"telemetry", "recorder", "world"}
    bench.run(60.0)
    bench.proposes, bench.silent = True, set()
    bench.run(5.0)
    assert bench.motions() == []


def test_filling_ends_by_itself_when_nothing_is_ever_proposed():
    bench = Bench().resumed().with_plan()
    bench.proposes = False
    bench.arm_plan()
    bench.run(LONGEST * 0.25)
    assert bench.gate.state is State.FILLING
    bench.run(2 * 0.25)
    assert bench.last(HoldNotice).reason == "filling_too_long"
    assert bench.gate.state is State.REST


def test_a_first_proposal_in_the_last_moment_is_flown():
    bench = Bench().resumed().with_plan()
    bench.proposes = False
    bench.arm_plan()
    bench.run(7 * 0.25)
    bench.proposes = True
    bench.run(5.0)
    assert bench.all(HoldNotice) == [] and len(bench.motions("motion")) == 12


def ends_of(bench, number):
    changes = [c for m in bench.all(CommandChanges) for c in m.changes]
    return [c.state for c in changes if (c.kind, c.epoch, c.seq) == ("motion", *number) and c.state.is_end]


def test_a_stray_proposal_for_the_next_epoch_does_not_make_the_genuine_one_known():
    bench = Bench().resumed().with_plan()
    number = bench.gate.epoch + 1, 1
    credit = Credit(epoch=number[0], next_seq=1, source="plan", plan_id="plan", newest=bench.status.last)
    bench.give(Proposal(entry=bench.entry(credit)))
    assert ends_of(bench, number) == []
    bench.arm_plan()
    bench.run(10.0)
    assert len(bench.motions("motion")) == 12
    assert ends_of(bench, number) == [CommandState.CONFIRMED]


def test_a_refused_set_point_of_this_epoch_ends_exactly_once():
    bench = Bench().in_plan()
    credit = bench.last(Credit)
    wrong = bench.entry(credit, seq=credit.next_seq + 1)
    for _ in range(3):
        bench.give(Proposal(entry=wrong))
    bench.run(1.0)
    assert ends_of(bench, (credit.epoch, wrong.seq)) == [CommandState.REFUSED]


def test_a_late_proposal_tells_nothing_of_a_number_that_the_gate_before_has_ended():
    before = Bench().in_plan()
    before.run(6.0)
    again = Bench(store=before.store).resumed().with_plan()
    again.give(Proposal(entry=before.entry(before.last(Credit))))
    again.run(1.0)
    late = before.last(Credit)
    assert not [c for changes in again.all(CommandChanges) for c in changes.changes if c.epoch == late.epoch]
