"""The hand's port is passive, whatever the link does; a plain spring through a delay is not."""

import numpy as np
import pytest

from haptics.forces.passivity import MOST_J, QUICK_S, SLOW, SOFTNESS, STORE_J, PassivityController
from haptics.forces.wrench import NO_WRENCH, STILL, Shift, Wrench
from telemetry.agreed.force_stability import TYPICAL
from tests.haptics.forces.delayed_hand import any_hand, delayed_by, swing, trouble
from tests.haptics.forces.yielding_hand_desk import felt_by, out_and_back
from tests.reference.delayed_spring import places

LEAST_J = -1e-6
DELAY_S = 7.0
NOTHING_TURNS = (0.0, 0.0, 0.0)
WITHIN = 100  # steps of 1 ms


def least_energy(seed, *, seconds):
    rng = np.random.default_rng(seed)
    hand, aim, gain = any_hand(rng)
    return swing(trouble(rng), gain=gain, seconds=seconds, hand=hand, aim=aim)


def pushed(t_s):
    """Return the aim of a hand that is pushed aside for a moment, once the force has come."""
    return 0.05 if 1.0 < t_s < 1.5 else 0.0


def grows(gain):
    """Return how many times as far a pushed hand swings at 7 s of delay after 140 s as after 70 s."""
    return swelling(places(gain, DELAY_S, hand=TYPICAL, aim=pushed, seconds=140.0, step_s=0.002))


def swelling(track):
    """Return how far a track swings at its end, by how far at its middle: over a twentieth of it each."""
    half, piece = len(track) // 2, len(track) // 20
    return max(map(abs, track[-piece:])) / max(map(abs, track[half - piece : half]))


def test_a_plain_spring_of_40_n_per_m_decays_at_7_s_and_one_of_60_grows():
    assert grows(40.0) < 0.7
    assert grows(60.0) > 1.4


def test_cycles_that_begin_up_to_10_ms_late_make_the_port_give_no_energy():
    for seed in range(40):
        rng = np.random.default_rng(seed)
        hand, aim, gain = any_hand(rng)

        def late(rng=rng):
            return int(rng.integers(1, 11)) if rng.random() < 0.02 else 0

        swung = swing(trouble(rng), gain=gain, seconds=0.75, hand=hand, aim=aim, late=late)
        assert swung.least_energy >= LEAST_J, seed


def test_without_passivity_the_loop_is_that_plain_spring():
    swung = swing(delayed_by(DELAY_S), gain=60.0, seconds=12.0, is_limited=False, aim=pushed)
    expected = places(60.0, DELAY_S, hand=TYPICAL, aim=pushed, seconds=12.0)
    apart = max(abs(a - b) for a, b in zip(swung.places, expected, strict=True))
    assert max(map(abs, swung.places[8000:])) > 0.01
    assert apart < 0.001


@pytest.mark.sweep
def test_the_loop_itself_decays_at_40_and_grows_at_60_without_passivity():
    plain = {"seconds": 140.0, "is_limited": False, "aim": pushed}
    assert swelling(swing(delayed_by(DELAY_S), gain=40.0, **plain).places) < 0.7
    assert swelling(swing(delayed_by(DELAY_S), gain=60.0, **plain).places) > 1.4


def test_with_passivity_100_n_per_m_stays_bounded_and_gives_no_energy():
    swung = swing(delayed_by(DELAY_S), gain=100.0, seconds=20.0, aim=lambda t: 0.05 if t < 8.0 else 0.0)
    assert max(map(abs, swung.places)) < 0.1
    assert max(map(abs, swung.places[-2000:])) < 0.01
    assert swung.least_energy >= LEAST_J


def test_no_delay_loss_or_silence_makes_the_port_give_energy():
    swings = [least_energy(seed, seconds=0.25) for seed in range(200)]
    assert min(swung.least_energy for swung in swings) >= LEAST_J
    felt = [max(map(abs, swung.forces)) for swung in swings]
    assert sum(force > 0.3 for force in felt) > 40  # it is not passive by doing nothing


@pytest.mark.sweep
def test_no_delay_loss_or_silence_makes_the_port_give_energy_in_ten_thousand_traces():
    for seed in range(1000, 11_000):
        assert least_energy(seed, seconds=1.5).least_energy >= LEAST_J, seed


def test_without_passivity_a_delayed_spring_gives_energy():
    assert swing(delayed_by(0.5), gain=100.0, seconds=2.0, is_limited=False, x=0.05).least_energy < -0.01


@pytest.mark.parametrize("force", [7.0, 15.0])
def test_a_force_on_a_hand_that_holds_and_trembles_never_flickers_and_most_of_it_is_felt(force):
    hand = out_and_back(way=0.05, speed=0.2)
    felt = felt_by(hand, force)[hand.held]
    assert np.abs(felt[WITHIN:] - felt[:-WITHIN]).max() < 1.0
    assert felt.mean() > 0.9 * force


def test_a_force_that_a_hand_let_go_comes_back_no_faster_than_by_1_n_in_100_ms():
    hand = out_and_back(way=0.03, speed=0.2)
    felt = felt_by(hand, 7.0)
    assert felt[hand.back : hand.back + 300].min() < 0.5  # nothing had paid for more
    after = felt[hand.back :]
    assert (after[WITHIN:] - after[:-WITHIN]).max() < 1.0
    assert felt[-1] > 6.0


@pytest.mark.parametrize("speed", [0.01, 0.02, 0.05])
def test_a_hand_that_goes_slowly_is_given_a_force_too(speed):
    hand = out_and_back(way=0.03, speed=speed)
    assert felt_by(hand, 3.0)[hand.held].mean() > 2.0


def test_filling_the_store_is_never_felt_as_more_than_1_n():
    hand = out_and_back(way=0.05, speed=1.0)
    assert 0.8 < np.abs(felt_by(hand, 0.0)).max() <= 1.0 + 1e-9


def test_a_held_force_does_exactly_its_work_on_the_way():
    controller = PassivityController()
    controller.observe(Wrench((0.0, -2.0, 0.0), (0.0, 0.0, 0.5)), Shift((0.0, 0.01, 3.0), (0.0, 0.0, -0.02)))
    assert controller.level == pytest.approx(0.02 + 0.01, abs=1e-15)


def test_a_hand_that_goes_with_the_force_quickly_is_given_what_the_forces_own_spring_leaves():
    controller = PassivityController()
    controller.level, controller.share = 0.1, 1.0
    given = controller.limit(
        Wrench((7.0, 0.0, 0.0), NOTHING_TURNS), Shift((1.0, 0.0, 0.0), NOTHING_TURNS), 0.001, held_s=0.001
    )
    spare = 0.1 - 7.0**2 / (2.0 * SOFTNESS) + 0.1 * 0.1
    assert given.force[0] == pytest.approx(7.0 * spare / (QUICK_S * 7.0 * (1.0 - SLOW)))


def test_while_nothing_is_asked_for_the_share_is_whole():
    controller = PassivityController()
    controller.limit(NO_WRENCH, STILL, 0.001, held_s=0.001)
    assert controller.share == 1.0


def test_a_full_store_is_not_filled():
    controller = PassivityController()
    controller.level = STORE_J
    assert controller.damper(NO_WRENCH, Shift((0.1, 0.0, 0.0), NOTHING_TURNS), held_s=0.001) == NO_WRENCH


def test_energy_beyond_the_most_is_forgotten():
    controller = PassivityController()
    controller.observe(Wrench((-100.0, 0.0, 0.0), NOTHING_TURNS), Shift((1.0, 0.0, 0.0), NOTHING_TURNS))
    assert controller.level == MOST_J


def test_turning_pays_for_pushing_and_the_other_way_round():
    controller = PassivityController()
    controller.observe(Wrench(NOTHING_TURNS, (-1.0, 0.0, 0.0)), Shift(NOTHING_TURNS, (0.1, 0.0, 0.0)))
    still = Shift(NOTHING_TURNS, NOTHING_TURNS)
    given = [
        controller.limit(Wrench((3.0, 0.0, 0.0), NOTHING_TURNS), still, 0.001, held_s=0.001)
        for _ in range(500)
    ]
    assert given[-1].force == (3.0, 0.0, 0.0)
