"""Joint moves as they are flown: nearly time-optimal, within all limits, straight where it is free."""

from functools import cache

import numpy as np
import pytest

from ground.scenario.scenario_files import data_folder, names
from planner.motion.paths.path import JointPath
from planner.motion.timing.joint_flight import joint_flight
from planner.motion.timing.rest_to_rest import rate_limits, rest_to_rest
from predictor.model.files.robot_file import read_robot
from predictor.motion.motion_rows import first_violation
from predictor.motion.stop import JointLimits, rest

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
