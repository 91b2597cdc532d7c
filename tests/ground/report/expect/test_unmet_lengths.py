"""Lengths that were not as expected are told in millimetres."""

from ground.report.expect.expectation import Evidence, Expected
from ground.report.expect.table import unmet
from ground.report.facts.facts import Facts
from ground.scenario.scenario import load, run_settings

RUN = run_settings(load("underwater_trainer"), seed=1, run_id="test")


def why(name, value, limit):
    row = Expected(name=name, ok=False, value=value, limit=limit, skipped=False, why="")
    return unmet(row, Evidence(Facts.of(RUN), RUN)).reason


def test_what_is_off_by_too_much_is_told_as_a_length():
    assert why("range_off_max_m", 0.1035, 0.01) == "measured 104 mm, at most 10 mm"
    assert why("range_off_max_m", None, 0.01) == "nothing was measured"


def test_a_length_outside_of_its_bounds_is_told_with_both():
    assert why("warned_least_m", 0.03, [0.055, 0.075]) == "measured 30 mm, not between 55 mm and 75 mm"


def test_an_angle_outside_of_its_bounds_and_too_little_room_are_told_so():
    assert why("tool_turned_deg", 3.25, [10.0, 14.0]) == "measured 3.2°, not between 10.0° and 14.0°"
    assert why("clearance_min_m", 0.03, 0.05) == "measured 30 mm, at least 50 mm"
