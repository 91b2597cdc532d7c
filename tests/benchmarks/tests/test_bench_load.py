"""What the benchmark `load` measures: what a sealed run loses, records, and how late it ticks."""

import json

import pytest

from ground.command_list import DONE
from tests.benchmarks import load as bench
from tests.benchmarks.__main__ import main
from tests.benchmarks.questions.load import Loaded, loaded

pytestmark = pytest.mark.real_time

FLOOD = "10,000 packets/s for 1 s"
GOOD = Loaded(
    sent=100, received={"gate": 100, "observer": 100}, missed={"gate": 0}, recorded=100, late_ns=[9]
)


def rows(monkeypatch, capsys, **changes):
    monkeypatch.setattr(bench, "loaded", lambda *_, **named: GOOD._replace(**changes))
    assert main(["load", "--seconds", "1", "--json"]) == DONE
    return {row["case"].split(" at ")[0]: row["ok"] for row in json.loads(capsys.readouterr().out)["rows"]}


def test_a_run_that_loses_nothing_and_ticks_in_time_is_good(monkeypatch, capsys):
    assert {*rows(monkeypatch, capsys).values()} == {True}


@pytest.mark.parametrize(
    ("changes", "bad"),
    [
        ({"recorded": 99}, [FLOOD]),
        ({"received": {"gate": 100, "observer": 99}}, [FLOOD]),
        ({"late_ns": [6_000_000]}, ["every 10 ms"]),
        ({"late_ns": [9] * 9999 + [26_000_000]}, ["every 10 ms"]),
        (
            {"received": {"gate": 90}, "missed": {"gate": 10}, "recorded": 90},
            [FLOOD, "2 s"],
        ),
        ({"received": {"gate": 90}, "missed": {"gate": 9}}, [FLOOD, "2 s", "10 s"]),
    ],
)
def test_whatever_is_lost_late_or_not_counted_is_not(monkeypatch, capsys, changes, bad):
    assert [case for case, ok in rows(monkeypatch, capsys, **changes).items() if not ok] == bad


@pytest.mark.long
def test_a_small_load_comes_to_all_and_into_the_recording():
    found = loaded(200, 1.0)
    assert found.received == dict.fromkeys(("gate", "observer", "observer-2", "observer-3"), 200)
    assert (found.sent, found.recorded) == (200, 200) and len(found.late_ns) > 50
