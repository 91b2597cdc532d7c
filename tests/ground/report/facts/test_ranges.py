"""Measured and computed ranges beside each other: agreement, the two signals, and what was not there."""

from ground.report.facts import range_model, ranges
from ground.report.facts.range_model import Computed
from ground.report.facts.ranges import RangeRow, Ranges, account_of
from ground.scenario.scenario import load, run_settings
from telemetry.messages.spacecraft import RangeSample
from tests.ground.operator.fake_gate import telemetry

RUN = run_settings(load("underwater_trainer"), seed=1, run_id="test")
CYCLE_NS = RUN.link.telemetry_period_ns
WARNS_M = 0.1


def account(measured, nearest=None, echo=None):
    nearest, echo = nearest or measured, echo or measured
    rows = [
        RangeRow(0.1 * k, k * CYCLE_NS, *distances)
        for k, distances in enumerate(zip(measured, echo, nearest, strict=True))
    ]
    return account_of(rows, RUN)


def test_the_greatest_difference_of_measured_and_computed_counts():
    assert account([0.50, 0.43, 0.30], echo=[0.50, 0.40, 0.31]).off_max_m == 0.43 - 0.40


def test_signals_are_apart_by_cycles_and_positive_if_the_sensor_is_late():
    assert account([0.11, 0.101, 0.09], nearest=[0.11, 0.099, 0.09]).cycles_apart == 1
    assert account([0.11, 0.099, 0.09], nearest=[0.11, 0.101, 0.09]).cycles_apart == -1


def test_a_cycle_whose_sample_was_lost_counts_as_one():
    rows = [RangeRow(0.0, 0, 0.2, 0.2, 0.09), RangeRow(0.2, 2 * CYCLE_NS, 0.09, 0.09, 0.08)]
    assert account_of(rows, RUN).cycles_apart == 2


def test_without_a_signal_of_both_nobody_knows_how_far_they_are_apart():
    assert account([0.2, 0.15], nearest=[0.2, 0.09]).cycles_apart is None


def test_where_there_was_no_echo_nothing_is_compared():
    told = account([None, None], nearest=[0.2, 0.09], echo=[0.2, None]).figures()
    assert told.off_max_m is None and told.least_measured_m is None
    assert told.least_computed_m == 0.09


def test_an_arm_without_samples_has_no_account():
    assert Ranges(RUN).account() is None


def test_what_is_compared_bit_by_bit_is_what_is_compared_at_once():
    measured = [0.5, 0.43, 0.2, 0.09, 0.3, None]
    nearest = [0.5, 0.09, 0.08, 0.3, 0.3, 0.3]
    rows = [
        RangeRow(0.1 * k, k * CYCLE_NS, *distances)
        for k, distances in enumerate(zip(measured, [0.4] * 6, nearest, strict=True))
    ]
    known = None
    for row in rows:
        known = account_of([row], RUN, before=known)
    assert known == account_of(rows, RUN)
    assert (known.samples, known.cycles_apart) == (6, 2)


def test_a_sample_is_compared_with_the_report_of_its_instant_whichever_comes_first(monkeypatch):
    monkeypatch.setattr(range_model, "computed", lambda model, method, reports: [ECHO] * len(reports))
    monkeypatch.setattr(ranges, "KEPT_MAX", 2)
    found = Ranges(RUN)
    found.on_range_sample(sample(1))
    for number in (1, 2, 3, 4):
        found.on_report(float(number), report(number))
    for number in (2, 4, 5):
        found.on_range_sample(sample(number))
    assert found.account().samples == 2  # of 1 and 4: the report of 2 is too old, that of 5 did not come
    assert len(found._reports) == 2 and not found._pairs


ECHO = Computed(echo=0.3, nearest=0.2)


def sample(number):
    return RangeSample(sampled_ns=number * CYCLE_NS, distance=0.3)


def report(number):
    return telemetry(number * CYCLE_NS, latched=False)
