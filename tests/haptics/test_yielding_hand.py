"""A simulated hand that yields: a spring, a damper, a mass; the handle's force moves it."""

import math

import msgspec
import numpy as np
import pytest

from haptics.forces.wrench import ZERO
from haptics.simulated import SimulatedHandle
from haptics.yielding_hand import YieldingHand
from telemetry.agreed.force_settings import HumanHand
from telemetry.messages.force import LocalModel
from telemetry.messages.handle import HandIntent

HUMAN = HumanHand(is_simulated=True)
PUSHED = HandIntent(p_handle=(0.05, 0.0, 0.0), speed=0.2, dead_man=True)
MS, READ_MS = 1_000_000, 20


def test_a_held_force_moves_it_by_force_over_stiffness():
    hand = YieldingHand(HUMAN)
    for _ in range(5000):
        hand.step(ZERO, (1.0, 0.0, -2.0), 0.001)
    assert hand.p == pytest.approx((1.0 / 50.0, 0.0, -2.0 / 50.0), abs=1e-6)


def test_it_swings_with_its_own_frequency_and_damping():
    hand, track = YieldingHand(HUMAN), []
    for _ in range(1000):
        track.append(hand.step((0.01, 0.0, 0.0), ZERO, 0.001)[0])
    w, sigma = math.sqrt(50.0 - 6.25), 2.5
    t = np.arange(1, 1001) * 0.001
    exact = 0.01 * (1.0 - np.exp(-sigma * t) * (np.cos(w * t) + sigma / w * np.sin(w * t)))
    assert np.max(np.abs(np.array(track) - exact)) < 1e-4


def places(handle, until_ms, *, model=None, since_ms=0):
    """Return x of each reading, with a model of the force told before each."""
    track = []
    for now_ms in range(since_ms, until_ms, READ_MS):
        track.append(handle.read(now_ms * MS).p_handle[0])
        if model is not None:
            handle.on_model(LocalModel(at_ns=now_ms * MS, force=model, is_limited=False))
    return track


def test_it_goes_where_it_is_told_a_reaction_time_later():
    handle = SimulatedHandle(np.random.default_rng(1), HUMAN)
    handle.on_intent(PUSHED)
    track = places(handle, 4000)
    assert max(map(abs, track[:10])) < 0.001
    assert track[-1] == pytest.approx(0.05, abs=0.001)


def test_the_force_pushes_it_back():
    handle = SimulatedHandle(np.random.default_rng(1), HUMAN)
    handle.on_intent(PUSHED)
    places(handle, 4000)
    assert places(handle, 8000, since_ms=4000, model=(-1.0, 0.0, 0.0))[-1] == pytest.approx(0.03, abs=0.001)


def test_a_steady_hand_goes_where_it_is_told_whatever_it_feels():
    felt, unfelt = (SimulatedHandle(np.random.default_rng(1)) for _ in range(2))
    for handle in (felt, unfelt):
        handle.on_intent(PUSHED)
    assert places(felt, 1000, model=(-5.0, 0.0, 0.0)) == places(unfelt, 1000)
    assert felt.felt.wrench.force == pytest.approx((-5.0, 0.0, 0.0))


def test_a_hand_that_gives_way_aims_less_far_a_reaction_time_after_it_felt_a_force():
    giving = msgspec.structs.replace(HUMAN, gives_way=0.01)
    handle = SimulatedHandle(np.random.default_rng(1), giving)
    handle.on_intent(PUSHED)
    places(handle, 4000)
    assert places(handle, 8000, since_ms=4000, model=(-1.0, 0.0, 0.0))[-1] == pytest.approx(0.02, abs=0.001)
