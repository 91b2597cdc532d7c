"""The queue of one epoch: how far it is verified, and what a changed world leaves of that."""

import pytest
from msgspec.structs import replace

from planner.gate.set_points.queue import CHAINS_MAX, CommandQueue
from predictor.motion.stop import rest
from telemetry.agreed import chains
from telemetry.messages.queue import Entry, HoldNotice, Queued, TeleopSource, Verdict
from tests.planner.gate.gate_bench import HOME, T_NS, Bench, joint_1_move

DEPTH = 4
HAND = TeleopSource(sample=1, dead_man_age=0.0)
CONFIGURATION = b"configuration"
WORLD = 5


def push(queue, seq, tick=0):
    return queue.push(Entry(epoch=queue.epoch, seq=seq, state=rest(HOME), source=HAND), tick=tick)


def queue_of(count, *, is_retreat=False):
    queue = CommandQueue(CONFIGURATION)
    queue.begin(1, rest(HOME), is_retreat=is_retreat)
    for seq in range(1, count + 1):
        push(queue, seq)
    return queue


def test_verdicts_extend_the_watermark_without_gaps_only():
    queue = queue_of(4)
    queue.verify(3)
    assert queue.verified_until == 0
    queue.verify(1)
    assert queue.verified_until == 1
    queue.verify(2)
    assert queue.verified_until == 3


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


def test_only_what_was_pushed_into_a_retreat_is_judged_as_a_way_out():
    queue = queue_of(1, is_retreat=True)
    assert push(queue, 2).retreat
    queue.begin(2, rest(HOME))
    assert not push(queue, 1).retreat


def verdict_on(queue, of, **changes):
    given = Verdict(
        epoch=queue.epoch, seq=of, world=WORLD, chain=queue._chains[of], configuration=CONFIGURATION,
        ok=True, reason="", clearance=0.2, required=0.03, pair=("hand", "bus"), time_to_contact=None,
        scene=None, itself=None,
    )  # fmt: skip
    return replace(given, **changes)


@pytest.mark.parametrize(
    "lie", [{"epoch": 2}, {"world": WORLD + 1}, {"configuration": b"other"}, {"chain": b"other"}, {"seq": 2}]
)
def test_each_part_of_what_a_verdict_speaks_of_has_to_be_this_queues(lie):
    queue = queue_of(2)
    assert queue.is_about(verdict_on(queue, 1), WORLD)
    assert not queue.is_about(verdict_on(queue, 1, **lie), WORLD)


def test_a_verdict_is_recognised_for_as_long_as_is_promised_and_no_longer():
    queue = queue_of(CHAINS_MAX)
    first = verdict_on(queue, 1)
    assert queue.is_about(first, WORLD)
    push(queue, CHAINS_MAX + 1)
    assert not queue.is_about(first, WORLD)
    assert queue.is_about(verdict_on(queue, 2), WORLD)


def test_a_verdict_that_comes_twice_or_on_what_is_verified_already_changes_nothing():
    queue = queue_of(3)
    queue.verify(1)
    assert queue.verified_until == 1
    before = queue.key(1, 0)
    queue.verify(1)
    assert queue.verified_until == 1
    assert queue.key(1, 0) == before


def test_the_numbers_of_a_queue_begin_anew_with_each_epoch():
    queue = queue_of(3)
    queue.verify(1)
    queue.take_head()
    dropped = queue.clear(2)
    assert [entry.seq for entry in dropped] == [2, 3]
    numbers = (queue.epoch, queue.next_seq, queue.verified_until, queue.released_until, len(queue.waiting))
    assert numbers == (2, 1, 0, 0, 0)


def test_each_entry_goes_on_in_pose_and_chain_from_the_one_before_it():
    queue, before = queue_of(0), rest(HOME)
    so_far = chains.queue_start(before, 1)
    for seq, state in enumerate(joint_1_move(3), start=1):
        entry = Entry(epoch=1, seq=seq, state=state, source=HAND)
        queued = queue.push(entry, tick=seq)
        assert (queued.previous, queued.chain_before) == (before, so_far)
        so_far, before = chains.queue_next(so_far, entry, CONFIGURATION, previous=before), state
    assert queue.newest == before


def test_nothing_is_pushed_before_an_epoch_begins():
    queue = CommandQueue(CONFIGURATION)
    assert (queue.epoch, queue.next_seq, queue.verified_until, queue.released_until) == (0, 1, 0, 0)
    assert not queue.is_retreat and not queue.is_clear
    for _ in range(2):
        with pytest.raises(ValueError, match="call `begin` first"):
            push(queue, 1)
        queue.begin(1, rest(HOME))
        queue.clear(2)


def test_the_age_of_the_head_is_counted_in_ticks_and_an_empty_queue_has_none():
    queue = CommandQueue(CONFIGURATION)
    queue.begin(1, rest(HOME))
    assert queue.oldest_age(9) == 0
    push(queue, 1, tick=4)
    push(queue, 2, tick=5)
    assert (queue.oldest_age(4), queue.oldest_age(9)) == (0, 5)
    queue.take_head()
    assert queue.oldest_age(9) == 4


def test_queues_that_would_act_otherwise_have_other_keys():
    plain, retreat, clear = queue_of(2), queue_of(2, is_retreat=True), queue_of(2)
    clear.is_clear_from(1)
    ahead, verified, left = queue_of(2), queue_of(2), queue_of(2)
    ahead.verify(2)
    verified.verify(1)
    left.take_head()
    keys = {each.key(1, 0) for each in (plain, retreat, clear, ahead, verified, left)}
    assert len(keys) == 6
    assert plain.key(1, 0) == queue_of(2).key(1, 0) != plain.key(1, 1)
    assert plain.key(2, 0) == () == CommandQueue(CONFIGURATION).key(0, 0)
