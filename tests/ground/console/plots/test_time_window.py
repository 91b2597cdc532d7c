"""The window of time of the plots: it follows now or stands, is moved and made longer or shorter."""

import pytest

from ground.console.plots.time_window import LEAST_NS, MOST_NS, TimeWindow

S = 1_000_000_000
MINUTE = TimeWindow(span_ns=60 * S)


def test_a_window_follows_now_by_whole_pixels():
    ends = {MINUTE.at(100 * S + k * S // 100, 60)[1] for k in range(99)}
    assert ends == {101 * S}
    assert MINUTE.at(100 * S, 60) == (41 * S, 101 * S)


def test_what_is_frozen_or_panned_stands_until_it_follows_again():
    assert MINUTE.frozen(100 * S).at(500 * S, 60) == (40 * S, 100 * S)
    back = MINUTE.panned(-0.5, 100 * S)
    assert back.at(500 * S, 60) == (10 * S, 70 * S)
    assert back.following().at(500 * S, 60)[1] == 501 * S


@pytest.mark.parametrize("at", [0.0, 0.25, 1.0])
def test_the_instant_under_the_mouse_stays_when_it_is_zoomed(at):
    window = MINUTE.frozen(100 * S).zoomed(0.5, 100 * S, at=at)
    from_ns, until_ns = window.at(0, 60)
    assert until_ns - from_ns == 30 * S
    assert from_ns + at * 30 * S == 40 * S + at * 60 * S


def test_a_window_that_follows_goes_on_following_when_it_is_zoomed_by_keys():
    assert MINUTE.zoomed(2.0, 100 * S).follows
    assert not MINUTE.zoomed(2.0, 100 * S, at=0.5).follows


def test_no_window_is_shorter_than_a_few_samples_or_longer_than_what_is_kept():
    assert MINUTE.zoomed(1e-9, 0).span_ns == LEAST_NS
    assert MINUTE.zoomed(1e9, 0).span_ns == MOST_NS
    assert MINUTE.whole(1000 * S, None).at(1000 * S, 60)[0] <= 0


def test_of_a_recording_all_is_shown_wherever_it_stands():
    from_ns, until_ns = MINUTE.whole(5 * S, 300 * S).at(5 * S, 60)
    assert from_ns <= 0 and until_ns == 300 * S
