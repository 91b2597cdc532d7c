"""The simulated hand: quick but not infinitely so, trembling but not out of the dead zone."""

import itertools
import math

import msgspec
import numpy as np
import pytest

from haptics.devices.simulated import ACCELERATION, TREMOR, SimulatedHandle, YieldingHand, turn_towards
from haptics.forces.wrench import NO_WRENCH, ZERO
from predictor.model.quaternions import rotation_from_quaternion
from predictor.model.spatial import rotation_vector
from telemetry.agreed.hand_settings import HumanHand
from telemetry.agreed.run_settings import NS_PER_S
from telemetry.messages.force import LocalModel
from telemetry.messages.handle import UPRIGHT, HandIntent

SAMPLE_NS = 20_000_000
SAMPLE_S = 0.02
TREMOR_BOUND = 0.0003  # in all directions [m]
OUT = (0.0, 0.03, -0.04)


def hand(seed=1):
    return SimulatedHandle(np.random.default_rng(seed))


def positions(handle, intent, samples, begin=0):
    handle.on_intent(intent)
    return [handle.read((begin + k) * SAMPLE_NS).p_handle for k in range(samples)]


def intent(p_handle=OUT, *, speed=0.2, dead_man=True):
    return HandIntent(p_handle=p_handle, speed=speed, dead_man=dead_man)


@pytest.mark.parametrize(
    "said", [{"speed": -1.0}, {"turning_speed": -1e300}, {"p_handle": (0.0, 0.0, 1e300)}]
)
def test_what_no_hand_can_do_is_no_message(said):
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(msgspec.to_builtins(intent()) | said, HandIntent)


def test_the_hand_arrives_and_stays_within_its_tremor():
    track = positions(hand(), intent(), 100)
    assert all(math.dist(p, OUT) < TREMOR_BOUND for p in track[50:])


def test_the_hand_never_exceeds_its_speed():
    track = positions(hand(), intent(speed=0.1), 100)
    slack = 2 * TREMOR_BOUND / SAMPLE_S
    assert max(math.dist(a, b) for a, b in itertools.pairwise(track)) / SAMPLE_S < 0.1 + slack


def test_the_hand_takes_the_time_that_its_acceleration_asks():
    track = positions(hand(), intent(speed=10.0), 100)
    gone = [math.hypot(*p) for p in track]
    fastest = 2.0 * math.sqrt(0.05 / ACCELERATION)
    assert gone[int(0.5 * fastest / SAMPLE_S)] < 0.04


@pytest.mark.parametrize("away", np.linspace(0.001, 0.05, 8))
def test_the_hand_never_goes_beyond_where_it_is_told(away):
    track = positions(hand(), intent((away, 0.0, 0.0)), 60)
    assert max(x for x, _, _ in track) <= away + TREMOR


def test_a_hand_that_has_arrived_sets_out_from_rest():
    handle, k = hand(), 0
    handle.on_intent(intent((0.03, 0.0, 0.0)))
    while handle._p != (0.03, 0.0, 0.0):
        handle.read((k := k + 1) * SAMPLE_NS)
    handle.on_intent(intent((-0.2, 0.0, 0.0)))
    handle.read((k + 1) * SAMPLE_NS)
    assert 0.03 - handle._p[0] == pytest.approx(ACCELERATION * SAMPLE_S**2)


def test_a_device_that_nothing_was_asked_of_for_a_second_costs_nothing(monkeypatch):
    handle, cycles = hand(), []
    handle.on_model(LocalModel(at_ns=0))
    handle.read(NS_PER_S - SAMPLE_NS)
    monkeypatch.setattr(handle._loop, "step", lambda *_: cycles.append(1))
    for now_ns, count in ((NS_PER_S, 20), (NS_PER_S + SAMPLE_NS, 0)):
        handle.read(now_ns)
        assert len(cycles) == count
        cycles.clear()


def test_a_force_that_was_given_as_all_stood_still_for_seconds_is_gone_with_the_next_reading():
    handle = hand()
    for ms in range(20, 420, 20):
        handle.on_model(LocalModel(at_ns=ms * MS, force=(5.0, 0.0, 0.0), is_limited=False))
        handle.read(ms * MS)
    given = handle.felt.wrench.force[0]
    handle.read(420 * MS + 2 * NS_PER_S)
    assert given > 1.0 and handle.felt.wrench == NO_WRENCH


def test_tremor_is_there_and_stays_inside_the_dead_zone():
    track = positions(hand(), intent((0.0, 0.0, 0.0)), 2000)
    size = [math.hypot(*p) for p in track]
    assert 0.00002 < max(size) < TREMOR_BOUND
    assert len(set(track[1:])) == len(track) - 1


def test_dead_man_is_felt_in_the_very_next_reading():
    handle = hand()
    handle.on_intent(intent(dead_man=True))
    assert handle.read(0).dead_man
    handle.on_intent(intent(dead_man=False))
    assert not handle.read(SAMPLE_NS).dead_man


def test_one_seed_gives_one_hand():
    assert positions(hand(3), intent(), 50) == positions(hand(3), intent(), 50)
    assert positions(hand(3), intent(), 50) != positions(hand(4), intent(), 50)


def test_a_long_pause_between_readings_is_no_leap():
    handle = hand()
    handle.on_intent(intent((0.2, 0.0, 0.0), speed=1.0))
    handle.read(0)
    assert math.hypot(*handle.read(3_600_000_000_000).p_handle) < 0.03


def test_the_hand_turns_at_its_own_speed_and_stops_where_it_was_told():
    quarter = HandIntent(
        p_handle=(0.0, 0.0, 0.0),
        speed=0.2,
        dead_man=True,
        quat_handle=(math.cos(0.25), 0.0, math.sin(0.25), 0.0),  # half a radian about y
        turning_speed=0.5,
        right_button=True,
    )
    handle = SimulatedHandle(np.random.default_rng(1))
    handle.on_intent(quarter)
    readings = [handle.read(n * 20_000_000) for n in range(61)]
    angles = [2.0 * math.atan2(reading.quat_handle[2], reading.quat_handle[0]) for reading in readings]
    assert angles[25] == pytest.approx(0.25)
    assert readings[60].quat_handle == quarter.quat_handle and readings[60].right_button


@pytest.mark.parametrize("scale", [0.0, 0.5, 2.0])
def test_what_is_no_attitude_turns_nothing(scale):
    assert turn_towards(UPRIGHT, tuple(scale * part for part in UPRIGHT), 1.0) == UPRIGHT


def test_an_attitude_that_can_just_be_reached_is_reached_exactly():
    wanted = (0.8, 0.6, 0.0, 0.0)
    angle = float(np.linalg.norm(rotation_vector(rotation_from_quaternion(np.array(wanted)))))
    assert turn_towards(UPRIGHT, wanted, angle) == wanted
    assert turn_towards(UPRIGHT, wanted, np.nextafter(angle, 0.0)) != wanted


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
