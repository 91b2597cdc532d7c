"""Paths as they are flown: on the path, within all limits, in a few periods more than the least."""

from functools import cache

import numpy as np
import pytest

from ground.scenario.scenario_files import data_folder
from planner.motion.paths.line import line
from planner.motion.timing.path_flight import PathFlight
from planner.motion.trajectory import fly
from predictor.model.files.robot_file import read_robot
from predictor.model.kinematics import tool_pose
from predictor.motion.motion_rows import first_violation
from predictor.motion.stop import rest

T = 0.25
ONE_NANO = 1e-9
LINE_START = tuple(np.radians([0.0, -120.210281, -109.35832, 0.0, -40.431398, 0.0]))
LINE_END = (1.046, 0.6, 0.115)
ARMS = (
    "station_arm",
    "roller_arm",
    "underwater_trainer",
    "service_robot",
)  # whose safe poses are not singular


@cache
def arm(name):
    return read_robot(data_folder() / "robots" / f"{name}.toml")


@cache
def published():
    """The published line, and how it is flown."""
    robot = arm("shiyan7_like")
    path = line(robot, LINE_START, LINE_END, quat_base_tool=None)
    return path, PathFlight(path, robot.limits, T)


def test_the_published_line_takes_7_18_s_by_the_quintic_law_and_6_s_at_least():
    _, flight = published()
    assert flight.figures.minimum.duration_s == pytest.approx(7.182, abs=1e-3)
    assert flight.figures.shortest_s == pytest.approx(5.986, abs=5e-3)


def test_the_published_line_is_flown_in_25_periods_within_its_limits():
    path, flight = published()
    states, _ = fly(arm("shiyan7_like"), path, asked_s=None, period_s=T)
    assert len(states) == 25
    assert first_violation([rest(flight.start_q), *states], arm("shiyan7_like").limits, T) is None


def test_set_points_are_on_the_path_and_end_at_rest_where_it_ends():
    path, flight = published()
    states = flight.states(26)
    begin, end = np.array(path.at(0.0).q), np.array(path.at(1.0).q)
    way = tool_pose(arm("shiyan7_like"), end)[:3, 3] - tool_pose(arm("shiyan7_like"), begin)[:3, 3]
    for state in states:
        offset = tool_pose(arm("shiyan7_like"), state.q)[:3, 3] - tool_pose(arm("shiyan7_like"), begin)[:3, 3]
        assert np.linalg.norm(np.cross(offset, way)) / np.linalg.norm(way) < ONE_NANO
    assert states[-1] == rest(tuple(end.tolist()))


def test_a_longer_time_is_flown_smoothly_all_along_it():
    _, flight = published()
    states = flight.states(60)
    assert len(states) == 60
    moved = np.diff([state.q[0] for state in states])
    assert (moved > 0.0).all()
    assert max(moved) < 2.0 * np.median(moved)


@pytest.mark.sweep
@pytest.mark.parametrize("name", ARMS)
def test_lines_of_an_arm_are_flown_in_two_periods_more_than_the_least_within_limits(name):
    robot, rng = arm(name), np.random.default_rng(6)
    begin = tool_pose(robot, np.array(robot.home_q))[:3, 3]
    for _ in range(20):
        way = rng.normal(size=3)
        end = begin + way / np.linalg.norm(way) * 10.0 ** rng.uniform(-2.5, -0.6)
        path = line(robot, robot.home_q, tuple(end.tolist()), quat_base_tool=None)
        if hasattr(path, "reason"):
            continue
        states, least = fly(robot, path, asked_s=None, period_s=T)
        assert len(states) * T <= least.shortest_s + 2.0 * T
        assert first_violation([rest(robot.home_q), *states], robot.limits, T) is None


def test_a_line_of_no_length_takes_one_period():
    robot = arm("shiyan7_like")
    here = tuple(tool_pose(robot, np.array(LINE_START))[:3, 3].tolist())
    flight = PathFlight(line(robot, LINE_START, here, quat_base_tool=None), robot.limits, T)
    assert (flight.figures.shortest_s, flight.fewest) == (pytest.approx(0.0, abs=1e-9), 1)
    assert len(flight.states(1)) == 1
