"""Warnings as the summary tells them: when they began and ended, and how near the arm came meanwhile."""

from ground.report.facts.warnings import WarnedRow, Warnings, nearest_of
from telemetry.messages.prediction import CollisionState, Nearest


def told(*states):
    warnings = Warnings()
    for at_s, (level, distance) in enumerate(states):
        nearest = None if distance is None else Nearest(distance=distance, pair=("hand", f"rail {at_s}"))
        state = CollisionState(
            at_ns=0,
            world=1,
            level=level,
            required=0.05,
            scene=nearest,
            itself=None,
            uncertainty=None,
            at_least=None,
            ahead=None,
            skipped=0,
        )
        warnings.on_collision_state(float(at_s), state)
    return warnings


def test_a_warning_lasts_until_the_arm_is_clear_and_keeps_the_least_distance_with_its_pair():
    warnings = told(("clear", 0.2), ("warning", 0.09), ("contact", 0.07), ("warning", 0.08), ("clear", 0.2))
    (row,) = warnings.rows
    assert row == WarnedRow(at_s=1.0, until_s=3.0, distance_m=0.07, pair=("hand", "rail 2"))


def test_two_warnings_are_two_rows_and_the_nearer_counts():
    warnings = told(("warning", 0.09), ("clear", 0.2), ("warning", 0.06))
    assert [row.at_s for row in warnings.rows] == [0.0, 2.0]
    assert nearest_of(warnings.rows).distance_m == 0.06


def test_a_roll_back_without_a_warning_at_the_time_is_told():
    warnings = told(("warning", 0.09), ("clear", 0.2))
    assert warnings.unwarned([0.0, 1.0]) == [1.0]


def test_an_arm_with_nothing_to_come_near_was_nowhere_nearest():
    assert nearest_of(told(("contact", None)).rows) is None
