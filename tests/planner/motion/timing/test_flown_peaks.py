"""The greatest rates between set-points."""

import numpy as np
import pytest

from planner.motion.timing.flown_peaks import flown_peaks
from predictor.motion.stop import moves, rest, state_within
from telemetry.messages.joint_state import JointState

T = 0.25


def random_states(count, joints=3):
    rng = np.random.default_rng(5)
    return [JointState(*map(tuple, rng.normal(size=(3, joints)).tolist())) for _ in range(count)]


def test_peaks_are_those_of_a_thousand_times_finer_grid():
    begin, end = random_states(2)
    peaks = flown_peaks([begin, end], T)
    fine = [state_within(moves(begin, end, T), T * k / 1000) for k in range(1001)]
    assert np.abs([state.qd for state in fine]).max(axis=0) == pytest.approx(peaks.speed, rel=1e-4)
    assert np.abs([state.qdd for state in fine]).max(axis=0) == pytest.approx(peaks.acceleration, rel=1e-4)
    jerk = np.diff([state.qdd for state in fine], axis=0) / (T / 1000)
    assert np.abs(jerk).max(axis=0) == pytest.approx(peaks.jerk, rel=1e-2)


def test_the_greatest_of_all_periods_counts():
    states = random_states(6)
    each = [flown_peaks(states[k : k + 2], T) for k in range(5)]
    assert flown_peaks(states, T).speed == tuple(np.max([peaks.speed for peaks in each], axis=0))


def test_rest_to_rest_in_one_period_has_the_quintic_law_s_peaks():
    peaks = flown_peaks([rest((0.0,)), rest((-1.0,))], 1.0)
    assert (peaks.speed[0], peaks.jerk[0]) == (pytest.approx(1.875), pytest.approx(60.0))
    assert peaks.acceleration[0] == pytest.approx(10.0 / np.sqrt(3.0))


def test_standing_still_has_none():
    assert flown_peaks([rest((0.3, 0.4))] * 2, T).jerk == (0.0, 0.0)
