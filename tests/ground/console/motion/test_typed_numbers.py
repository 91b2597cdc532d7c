"""Numbers that a person types."""

import math

import pytest

from ground.console.motion.typed_numbers import ANGLE, LENGTH, TIME, shown_number, typed_number


@pytest.mark.parametrize(
    ("text", "metres"),
    [
        ("12.5", 0.0125), ("12,5", 0.0125), ("+12.5 mm", 0.0125), ("−3 cm", -0.03), ("1.2m", 1.2),
        (" - 4 ", -0.004), (".5", 0.0005), ("7.", 0.007),
    ],
)  # fmt: skip
def test_a_length_is_read_with_comma_point_sign_and_unit(text, metres):
    assert typed_number(text, LENGTH) == pytest.approx(metres, abs=1e-12)


def test_angles_and_times_have_units_of_their_own():
    assert typed_number("90", ANGLE) == typed_number("90 deg", ANGLE) == pytest.approx(math.pi / 2.0)
    assert typed_number("1.5 rad", ANGLE) == 1.5
    assert typed_number("2 min", TIME) == 120.0


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "empty: write a number in mm"),
        ("1,234.5", "two decimal signs"),
        ("1.234,5", "two decimal signs"),
        ("twelve", "is no number: write one like -12.5 mm"),
        ("1e3", "is no number"),
        ("nan", "is no number"),
        ("inf", "is no number"),
        ("3 deg", "'deg' is no unit of it: write mm, cm, m, or none"),
        ("200 m", "beyond 100000.0 mm"),
        ("1 2", "is no number"),
    ],
)
def test_what_is_wrong_with_a_number_is_one_clear_line(text, why):
    with pytest.raises(ValueError, match=why) as refused:
        typed_number(text, LENGTH)
    assert "\n" not in str(refused.value)


def test_a_number_is_shown_as_it_may_be_typed_and_zero_has_no_minus():
    assert shown_number(-1e-9, LENGTH) == "0.0"
    for value in (0.0125, -1.5):
        assert typed_number(shown_number(value, LENGTH), LENGTH) == pytest.approx(value)
