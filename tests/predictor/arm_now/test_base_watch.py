"""A base that is not where its arm takes it: one event until it stays; nothing is verified meanwhile."""

import math

import pytest

from predictor.arm_now.base_watch import BaseWatch

ALLOWED_M, LOOP_NS, REPORT_NS = 0.02, 2_000_000_000, 100_000_000


@pytest.fixture
def watch():
    return BaseWatch(allowed_m=ALLOWED_M, loop_ns=LOOP_NS)


def test_what_the_budget_has_room_for_is_no_event(watch):
    assert not watch.observe(ALLOWED_M, REPORT_NS)
    assert not watch.is_elsewhere


@pytest.mark.parametrize("off_m", [1.01 * ALLOWED_M, math.nan])
def test_more_than_that_and_what_is_no_number_is_one(watch, off_m):
    assert watch.observe(off_m, REPORT_NS)
    assert watch.is_elsewhere


def test_while_it_lasts_half_of_that_is_movement(watch):
    watch.observe(0.03, 0)
    assert watch.observe(0.6 * ALLOWED_M, REPORT_NS)
    assert not watch.observe(0.5 * ALLOWED_M, 2 * REPORT_NS)


def test_it_lasts_until_the_base_has_stayed_for_a_whole_loop(watch):
    watch.observe(0.03, 0)
    watch.observe(0.015, REPORT_NS)
    watch.observe(0.001, LOOP_NS)
    assert watch.is_elsewhere
    watch.observe(0.001, LOOP_NS + REPORT_NS)
    assert not watch.is_elsewhere


def test_by_another_clock_the_wait_begins_again(watch):
    watch.observe(0.03, 0)
    watch.forget_times()
    watch.observe(0.0, 9 * LOOP_NS)
    assert watch.is_elsewhere
    watch.observe(0.0, 10 * LOOP_NS)
    assert not watch.is_elsewhere
