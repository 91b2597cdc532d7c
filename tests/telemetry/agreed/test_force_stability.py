"""How stiff a spring through a delay may be: published numbers, and the characteristic equation itself."""

import cmath
import math

import numpy as np
import pytest

from telemetry.agreed.force_stability import LEAST_SINC, TYPICAL, Hand, passive_gain, stability_border


def test_the_border_of_the_published_hand_at_7_s():
    border = stability_border(TYPICAL, 7.0)
    assert border.gain == pytest.approx(48.6, abs=0.05)
    assert border.frequency == pytest.approx(9.66, abs=0.005)


def test_the_passive_gain_of_the_published_device_at_7_s():
    assert passive_gain(5.0, 7.0) == pytest.approx(3.29, abs=0.005)


def test_the_least_real_part_of_the_delayed_spring_is_where_it_is_said():
    x = np.linspace(0.1, 60.0, 600_000)
    assert np.min(np.sin(x) / x) == pytest.approx(-LEAST_SINC, abs=1e-9)


@pytest.mark.parametrize("delay_s", [0.02, 0.3, 2.0, 7.0, 8.75])
@pytest.mark.parametrize("hand", [TYPICAL, Hand(0.4, 2.0, 300.0), Hand(2.0, 0.5, 20.0), Hand(1.0, 4.0, 0.0)])
def test_at_the_border_the_characteristic_equation_has_a_root_on_the_axis(hand, delay_s):
    gain, w = stability_border(hand, delay_s)
    s = 1j * w
    rest = hand.mass * s * s + hand.damping * s + hand.stiffness + gain * (1.0 - cmath.exp(-s * delay_s))
    assert abs(rest) < 1e-7 * max(gain, hand.stiffness, hand.mass * w * w)


@pytest.mark.parametrize("delay_s", [0.3, 7.0])
def test_no_frequency_swings_at_a_lower_gain(delay_s):
    gain = stability_border(TYPICAL, delay_s).gain
    w = np.linspace(0.01, 200.0, 400_001)
    turn = 1.0 - np.exp(-1j * w * delay_s)
    for lower in (0.3 * gain, 0.9 * gain, 0.999 * gain):
        loop = lower * turn / (50.0 - w * w + 5j * w)
        assert not encircles(loop)
    assert encircles(1.01 * gain * turn / (50.0 - w * w + 5j * w))


def encircles(loop):
    """Return whether 1 + loop winds about the origin as the frequency grows (Nyquist)."""
    turned = np.unwrap(np.angle(1.0 + loop))
    return abs(turned[-1] - turned[0]) > math.pi


@pytest.mark.parametrize("delay_s", [1e-3, 7.0, 1e4])
def test_a_hand_without_damping_is_told_a_border_too(delay_s):
    assert stability_border(Hand(100.0, 0.0, 100_000.0), delay_s).gain >= 0.0


def test_without_a_delay_no_gain_is_too_high():
    assert stability_border(TYPICAL, 0.0) is None
    assert passive_gain(5.0, 0.0) == math.inf
