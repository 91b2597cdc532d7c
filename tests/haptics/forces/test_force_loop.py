"""The loop beside the device: fades without news, never kicks, follows its model."""

import itertools
import math
from dataclasses import replace

import numpy as np
import pytest

from haptics.forces.device_limits import SIMULATED
from haptics.forces.force_loop import (
    CYCLE_NS,
    FORCE_GONE_NS,
    FORCE_RETURN_S,
    LONGEST_CYCLE_S,
    ForceLoop,
    wall_force,
)
from haptics.forces.passivity import MOST_ACCELERATION
from haptics.forces.wrench import ZERO, Wrench, norm
from telemetry.messages.force import LocalModel, Wall

WALL = Wall(p_wall=(0.0, 0.0, 0.0), normal=(0.0, 0.0, 1.0), stiffness=500.0, damping=5.0)


@pytest.mark.parametrize("outside", [0.0, 0.001])
def test_a_hand_that_is_not_in_a_wall_feels_nothing_however_fast_it_comes(outside):
    assert wall_force(WALL, (0.0, 0.0, outside), (0.0, 0.0, -1.0)) == (0.0, 0.0, 0.0)


def test_a_hand_in_a_wall_is_pushed_out_and_never_pulled_in():
    assert wall_force(WALL, (0.0, 0.0, -0.01), (0.0, 0.0, -0.1)) == pytest.approx((0.0, 0.0, 5.5))
    assert wall_force(WALL, (0.0, 0.0, -0.01), (0.0, 0.0, 2.0)) == (0.0, 0.0, 0.0)


UPRIGHT = (1.0, 0.0, 0.0, 0.0)
MS = 1_000_000
PULL = (0.0, 0.0, -4.0)
LONGEST_NS, RETURN_NS = LONGEST_CYCLE_S * 1e9, FORCE_RETURN_S * 1e9


def felt(loop, since_ms, until_ms, *, force=PULL, news=True, z=0.0, **asked):
    """Return the force of each cycle of a hand at height z, with news every 10 ms or none."""
    forces = []
    for now_ms in range(since_ms, until_ms):
        if news and now_ms % 10 == 0:
            loop.on_model(LocalModel(at_ns=now_ms * MS, force=force, is_limited=False, **asked))
        forces.append(loop.step((0.0, 0.0, z), UPRIGHT, now_ms * MS).wrench.force)
    return forces


def test_nothing_is_felt_before_there_is_news():
    assert set(felt(ForceLoop(SIMULATED), 0, 50, news=False)) == {ZERO}


def test_a_hand_that_moves_feels_nothing_of_a_device_that_was_never_asked_for_a_force():
    loop = ForceLoop(SIMULATED)
    forces = [loop.step((0.0003 * ms, 0.0, 0.0), UPRIGHT, ms * MS).wrench.force for ms in range(300)]
    assert set(forces) == {ZERO}


def test_the_force_of_the_model_is_felt_once_it_has_come_slowly():
    forces = felt(ForceLoop(SIMULATED), 0, 700)
    assert forces[-1] == PULL
    assert forces[250][2] == pytest.approx(-2.0, abs=0.1)


def test_without_news_the_force_is_gone_within_100_ms():
    loop = ForceLoop(SIMULATED)
    felt(loop, 0, 1000)
    forces = felt(loop, 1000, 1200, news=False)
    assert forces[30] == PULL
    assert set(forces[90:]) == {ZERO}  # the newest news are of 990 ms
    assert loop.felt.limit == "stale"


def test_a_hand_that_moves_feels_nothing_at_all_100_ms_after_the_last_news():
    loop = ForceLoop(SIMULATED)
    for now_ms in range(2000):
        if now_ms < 1000:
            loop.on_model(LocalModel(at_ns=now_ms * MS))
        force = loop.step((0.0, 0.0, 1e-4 * now_ms), UPRIGHT, now_ms * MS).wrench.force
        if now_ms == 30:
            assert norm(force) > 0.0  # a light damper takes the reserve from the hand
            loop._passivity.level = 0.0  # as if it had been used up
    assert force == ZERO


def test_news_that_come_again_never_kick():
    loop = ForceLoop(SIMULATED)
    felt(loop, 0, 1000)
    felt(loop, 1000, 2000, news=False)
    forces = felt(loop, 2000, 3000, force=(30.0, 0.0, 0.0))
    jumps = [norm((b[0] - a[0], b[1] - a[1], b[2] - a[2])) for a, b in itertools.pairwise((ZERO, *forces))]
    assert max(jumps) < 0.6  # [N] in a millisecond
    assert norm(forces[50]) < 3.0


def test_whatever_is_lost_and_comes_back_a_force_begins_anew_from_nothing():
    for seed in range(8):
        rng, loop = np.random.default_rng(seed), ForceLoop(SIMULATED)
        now_ns = news_ns = silent_until_ns = 0
        begins_ns, returns = 0, 0
        while now_ns < 2500 * MS:
            now_ns += CYCLE_NS + int(rng.exponential(CYCLE_NS / 5)) + (rng.random() < 0.01) * 15 * MS
            if rng.random() < 0.004:
                silent_until_ns = now_ns + int(rng.integers(0, 500 * MS))
            if now_ns >= silent_until_ns and now_ns - news_ns >= 10 * MS:
                if now_ns - news_ns > FORCE_GONE_NS:
                    begins_ns, returns = now_ns, returns + 1
                x, y, z = rng.uniform(-20.0, 20.0, 3).tolist()
                loop.on_model(LocalModel(at_ns=now_ns, force=(x, y, z), is_limited=False))
                news_ns = now_ns
            force = norm(loop.step(ZERO, UPRIGHT, now_ns).wrench.force)
            assert force <= SIMULATED.peak_force * (now_ns - begins_ns + LONGEST_NS) / RETURN_NS
            if now_ns - news_ns > FORCE_GONE_NS:
                assert force == 0.0
        assert returns > 0


def test_the_force_changes_no_faster_than_the_device_allows():
    loop = ForceLoop(SIMULATED)
    felt(loop, 0, 1000)
    forces = felt(loop, 1000, 1200, force=(0.0, 0.0, 4.0))
    steps = [abs(b[2] - a[2]) for a, b in itertools.pairwise(forces)]
    assert max(steps) == pytest.approx(SIMULATED.force_rate * CYCLE_NS * 1e-9)


def test_a_force_begins_in_the_cycle_after_its_first_news():
    loop = ForceLoop(SIMULATED)
    loop.step(ZERO, UPRIGHT, 0)
    loop.on_model(LocalModel(at_ns=MS, force=PULL, is_limited=False))
    assert norm(loop.step(ZERO, UPRIGHT, MS).wrench.force) > 0.0


def test_of_two_models_of_one_instant_the_last_is_felt():
    loop = ForceLoop(SIMULATED)
    for force in (ZERO, PULL):
        loop.on_model(LocalModel(at_ns=0, force=force, is_limited=False))
    loop.step(ZERO, UPRIGHT, 0)
    assert loop.step(ZERO, UPRIGHT, MS).wrench.force[2] < 0.0


def test_of_the_wrenches_that_may_have_acted_the_dearest_counts():
    loop = ForceLoop(SIMULATED)
    loop.on_model(LocalModel(at_ns=0, is_limited=False))
    loop.step(ZERO, UPRIGHT, 0)
    acting = [Wrench((x, 0.0, 0.0), ZERO) for x in (-1.0, 2.0, 1.0)]
    assert loop.step((0.01, 0.0, 0.0), UPRIGHT, MS, acting=acting).energy == pytest.approx(-0.02)


def passed(*, held_s=0.0, most_acceleration=MOST_ACCELERATION):
    """Return the share of a force that a hand is let feel that has just given 1 mJ."""
    loop = ForceLoop(SIMULATED, most_acceleration)
    for now_ms in range(600):
        loop.on_model(LocalModel(at_ns=now_ms * MS, force=PULL))
        loop._passivity.level = 0.001
        felt = loop.step(ZERO, UPRIGHT, now_ms * MS, held_s=held_s)
    return felt.passed


def test_the_longer_a_force_is_held_and_the_quicker_the_hand_the_less_of_it_passes():
    assert passed(held_s=0.02) < passed(held_s=0.01) < passed(held_s=0.001) == passed()
    assert passed(held_s=0.02) < passed(held_s=0.02, most_acceleration=10.0)


def test_it_is_told_why_a_force_is_less_than_asked():
    whole, much = ForceLoop(SIMULATED), ForceLoop(SIMULATED)
    felt(whole, 0, 1000)
    felt(much, 0, 1000, force=(100.0, 0.0, 0.0))
    assert (whole.felt.limit, much.felt.limit) == ("", "device")


def test_a_stamp_from_the_future_keeps_nothing_alive():
    loop = ForceLoop(SIMULATED)
    loop.on_model(LocalModel(at_ns=3600 * 1000 * MS, force=PULL, is_limited=False))
    assert set(felt(loop, 0, 1000, news=False)) == {ZERO}


@pytest.mark.parametrize("broken", [math.nan, math.inf, -math.inf])
def test_a_pose_that_is_no_number_gives_nothing_and_leaves_nothing_behind(broken):
    loop = ForceLoop(SIMULATED)
    felt(loop, 0, 1000)
    level = loop.felt.energy
    assert set(felt(loop, 1000, 1100, z=broken)) == {ZERO} and loop.felt.energy == level
    assert set(felt(loop, 1100, 1110, force=ZERO)) == {ZERO}  # nothing of the force before
    forces = felt(loop, 1110, 2000)
    assert norm(forces[50]) < 1.0 and forces[-1] == PULL


def test_after_a_pose_that_is_no_number_the_handle_is_taken_as_it_is_found():
    loop = ForceLoop(SIMULATED)
    felt(loop, 0, 1000)
    felt(loop, 1000, 1100, z=math.nan)
    assert felt(loop, 1100, 1101) == [ZERO]


def test_what_takes_the_first_energy_of_a_hand_is_within_the_device_too():
    weak = replace(SIMULATED, peak_force=0.4, continuous_force=0.4)
    loop, forces = ForceLoop(weak), []
    for now_ms in range(20):  # at 20 m/s
        loop.on_model(LocalModel(at_ns=now_ms * MS))
        forces.append(norm(loop.step((0.0, 0.0, 0.02 * now_ms), UPRIGHT, now_ms * MS).wrench.force))
    assert max(forces) == pytest.approx(weak.peak_force)


def test_what_is_asked_beyond_all_numbers_is_not_given():
    loop = ForceLoop(SIMULATED)
    assert set(felt(loop, 0, 100, force=(math.inf, 0.0, 0.0))) == {ZERO}
    assert felt(loop, 100, 1000)[-1] == PULL


def test_an_older_model_that_comes_late_is_ignored():
    loop = ForceLoop(SIMULATED)
    felt(loop, 0, 1000)
    loop.on_model(LocalModel(at_ns=900 * MS, force=(9.0, 9.0, 9.0), is_limited=False))
    assert loop.step((0.0, 0.0, 0.0), UPRIGHT, 1000 * MS).wrench.force == PULL


def test_a_wall_pushes_in_proportion_to_the_depth_and_never_pulls():
    wall = Wall(p_wall=(0.0, 0.0, 0.01), normal=(0.0, 0.0, 1.0), stiffness=300.0)
    assert felt(ForceLoop(SIMULATED), 0, 700, force=ZERO, walls=(wall,))[-1] == pytest.approx((0, 0, 3.0))
    assert felt(ForceLoop(SIMULATED), 0, 700, force=ZERO, walls=(wall,), z=0.02)[-1] == ZERO


def test_between_two_models_the_spring_goes_on_where_the_hand_goes():
    loop = ForceLoop(SIMULATED)
    felt(loop, 0, 1000, force=ZERO, stiffness=100.0)
    assert felt(loop, 1000, 1030, news=False, z=0.01)[-1] == pytest.approx((0.0, 0.0, -1.0))


def test_a_turned_handle_is_turned_back():
    loop = ForceLoop(SIMULATED)
    half_turned = (0.9998000066665778, 0.0, 0.019998666693333084, 0.0)  # 0.04 rad about y
    for now_ms in range(700):
        loop.on_model(LocalModel(at_ns=now_ms * MS, turning_stiffness=5.0, is_limited=False))
        torque = loop.step(ZERO, half_turned, now_ms * MS).wrench.torque
    assert torque == pytest.approx((0.0, -0.2, 0.0))


def test_energy_that_nobody_has_given_moves_nobody():
    loop = ForceLoop(SIMULATED)
    for now_ms in range(1000):
        loop.on_model(LocalModel(at_ns=now_ms * MS, force=PULL))
        loop.step(ZERO, UPRIGHT, now_ms * MS)
    assert loop.felt.wrench.force == ZERO
    assert loop.felt.limit == "energy"
