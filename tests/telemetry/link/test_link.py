"""Clock correlation, round trip, sequence counts and age, against what the simulated link really did."""

import numpy as np
import pytest

from telemetry.link.measured import (
    COUNT_WINDOW,
    ClockCorrelation,
    Freshness,
    RoundTrip,
    SequenceMonitor,
)
from telemetry.messages.spacecraft import Telemetry
from telemetry.wire.packet import COUNTS

S = 1_000_000_000
MS = 1_000_000
OFFSET_NS = 987_654_321_000
ONE_MICROSECOND = 1e-6


def report(*, sampled_ns, epoch=1, accepted=0, accepted_at_ns=0):
    zeros = (0.0,) * 6
    return Telemetry(
        **dict.fromkeys(("q", "qd", "currents", "temperatures", "hold_q"), zeros),
        **dict.fromkeys(("buffer", "executed_epoch", "executed", "refused_epoch", "refused"), 0),
        **dict.fromkeys(("refusal", "latch_reason"), ""),
        sampled_ns=sampled_ns,
        mode="moving",
        brakes_on=False,
        locked=(False,) * 6,
        gripper=0.0,
        quat_world_base=(1.0, 0.0, 0.0, 0.0),
        p_world_base=(0.0, 0.0, 0.0),
        rate_base=(0.0, 0.0, 0.0),
        epoch=epoch,
        accepted=accepted,
        accepted_at_ns=accepted_at_ns,
        latched=False,
    )


def correlated(down_s=3.5):
    clocks = ClockCorrelation(down_s)
    clocks.observe(10 * S + OFFSET_NS, 10 * S + round(down_s * S))
    return clocks


def test_clocks_are_not_correlated_before_the_first_report():
    clocks = ClockCorrelation(3.5)
    assert not clocks.is_set
    with pytest.raises(ValueError, match="before the first report"):
        clocks.to_spacecraft(0)


def test_correlation_finds_the_offset_and_inverts():
    clocks = correlated()
    assert clocks.to_spacecraft(20 * S) == 20 * S + OFFSET_NS
    assert clocks.to_ground(clocks.to_spacecraft(123)) == 123


def test_correlation_withstands_jitter_and_stray_delays():
    rng, clocks = np.random.default_rng(3), ClockCorrelation(3.5)
    for k in range(100):
        stray_ns = 2 * S if k % 10 == 0 else 0
        jitter_ns = int(rng.uniform(-100 * MS, 100 * MS))
        clocks.observe(k * 100 * MS + OFFSET_NS, k * 100 * MS + 3_500 * MS + jitter_ns + stray_ns)
    assert abs(clocks.to_spacecraft(0) - OFFSET_NS) < 50 * MS


def test_correlation_follows_a_drifting_clock_within_its_window():
    clocks, drift = ClockCorrelation(0.0), 100e-6
    for k in range(1_000):
        clocks.observe(round(k * 100 * MS * (1.0 + drift)), k * 100 * MS)
    behind_ns = round(99_900 * MS * (1.0 + drift)) - clocks.to_spacecraft(99_900 * MS)
    assert 0 < behind_ns <= 6 * S * drift


def test_round_trip_is_measured_from_reports_whatever_the_clocks_offset():
    trip = RoundTrip(correlated())
    trip.on_release(1, 1, 20 * S)
    accepted_at_ns, sampled_ns = 23_600 * MS + OFFSET_NS, 23_650 * MS + OFFSET_NS
    trip.on_telemetry(report(sampled_ns=sampled_ns, accepted=1, accepted_at_ns=accepted_at_ns), 27_050 * MS)
    assert trip.latest_s == pytest.approx(3.6 + 3.4, abs=ONE_MICROSECOND)
    assert (trip.up_s, trip.down_s) == (pytest.approx(3.6), pytest.approx(3.4))


def test_round_trip_counts_each_accepted_number_once():
    trip = RoundTrip(ClockCorrelation(3.5))
    for seq in (1, 2, 3):
        trip.on_release(1, seq, seq * S)
    for received_ns, accepted, up_ns in ((8 * S, 1, 3 * S), (8 * S, 1, 3 * S), (10 * S, 3, 4 * S)):
        seen = report(sampled_ns=received_ns - S, accepted=accepted, accepted_at_ns=accepted * S + up_ns)
        trip.on_telemetry(seen, received_ns)
    assert trip.measured == 2
    assert (trip.mean_s, trip.max_s, trip.latest_s) == (4.5, 5.0, 5.0)
    assert (trip.up_s, trip.down_s) == (None, None)


def test_round_trip_is_unknown_without_an_accepted_number():
    trip = RoundTrip(correlated())
    trip.on_release(2, 1, 0)
    trip.on_telemetry(report(sampled_ns=0, epoch=1, accepted=1), S)
    assert (trip.mean_s, trip.max_s, trip.latest_s, trip.measured) == (None, None, None, 0)


def heard(counts):
    monitor = SequenceMonitor()
    return [monitor.observe(count % COUNTS) for count in counts], monitor


@pytest.mark.parametrize("begin", [0, 5, COUNTS - 3])
def test_counts_in_order_lose_nothing_across_the_wrap_too(begin):
    arrivals, monitor = heard(range(begin, begin + 10))
    assert arrivals == ["new"] * 10
    assert (monitor.received, monitor.lost, monitor.late, monitor.duplicated) == (10, 0, 0, 0)


def test_gap_is_a_loss_and_a_late_arrival_repairs_it():
    arrivals, monitor = heard([COUNTS - 1, COUNTS + 2, COUNTS, COUNTS])
    assert arrivals == ["new", "new", "late", "duplicate"]
    assert (monitor.received, monitor.lost, monitor.late, monitor.duplicated) == (3, 1, 1, 1)


def test_packet_from_before_the_first_is_late_and_no_loss():
    arrivals, monitor = heard([5, 4, 4])
    assert arrivals == ["new", "late", "duplicate"]
    assert (monitor.received, monitor.lost) == (2, 0)


def test_sequence_monitor_agrees_with_sets_on_a_shuffled_stream():
    rng = np.random.default_rng(4)
    sent = [n for n in range(40_000) if rng.random() > 0.02]
    stream = sorted(sent + sent[::50], key=lambda n: n + rng.uniform(0.0, 0.4 * COUNT_WINDOW))
    _, monitor = heard(stream)
    missing = set(range(min(stream), max(stream) + 1)) - set(stream)
    assert monitor.late > 0
    assert (monitor.received, monitor.lost) == (len(sent), len(missing))
    assert monitor.duplicated == len(stream) - len(sent)


def test_what_was_never_heard_is_not_fresh():
    telemetry = Freshness(1 * S)
    assert telemetry.age_ns(0) is None
    assert not telemetry.is_fresh(0)


def test_age_grows_until_it_is_stale():
    telemetry = Freshness(1 * S)
    telemetry.refresh(5 * S)
    assert telemetry.age_ns(6 * S) == S
    assert telemetry.is_fresh(6 * S)
    assert not telemetry.is_fresh(6 * S + 1)
