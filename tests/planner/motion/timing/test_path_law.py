"""The fastest law of a path: limits, and nothing faster by other ways."""

import numpy as np
import pytest

from planner.motion.paths.path import JointPath, PathPoint
from planner.motion.timing.path_law import BETWEEN, fastest_law, instants
from planner.motion.timing.profile import peaks_of, rates, timing
from planner.motion.timing.rest_to_rest import rest_to_rest

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
    assert share >= BETWEEN
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
