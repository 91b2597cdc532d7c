"""What the benchmark `wire` measures: datagrams that are caught, and those that come back."""

import json

import pytest

from ground.command_list import DONE
from tests.benchmarks.__main__ import main
from tests.benchmarks.questions import bursts, pings
from tests.benchmarks.questions.bursts import Caught
from tests.benchmarks.questions.pings import Trips

pytestmark = pytest.mark.real_time

FEW = 300  # that fit the kernel's buffer, however busy the machine is


@pytest.mark.parametrize("kind", bursts.RECEIVERS)
def test_each_way_catches_a_small_burst_whole_and_proves_all_of_it(kind):
    found = bursts.caught(kind, FEW, is_decoded=True)
    assert (found.came, found.decoded) == (FEW, FEW) and found.worked_us > 0.0


@pytest.mark.parametrize("kind", pings.KINDS)
def test_each_way_sends_back_what_comes(kind):
    found = pings.trips(kind, 20)
    assert 0.0 < found.median_us <= found.slow_us


def told(monkeypatch, capsys, *, lost):
    monkeypatch.setattr(pings, "trips", lambda kind: Trips(22.0 if kind == "ours" else 20.0, 90.0))
    monkeypatch.setattr(
        bursts,
        "caught",
        lambda kind, burst, *, is_decoded: Caught(burst - (lost if kind == "ours" else 50), 0, 2.0),
    )
    assert main(["wire", "--rounds", "2", "--burst", "100", "--json"]) == DONE
    return json.loads(capsys.readouterr().out)["rows"]


def test_a_round_trip_is_good_up_to_a_tenth_slower_and_a_burst_if_none_is_lost(monkeypatch, capsys):
    rows = told(monkeypatch, capsys, lost=0)
    assert [row["ok"] for row in rows] == [None, True, True, True, True, True]
    assert rows[3]["note"] == "lost of 200: ours 0, asyncio-dgram 100"
    assert not any(row["ok"] for row in told(monkeypatch, capsys, lost=1)[2:])
