"""What helps a hand through delay: flights of a simulated person, and what is told of them."""

import json

import msgspec
import numpy as np
import pytest

from ground.command_list import DONE, USAGE
from ground.scenario.scenario import load
from telemetry.plan.hand_settings_table import HandSettingsTable
from tests.benchmarks.__main__ import main
from tests.benchmarks.questions.hand_flight import CONDITIONS, SCENARIO, Outcome, outcome, under
from tests.benchmarks.questions.hand_study import Asked, Cell, cells, interval, rows

DELAY_S = 7.0
FIRST_SEED, SEEDS = 4, 30  # of the sweep: the first three are those by which the task was made
SHORTEN = ("predicted", "fixture", "guided", "all")  # time on task
RAISE = ("contact", "guided", "all")  # the least clearance; a tube alone leads the shortest way
IN_THE_OPEN = {"goal_m": (1.25, 0.45, 0.06), "via_m": (), "error_share": 0.2}
RUN = Outcome(is_reached=True, time_s=60.0, path_m=0.6, moves=3, refusals=0, clearance_m=0.05)


def in_the_open(condition, seed, delay_s=DELAY_S):
    """A goal with nothing in between, and a hand that goes where it is told."""
    scenario = under(load(SCENARIO), CONDITIONS[condition], delay_s)
    (act,) = scenario.acts
    act = msgspec.structs.replace(act, reach=msgspec.structs.replace(act.reach, **IN_THE_OPEN))
    quick = msgspec.structs.replace(scenario.commanding, lookahead_s=0.0)
    rigid = HandSettingsTable()
    return outcome(msgspec.structs.replace(scenario, acts=(act,), commanding=quick, hand=rigid), seed)


def test_whoever_goes_by_the_predicted_arm_is_at_a_goal_in_the_open_in_three_moves():
    flown = in_the_open("predicted", seed=4, delay_s=1.0)
    assert (flown.is_reached, flown.moves, flown.refusals) == (True, 3, 0)
    assert flown.path_m > 0.1 and flown.clearance_m > 0.0


@pytest.mark.sweep
def test_in_three_corrections_a_predicted_display_saves_at_least_two_round_trips():
    plain, predicted = (in_the_open(condition, seed=4) for condition in ("plain", "predicted"))
    assert plain.is_reached and predicted.is_reached
    assert plain.moves == predicted.moves == 3
    assert plain.time_s - predicted.time_s >= 2.0 * DELAY_S


@pytest.mark.sweep
@pytest.mark.real_time
def test_through_7_s_each_help_does_with_95_percent_confidence_what_is_said_of_it():
    flown_cells = [*cells(Asked(SEEDS, FIRST_SEED, (DELAY_S,)))]
    told = {row["condition"]: row for row in rows(flown_cells)}
    assert min(run.clearance_m for cell in flown_cells for run in cell.outcomes) > 0.0
    assert all(row["reached"] >= 0.9 * SEEDS for row in told.values())
    assert told["plain"]["refusals"]["low"] > 0.0  # or there would be nothing to be spared
    assert all(told[name]["saved_s"]["low"] > 0.0 for name in SHORTEN)
    assert all(told[name]["raised_m"]["low"] > 0.0 for name in RAISE)


def test_what_is_saved_and_raised_is_of_the_same_seeds_as_the_plain_run():
    plain = Cell(7.0, "plain", tuple(RUN._replace(time_s=60.0 + k) for k in range(9)))
    other = Cell(7.0, "predicted", tuple(RUN._replace(time_s=40.0 + k, clearance_m=0.06) for k in range(9)))
    told = rows([plain, other])
    assert told[0]["saved_s"] is told[0]["raised_m"] is None
    assert told[1]["saved_s"] == {"value": 20.0, "low": 20.0, "high": 20.0}
    assert told[1]["raised_m"] == {"value": 0.01, "low": 0.01, "high": 0.01}


def test_an_interval_of_means_holds_the_true_one_about_as_often_as_it_says():
    rng = np.random.default_rng(7)
    told = [interval(rng.normal(5.0, 1.0, 30)) for _ in range(100)]
    assert 88 <= sum(each["low"] <= 5.0 <= each["high"] for each in told) <= 100


@pytest.mark.real_time
def test_the_command_tells_a_table_bars_and_json_of_a_stable_shape(monkeypatch, capsys, tmp_path):
    flown_cells = [Cell(7.0, name, (RUN, RUN._replace(is_reached=False))) for name in CONDITIONS]
    monkeypatch.setattr("tests.benchmarks.hand.cells", lambda asked, tell: iter(flown_cells))
    assert main(["hand", "--runs", "2", "--json", str(tmp_path / "hand.json")]) == DONE
    text = capsys.readouterr().out
    assert "1 of 2" in text and "60.0 (60.0 to 60.0)" in text and "####" in text
    told = json.loads((tmp_path / "hand.json").read_text())
    assert [row["condition"] for row in told["rows"]] == [*CONDITIONS]
    assert main(["hand", "--markdown"]) == DONE
    assert "| 7 s | plain | 1 of 2 |" in capsys.readouterr().out


@pytest.mark.parametrize(
    "wrong", [["--delay", "x"], ["--delay=-1"], ["--condition", "plane"], ["--runs", "0"]]
)
def test_a_wrong_question_is_refused_before_anything_is_flown(wrong):
    assert main(["hand", *wrong]) == USAGE
