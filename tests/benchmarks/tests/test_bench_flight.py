"""What the benchmark `flight` measures: flights by each way, beside one another."""

import json

import pytest

from ground.command_list import DONE
from tests.benchmarks import flight
from tests.benchmarks.__main__ import main
from tests.benchmarks.flight import HERE, Flown, Way
from tests.benchmarks.questions import one_flight


def test_a_flight_is_as_long_as_is_asked_coded_or_not():
    assert [one_flight.flown("short_link", 1.0, way)[1] for way in ("coded", "uncoded")] == [
        pytest.approx(1.5, abs=0.1)
    ] * 2


@pytest.mark.real_time
def test_each_flight_is_a_process_of_its_own_by_the_checkout_that_is_named():
    found = flight.flown(Way("uncoded", HERE, "uncoded"), "short_link", 1)
    assert found.processor_s > 0.0 and found.mission_s == pytest.approx(1.5, abs=0.1)


def test_each_way_is_told_by_its_median_beside_the_first(monkeypatch, capsys, tmp_path):
    times_s = {"former, coded": (9.0, 2.0, 4.0), "coded": (2.0, 2.0, 8.0), "uncoded": (1.0, 1.0, 1.0)}
    taken_s = {way: iter(each) for way, each in times_s.items()}
    monkeypatch.setattr(flight, "head", dict)
    monkeypatch.setattr(flight, "flown", lambda way, scenario, limit_s: Flown(next(taken_s[way.name]), 60.0))
    assert main(["flight", "--former", str(tmp_path), "--rounds", "3", "--json"]) == DONE
    ways = json.loads(capsys.readouterr().out)["ways"]
    assert [(row["way"], row["hours_per_core_hour"], row["ratio"]) for row in ways] == [
        ("former, coded", 15.0, 1.0),
        ("coded", 30.0, 2.0),
        ("uncoded", 60.0, 4.0),
    ]
