"""Two runs row by row."""

import msgspec
import pytest

from ground.debrief.run_comparison import comparison_of
from ground.report.page.page_data import RunStep
from tests.ground.debrief.kept_pages import kept_run

replace = msgspec.structs.replace


def step(steps, begun_s, ended_s):
    return RunStep(
        plan="arc",
        by="gate",
        steps=steps,
        what="move",
        state="done",
        detail="",
        begun_s=begun_s,
        ended_s=ended_s,
    )


def figures(comparison):
    return {row.name: row for row in comparison.figures}


def test_each_figure_stands_beside_that_of_the_other_run():
    found = comparison_of([kept_run("hand"), kept_run("held")])
    refusals, force = figures(found)["refusals"], figures(found)["force"]
    assert (refusals.first, refusals.second, refusals.difference) == (0, 1, 1)
    assert (force.first, force.second, force.difference) == (None, None, None)
    assert found.is_same_model


def test_scores_of_other_measures_have_no_difference():
    hand = kept_run("hand")
    worse = replace(hand, score=replace(hand.score, score=hand.score.score - 10.0))
    assert figures(comparison_of([hand, worse]))["score"].difference == pytest.approx(-10.0)
    *rows, time = worse.score.rows
    unmeasured = replace(time, value=None, cost=None, mark=None)
    other = replace(worse, score=replace(worse.score, rows=[*rows, unmeasured]))
    found = comparison_of([hand, other])
    assert not found.is_same_measure and figures(found)["score"].difference is None


def test_parts_of_a_procedure_are_compared_where_both_did_them():
    first = replace(kept_run("hand"), steps=[step("1", 1.0, 3.0), step("2", 3.0, 7.0)])
    second = replace(kept_run("hand"), steps=[step("1", 1.0, 4.5), step("2", 4.5, None), step("3", 8.0, 9.0)])
    rows = comparison_of([first, second]).steps
    assert [(row.steps, row.first_s, row.second_s, row.difference_s) for row in rows] == [
        ("1", 2.0, 3.5, 1.5), ("2", 4.0, None, None), ("3", None, 1.0, None),
    ]  # fmt: skip


@pytest.mark.parametrize("count", [1, 3])
def test_only_two_runs_are_set_side_by_side(count):
    assert comparison_of([kept_run("hand")] * count) is None
