"""How far the platform has turned, and where the sun stands from it."""

import math

import numpy as np
import pytest
from scene_bench import DELAY, NOW, S, flown_state, looked, turned

from ground.console.base_motion import base_motion
from ground.console.snapshot import Snapshot

ANGLE = 0.2


def test_the_turn_counts_from_the_first_report_that_was_heard():
    state = flown_state(quat_world_base=turned(ANGLE), rate_base=(0.003, 0.0, -0.004))
    base = base_motion(state.snapshot(NOW))
    assert base.turned == pytest.approx(ANGLE)
    assert base.rate == pytest.approx(0.005)
    assert base.since_ns == pytest.approx(NOW - 10 * S - DELAY, abs=1)


def test_a_platform_that_turns_back_has_turned_less():
    there = base_motion(flown_state(quat_world_base=turned(-ANGLE)).snapshot(NOW))
    back = base_motion(flown_state(quat_world_base=turned(0.0)).snapshot(NOW))
    assert there.turned == pytest.approx(ANGLE)
    assert back.turned == pytest.approx(0.0, abs=1e-9)


def test_without_a_report_nothing_is_claimed_of_the_platform():
    assert base_motion(Snapshot(at_ns=0)) is None


def test_the_sun_stays_in_the_world_while_the_platform_turns_under_it():
    now = looked(quat_world_base=turned(math.pi / 2.0, axis=0))
    assert np.allclose(now.to_sun, (0.0, 1.0, 0.0))
    assert np.allclose(now.base.R_base_world[:, 2], now.to_sun)
