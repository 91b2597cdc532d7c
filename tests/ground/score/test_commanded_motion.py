"""Time and idle time of the commanded motion."""

import pytest

from ground.score.commanded_motion import commanded_motion

PERIOD_S = 0.25


def set_points(*pieces):
    """Set-points: of each piece its begin [s], how many, and how far each moves [rad]."""
    found, q = [], 0.0
    for begin_s, count, step in pieces:
        for number in range(count):
            q += step
            found.append((begin_s + number * PERIOD_S, (q, 0.0)))
    return found


def test_motion_without_a_pause_is_not_idle():
    assert commanded_motion(set_points((1.0, 9, 0.1)), PERIOD_S) == pytest.approx((2.0, 0.0))


def test_a_pause_is_idle_whether_set_points_stand_or_are_missing():
    standing = set_points((1.0, 5, 0.1), (2.25, 16, 0.0), (6.25, 5, 0.1))
    missing = set_points((1.0, 5, 0.1), (6.0, 6, 0.1))
    assert commanded_motion(standing, PERIOD_S) == pytest.approx((6.25, 4.0))
    assert commanded_motion(missing, PERIOD_S) == pytest.approx((6.25, 4.0))


def test_without_motion_nothing_is_measured():
    assert (
        commanded_motion([], PERIOD_S) is None
        and commanded_motion(set_points((0.0, 9, 0.0)), PERIOD_S) is None
    )
