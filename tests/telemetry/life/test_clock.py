"""The two clocks of a host, read together."""

import time

from telemetry.life import clock
from telemetry.life.clock import ClockReading, read_both

S, MS = 1_000_000_000, 1_000_000


def test_the_tightest_of_several_reads_counts(monkeypatch):
    monotonic_ns = iter([0, 500 * MS, S, S + 40, 2 * S, 3 * S])
    monkeypatch.setattr(clock, "CLOCK_READS", 3)
    monkeypatch.setattr(time, "monotonic_ns", lambda: next(monotonic_ns))
    monkeypatch.setattr(time, "time_ns", lambda: 7 * S)
    assert read_both() == ClockReading(utc_ns=7 * S, monotonic_ns=S + 20, uncertainty_ns=20)


def test_an_instant_of_utc_becomes_one_of_this_host_and_back():
    reading = ClockReading(utc_ns=1_000 * S, monotonic_ns=3 * S, uncertainty_ns=1)
    assert reading.monotonic_at(1_005 * S) == 8 * S
    assert reading.utc_at(8 * S) == 1_005 * S


def test_utc_and_monotonic_clock_are_known_against_each_other_to_a_millisecond():
    assert read_both().uncertainty_ns < MS
