"""The smoothest way through what is allowed, found where there is one."""

import numpy as np

from planner.motion.redundancy.smoothest_path import FASTEST, smoothed, smoothest_path

PLACES, LABELS, MIDDLE = 101, 161, 80


def level():
    return np.zeros((PLACES, LABELS))


def is_allowed(cost, way):
    rows = np.arange(len(way))
    return (
        np.isfinite(cost[rows, np.floor(way).astype(int)]).all()
        and np.isfinite(cost[rows, np.ceil(way).astype(int)]).all()
    )


def test_where_nothing_is_in_the_way_nothing_turns():
    assert np.all(smoothest_path(level(), MIDDLE) == MIDDLE)


def test_a_way_leads_around_what_is_not_allowed_by_the_shorter_side():
    cost = level()
    cost[40:60, MIDDLE - 30 : MIDDLE + 10] = np.inf
    way = smoothest_path(cost, MIDDLE)
    assert is_allowed(cost, way)
    assert way[0] == MIDDLE
    assert MIDDLE + 10 <= way.max() <= MIDDLE + 13


def test_the_way_is_smooth_between_labels():
    cost = level()
    cost[40:60, MIDDLE - 30 : MIDDLE + 10] = np.inf
    assert np.abs(np.diff(smoothest_path(cost, MIDDLE), n=2)).max() < 0.2


def test_the_other_side_is_found_where_the_shorter_one_is_closed_later():
    cost = level()
    cost[40:60, MIDDLE - 30 : MIDDLE + 10] = np.inf
    cost[70, MIDDLE - 20 :] = np.inf  # what begins upwards cannot get through there in time
    cost[60:70, MIDDLE - 28 : MIDDLE + 60] = np.inf
    way = smoothest_path(cost, MIDDLE)
    assert is_allowed(cost, way)
    assert way[50] < MIDDLE - 30


def test_a_wall_has_no_way_through():
    cost = level()
    cost[50] = np.inf
    assert smoothest_path(cost, MIDDLE) is None


def test_no_way_is_faster_than_a_turn_may_be():
    cost = level()
    cost[5:, : MIDDLE + 5 * FASTEST + 1] = np.inf
    assert smoothest_path(cost, MIDDLE) is None
    cost[5, MIDDLE + 5 * FASTEST] = 0.0
    assert smoothest_path(cost, MIDDLE) is not None


def test_a_begin_that_is_not_allowed_is_left():
    cost = level()
    cost[0:5, MIDDLE - 3 : MIDDLE + 3] = np.inf
    way = smoothest_path(cost, MIDDLE)
    assert way[0] == MIDDLE
    assert abs(way[1] - MIDDLE) >= 3


def test_smoothing_keeps_the_begin_and_leaves_straight_rows_alone():
    rows = np.linspace(3.0, 7.0, 20)
    assert np.allclose(smoothed(rows, 1e3), rows, atol=1e-9)
    bent = np.where(np.arange(20) < 10, 0.0, 1.0)
    assert smoothed(bent, 1e3)[0] == 0.0
    assert np.abs(np.diff(smoothed(bent, 1e3), n=2)).max() < 0.1
