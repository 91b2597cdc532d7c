"""What the benchmark `load` measures: what a sealed run loses, records, and how late it ticks."""

import json

import pytest

from ground.command_list import DONE
from tests.benchmarks import load as bench
from tests.benchmarks.__main__ import main
from tests.benchmarks.questions.load import Loaded, loaded
from tests.benchmarks.questions.load_peers import PEERS
from tests.benchmarks.questions.load_roles import Seen

pytestmark = pytest.mark.real_time

IN_TIME = Seen(count=100, late_ns=[9])
GOOD = Loaded(
    sent=100,
    seen={"gate": IN_TIME, "observer": IN_TIME, "raw socket": Seen(count=7, late_ns=[10**9])},
    missed={"gate": 0, "observer": 0},
    recorded=100,
)


def rows(monkeypatch, capsys, **changes):
    monkeypatch.setattr(bench, "loaded", lambda *_, **named: GOOD._replace(**changes))
    assert main(["load", "--seconds", "1", "--json"]) == DONE
    found = json.loads(capsys.readouterr().out)["rows"]
    return {f"{row['line']} {row['who'].split(' at ')[0]}": row["ok"] for row in found}


def seen(**changes):
    return GOOD.seen | changes


def test_a_run_that_loses_nothing_and_ticks_in_time_is_good_and_nobody_judges_who_is_beside_it(
    monkeypatch, capsys
):
    found = rows(monkeypatch, capsys)
    assert found.pop("S1 raw socket") is None
    assert {*found.values()} == {True}


@pytest.mark.parametrize(
    ("changes", "bad"),
    [
        ({"recorded": 99}, ["S1 gate"]),
        ({"seen": seen(observer=Seen(count=99, late_ns=[9]))}, ["S1 observer"]),
        ({"seen": seen(gate=Seen(count=100, late_ns=[6_000_000]))}, ["S4 gate"]),
        ({"seen": seen(gate=Seen(count=100, late_ns=[9] * 9999 + [26_000_000]))}, ["S4 gate"]),
        (
            {"seen": seen(gate=Seen(count=90, late_ns=[9])), "missed": {"gate": 10}},
            ["S1 gate", "S2 gate, 2 s still"],
        ),
        (
            {"seen": seen(gate=Seen(count=90, late_ns=[9])), "missed": {"gate": 9}},
            ["S1 gate", "S2 gate, 2 s still", "S2 gate, 40 s still"],
        ),
    ],
)
def test_whatever_is_lost_late_or_not_counted_is_not(monkeypatch, capsys, changes, bad):
    found = rows(monkeypatch, capsys, **changes)
    assert [case for case, ok in found.items() if ok is False] == bad


@pytest.mark.long
def test_a_small_load_comes_to_all_and_into_the_recording():
    found = loaded(200, 1.0, peers=PEERS)
    names = ("gate", "observer", "observer-2", "observer-3", *PEERS)
    assert {name: one.count for name, one in found.seen.items()} == dict.fromkeys(names, 200)
    assert (found.sent, found.recorded) == (200, 200)
    assert all(len(one.late_ns) > 50 and one.worked_ns > 0 for one in found.seen.values())
