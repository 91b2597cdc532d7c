"""The queue of one epoch: how far it is verified, and what a changed world leaves of that."""

from planner.gate.queue import CommandQueue
from predictor.stop import rest
from telemetry.messages.queue import Entry, HoldNotice, Queued, TeleopSource
from tests.planner.gate.gate_bench import HOME, T_NS, Bench

DEPTH = 4


def queue_of(count):
    queue = CommandQueue(b"configuration")
    queue.begin(1, rest(HOME))
    source = TeleopSource(sample=1, dead_man_age=0.0)
    for seq in range(1, count + 1):
        queue.push(Entry(epoch=1, seq=seq, state=rest(HOME), source=source), tick=seq)
    return queue


def test_verdicts_extend_the_watermark_without_gaps_only():
    queue = queue_of(4)
    assert (queue.verify(3), queue.verified_until) == ([], 0)
    assert (queue.verify(1), queue.verified_until) == ([1], 1)
    assert (queue.verify(2), queue.verified_until) == ([2, 3], 3)


def test_another_world_voids_also_the_verdicts_ahead_of_a_gap():
    queue = queue_of(4)
    queue.verify(3)
    assert len(queue.void()) == 4
    queue.verify(1)
    queue.verify(2)
    assert queue.verified_until == 2


def test_another_world_does_not_touch_what_has_left():
    queue = queue_of(4)
    queue.verify(1)
    queue.verify(2)
    queue.take_head()
    assert [queued.entry.seq for queued in queue.void()] == [2, 3, 4]
    assert queue.verified_until == 1


def test_a_new_epoch_knows_no_verdict_of_the_old():
    queue = queue_of(4)
    for seq in (1, 2, 4):
        queue.verify(seq)
    queue.begin(2, rest(HOME))
    assert queue.verified_until == 0
    queue.verify(3)
    assert queue.verified_until == 0


def test_an_entry_is_dropped_in_the_first_tick_in_which_it_is_older_than_two_beyond_the_depth():
    bench = Bench().resumed().with_plan()
    bench.judge = lambda entry: None
    bench.arm_plan()
    bench.run(4.0)
    queued_ns = next(at for at, message in bench.sent if isinstance(message, Queued))
    dropped_ns = next(at for at, message in bench.sent if isinstance(message, HoldNotice))
    assert dropped_ns - queued_ns == (DEPTH + 3) * T_NS
