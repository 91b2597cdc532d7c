"""What the benchmark `hold` tells of presses: how long they took, and whether one was missed."""

import json

import pytest

from ground.command_list import DONE
from tests.benchmarks import hold as bench
from tests.benchmarks.__main__ import main
from tests.benchmarks.questions.hold import Pressed

pytestmark = pytest.mark.real_time  # the head asks for the commit

MS = 1_000_000
GOOD = Pressed(presses=200, subsets=2, delays_ns=[MS] * 200, relay_ns=[MS] * 200)


def rows(monkeypatch, capsys, found):
    for name in ("pressed", "pressed_by_command"):
        monkeypatch.setattr(bench, name, lambda *_: found)
    assert main(["hold", "--json"]) == DONE
    return json.loads(capsys.readouterr().out)["rows"]


def test_presses_that_all_came_in_time_are_good_and_a_command_that_starts_is_only_told(monkeypatch, capsys):
    assert [row["ok"] for row in rows(monkeypatch, capsys, GOOD)] == [True, True, True, None]


@pytest.mark.parametrize(
    "delays_ns",
    [[MS] * 199, [MS] * 196 + [21 * MS] * 4, [MS] * 199 + [51 * MS], []],
    ids=["one missed", "late too often", "one too late", "none came"],
)
def test_one_that_is_missed_or_late_is_not(monkeypatch, capsys, delays_ns):
    found = rows(monkeypatch, capsys, GOOD._replace(delays_ns=delays_ns))
    assert not any(row["ok"] for row in found)
    assert f"missed {200 - len(delays_ns)}" in found[0]["note"]
