"""The published rule, exactly; and that neither comparison leaves the rehearsal."""

from types import SimpleNamespace

import pytest

from planner.gate.role import build
from planner.gate.set_points.comparison import Refill, comparison_policy
from predictor.motion.stop import stop
from telemetry.drive.store import MemoryStore
from telemetry.messages.joint_state import JointState
from telemetry.messages.queue import HoldNotice, Queued, RollBack
from tests.nominal_run import LIMITS
from tests.planner.gate.gate_bench import T_NS, Bench, joint_1_move, settings
from tests.reference.plain_refill import published_tick

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
        comparison_policy(name, mode=mode, depth=DEPTH, limits=look, bodies=look)


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


def flown_refill(bad=13):
    """A bench that flew a plan of 12 periods by the published rule until its set-point `bad` was refused."""
    bench = Bench(run=settings(policy="refill")).in_plan(released=1)
    bench.judge = lambda entry: entry.seq != bad
    return bench.run(8.0)


def test_refill_flies_a_clear_plan_to_its_end():
    bench = flown_refill()
    assert [point.seq for point in bench.motions("motion")] == list(range(1, 13))
    assert bench.motions("stop") == [] == bench.all(RollBack)


def test_on_the_collision_signal_the_oldest_leaves_as_published_and_then_its_own_stop():
    left, _ = flown(collision_at=10, until=11)
    oldest = int(left[10][1:])  # of c0, c1, ...: our numbers begin with 1
    bench = flown_refill(bad=10 + 1)
    motions, stops = bench.motions("motion"), bench.motions("stop")
    assert motions[-1].seq == oldest + 1 == 7
    [back] = bench.all(RollBack)
    assert (back.seq, back.pair) == (11, ("hand", "target_bus"))
    state = JointState(motions[-1].q, motions[-1].qd, motions[-1].qdd)
    assert [point.q for point in stops] == [sample.q for sample in stop(state, LIMITS, 0.25)]
    assert stops[0].execute_at_ns - motions[-1].execute_at_ns == T_NS


def test_the_published_rule_breaks_no_limit_where_it_rolls_back():
    bench = flown_refill(bad=11)
    assert bench.all(HoldNotice) == []
    assert bench.status.state == "rest"


@pytest.mark.parametrize(("policy", "after_signal"), [("watermark", 0), ("refill", 1)])
def test_both_stop_from_the_same_set_point_but_by_the_published_rule_it_leaves_after_the_signal(
    policy, after_signal
):
    bench, left = Bench(run=settings(policy=policy)).in_plan(released=1), []

    def judge(entry):
        if entry.seq == 11:
            left.append(len(bench.motions("motion")))
        return entry.seq != 11

    bench.judge = judge
    bench.run(8.0)
    assert bench.motions("motion")[-1].seq == 7 == left[0] + after_signal


def test_a_signal_while_the_queue_fills_leaves_the_arm_where_it_rests():
    bench = Bench(run=settings(policy="refill")).resumed()
    bench.judge = lambda entry: False
    bench.with_plan().arm_plan()
    bench.run(3.0)
    assert len(bench.all(RollBack)) == 1
    assert bench.motions() == []


def test_refill_waits_for_no_verdict():
    bench = Bench(run=settings(policy="refill")).in_plan(released=1)
    bench.judge = lambda entry: None
    bench.run(1.5)
    assert len(bench.motions("motion")) > 5


def test_a_signal_of_an_earlier_arming_ends_no_later_one():
    bench = flown_refill(bad=11)
    bench.judge = lambda entry: True
    bench.run(3.0).with_plan(joint_1_move(start=bench.status.last.q)).arm_plan()
    before = len(bench.motions("motion"))
    bench.run(8.0)
    assert len(bench.motions("motion")) == before + 12
    assert len(bench.all(RollBack)) == 1


def test_the_first_signal_of_an_epoch_counts_and_each_epoch_has_its_own():
    bench = Bench(run=settings(policy="refill")).in_plan(released=1)
    policy, queue = Refill(DEPTH, ()), SimpleNamespace(epoch=3, released_until=2)
    assert policy.key(3) == ()
    keys = []
    for epoch, seq in ((3, 5), (3, 6), (4, 5)):
        queue.epoch = epoch
        policy.judge(queue, bench.verdict(bench.last(Queued), ok=False, epoch=epoch, seq=seq))
        keys.append((policy.key(3), policy.key(4)))
    assert keys[0] == keys[1] and keys[0][0] and keys[0][1] == ()
    assert keys[2] == ((), keys[0][0])
