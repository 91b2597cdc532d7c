"""How far the platform has turned, and where the sun stands from it."""

import math

import numpy as np
import pytest
from scene_bench import DELAY, NOW, flown_state, looked, turned
from screen_bench import RUN, S, telemetry

from ground.console.base_motion import base_motion
from ground.console.snapshot import Snapshot
from ground.console.state import ConsoleState

ANGLE, ONE_MICRORADIAN = 0.2, 1e-6


def test_the_turn_counts_from_the_first_report_that_was_heard():
    state = flown_state(quat_world_base=turned(ANGLE), rate_base=(0.003, 0.0, -0.004))
    base = base_motion(state.snapshot(NOW))
    assert base.turned == pytest.approx(ANGLE)
    assert base.rate == pytest.approx(0.005)
    assert base.since_ns == pytest.approx(NOW - 10 * S - DELAY, abs=1)


def test_a_platform_that_was_turned_already_counts_from_there():
    state = ConsoleState(RUN)
    for second, attitude in ((50, 0.5), (60, 0.5 + ANGLE), (70, 0.5)):
        state.consume(telemetry(second * S - DELAY, quat_world_base=turned(attitude)), second * S)
        seen = base_motion(state.snapshot(second * S)).turned
        assert seen == pytest.approx(ANGLE if second == 60 else 0.0, abs=ONE_MICRORADIAN)


def test_without_a_report_nothing_is_claimed_of_the_platform():
    assert base_motion(Snapshot(at_ns=0)) is None


def test_the_sun_stays_in_the_world_while_the_platform_turns_under_it():
    now = looked(quat_world_base=turned(math.pi / 2.0, axis=0))
    assert np.allclose(now.to_sun, (0.0, 1.0, 0.0))
    assert np.allclose(now.base.R_base_world[:, 2], now.to_sun)
