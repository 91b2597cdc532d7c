"""What becomes of each rule for a queue where one thing fails: the shortest way to a swept obstacle, or none.

All cases are explored whole, breadth-first: every order of all that can happen, to the depth that is said.
"""

from functools import partial

import pytest

from tests.model import published, watermark
from tests.model.explore import explore
from tests.model.published import Published
from tests.model.watermark import State, Watermark

PUBLISHED = {
    "in time": (Published(), None),
    "one tick too late": (Published(latencies=(3,)), 4),
    "a signal may be lost": (Published(loses_signals=True), 4),
    "ends are checked, not sweeps": (Published(checks_sweep=False), 4),
    "the predictor keeps its branch": (Published(rebases=False), 5),
    "the obstacle moves after the check": (Published(obstacle_moves=True), 4),
    "commands are steps": (Published(has_increments=True, latencies=(0,), cells=6, obstacle=4), 7),
    "one entry, no latency": (Published(n_d=1, latencies=(0,)), None),
    "one entry, one tick of latency": (Published(n_d=1, latencies=(1,)), 2),
    "two entries, one tick of latency": (Published(n_d=2, latencies=(0, 1)), None),
    "four entries, three ticks of latency": (Published(n_d=4, latencies=(0, 1, 2, 3)), None),
}
WATERMARK = {
    "all rules, two entries": (Watermark(), 6, None),
    "all rules, three entries": (Watermark(n_d=3), 5, None),
    "all rules, release held back at will": (Watermark(holds_back=True), 4, None),
    "a coasting arm": (Watermark(coasts=True, cells=6), 5, None),
    "verdicts without epoch": (Watermark(verdicts_name_epoch=False), 6, 4),
    "verdicts without world": (Watermark(verdicts_name_world=False), 6, 2),
    "an unverified head is skipped": (Watermark(skips_unverified=True), 6, 2),
    "leaves without a verdict in time": (Watermark(leaves_unverified=True), 6, 3),
    "verdicts on moves without their stop": (
        Watermark(coasts=True, cells=6, verdicts_cover_stop=False),
        6,
        2,
    ),
}


@pytest.mark.parametrize("case", PUBLISHED)
def test_the_published_rule_is_safe_in_time_and_without_loss_alone(case):
    rule, violated_in = PUBLISHED[case]
    found = explore(published.begin(rule), partial(published.steps, rule), ticks=20)
    assert (len(found.trace) or None) == violated_in, found
    assert violated_in or found.is_closed  # nothing was left out


@pytest.mark.parametrize("case", WATERMARK)
def test_the_watermark_is_safe_as_long_as_every_rule_of_it_holds(case):
    rule, ticks, violated_in = WATERMARK[case]
    found = explore(State(), partial(watermark.steps, rule), ticks=ticks)
    assert (len(found.trace) or None) == violated_in, found


def test_the_published_rule_in_time_has_as_many_states_as_were_ever_found():
    found = explore(published.begin(Published()), partial(published.steps, Published()), ticks=20)
    assert found.states == 156


@pytest.mark.sweep
@pytest.mark.parametrize(("n_d", "ticks", "least"), [(2, 8, 100_000), (3, 7, 80_000), (4, 6, 40_000)])
def test_the_watermark_is_safe_in_longer_runs(n_d, ticks, least):
    rule = Watermark(n_d=n_d)
    found = explore(State(), partial(watermark.steps, rule), ticks=ticks)
    assert found.violation == "", found.trace
    assert found.states >= least
