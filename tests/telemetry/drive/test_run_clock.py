"""The time of a run: one time zero for all processes of all hosts, and no step of UTC moves it."""

import asyncio
import time

import pytest

from telemetry.drive import run_clock
from telemetry.drive.run_clock import RunClock, clock_name
from telemetry.files.settings import FileError

S = 1_000_000_000


class Host:
    """A host whose clocks are set by hand."""

    def __init__(self, monkeypatch, *, utc_ns=1_000 * S, monotonic_ns=50 * S, name="host"):
        self.utc_ns, self.monotonic_ns, self.name = utc_ns, monotonic_ns, name
        self._monkeypatch = monkeypatch

    def here(self):
        """Let what follows happen on this host."""
        self._monkeypatch.setattr(time, "time_ns", lambda: self.utc_ns)
        self._monkeypatch.setattr(time, "monotonic_ns", lambda: self.monotonic_ns)
        self._monkeypatch.setattr(run_clock, "clock_name", lambda: self.name)
        return self

    def passes(self, ns):
        self.utc_ns += ns
        self.monotonic_ns += ns


@pytest.fixture
def host(monkeypatch):
    return Host(monkeypatch).here()


def test_time_stands_at_zero_until_it_is_told_and_has_come(host, tmp_path):
    waiting = RunClock(tmp_path)
    assert (waiting.now_ns(), waiting.has_time_zero()) == (0, False)
    RunClock(tmp_path).begin()
    assert (waiting.now_ns(), waiting.has_time_zero()) == (0, True)
    host.passes(run_clock.AHEAD_NS + 3 * S)
    assert waiting.now_ns() == 3 * S


def test_time_zero_is_an_instant_of_utc_once_it_is_told(host, tmp_path):
    waiting = RunClock(tmp_path)
    assert waiting.zero_utc_ns() is None
    waiting.begin()
    host.utc_ns += 3600 * S  # a step of UTC moves nothing
    assert waiting.zero_utc_ns() == 1_000 * S + run_clock.AHEAD_NS


@pytest.mark.real_time
def test_time_zero_is_waited_for_and_so_is_the_end(tmp_path):
    begun, ended = RunClock(tmp_path / "begun"), asyncio.Event()
    begun.begin()
    asyncio.run(begun.time_zero(unless=ended))
    assert begun.now_ns() > 0
    ended.set()
    asyncio.run(RunClock(tmp_path / "not begun").time_zero(unless=ended))


def test_a_step_of_utc_moves_neither_who_runs_nor_who_is_started_again(host, tmp_path):
    running = RunClock(tmp_path)
    running.begin()
    host.passes(run_clock.AHEAD_NS + 5 * S)
    host.utc_ns += 3600 * S
    assert running.now_ns() == 5 * S
    assert RunClock(tmp_path).now_ns() == 5 * S


def test_two_hosts_with_other_monotonic_clocks_have_the_same_time(host, monkeypatch, tmp_path):
    here = RunClock(tmp_path)
    here.begin()
    other = Host(monkeypatch, monotonic_ns=90_000 * S, name="other").here()
    there = RunClock(tmp_path)
    other.passes(run_clock.AHEAD_NS + 2 * S)
    assert there.now_ns() == 2 * S


def test_who_begins_a_run_that_has_begun_changes_nothing(host, tmp_path):
    first = RunClock(tmp_path)
    first.begin()
    host.passes(run_clock.AHEAD_NS + S)
    RunClock(tmp_path).begin()
    assert RunClock(tmp_path).now_ns() == first.now_ns() == S


def test_a_time_zero_that_cannot_be_read_is_told_instead_of_waited_for(host, tmp_path):
    (tmp_path / run_clock.TIME_ZERO).write_text("{}")
    with pytest.raises(FileError, match=r"time_zero\.json"):
        RunClock(tmp_path)


@pytest.mark.skipif(not run_clock.BOOT.exists(), reason="only Linux tells a boot from the next one")
def test_another_boot_is_another_clock(monkeypatch, tmp_path):
    here = clock_name()
    assert clock_name() == here
    (tmp_path / "boot_id").write_text("another-boot\n")
    monkeypatch.setattr(run_clock, "BOOT", tmp_path / "boot_id")
    assert clock_name().startswith("another-boot-")
    assert clock_name() != here
