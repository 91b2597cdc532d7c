"""Published planning problems: what is asked, and what is told of the answers."""

import json

import numpy as np
import pytest

from tests.benchmarks.planning import as_text
from tests.benchmarks.problems.planning_sets import Outcome, is_valid, problems
from tests.benchmarks.questions.planning import Answered, plan, rows
from tests.shared_data import shared_file

FOUND, SLOWER, LOST = (
    Outcome(True, 0.01, 0.02, 4.0),
    Outcome(True, 0.4, 0.5, 6.0),
    Outcome(False, 1.0, 1.0, 0.0),
)
HEAD = {
    "machine": "here", "cores": 2, "load": 0.0, "farhand": "0", "commit": None, "python": "3", "versions": {},
    "date": "now",
}  # fmt: skip


def told():
    answered = [
        Answered("cage", True, FOUND, SLOWER),
        Answered("cage", True, LOST, None),
        Answered("box", False, None, None),
    ]
    return rows("panda", answered)


def test_ours_and_others_are_compared_on_the_problems_that_both_were_asked():
    cage = told()[0]
    assert (cage["ours"]["problems"], cage["ours"]["solved"], cage["beside"]["problems"]) == (2, 1, 1)
    assert cage["ratio"]["search_median_ms"] == pytest.approx(40.0)


def test_a_search_that_found_nothing_counts_with_its_time():
    assert told()[0]["ours"]["search_mean_ms"] == pytest.approx(505.0)


def test_a_problem_whose_ends_are_not_free_is_left_out_and_counted():
    assert [row["left_out"] for row in told()] == [0, 1, 1]


def test_what_was_not_measured_is_null_in_json():
    box = told()[1]
    assert box["ours"]["search_median_ms"] is None
    assert json.dumps(told(), allow_nan=False)


def test_the_table_has_a_line_for_each_family_and_one_for_all():
    text = as_text({"head": HEAD, "rows": [{**row, "target": None, "ok": None} for row in told()]})
    assert [line.split()[1] for line in text.splitlines() if line.startswith("panda")] == [
        "cage",
        "box",
        "all",
    ]


@pytest.mark.sweep
def test_ways_are_found_in_published_problems():
    data = shared_file("data/scenes/mbm_panda/cage_panda.json").parents[2]
    asked = [problem for problem in problems(data, "panda", every=40) if is_valid(problem)]
    assert all(plan(problem).is_found for problem in asked)
    assert len(asked) >= 12
    assert np.isfinite([plan(problem).length for problem in asked[:2]]).all()
