"""A grid of instants t0 + k P."""

from telemetry.agreed.limits import next_instant


def test_an_instant_of_the_grid_is_followed_by_the_next_one():
    assert next_instant(7, period_ns=10, now_ns=7) == 17


def test_what_a_stall_has_missed_is_left_out_and_the_phase_kept():
    assert next_instant(7, period_ns=10, now_ns=58) == 67


def test_a_tick_before_its_time_leaves_that_time_due():
    assert next_instant(17, period_ns=10, now_ns=9) == 17
