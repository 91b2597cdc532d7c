"""The handle that a device's program tells of: how old it is, and when its dead-man counts."""

import itertools

import numpy as np
import pytest

from haptics.devices.network import DEVICE_GONE_NS, LONG_AGO_NS, NetworkHandle
from haptics.forces.wrench import Wrench
from haptics.role import build
from predictor.motion.stop import rest
from telemetry.agreed.limits import DEAD_MAN_NS
from telemetry.drive.store import MemoryStore
from telemetry.messages.acts import Lease
from telemetry.messages.device import DeviceForce, DeviceHello, DeviceRefused, DeviceState
from telemetry.messages.force import HandForce
from telemetry.messages.handle import HandIntent, HandleSample, HandleStatus
from tests.haptics.test_feeling import HOME, entry, seen, status
from tests.nominal_run import nominal_run
from tests.tell import tell

MS = 1_000_000
SAMPLE_NS = 20 * MS
RUN = nominal_run()
HELLO = DeviceHello(token="", name="virtuose", rate=500.0)
AWAY = (0.01, 0.02, 0.03)
TURNED = (0.8, 0.6, 0.0, 0.0)


class Desk:
    """The role, and a device that answers each force it hears in time."""

    def __init__(self):
        self.haptics = build(RUN, MemoryStore(), np.random.default_rng(1))
        self.now_ns, self.heard, self.number, self.samples, self.forces = 0, 0, 0, [], []
        self.listens, self.statuses, self.felt = True, [], []

    def say(self, *, dead_man, hello=None, p_handle=AWAY, **gives):
        self.number += 1
        state = DeviceState(
            number=self.number,
            device_ns=self.now_ns,
            heard=self.heard,
            p_handle=p_handle,
            quat_handle=TURNED,
            dead_man=dead_man,
            hello=hello,
            **gives,
        )
        self._carry_out(tell(self.haptics, state, self.now_ns))

    def arrive(self, *, dead_man=False):
        self.number = 0
        self.say(dead_man=dead_man, hello=HELLO)
        self.say(dead_man=dead_man)

    def go_on(self, duration_ns, *, dead_man=None):
        """Let time pass; the device says a state before each tick, unless it is silent."""
        until_ns = self.now_ns + duration_ns
        while self.haptics.due_ns <= until_ns:
            self.now_ns = self.haptics.due_ns
            if dead_man is not None:
                self.say(dead_man=dead_man)
            self._carry_out(self.haptics.tick(self.now_ns))
        self.now_ns = until_ns

    def _carry_out(self, effects):
        for message in [effect.message for effect in effects]:
            if isinstance(message, HandleSample):
                self.samples.append(message)
            if isinstance(message, HandleStatus):
                self.statuses.append(message)
            if isinstance(message, HandForce):
                self.felt.append(message)
            if isinstance(message, DeviceForce):
                self.forces.append(message)
                self.heard = message.number if self.listens else self.heard

    @property
    def held(self):
        return [sample.sampled_ns for sample in self.samples if sample.dead_man]


def taken():
    """A desk whose device has been released, then pressed."""
    desk = Desk()
    desk.arrive()
    desk.go_on(100 * MS, dead_man=False)
    desk.go_on(200 * MS, dead_man=True)
    return desk


def test_a_device_that_is_there_is_the_handle_with_its_attitude():
    sample = taken().samples[-1]
    assert (sample.p_handle, sample.quat_handle, sample.dead_man) == (AWAY, TURNED, True)


def test_a_dead_man_that_was_pressed_before_the_device_came_does_not_count():
    desk = Desk()
    desk.arrive(dead_man=True)
    desk.go_on(500 * MS, dead_man=True)
    assert desk.samples[-1].p_handle == AWAY
    assert desk.held == []
    desk.go_on(20 * MS, dead_man=False)
    desk.go_on(40 * MS, dead_man=True)
    assert len(desk.held) == 2


def test_a_device_that_takes_over_while_it_is_pressed_ends_the_arming():
    desk = Desk()
    tell(desk.haptics, Lease(holder="operator", until_ns=0), 0)
    for dead_man in (False, True):
        intent = HandIntent(p_handle=AWAY, speed=0.2, dead_man=dead_man, at_ns=desk.now_ns)
        tell(desk.haptics, intent, desk.now_ns)
        desk.go_on(100 * MS)
    assert desk.held
    desk.arrive(dead_man=True)
    before = len(desk.samples)
    desk.go_on(100 * MS, dead_man=True)
    assert not any(sample.dead_man for sample in desk.samples[before:])


def test_whoever_gets_the_handle_back_from_a_device_has_to_press_anew():
    desk = Desk()
    tell(desk.haptics, Lease(holder="operator", until_ns=0), 0)
    desk.arrive()
    desk.go_on(100 * MS, dead_man=False)
    desk.go_on(200 * MS, dead_man=True)

    def intend(dead_man):
        hand = HandIntent(p_handle=AWAY, speed=0.2, dead_man=dead_man, at_ns=desk.now_ns)
        tell(desk.haptics, hand, desk.now_ns)
        desk.go_on(SAMPLE_NS)

    for _ in range(30):
        intend(True)
    assert not any(sample.dead_man for sample in desk.samples[-10:])
    intend(False)
    intend(True)
    assert desk.samples[-1].dead_man


def test_a_device_that_falls_silent_has_let_go_after_300_ms():
    desk = taken()
    last_ns = desk.now_ns
    desk.go_on(1000 * MS)
    assert desk.held[-1] <= last_ns + DEAD_MAN_NS


def test_a_device_that_was_silent_for_a_moment_has_to_be_pressed_anew():
    desk = taken()
    desk.go_on(DEAD_MAN_NS + 2 * SAMPLE_NS)
    before = len(desk.samples)
    desk.go_on(200 * MS, dead_man=True)
    assert desk.samples[-1].p_handle == AWAY
    assert not any(sample.dead_man for sample in desk.samples[before:])


def test_a_device_that_begins_anew_at_once_has_to_be_pressed_anew():
    desk = taken()
    desk.arrive(dead_man=True)
    before = len(desk.samples)
    desk.go_on(200 * MS, dead_man=True)
    assert not any(sample.dead_man for sample in desk.samples[before:])


def test_a_device_that_hears_no_force_any_more_has_let_go_after_300_ms_though_it_speaks():
    desk = taken()
    desk.listens, last_ns = False, desk.now_ns
    desk.go_on(1000 * MS, dead_man=True)
    assert desk.held[-1] <= last_ns + DEAD_MAN_NS


def test_states_that_come_late_in_a_burst_press_nothing():
    desk = taken()
    old = desk.heard
    desk.go_on(1000 * MS)
    before = len(desk.samples)
    desk.listens = False
    for desk.heard in range(old, old + 10):
        desk.say(dead_man=True)
    desk.go_on(100 * MS)
    assert not any(sample.dead_man for sample in desk.samples[before:])


def test_another_holder_of_the_lease_has_to_press_the_device_anew():
    desk = taken()
    tell(desk.haptics, Lease(holder="console", until_ns=0), desk.now_ns)
    before = len(desk.samples)
    desk.go_on(100 * MS, dead_man=True)
    assert not any(sample.dead_man for sample in desk.samples[before:])


def test_a_force_names_the_state_and_the_time_that_it_answers():
    desk = taken()
    force = desk.forces[-1]
    assert [force.number for force in desk.forces] == list(range(1, len(desk.forces) + 1))
    assert (force.heard, force.device_ns) == (desk.number, desk.samples[-1].sampled_ns)


def test_a_force_tells_whether_the_dead_man_counts():
    desk = Desk()
    desk.arrive(dead_man=True)
    desk.go_on(100 * MS, dead_man=True)
    assert not any(force.is_pressed for force in desk.forces)
    desk.go_on(40 * MS, dead_man=False)
    desk.go_on(40 * MS, dead_man=True)
    assert desk.forces[-1].is_pressed


def test_nothing_is_said_to_a_device_that_has_gone():
    desk = taken()
    desk.go_on(2000 * MS)
    said = len(desk.forces)
    desk.go_on(1000 * MS)
    assert len(desk.forces) == said


def test_a_force_that_was_said_to_another_device_proves_nothing():
    desk = taken()
    old = desk.heard
    desk.listens = False
    desk.say(dead_man=True, hello=HELLO)
    desk.heard = old
    desk.say(dead_man=True)
    assert not desk.haptics._device.is_there(desk.now_ns)


def test_no_device_is_no_handle():
    nobody = NetworkHandle()
    assert nobody.as_of_ns == LONG_AGO_NS and not nobody.is_there(0)
    with pytest.raises(ValueError, match="no device"):
        nobody.read(0)


def state(number, *, heard=0, hello=None):
    return DeviceState(
        number=number, device_ns=0, heard=heard, p_handle=AWAY, quat_handle=TURNED, dead_man=True, hello=hello
    )


def answered(*at_ns):
    """A handle whose device came at 0, and forces of 1, 2, ... N that were said to it."""
    handle = NetworkHandle()
    handle.on_state(state(1, hello=HELLO), 0)
    handle._loop = RemoteLoopOfMany()
    for now_ns in at_ns:
        handle.answer(now_ns, is_pressed=True)
    return handle


class RemoteLoopOfMany:
    """Says 1 N, then 2 N and so on, and keeps which may have acted."""

    def __init__(self):
        self.forces, self.acting = itertools.count(1), []

    @property
    def commanded(self):
        return Wrench((float(next(self.forces)), 0.0, 0.0), (0.0, 0.0, 0.0))

    def on_state(self, state, model, acting, *, held_ns, now_ns):
        self.acting = [wrench.force[0] for wrench in acting]


def test_between_two_states_any_force_may_have_acted_from_the_one_known_before_to_the_one_known_now():
    handle = answered(0, 0, 0, 0)
    handle.on_state(state(2, heard=2), 0)
    handle.on_state(state(3, heard=3), 0)
    assert handle._loop.acting == [2.0, 3.0]


def test_a_device_is_there_for_as_long_as_a_dead_man_holds():
    handle = answered(0)
    handle.on_state(state(2, heard=1), MS)
    assert handle.is_there(DEAD_MAN_NS) and not handle.is_there(DEAD_MAN_NS + 1)


def test_the_oldest_force_that_can_be_answered_in_time_is_remembered():
    handle = answered(0, DEAD_MAN_NS)
    handle.on_state(state(2, heard=1), DEAD_MAN_NS)
    assert handle.is_there(DEAD_MAN_NS)
    late = answered(0, DEAD_MAN_NS + 1)
    late.on_state(state(2, heard=1), DEAD_MAN_NS + 1)
    assert late.as_of_ns == LONG_AGO_NS


def test_a_device_that_says_nothing_is_answered_for_2_s():
    handle = answered()
    assert handle.answer(DEVICE_GONE_NS, is_pressed=False) is not None
    assert handle.answer(DEVICE_GONE_NS + 1, is_pressed=False) is None


def test_screens_are_told_which_device_has_the_handle_and_whether_its_dead_man_counts():
    desk = taken()
    device = desk.statuses[-1]
    assert (device.device, device.rate) == ("virtuose", 500.0)
    assert device.is_pressed and device.counts and device.age < 0.05
    desk.go_on(400 * MS)
    assert desk.statuses[-1].device == "" and not desk.statuses[-1].counts


def test_a_dead_man_that_does_not_count_is_told_as_pressed_in_vain():
    desk = Desk()
    desk.arrive(dead_man=True)
    desk.go_on(200 * MS, dead_man=True)
    assert desk.statuses[-1].is_pressed and not desk.statuses[-1].counts


def test_screens_are_told_again_and_again_of_a_device_that_was_sent_away():
    desk = taken()
    why = "stick is the second device; virtuose has the handle"
    tell(desk.haptics, DeviceRefused(name="stick", why=why), desk.now_ns)
    desk.go_on(1000 * MS, dead_man=False)
    told = [status for status in desk.statuses if status.refused]
    assert len(told) == 5 and {(status.refused, status.why) for status in told} == {("stick", why)}
    assert {status.device for status in told} == {"virtuose"}


def felt():
    """A desk whose device was released, then pressed, with a hand that leads the arm and feels it."""
    desk = taken()
    for told in (seen(HOME), status("rest"), status(), entry(rest(HOME))):
        tell(desk.haptics, told, desk.now_ns)
    return desk


def test_screens_are_told_the_force_that_the_device_gives_while_it_has_the_handle_and_no_longer():
    desk = felt()
    desk.go_on(40 * MS, dead_man=True)
    desk.say(dead_man=True, force=(1.0, 0.0, 0.0), torque=(0.0, 0.0, 0.0))
    desk.go_on(100 * MS)
    assert desk.felt[-1].force == (1.0, 0.0, 0.0)
    desk.go_on(DEAD_MAN_NS + 100 * MS)
    assert desk.felt[-1].force == (0.0, 0.0, 0.0)


def test_screens_are_told_of_the_force_every_80_ms_as_soon_as_that_is_due():
    desk = felt()
    desk.go_on(500 * MS, dead_man=True)
    assert {b.at_ns - a.at_ns for a, b in itertools.pairwise(desk.felt)} == {80 * MS}
    assert {each.at_ns % (80 * MS) for each in desk.felt} == {0}


def test_a_device_is_answered_at_once():
    desk = taken()
    before = len(desk.forces)
    desk.say(dead_man=True)
    assert len(desk.forces) == before + 1
