"""A device without a loop of its own: what it is told is passive, limited and fades, as seen from afar."""

import math
from typing import NamedTuple

import msgspec
import numpy as np
import pytest

from haptics.devices.network import NetworkHandle
from haptics.devices.remote_loop import RemoteForceLoop
from haptics.forces.force_loop import FORCE_GONE_NS
from haptics.forces.wrench import NO_WRENCH, norm
from telemetry.messages.device import DeviceHello, DeviceState
from telemetry.messages.force import LocalModel, Wall
from tests.haptics.forces.delayed_hand import any_hand

MS = 1_000_000
HELLO = DeviceHello(token="", name="plain", rate=200.0, peak_force=20.0, continuous_force=10.0)
WALL = Wall(p_wall=(0.0, 0.0, 0.0), normal=(1.0, 0.0, 0.0), stiffness=600.0, damping=10.0)
A_THOUSANDTH_J = 1e-3  # that a hand which turns round more sharply than is stated may be given
SLOW_HAND = (1.0, 14.0, 50.0), lambda t: 0.04 * math.sin(0.5 * math.pi * t), 40.0


class Held(NamedTuple):
    forces: list[float]  # at each millisecond, as the device gave them [N]
    least_energy: float  # of the port, from the hand [J]


def hold(
    hand, aim, gain, *, seconds, every_ms=5, trip_ms=(1, 1), rng=None, silent_from_ms=None, limited=True
):
    """A hand (m, b, k) on a device that gives what it is told, as long as the states travel."""
    m, b, k = hand
    rng = rng or np.random.default_rng(1)
    role, on_the_way, forces = NetworkHandle(), [], []
    x = v = energy = least = force = 0.0
    heard = 0
    for now_ms in range(round(seconds * 1000)):
        while on_the_way and on_the_way[0][0] <= now_ms:
            _, heard, force = on_the_way.pop(0)
        if now_ms % 20 == 0 and (silent_from_ms is None or now_ms < silent_from_ms):
            model = LocalModel(at_ns=now_ms * MS, p_anchor=(0.01, 0.0, 0.0), stiffness=gain, walls=(WALL,))
            role.on_model(msgspec.structs.replace(model, is_limited=limited))
        if now_ms % every_ms == 0:
            number = now_ms // every_ms + 1
            told = DeviceState(
                number=number,
                device_ns=now_ms * MS,
                heard=heard,
                p_handle=(x, 0.0, 0.0),
                dead_man=True,
                hello=HELLO if number == 1 else None,
            )
            role.on_state(told, now_ms * MS)
            said = role.answer(now_ms * MS, is_pressed=True)
            arrives = now_ms + int(rng.integers(trip_ms[0], trip_ms[1] + 1))
            arrives = max(arrives, on_the_way[-1][0] if on_the_way else 0)
            on_the_way.append((arrives, said.number, said.force[0]))
        forces.append(force)
        v += 1e-3 * (force - b * v - k * (x - aim(now_ms * 1e-3))) / m
        energy -= force * 1e-3 * v
        least = min(least, energy)
        x += 1e-3 * v
    return Held(forces, least)


@pytest.mark.parametrize(("every_ms", "trip_ms"), [(5, (1, 1)), (5, (1, 10)), (20, (1, 3))])
def test_it_takes_no_more_from_the_port_than_the_hand_has_given(every_ms, trip_ms):
    for seed in range(4):
        rng = np.random.default_rng(seed)
        held = hold(*any_hand(rng), seconds=2.0, every_ms=every_ms, trip_ms=trip_ms, rng=rng)
        assert held.least_energy >= -A_THOUSANDTH_J, seed


def test_without_the_limit_the_same_wall_drives_the_hand():
    light = (0.5, 0.0, 100.0), lambda t: 0.03 * math.sin(8.0 * t), 200.0
    assert hold(*light, seconds=2.0, trip_ms=(1, 10), limited=False).least_energy < -0.1
    assert hold(*light, seconds=2.0, trip_ms=(1, 10)).least_energy >= -A_THOUSANDTH_J


def test_a_slow_hand_feels_the_wall_at_200_states_a_second():
    assert max(map(abs, hold(*SLOW_HAND, seconds=3.0).forces)) > 1.0


def test_what_is_said_is_gone_100_ms_after_the_last_news():
    forces = hold(*SLOW_HAND, seconds=3.0, silent_from_ms=1000, limited=False).forces
    assert abs(forces[1000]) > 0.5
    assert set(forces[980 + FORCE_GONE_NS // MS + 7 :]) == {0.0}


def said_to(*, hello=HELLO, asked=300.0, **other):
    """The role's word for a device that stands still under a force that nothing limits but itself."""
    role = NetworkHandle()
    for number in range(1, 600):
        now_ns = number * 5 * MS
        role.on_model(LocalModel(at_ns=now_ns, force=(asked, 0.0, 0.0), is_limited=False))
        told = DeviceState(
            number=number, device_ns=now_ns, heard=0, p_handle=(0.0, 0.0, 0.0), dead_man=True, **other
        )
        role.on_state(told if number > 1 else msgspec.structs.replace(told, hello=hello), now_ns)
        said = role.answer(now_ns, is_pressed=True)
    return role, said


def test_a_device_that_was_told_nothing_has_given_nothing():
    loop = RemoteForceLoop(HELLO)
    assert loop.felt.wrench == NO_WRENCH
    for number in range(1, 200):
        now_ns = number * 5 * MS
        p_handle = (-1e-4 * number, 0.0, 0.0)
        told = DeviceState(number=number, device_ns=now_ns, heard=0, p_handle=p_handle, dead_man=True)
        model = LocalModel(at_ns=now_ns, force=(1.0, 0.0, 0.0), is_limited=False)
        loop.on_state(told, model, (), held_ns=0, now_ns=now_ns)
    assert loop.commanded.force[0] > 0.5 and loop.felt.energy == 0.0


def test_it_is_never_more_than_the_device_can_give():
    assert norm(said_to()[1].force) <= HELLO.peak_force
    without = msgspec.structs.replace(HELLO, peak_force=0.0, continuous_force=0.0)
    assert norm(said_to(hello=without)[1].force) == 0.0


def test_a_device_that_comes_again_begins_without_a_force():
    role, _ = said_to()
    again = DeviceState(number=1, device_ns=0, heard=0, p_handle=(0.1, 0.0, 0.0), dead_man=True, hello=HELLO)
    role.on_state(again, 3000 * MS)
    assert norm(role.answer(3000 * MS, is_pressed=False).force) == 0.0


def test_what_a_device_says_of_its_own_loop_is_what_is_told_of_it():
    own = {"force": (0.0, 1.0, 0.0), "torque": (0.1, 0.0, 0.0)}
    role, _ = said_to(**own, limit="energy", passed=0.25, energy=0.5)
    assert role.felt == (((0.0, 1.0, 0.0), (0.1, 0.0, 0.0)), "energy", 0.25, 0.5)


def test_what_a_device_with_a_loop_does_not_say_is_not_known():
    role, _ = said_to(asked=1.0)
    assert role.felt.passed == 1.0 and role.felt.energy is not None
    telling = NetworkHandle()
    state = DeviceState(number=1, device_ns=0, heard=0, p_handle=(0.0, 0.0, 0.0), dead_man=True, hello=HELLO)
    telling.on_state(msgspec.structs.replace(state, force=(0.0, 1.0, 0.0)), 0)
    assert telling.felt == (((0.0, 1.0, 0.0), (0.0, 0.0, 0.0)), None, None, None)
