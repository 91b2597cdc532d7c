"""A retreat ends with the first set-point that has left and is clear of all, with its stop."""

import pytest

from predictor.motion.stop import rest
from telemetry.agreed.limits import CLEAR_BY_M
from telemetry.agreed.reasons import Reason
from telemetry.messages.queue import HoldNotice
from tests.planner.gate.gate_bench import HOME, Bench
from tests.planner.gate.set_points.test_queue import push, queue_of
from tests.planner.gate.test_retreat import Inside


def test_a_retreat_is_clear_once_the_first_that_is_clear_has_left_in_whatever_order_they_were_judged():
    for judged in ((2, 3), (3, 2)):
        queue = queue_of(4)
        for seq in judged:
            queue.is_clear_from(seq)
        left = []
        for _ in range(3):
            left.append(queue.is_clear)
            queue.take_head()
        assert [*left, queue.is_clear] == [False, False, True, True]


def test_a_retreat_of_which_nothing_is_known_to_be_clear_does_not_end_by_it():
    queue = queue_of(2)
    queue.take_head()
    assert not queue.is_clear


def test_what_was_clear_in_another_world_or_epoch_ends_no_retreat():
    queue = queue_of(2)
    queue.take_head()
    queue.is_clear_from(1)
    assert queue.is_clear
    queue.void()
    assert not queue.is_clear
    queue.is_clear_from(1)
    queue.begin(2, rest(HOME))
    push(queue, 1)
    queue.take_head()
    assert not queue.is_clear


@pytest.mark.parametrize(("beyond_m", "ends"), [(CLEAR_BY_M, True), (CLEAR_BY_M - 1e-6, False)])
def test_a_retreat_ends_where_clearance_is_what_is_required_and_a_little_more(beyond_m, ends):
    bench = Inside()
    bench.clearance = bench.run_settings.margins.required_m + beyond_m
    bench.retreat_by_hand()
    assert [notice.reason for notice in bench.all(HoldNotice)] == [Reason.CLEAR_AGAIN] * ends


def test_usual_motion_is_not_ended_by_being_clear():
    bench = Bench().in_teleop()
    assert bench.gate.queue.clear_from is None and bench.all(HoldNotice) == []
