"""A simulated device gives 35 N for a moment and 10 N all the time."""

import pytest

from haptics.forces.device_limits import SIMULATED, DeviceLimits, Saturation
from haptics.forces.wrench import Wrench, norm

NONE = (0.0, 0.0, 0.0)


def given(asked_force, seconds, torque=NONE):
    """Return what is given in each 10 ms of a lasting wish [N]."""
    saturation, amounts = Saturation(SIMULATED), []
    for _ in range(round(seconds / 0.01)):
        wrench, _ = saturation.within(Wrench((asked_force, 0.0, 0.0), torque))
        saturation.gave(wrench, 0.01)
        amounts.append(norm(wrench.force))
    return amounts


def test_a_cold_device_gives_its_peak_for_most_of_a_second():
    amounts = given(100.0, 2.0)
    assert amounts[:80] == pytest.approx([35.0] * 80)
    assert amounts[-1] < 35.0


def test_a_warm_device_gives_what_it_can_give_all_the_time():
    assert given(100.0, 120.0)[-1] == pytest.approx(10.0, abs=0.2)


def test_what_it_can_give_all_the_time_is_never_cut():
    assert given(10.0, 200.0) == pytest.approx([10.0] * 20_000)


def test_a_rested_device_is_cold_again():
    saturation = Saturation(SIMULATED)
    saturation.gave(Wrench((35.0, 0.0, 0.0), NONE), 3.0)
    assert norm(saturation.within(Wrench((35.0, 0.0, 0.0), NONE))[0].force) < 20.0
    for _ in range(100):
        saturation.gave(Wrench(NONE, NONE), 1.0)
    assert saturation.within(Wrench((35.0, 0.0, 0.0), NONE)) == (Wrench((35.0, 0.0, 0.0), NONE), False)


def test_saturation_keeps_the_direction_and_is_told():
    wrench, is_less = Saturation(SIMULATED).within(Wrench((30.0, 40.0, 0.0), (0.0, 0.0, -6.0)))
    assert is_less
    assert wrench.force == pytest.approx((21.0, 28.0, 0.0))
    assert wrench.torque == pytest.approx((0.0, 0.0, -3.0))


def test_a_device_without_motors_gives_nothing():
    passive = DeviceLimits(peak_force=0.0, continuous_force=0.0, peak_torque=0.0, continuous_torque=0.0)
    assert Saturation(passive).within(Wrench((1.0, 0.0, 0.0), NONE)) == (Wrench(NONE, NONE), True)
