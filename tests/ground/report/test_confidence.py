"""What a number of flights tells with 95 % confidence."""

import numpy as np
import pytest
import scipy

from ground.report.confidence import bound_of_none, distribution, share_of


@pytest.mark.parametrize(("count", "of"), [(0, 20), (1, 20), (13, 20), (20, 20), (497, 500)])
def test_the_interval_of_a_share_is_that_of_scipy(count, of):
    oracle = scipy.stats.binomtest(count, of).proportion_ci(0.95, method="wilson")
    found = share_of(count, of)
    assert (found.low, found.high) == pytest.approx((oracle.low, oracle.high), abs=1e-6)


def test_no_flight_tells_nothing_of_a_share():
    assert share_of(0, 0).share is None
    assert (share_of(0, 0).low, share_of(0, 0).high) == (0.0, 1.0)


def test_what_none_of_300_flights_shows_is_rarer_than_one_in_a_hundred():
    assert bound_of_none(300) == pytest.approx(0.01)
    assert bound_of_none(300) >= 1.0 - 0.05 ** (1.0 / 300.0)  # which is exact


def test_the_interval_of_the_median_holds_it_in_19_of_20_samples():
    rng = np.random.default_rng(1)
    rows = [distribution(rng.exponential(size=60).tolist()).quantiles[2] for _ in range(400)]
    held = sum(row.low <= np.log(2.0) <= row.high for row in rows)
    assert 0.93 <= held / len(rows) <= 0.99


def test_few_flights_have_no_interval_for_a_rare_quantile():
    low, many = (distribution([1.0, 2.0, 3.0, 4.0]).quantiles[row] for row in (1, 3))
    assert low.low is None
    assert many.high is None


def test_the_ends_of_a_distribution_are_its_least_and_its_most():
    spread = distribution([3.0, 1.0, 2.0])
    assert [row.value for row in spread.quantiles] == [1.0, 1.0, 2.0, 3.0, 3.0]
