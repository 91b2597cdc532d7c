"""Paths as they are flown: on the path, within all limits, in a few periods more than the least."""

from functools import cache

import numpy as np
import pytest

from ground.scenario.scenario_files import data_folder
from planner.motion.moves.trajectory import fly
from planner.motion.paths.path import JointPath, PathPoint
from planner.motion.timing.path_flight import LIMIT_SHARE, PathFlight, fastest_law, instants
from planner.motion.timing.quintic_law import peaks_of, rates, timing
from planner.motion.timing.rest_to_rest import rest_to_rest
from predictor.model.files.robot_file import read_robot
from predictor.model.kinematics import tool_pose
from predictor.motion.motion_rows import first_violation
from predictor.motion.stop import rest
from tests.straight_lines import line

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


WEAVE_LIMITS = np.array([[0.5, 0.3], [0.2, 0.4], [0.3, 0.6]])
A_THOUSANDTH, A_HUNDREDTH = 1e-3, 1e-2


def weave(s):
    """Two joints that swing, and three derivatives by s; (4, 2, k)."""
    rows = [[np.sin(3 * s), 0.6 * np.cos(4 * s) + 0.3 * s], [3 * np.cos(3 * s), 0.3 - 2.4 * np.sin(4 * s)]]
    return np.array([*rows, *([[-9 * np.sin(3 * s), -9.6 * np.cos(4 * s)],
                               [-27 * np.cos(3 * s), 38.4 * np.sin(4 * s)]])])  # fmt: skip


class Weave:
    """That path."""

    hardest = ""

    def at(self, s):
        return PathPoint(*weave(s)[:3])


def first_duration(path, limits):
    """The duration of the quintic law."""
    shares = np.array(peaks_of(rates(path))) / limits
    return np.max(shares ** (1.0 / np.array([[1.0], [2.0], [3.0]])))


def fastest(path, limits):
    return fastest_law(rates(path), limits, first_duration(path, limits))


def flown(law, count):
    """s and its three derivatives by time at the ends of equal times (4, count - 1)."""
    x, x_t, x_tt = instants(law, count, law.duration_s)
    x_ttt = np.gradient(x_tt, law.duration_s / count, edge_order=2)
    s, s_x, s_xx, s_xxx = np.array([timing(at) for at in x]).T
    a = s_xx * x_t**2 + s_x * x_tt
    return np.array([s, s_x * x_t, a, s_xxx * x_t**3 + 3.0 * s_xx * x_t * x_tt + s_x * x_ttt])


@pytest.mark.parametrize("change", [1e-3, 0.05, 0.6, 3.0])
@pytest.mark.parametrize("limits", [(0.14, 0.07, 0.28), (0.07, 0.035, 0.07), (0.1, 5.0, 0.4)])
def test_a_straight_path_takes_as_long_as_the_closed_form(change, limits):
    rows = np.array(limits)[:, None]
    path = JointPath(start_q=np.zeros(1), goal_q=np.array([change]))
    ideal_s = rest_to_rest(np.array([change]), rows).duration_s
    assert fastest(path, rows).duration_s == pytest.approx(ideal_s, rel=A_THOUSANDTH)


def test_the_limits_hold_on_a_ten_times_finer_grid_but_where_the_jerk_jumps():
    s, s_t, s_tt, s_ttt = flown(fastest(Weave(), WEAVE_LIMITS), 2000)
    _, p, r, w = weave(s)
    speed, acceleration = p * s_t, p * s_tt + r * s_t**2
    jerk = p * s_ttt + 3.0 * r * s_t * s_tt + w * s_t**3
    share = [
        np.abs(rate) / most[:, None]
        for rate, most in zip((speed, acceleration, jerk), WEAVE_LIMITS, strict=True)
    ]
    assert np.max(share[0]) <= 1.0 + A_THOUSANDTH
    assert np.max(share[1]) <= 1.0 + A_HUNDREDTH
    assert np.quantile(share[2], 0.95) <= 1.0 + A_HUNDREDTH  # it jumps within a step of the law


def test_some_limit_is_used_up_almost_everywhere():
    s, s_t, s_tt, s_ttt = flown(fastest(Weave(), WEAVE_LIMITS), 400)
    _, p, r, w = weave(s)
    rates_of = (p * s_t, p * s_tt + r * s_t**2, p * s_ttt + 3.0 * r * s_t * s_tt + w * s_t**3)
    share = np.max([np.abs(rate) / most[:, None] for rate, most in zip(rates_of, WEAVE_LIMITS, strict=True)])
    assert share >= LIMIT_SHARE
    used = np.max(np.abs(np.array(rates_of)) / WEAVE_LIMITS[:, :, None], axis=(0, 1))
    assert np.mean(used > 0.98) > 0.9


@pytest.mark.sweep
def test_a_direct_search_in_time_finds_nothing_shorter():
    pytest.importorskip("scipy")
    from tests.reference.fastest_along import fastest_duration

    law, pieces = fastest(Weave(), WEAVE_LIMITS), 24
    accelerations = np.append(np.append(0.0, flown(law, pieces)[2]), 0.0) * law.duration_s**2
    jerks = np.diff(accelerations) * pieces
    found_s, is_least = fastest_duration(lambda s: weave(s)[1:], WEAVE_LIMITS, jerks, 1.3 * law.duration_s)
    assert is_least
    assert law.duration_s <= found_s * (1.0 + A_THOUSANDTH)
    assert found_s <= law.duration_s * 1.03  # by so few pieces


def test_the_law_runs_on_and_its_derivatives_are_its_slopes():
    law = fastest(Weave(), WEAVE_LIMITS)
    x, x_t, x_tt = instants(law, 4000, law.duration_s)
    step = law.duration_s / 4000
    assert (np.diff(x) > 0.0).all()
    assert np.gradient(x, step)[1:-1] == pytest.approx(x_t[1:-1], rel=1e-4)
    assert np.gradient(x_t, step)[1:-1] == pytest.approx(x_tt[1:-1], abs=1e-2 * np.abs(x_tt).max())


def test_a_longer_time_divides_the_rates():
    law = fastest(Weave(), WEAVE_LIMITS)
    short, long = instants(law, 10, law.duration_s), instants(law, 10, 2.0 * law.duration_s)
    assert long.x == pytest.approx(short.x)
    assert long.x_t == pytest.approx(short.x_t / 2.0)
    assert long.x_tt == pytest.approx(short.x_tt / 4.0)
