"""What the benchmark `haptics` measures: the loop, its parts, and the way to the door and back."""

import pytest

from ground.command_list import DONE
from tests.benchmarks.__main__ import main
from tests.benchmarks.questions import haptics as bench
from tests.benchmarks.questions import loop_timing as timing


@pytest.fixture(autouse=True)
def in_short(monkeypatch):
    monkeypatch.setattr(timing, "be_punctual", lambda: "ordinary priority")
    monkeypatch.setattr(timing, "CALLS", 20)
    monkeypatch.setattr(timing, "TRIPS", 5)


@pytest.mark.real_time
def test_the_loop_tells_how_late_it_was_and_with_which_priority():
    told = [*timing.punctuality(0.05)]
    late = [figure.us for figure in told]
    assert late == sorted(late) and "100 %" in told[-1].case
    assert "ordinary priority" in told[0].note and told[0].asked_us == 1000.0


def test_the_loop_runs_as_long_as_it_is_told_to(monkeypatch):
    now_ns = [0]
    monkeypatch.setattr(timing, "monotonic_ns", lambda: now_ns[0])
    monkeypatch.setattr(timing, "sleep_until", lambda at_ns: now_ns.__setitem__(0, at_ns))
    assert next(iter(timing.punctuality(0.05))).note.startswith("50 cycles at 1 kHz, 0 periods missed")


def test_every_part_costs_something_and_far_less_than_a_second():
    told = {figure.case: figure.us for figure in timing.costs()}
    assert len(told) == 8 and all(0.0 < us < 1e5 for us in told.values())


@pytest.mark.real_time
def test_a_state_comes_back_by_both_carriers():
    told = [*timing.round_trips()]
    assert {figure.case.split(",")[0] for figure in told} == {
        "to the door and back by TCP",
        "to the door and back by UDP",
    }
    assert all(0.0 < figure.us < 1e6 for figure in told)


@pytest.mark.real_time
def test_the_bench_tells_it_as_rows_beside_what_is_asked(monkeypatch, capsys):
    figures = [
        bench.Figure("late", 1200.0, 1000.0, "in time", "busy"),
        bench.Figure("trip", 245.0, None, "", ""),
    ]
    monkeypatch.setattr("tests.benchmarks.haptics.measured", lambda seconds: [f.row() for f in figures])
    assert main(["haptics", "--seconds", "1"]) == DONE
    said = capsys.readouterr().out
    assert "1,200" in said and "<= 1,000  MISSED (1)" in said and "(1) busy" in said
