"""Sine, cosine and arc tangent by polynomials are the mathematical library's."""

import math

import numpy as np
import pytest

from predictor.compiler.jit import kernel
from predictor.model.angle_kernels import FARTHEST_ANGLE, arctangent, sine_cosine

TWO_ROUNDINGS, OF_PI = 2.3e-16, 5e-16


@kernel
def sine_cosine_of(x):
    """Let Python call the part."""
    return sine_cosine(x)


@kernel
def arctangent_of(y, x):
    """Let Python call the part."""
    return arctangent(y, x)


@pytest.mark.parametrize("span", [1e-9, 1.0, 10.0, 1e3, FARTHEST_ANGLE])
def test_sine_and_cosine_are_those_of_the_mathematical_library(span):
    for x in np.random.default_rng(1).uniform(-span, span, 2000).tolist():
        sine, cosine = sine_cosine_of(x)
        assert abs(sine - math.sin(x)) <= TWO_ROUNDINGS
        assert abs(cosine - math.cos(x)) <= TWO_ROUNDINGS


@pytest.mark.parametrize("quarters", range(-5, 6))
def test_sine_and_cosine_hold_beside_every_quarter_turn(quarters):
    for x in (quarters * math.pi / 2.0, quarters * math.pi / 2.0 + 1e-9, (quarters + 0.5) * math.pi / 2.0):
        assert sine_cosine_of(x) == pytest.approx((math.sin(x), math.cos(x)), rel=0.0, abs=TWO_ROUNDINGS)


def test_the_sine_of_no_number_and_of_a_far_angle_is_the_library_s():
    assert all(map(math.isnan, (*sine_cosine_of(math.nan), *sine_cosine_of(math.inf))))
    assert sine_cosine_of(1e9) == (math.sin(1e9), math.cos(1e9))


@pytest.mark.parametrize("scale", [1e-300, 1e-9, 1.0, 1e9])
def test_the_arc_tangent_is_that_of_the_mathematical_library(scale):
    for x, y in np.random.default_rng(2).normal(size=(2000, 2)).tolist():
        assert abs(arctangent_of(scale * y, x) - math.atan2(scale * y, x)) <= OF_PI
        assert abs(arctangent_of(y, scale * x) - math.atan2(y, scale * x)) <= OF_PI


def test_the_arc_tangent_on_axes_and_diagonals_is_a_share_of_a_turn():
    for eighths in range(-4, 5):
        angle = eighths * math.pi / 4.0
        x, y = round(2.0 * math.cos(angle)), round(2.0 * math.sin(angle))
        assert arctangent_of(float(math.copysign(y, angle)), float(x)) == pytest.approx(
            angle, rel=0.0, abs=OF_PI
        )
    assert arctangent_of(0.0, 0.0) == 0.0


def test_the_arc_tangent_of_no_number_is_none():
    assert all(
        map(
            math.isnan,
            (arctangent_of(math.nan, 1.0), arctangent_of(1.0, math.nan), arctangent_of(0.0, math.nan)),
        )
    )
