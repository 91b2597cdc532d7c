"""The delayed spring over a delay line: what steady motion, a sine and a stop feel like."""

import math

import numpy as np
import pytest

from haptics.forces.delayed_spring import DelayedSpring
from haptics.forces.push import ToolState
from predictor.model.spatial import pose, rotation_from_vector

LINK_S, LOOP_S = 7.0, 8.75  # the link alone, and the operator's whole loop
GAIN = 40.0
EXACT = 1e-12


def at(p, turn=(0.0, 0.0, 0.0)):
    return pose(rotation_from_vector(np.array(turn)), np.array(p))


def spring(sent, received, turning_gain=1.0):
    tool = ToolState(
        robot=None,
        is_moving=None,
        q=(),
        T_base_tool=sent,
        T_base_sent=sent,
        T_base_received=received,
        T_world_base=None,
    )
    return DelayedSpring(GAIN, turning_gain).push(tool)


def force(place, t_s, delay_s):
    """Return the force on the hand at t_s, if place(t) was sent and comes back delay_s later."""
    return spring(at(place(t_s)), at(place(t_s - delay_s))).force


@pytest.mark.parametrize("delay_s", [LINK_S, LOOP_S])
def test_steady_motion_is_felt_as_gain_times_speed_times_delay(delay_s):
    felt = force(lambda t: (0.01 * t, 0.0, 0.0), 20.0, delay_s)
    assert felt == pytest.approx([-GAIN * 0.01 * delay_s, 0.0, 0.0], abs=EXACT)


def test_the_published_example_is_2_8_n_against_the_motion():
    assert force(lambda t: (0.0, 0.0, 0.01 * t), 20.0, LINK_S)[2] == pytest.approx(-2.8, abs=EXACT)


@pytest.mark.parametrize("delay_s", [LINK_S, LOOP_S])
@pytest.mark.parametrize("w", [0.2, 1.0, 4.0])
def test_a_sine_is_felt_with_twice_the_sine_of_half_the_phase(w, delay_s):
    times = np.arange(20.0, 20.0 + 2.0 * math.pi / w, 0.001 / w)
    felt = [force(lambda t: (0.0, 0.03 * math.sin(w * t), 0.0), t, delay_s)[1] for t in times[::10]]
    assert max(map(abs, felt)) == pytest.approx(2 * GAIN * 0.03 * abs(math.sin(w * delay_s / 2)), rel=1e-3)


@pytest.mark.parametrize("delay_s", [LINK_S, LOOP_S])
def test_a_stop_is_felt_until_the_delay_is_over_and_no_longer(delay_s):
    def stops(t):
        return (0.01 * min(t, 10.0), 0.0, 0.0)

    assert abs(force(stops, 10.0 + 0.99 * delay_s, delay_s)[0]) > 0.0
    assert force(stops, 10.0 + delay_s, delay_s) == pytest.approx([0.0, 0.0, 0.0], abs=EXACT)


def test_a_turn_is_felt_as_a_torque_against_it():
    turn = np.array([0.0, 0.4, 0.0])
    torque = spring(at((0, 0, 0), turn), at((0, 0, 0)), 2.0).torque
    assert torque == pytest.approx([0.0, -0.8, 0.0], abs=EXACT)


def test_a_turn_of_any_size_pulls_the_short_way_back():
    sent, received = at((0, 0, 0), (3.0, 0.0, 0.0)), at((0, 0, 0), (-3.0, 0.0, 0.0))
    torque = spring(sent, received).torque
    assert torque == pytest.approx([2.0 * math.pi - 6.0, 0.0, 0.0], abs=1e-9)
