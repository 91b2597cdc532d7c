"""The score is what its formula says, of what was measured alone."""

import pytest

from ground.score.score import FlightMeasures, score_of

BEST = FlightMeasures(
    clearance_m=0.1, required_m=0.03, contacts=0, refusals=0, corrections=0, smoothness=-1.41, clutching=0,
    force_n=0.0, idle_s=0.0, time_s=0.0,
)  # fmt: skip
ABSENT = ("clearance_m", "contacts", "corrections", "smoothness", "clutching", "force_n")


def rows(score):
    return {row.name: row for row in score.rows}


def test_what_costs_nothing_has_all_points():
    score = score_of(BEST)
    assert score.score == 100.0 and all(row.mark == 1.0 for row in score.rows)


@pytest.mark.parametrize(
    ("name", "changes"),
    [
        ("clearance", {"clearance_m": 0.0225}),
        ("contacts", {"contacts": 0.25}),
        ("refusals", {"refusals": 3}),
        ("corrections", {"corrections": 10}),
        ("smoothness", {"smoothness": -2.41}),
        ("idle", {"idle_s": 60.0}),
        ("clutching", {"clutching": 5}),
        ("force", {"force_n": 5.0}),
        ("time", {"time_s": 120.0}),
    ],
)
def test_half_of_the_points_of_a_measure_goes_at_the_cost_that_is_told(name, changes):
    row = rows(score_of(BEST._replace(**changes)))[name]
    assert row.mark == pytest.approx(0.5, abs=1e-3) and row.cost == pytest.approx(row.half)


def test_the_score_is_that_of_the_formula():
    score = score_of(BEST._replace(contacts=1, refusals=3))
    marks = [(row.weight, row.mark) for row in score.rows]
    assert score.score == pytest.approx(
        100 * sum(w * m for w, m in marks) / sum(w for w, _ in marks), abs=0.05
    )
    assert rows(score)["contacts"].mark == pytest.approx(0.2)


def test_what_was_not_measured_has_no_part_and_says_why():
    score = score_of(BEST._replace(**dict.fromkeys(ABSENT), refusals=3))
    found = rows(score)
    assert all(
        found[name].value is None and found[name].missing for name in ("contacts", "force", "smoothness")
    )
    assert score.score == pytest.approx(100.0 * (2 * 0.5 + 1 + 1) / 4)


def test_a_flight_without_commanded_motion_has_no_score():
    score = score_of(BEST._replace(idle_s=None, time_s=None))
    assert score.score is None and score.missing == "no motion was commanded"
