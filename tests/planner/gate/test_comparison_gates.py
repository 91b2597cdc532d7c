"""The published rule, exactly; and that neither comparison leaves the rehearsal."""

import pytest

from planner.gate.comparison import comparison_policy, published_tick
from planner.gate.role import build
from telemetry.drive.store import MemoryStore
from telemetry.messages.queue import HoldNotice, RollBack
from tests.planner.gate.gate_bench import Bench, settings

DEPTH = 4


def flown(collision_at, until):
    """What leaves, and the filled queue, at each tick; the queue is full of c0 before the first one."""
    queue, left, filled = ("c0",) * DEPTH, {}, {}
    for k in range(until):
        done = published_tick(queue, f"c{k}", collision=k >= collision_at)
        queue, left[k], filled[k] = done.remains, done.leaves, done.filled
    return left, filled


def test_without_a_collision_each_command_leaves_n_d_ticks_later():
    left, _ = flown(collision_at=99, until=30)
    assert all(left[k] == f"c{k - DEPTH}" for k in range(DEPTH, 30))


def test_on_the_collision_signal_the_queue_is_five_copies_of_the_oldest_and_they_leave():
    left, filled = flown(collision_at=20, until=30)
    assert left[19] == "c15"
    assert filled[20] == ("c16",) * 5
    assert all(left[k] == "c16" for k in range(20, 30))


def test_filling_before_pushing_or_after_popping_would_be_another_rule():
    done = published_tick(("c16", "c17", "c18", "c19"), "c20", collision=True)
    assert len(done.filled) == DEPTH + 1 and len(done.remains) == DEPTH
    assert "c20" not in done.remains


@pytest.mark.parametrize("mode", ["live", "replay", ""])
@pytest.mark.parametrize("name", ["refill", "unchecked"])
def test_the_factory_refuses_every_mode_but_rehearsal(name, mode):
    def look(step):
        return None

    with pytest.raises(ValueError, match="only in mode 'rehearsal'"):
        comparison_policy(name, mode=mode, depth=DEPTH, limits=look, boxes=look)


@pytest.mark.parametrize("name", ["refill", "unchecked"])
def test_the_gate_itself_does_not_start_with_a_comparison_in_a_live_run(name):
    with pytest.raises(ValueError, match="rehearsal"):
        build(settings(policy=name, mode="live"), MemoryStore(), None)


def test_unchecked_flies_on_through_bad_verdicts():
    bench = Bench(run=settings(policy="unchecked"))
    bench.judge = lambda entry: False
    bench.in_plan(released=1).run(8.0)
    assert len(bench.motions("motion")) == 12
    assert bench.all(RollBack) == [] and bench.all(HoldNotice) == []


def test_unchecked_still_ends_with_the_operators_heartbeat():
    bench = Bench(run=settings(policy="unchecked")).in_plan()
    bench.silent = {"operator"}
    bench.run(1.0)
    assert bench.last(HoldNotice).reason == "operator_silent"


def test_refill_flies_a_clear_plan_and_makes_no_roll_back_of_a_bad_verdict():
    bench = Bench(run=settings(policy="refill")).in_plan(released=4)
    bench.judge = lambda entry: False
    bench.run(5.0)
    assert bench.all(RollBack) == []
    assert bench.motions("motion")[-1].seq < 12
