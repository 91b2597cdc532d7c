"""Smoothness by the spectral arc length: the printed example, and what it does not depend on."""

from itertools import pairwise

import numpy as np
import pytest

from ground.score.smoothness import spectral_arc_length

T_S = np.arange(-1.0, 1.0, 0.01)
ONE_BELL = np.exp(-5.0 * T_S**2)


def test_the_printed_example_of_its_authors():
    assert spectral_arc_length(ONE_BELL, 100.0) == pytest.approx(-1.41403, abs=1e-5)


def test_a_plain_sum_of_cosines_answers_the_same():
    speed = np.concatenate([ONE_BELL, 0.6 * ONE_BELL])
    count = 2 ** (int(np.ceil(np.log2(len(speed)))) + 4)
    turns = np.outer(np.arange(count // 10), np.arange(len(speed))) / count  # up to 10 Hz
    heights = np.hypot(np.cos(2 * np.pi * turns) @ speed, np.sin(2 * np.pi * turns) @ speed)
    kept = heights[: np.flatnonzero(heights >= 0.05 * heights[0])[-1] + 1] / heights[0]
    length = sum(np.hypot(1.0 / (len(kept) - 1), b - a) for a, b in pairwise(kept))
    assert spectral_arc_length(speed, 100.0) == pytest.approx(-length, rel=1e-9)


def test_neither_how_fast_nor_how_far_matters():
    once = spectral_arc_length(ONE_BELL, 100.0)
    assert spectral_arc_length(7.0 * ONE_BELL, 100.0) == pytest.approx(once)
    assert spectral_arc_length(ONE_BELL, 50.0) == pytest.approx(once)


def test_who_stops_on_the_way_is_less_smooth():
    twice = np.concatenate([ONE_BELL, ONE_BELL])
    assert spectral_arc_length(twice, 100.0) < spectral_arc_length(ONE_BELL, 100.0) - 0.5


def test_of_a_hand_that_stands_there_is_none():
    assert (
        spectral_arc_length(np.zeros(200), 100.0) is None and spectral_arc_length(np.zeros(0), 100.0) is None
    )
