"""The law of whole periods: its limits between the set-points, and that nothing goes farther."""

import numpy as np
import pytest

from planner.motion.timing.rest_to_rest import rest_to_rest
from planner.motion.timing.whole_periods import MotionLimits, farthest, fewest_periods, reach
from predictor.motion.motion_rows import first_violation
from predictor.motion.stop import JointLimits, rest
from telemetry.messages.joint_state import JointState

T = 0.25
A_THOUSANDTH = 1e-3
# speed by acceleration, acceleration by jerk: in periods
SHIPPED, OTHERS = [(4.0, 1.0), (8.0, 1.0), (8.0, 2.0)], [(20.0, 3.7), (3.3, 1.7), (4.0, 0.5), (1.0, 1.0)]


def most_of(rise, ramp):
    """Limits by which speed and acceleration are reached in so many periods."""
    return MotionLimits(0.3, 0.3 / (rise * T), 0.3 / (rise * T) / (ramp * T))


def states(distance, most, periods):
    """One joint's states over a distance."""
    rows = zip(*farthest(periods, most, T), strict=True)
    return [rest((0.0,)), *(JointState(*((distance * value,) for value in row)) for row in rows)]


def broken(distance, most, periods):
    """The first limit that a flight breaks anywhere."""
    speed, acceleration, jerk = ((value,) for value in most)
    limits = JointLimits(q_min=(-1e-9,), q_max=(99.0,), qd_max=speed, qdd_max=acceleration, qddd_max=jerk)
    return first_violation(states(distance, most, periods), limits, T)


@pytest.mark.parametrize("kind", [*SHIPPED, *OTHERS, (0.5, 0.1)])
@pytest.mark.parametrize("periods", [*range(1, 12), 20, 37])
def test_the_farthest_motion_keeps_all_limits_between_its_set_points_and_uses_one_up(kind, periods):
    most = most_of(*kind)
    farthest_m = reach(periods, most, T)
    assert broken(farthest_m, most, periods) is None
    assert broken(farthest_m * 1.001, most, periods) is not None


@pytest.mark.parametrize("kind", [*SHIPPED, *OTHERS])
@pytest.mark.parametrize("periods", [3, 4, 5, 8, 13, 22])
def test_no_motion_of_constant_jerks_goes_farther_without_braking_early_and_none_much_farther(kind, periods):
    pytest.importorskip("scipy")
    from tests.reference.farthest_motion import farthest_distance

    most = most_of(*kind)
    straight_on = farthest_distance(periods, *most, T, may_brake_early=False)
    assert reach(periods, most, T) == pytest.approx(straight_on, rel=1e-6)
    assert farthest_distance(periods, *most, T, may_brake_early=True) <= straight_on * (1.0 + A_THOUSANDTH)


@pytest.mark.parametrize("kind", [*SHIPPED, *OTHERS])
def test_the_fewest_periods_reach_and_one_less_does_not(kind):
    most = most_of(*kind)
    for distance in 10.0 ** np.linspace(-5.0, 0.5, 60):
        periods = fewest_periods(distance, most, T)
        assert reach(periods, most, T) >= distance * (1.0 - 1e-9)
        assert periods == 1 or reach(periods - 1, most, T) < distance


@pytest.mark.parametrize("kind", [*SHIPPED, *OTHERS, (0.5, 0.5)])
def test_no_motion_is_two_periods_longer_than_the_time_optimal_one_and_most_are_less(kind):
    most, longer = most_of(*kind), 1.5 if min(kind) >= 1.0 else 2.0
    for distance in 10.0 ** np.linspace(-6.0, 0.7, 300):
        ideal_s = rest_to_rest(np.array([distance]), np.array([most]).T).duration_s
        assert fewest_periods(distance, most, T) * T - ideal_s < longer * T


@pytest.mark.parametrize("periods", [1, 2, 3, 4, 7, 300])
def test_every_motion_ends_at_rest_exactly_at_its_distance(periods):
    law = farthest(periods, most_of(8.0, 1.0), T)
    assert (law.s[-1], law.s_t[-1], law.s_tt[-1]) == (1.0, 0.0, 0.0)
    assert (np.diff(law.s) > 0.0).all()


def test_no_distance_takes_one_period():
    assert fewest_periods(0.0, most_of(4.0, 1.0), T) == 1
