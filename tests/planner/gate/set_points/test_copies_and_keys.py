"""An age counts as long as it decides something, to the last nanosecond and not beyond."""

from planner.gate.set_points.copies_and_keys import age_ns, fresh_age_ns


def test_what_was_heard_just_within_the_limit_still_has_its_age_and_later_none():
    assert [fresh_age_ns(5, now_ns, limit_ns=10) for now_ns in (15, 16)] == [10, None]
    assert fresh_age_ns(None, 15, limit_ns=10) is None


def test_beyond_the_most_all_ages_are_alike():
    assert [age_ns(5, now_ns, most_ns=10) for now_ns in (14, 15, 16)] == [9, 10, 10]
    assert age_ns(None, 15, most_ns=10) is None
