"""Counts go on as who counts is started again, and are never less than before."""

from ground.report.facts.life_totals import LifeTotals


def test_a_first_count_that_is_smaller_is_that_of_a_new_life_and_what_was_counted_before_stays():
    totals = LifeTotals(2)
    for counts in ((3, 9), (5, 9), (1, 0), (4, 2), (0, 1)):
        totals.on_counts(counts)
    assert totals.total == (5 + 4 + 0, 9 + 2 + 1)


def test_a_later_count_may_fall_within_a_life():
    totals = LifeTotals(2)
    totals.on_counts((3, 9))
    assert totals.on_counts((4, 7)) == (4, 7)
