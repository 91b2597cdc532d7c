"""The link's state, round trip and clock, as the bridge measures them, against a link that is known."""

import pytest

from tests.telemetry.link.link_bench import SimulatedLink

ROUND_TRIP_S = 7.0
OFFSET_S, DRIFT = 3600.0, 50e-6
TEN_YEARS_S = 10 * 365.25 * 86_400.0
ONE_MILLISECOND = 1e-3
SEEN_S = 12.0  # until a step has been seen both ways


def is_within(measured, true):
    return abs(measured.value - true) <= measured.uncertainty


def clock_is_right(link):
    return is_within(link.status.clock, link.offset_s)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(("jitter_s", "loss"), [(0.005, 0.0), (0.05, 0.1), (0.2, 0.3)])
def test_round_trip_clock_and_drift_are_within_their_stated_uncertainty_at_any_time(jitter_s, loss, seed):
    link = SimulatedLink(seed=seed, jitter_s=jitter_s, loss=loss, offset_s=OFFSET_S, drift_ppm=DRIFT * 1e6)
    link.run(15)
    for _ in range(25):
        status = link.run(3)
        assert is_within(status.round_trip, ROUND_TRIP_S) and clock_is_right(link)
        assert abs(status.clock.drift - DRIFT) <= status.clock.drift_uncertainty
        assert abs(status.round_trip.drift) <= status.round_trip.drift_uncertainty
    assert status.round_trip.stepped_ns is None and status.clock.stepped_ns is None


@pytest.mark.sweep
@pytest.mark.parametrize("jitter_s", [0.0, 0.005, 0.05, 0.2])
def test_on_100_seeds_nothing_lies_outside_its_stated_uncertainty(jitter_s):
    for seed in range(100):
        link = SimulatedLink(seed=seed, jitter_s=jitter_s, loss=0.1, offset_s=OFFSET_S, drift_ppm=DRIFT * 1e6)
        link.run(10)
        for _ in range(100):
            status = link.run(2)
            assert is_within(status.round_trip, ROUND_TRIP_S) and clock_is_right(link), seed


def test_uncertainty_falls_as_more_is_measured_and_says_something():
    link = SimulatedLink(jitter_s=0.005)
    early, late = link.run(10).clock, link.run(170).clock
    assert late.uncertainty < early.uncertainty and late.uncertainty < 5 * ONE_MILLISECOND
    assert late.drift_uncertainty < 10e-6


def test_at_rest_the_round_trip_is_measured_by_keeps_alone():
    link = SimulatedLink()
    assert link.run(7.0).round_trip is None
    assert abs(link.run(1.5).round_trip.value - ROUND_TRIP_S) < ONE_MILLISECOND


@pytest.mark.parametrize("by_s", [1.0, -1.0, 3600.0, -3600.0, TEN_YEARS_S, -TEN_YEARS_S])
def test_a_clock_that_is_set_on_board_is_a_step_of_the_clock_and_not_of_the_delay(by_s):
    link = SimulatedLink(jitter_s=0.005)
    link.run(30)
    link.set_clock(by_s)
    status = link.run(SEEN_S)
    assert abs(status.clock.step - by_s) < 0.05 and clock_is_right(link)
    assert status.round_trip.stepped_ns is None and is_within(status.round_trip, ROUND_TRIP_S)


@pytest.mark.parametrize(("up_s", "down_s"), [(0.6, 0.6), (1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -0.7)])
def test_a_stepped_delay_is_no_step_of_the_clock_which_shows_whose_way_it_is(up_s, down_s):
    link = SimulatedLink(jitter_s=0.005)
    link.run(60)
    link.up.lengthen(up_s)
    link.down.lengthen(down_s)
    for seconds in (SEEN_S, 20, 20):
        status = link.run(seconds)
        assert is_within(status.round_trip, ROUND_TRIP_S + up_s + down_s) and clock_is_right(link)
    assert status.round_trip.stepped_ns is not None and status.clock.stepped_ns is None
    assert status.up.delay == pytest.approx(3.5 + up_s, abs=0.01)
    assert status.down.delay == pytest.approx(3.5 + down_s, abs=0.01)
    assert status.clock.uncertainty > 0.49 * abs(up_s - down_s), "it may have been set in that very instant"


def test_a_clock_set_as_a_delay_steps_is_seen_as_both():
    link = SimulatedLink(jitter_s=0.005)
    link.run(60)
    link.set_clock(5.0)
    link.up.lengthen(1.0)
    status = link.run(30)
    assert abs(status.clock.step - 5.0) < 1.0 and abs(status.round_trip.step - 1.0) < 0.05
    assert clock_is_right(link)


def test_a_stray_delay_moves_nothing():
    link = SimulatedLink(jitter_s=0.005)
    link.run(30)
    link.up.lengthen(2.0)
    link.run(0.3)
    link.up.lengthen(-2.0)
    status = link.run(10)
    assert status.round_trip.stepped_ns is None and is_within(status.round_trip, ROUND_TRIP_S)


def test_before_anything_can_be_known_the_link_is_quiet_and_then_ok():
    link = SimulatedLink()
    ways = [(link.run(2).down.state, link.status.up.state) for _ in range(4)]
    assert ways == [("quiet", "quiet"), ("ok", "quiet"), ("ok", "quiet"), ("ok", "ok")]
    assert [status.state for _, status in link.seen][-1] == "ok"


def test_silence_is_first_quiet_and_then_lost_with_its_age_and_reason():
    link = SimulatedLink()
    link.run(10)
    link.reports = False
    quiet, lost = link.run(3.5 + 2), link.run(10)
    assert (quiet.state, quiet.down.reason, lost.state) == ("quiet", "no_report", "lost")
    assert lost.down.age == pytest.approx(11.5, abs=0.6)


def test_commands_that_do_not_arrive_are_a_lost_way_up_while_reports_still_come():
    link = SimulatedLink()
    link.run(10)
    link.up.blackout(link.now_ns, 10**18)
    quiet, lost = link.run(10), link.run(12)
    assert (quiet.up.state, quiet.up.reason, quiet.down.state) == ("quiet", "no_echo", "ok")
    assert (lost.up.state, lost.down.state, lost.state) == ("lost", "ok", "lost")


def test_where_nothing_is_sent_nothing_is_lost():
    link = SimulatedLink()
    link.run(10)
    link.commands = False
    status = link.run(30)
    assert (status.up.state, status.up.reason, status.up.lost) == ("quiet", "nothing_sent", 0)


def test_out_of_window_is_a_state_of_its_own_and_what_it_costs_is_no_loss():
    link = SimulatedLink(windows_s=((0.0, 20.0), (40.0, 1e6)))
    link.run(15)
    assert link.run(10).state == "out of window"
    assert link.run(17).state == "quiet"
    status = link.run(10)
    assert (status.state, status.up.lost, status.down.lost) == ("ok", 0, 0)


def test_lost_packets_are_counted_both_ways():
    link = SimulatedLink(loss=0.2)
    status = link.run(60)
    assert status.down.packets + status.down.lost == pytest.approx(560, abs=8)
    assert status.up.packets + status.up.lost == pytest.approx(212, abs=6)
    assert status.up.packets == pytest.approx(link.up.delivered, abs=15)
    assert 0 < status.up.lost <= link.up.dropped["loss"]


def test_rates_are_of_the_last_seconds():
    link = SimulatedLink()
    link.run(20)
    assert (link.status.up.rate, link.status.down.rate) == (4.0, 10.0)
    link.commands = False
    assert link.run(15).up.rate == 0.0


def test_a_spacecraft_that_counts_anew_is_measured_on():
    link = SimulatedLink()
    link.run(20)
    link.board = type(link.board)()
    status = link.run(20)
    assert status.state == "ok" and status.up.lost <= 1 and status.up.packets > 100
    assert is_within(status.round_trip, ROUND_TRIP_S)


def test_an_echo_of_what_has_not_left_here_measures_nothing():
    link = SimulatedLink()
    link.board.on_packet(10**15, 0)
    assert link.run(7).round_trip is None
    assert abs(link.run(3).round_trip.value - ROUND_TRIP_S) < ONE_MILLISECOND


def test_after_an_hour_of_silence_the_first_report_makes_the_link_ok_at_once():
    link = SimulatedLink(jitter_s=0.005)
    link.run(20)
    link.reports = link.commands = False
    link.run(20)
    link.now_ns += 3600 * 10**9
    assert link.run(1).down.state == "lost"
    link.reports = link.commands = True
    link.run(3.4)
    assert link.run(0.2).down.state == "ok"
    assert link.run(12).state == "ok" and clock_is_right(link)
