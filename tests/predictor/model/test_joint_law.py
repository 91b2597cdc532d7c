"""Laws of joints that follow others: against scipy, closed forms and plain geometry; bad ones are refused."""

import math

import numpy as np
import pytest
import scipy

from predictor.model.four_bar import SPLINE_ERROR, FourBar, four_bar, output_at
from predictor.model.joint_law import LawError, polynomial_law, table_law
from tests.reference.plain_linkage import rocker_angle
from tests.trees import BARS, GRIP, SCREW

STEP = 1e-5  # of the driver, for central differences
DIFFERENCE_ERROR = 1e-7
CROSSED = BARS._replace(assembly="crossed", output_zero=-0.5)
LAWS = {
    "polynomial": polynomial_law("x", SCREW, (-2.0, 2.0)),
    "straight": polynomial_law("x", (0.5, -2.0), (-math.inf, math.inf)),
    "table": table_law("x", GRIP),
    "four_bar": four_bar("x", BARS, (-2.0, 2.0)),
    "crossed": four_bar("x", CROSSED, (-2.0, 2.0)),
}
RANGE = np.linspace(-1.999, 1.999, 501)


def test_a_polynomial_has_the_values_of_its_powers():
    law = polynomial_law("x", (0.3, 0.0, -1.0, 0.25, 0.0, 0.01), (-1.0, 3.0))
    for x in np.linspace(-1.0, 3.0, 50):
        assert law.at(x).value == pytest.approx(0.3 - x**2 + 0.25 * x**3 + 0.01 * x**5, abs=1e-13)


def test_a_table_is_scipys_natural_spline():
    spline = scipy.interpolate.CubicSpline(*np.array(GRIP).T, bc_type="natural")
    for x in RANGE:
        found = LAWS["table"].at(x)
        assert found == pytest.approx([float(spline(x, order)) for order in range(3)], abs=1e-12)


@pytest.mark.parametrize(("name", "bars"), [("four_bar", BARS), ("crossed", CROSSED)])
def test_a_linkage_turns_its_output_as_plain_geometry_says(name, bars):
    for x in RANGE[::5]:
        wrong = LAWS[name].at(x).value - rocker_angle(bars, x)
        assert abs(math.remainder(wrong, 2.0 * math.pi)) < 2.0 * SPLINE_ERROR
        slope, bend = output_at(bars, x)[1:]
        assert LAWS[name].at(x)[1:] == pytest.approx((slope, bend), abs=1e-6)


def test_a_crank_that_turns_all_round_has_one_unbroken_law():
    law = four_bar("x", BARS, (-10.0, 10.0))
    values = [law.at(x).value for x in np.linspace(-10.0, 10.0, 2001)]
    assert np.abs(np.diff(values)).max() <= law.steepest * 0.01 + 1e-12


@pytest.mark.parametrize("law", LAWS.values(), ids=LAWS)
def test_slope_and_bend_are_the_derivatives_of_the_value(law):
    for x in RANGE[1::10]:  # no knot of the table is among them
        ahead, behind = law.at(x + STEP), law.at(x - STEP)
        assert law.at(x).slope == pytest.approx(
            (ahead.value - behind.value) / (2 * STEP), abs=DIFFERENCE_ERROR
        )
        assert law.at(x).bend == pytest.approx(
            (ahead.slope - behind.slope) / (2 * STEP), abs=DIFFERENCE_ERROR
        )


@pytest.mark.parametrize("law", LAWS.values(), ids=LAWS)
def test_span_and_steepest_bound_a_law_closely_and_beyond_its_range_it_goes_on_straight(law):
    values = [law.at(x) for x in np.linspace(-2.0, 2.0, 20001)]
    least, greatest = min(v.value for v in values), max(v.value for v in values)
    low, high = law.span(-2.0, 2.0)
    assert low <= least <= low + 1e-7 and high - 1e-7 <= greatest <= high
    slopes = [abs(v.slope) for v in values]
    assert max(slopes) <= law.steepest <= max(slopes) + 1e-4
    assert abs(law.at(9.0).value - law.at(5.0).value) <= 4.0 * law.steepest


def test_a_span_over_a_part_of_the_range_is_that_of_the_part():
    law = table_law("x", GRIP)
    values = [law.at(x).value for x in np.linspace(-1.5, 0.25, 5001)]
    assert law.span(-1.5, 0.25) == pytest.approx((min(values), max(values)), abs=1e-6)


BAD = {
    "constant": (lambda: polynomial_law("x", (1.0, 0.0), (0.0, 1.0)), "would never move"),
    "endless": (lambda: polynomial_law("x", (0.0, 1.0, 1.0), (-math.inf, 1.0)), "finite limits of 'x'"),
    "one point": (lambda: table_law("x", ((0.0, 0.0),)), "two points or more"),
    "points fall": (lambda: table_law("x", ((0.0, 0.0), (0.0, 1.0))), "greater value of the driver"),
    "no length": (lambda: four_bar("x", BARS._replace(output=0.0), (0.0, 1.0)), "greater than 0"),
    "endless crank": (lambda: four_bar("x", BARS, (-math.inf, 1.0)), "finite limits of 'x'"),
    "torn": (lambda: four_bar("x", BARS._replace(input=0.3), (0.0, 2.5)), "does not close where 'x' is at"),
    "folded": (
        lambda: four_bar("x", BARS._replace(coupler=0.6), (-2.0, 2.0)),
        "does not close where 'x' is at",
    ),
}


@pytest.mark.parametrize(("make", "told"), BAD.values(), ids=BAD)
def test_numbers_that_make_no_law_are_refused_by_one_line(make, told):
    with pytest.raises(LawError, match=told) as caught:
        make()
    assert "\n" not in str(caught.value)


def test_a_linkage_that_stops_just_before_a_dead_point_is_refused():
    bars = FourBar(ground=0.4, input=0.3, coupler=0.2, output=0.3, assembly="open")
    dead = math.acos((0.4**2 + 0.3**2 - 0.5**2) / (2.0 * 0.4 * 0.3))  # stretched there: right angle
    assert four_bar("x", bars, (0.6, dead - 0.05))
    with pytest.raises(LawError, match="too near a dead point"):
        four_bar("x", bars, (0.6, dead - 1e-7))
