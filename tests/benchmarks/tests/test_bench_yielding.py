"""What is felt of a force over how it falls: softer is weaker and gentler, and the rest is not paid for."""

import json

import pytest

from ground.command_list import DONE
from haptics.forces.passivity import SOFTNESS
from tests.benchmarks.__main__ import main
from tests.benchmarks.questions import yielding


@pytest.fixture
def rows(monkeypatch, capsys, tmp_path):
    monkeypatch.setattr(yielding, "CASES", yielding.CASES[:1])
    monkeypatch.setattr(yielding, "SOFTNESSES", (200.0, SOFTNESS))
    picture = tmp_path / "trade.svg"
    assert main(["yielding", "--json", "-", "--picture", str(picture)]) == DONE
    assert picture.stat().st_size > 1000
    return json.loads(capsys.readouterr().out)["rows"]


def test_a_soft_store_lets_a_force_go_gently_and_holds_little_of_it(rows):
    soft, own = rows
    assert (soft["is_own"], own["is_own"]) == (False, True)
    assert soft["share"] < 0.7 < own["share"]
    assert soft["fall_n"] < 0.6 * own["fall_n"]
    assert own["had_j"] < 0.5 * own["needed_j"]


def test_no_law_has_seven_tenths_of_a_force_and_no_fall_above_1_n_as_a_quick_hand_lets_it_go(rows):
    assert rows[0]["best_share"] == pytest.approx(0.5, abs=0.01)  # by hand: (2 x 52.5 mJ) / 30 mm / 7 N
