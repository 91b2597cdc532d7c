"""Joint moves as they are flown: nearly time-optimal, within all limits, straight where it is free."""

from functools import cache

import numpy as np
import pytest

from ground.scenario.scenario_files import data_folder, names
from planner.motion.paths.path import JointPath
from planner.motion.timing.joint_flight import MotionLimits, farthest, fewest_periods, joint_flight, reach
from planner.motion.timing.rest_to_rest import rate_limits, rest_to_rest
from predictor.model.files.robot_file import read_robot
from predictor.motion.motion_rows import first_violation
from predictor.motion.stop import JointLimits, rest
from telemetry.messages.joint_state import JointState

T = 0.25
ROBOTS = data_folder() / "robots"
MIXED = JointLimits(
    q_min=(-9.0,) * 2, q_max=(9.0,) * 2, qd_max=(0.4, 0.4), qdd_max=(0.1, 2.0), qddd_max=(0.4, 8.0)
)


@cache
def arm(name):
    return read_robot(ROBOTS / f"{name}.toml")


def between(start_q, goal_q):
    return JointPath(start_q=np.array(start_q, dtype=float), goal_q=np.array(goal_q, dtype=float))


def random_path(robot, rng):
    """A move of all sizes within the joints' ranges; some joints stay."""
    low, high = (np.clip(row, -3.0, 3.0) for row in (robot.limits.q_min, robot.limits.q_max))
    start = rng.uniform(low, high)
    share = 10.0 ** rng.uniform(-5.0, 0.0, robot.n) * (rng.random(robot.n) < 0.8)
    return between(start, start + share * (rng.uniform(low, high) - start))


def check(robot, path):
    """A move is flown within limits, to its goal, and in two periods more than time-optimal at most."""
    flight = joint_flight(path, robot.limits, T)
    states = flight.states(flight.fewest)
    assert first_violation([rest(flight.start_q), *states], robot.limits, T) is None
    assert states[-1] == rest(tuple(path.goal_q))
    ideal_s = rest_to_rest(path.goal_q - path.start_q, rate_limits(robot.limits)).duration_s
    assert len(states) * T - ideal_s <= 2.0 * T


@pytest.mark.parametrize("name", names(ROBOTS))
def test_a_move_is_hardly_longer_than_the_time_optimal_one_within_limits_everywhere(name):
    rng = np.random.default_rng(3)
    for _ in range(5):
        check(arm(name), random_path(arm(name), rng))


@pytest.mark.sweep
@pytest.mark.parametrize("name", names(ROBOTS))
def test_no_move_of_an_arm_is_two_periods_longer_than_the_time_optimal_one(name):
    rng = np.random.default_rng(4)
    for _ in range(1000):
        check(arm(name), random_path(arm(name), rng))


def test_joints_whose_limits_are_in_proportion_move_on_a_straight_line():
    home = np.array(arm("shiyan7_like").home_q)
    path = between(home, np.add(home, [0.5, 0.0, -1.0, 0.2, 0.0, 2.0]))
    flight = joint_flight(path, arm("shiyan7_like").limits, T)
    assert flight.is_straight(flight.fewest)
    change = np.array([state.q for state in flight.states(flight.fewest)]) - path.start_q
    assert change == pytest.approx(np.outer(change[:, 0] / 0.5, path.goal_q - path.start_q), abs=1e-12)


def test_joints_of_other_proportions_bend_the_way_only_where_a_straight_one_takes_longer():
    flight = joint_flight(between((0, 0), (0.8, 2.0)), MIXED, T)
    assert not flight.is_straight(flight.fewest)
    q = np.array([state.q for state in flight.states(flight.fewest)])
    assert (np.diff(q, axis=0) > 0.0).all()  # each joint goes on all the while
    assert flight.is_straight(flight.fewest + 40)


def test_a_longer_time_is_flown_by_the_same_law_and_lowers_all_rates():
    flight = joint_flight(between((0, 0), (0.8, 2.0)), MIXED, T)
    for periods in (flight.fewest + 1, flight.fewest + 30):
        states = flight.states(periods)
        assert len(states) == periods
        assert first_violation([rest(flight.start_q), *states], MIXED, T) is None


def test_a_move_of_no_length_stays_for_as_long_as_is_asked():
    flight = joint_flight(between((0.1, 0.2), (0.1, 0.2)), MIXED, T)
    assert flight.fewest == 1
    assert flight.states(3) == [rest((0.1, 0.2))] * 3


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
