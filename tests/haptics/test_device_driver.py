"""What a driver says of its device, how it takes what comes back, and how punctual its loop is."""

from dataclasses import replace

import msgspec
import pytest

from haptics.device_driver import Pace, RefusedByRun, Session, hello_of, punctuality_text
from haptics.devices.device import HandleReading, open_device
from haptics.devices.simulated import FAR_M, SCRIPT_STEPS, STAYS_S
from haptics.forces.device_limits import SIMULATED
from haptics.forces.force_loop import FORCE_GONE_NS, Felt
from haptics.forces.wrench import Wrench
from telemetry.agreed.run_settings import NS_PER_S
from telemetry.messages.device import DeviceForce
from telemetry.messages.force import LocalModel

MS = 1_000_000
WRENCH = Wrench((1.0, 2.0, 3.0), (0.1, 0.2, 0.3))
FELT = Felt(WRENCH, "energy", 0.5, 0.25)
READING = HandleReading(
    p_handle=(0.1, 0.2, 0.3),
    quat_handle=(0.8, 0.6, 0.0, 0.0),
    dead_man=True,
    left_button=True,
    right_button=False,
    gripper=0.5,
)


def session():
    return Session(hello_of("simulated", "word", rate_hz=1000.0, limits=SIMULATED))


def force(number, *, at_ns=0, model=None):
    return DeviceForce(number=number, heard=1, device_ns=3 * MS, at_ns=at_ns, model=model or LocalModel())


def test_a_state_tells_all_of_the_reading_and_what_the_device_gives():
    told = session().state(READING, FELT, 5 * MS)
    assert (told.p_handle, told.quat_handle, told.gripper) == ((0.1, 0.2, 0.3), (0.8, 0.6, 0.0, 0.0), 0.5)
    assert (told.dead_man, told.left_button, told.right_button) == (True, True, False)
    assert (told.force, told.torque, told.device_ns) == (*WRENCH, 5 * MS)
    assert (told.limit, told.passed, told.energy) == ("energy", 0.5, 0.25)


def test_it_says_who_it_is_until_a_force_has_come():
    driver = session()
    states = [driver.state(READING, FELT, 0), driver.state(READING, FELT, MS)]
    driver.on_force(force(7), 5 * MS)
    states.append(driver.state(READING, FELT, 6 * MS))
    assert [state.number for state in states] == [1, 2, 3]
    assert [state.hello is None for state in states] == [False, False, True]
    assert (states[0].hello.peak_force, states[2].heard) == (SIMULATED.peak_force, 7)


def test_a_model_keeps_its_age_in_the_drivers_own_time():
    model = LocalModel(at_ns=1000 * NS_PER_S)
    taken = session().on_force(force(1, at_ns=1000 * NS_PER_S + 30 * MS, model=model), 50 * MS)
    assert taken.at_ns == 20 * MS


def test_a_force_that_was_held_up_on_its_way_is_no_news():
    now_ns = 5 * NS_PER_S  # of a driver that was stopped since it said the state that is answered
    taken = session().on_force(force(1, at_ns=MS, model=LocalModel(at_ns=MS, force=(9.0, 0.0, 0.0))), now_ns)
    assert now_ns - taken.at_ns > FORCE_GONE_NS


def test_a_force_that_comes_just_in_time_is_news():
    model = LocalModel(at_ns=MS)
    assert (
        session().on_force(force(1, at_ns=MS, model=model), 3 * MS + FORCE_GONE_NS).at_ns
        == 3 * MS + FORCE_GONE_NS
    )


def test_before_a_force_has_come_nothing_is_known_of_the_way_there():
    driver = session()
    assert (driver.newest_force, driver.round_trip_ns, driver.pressed_in_vain_ns(0)) == (0, 0, 0)


def test_a_model_from_the_future_is_as_old_as_its_arrival():
    assert session().on_force(force(1, at_ns=0, model=LocalModel(at_ns=NS_PER_S)), 50 * MS).at_ns == 50 * MS


def test_forces_that_come_twice_or_late_are_dropped():
    driver = session()
    assert [driver.on_force(force(number), 0) is None for number in (2, 1, 2, 3)] == [
        False,
        True,
        True,
        False,
    ]


def test_a_dead_man_that_is_pressed_in_vain_is_known_by_its_age():
    driver = session()
    driver.on_force(force(1), 0)
    driver.state(replace(READING, dead_man=False), FELT, 0)
    driver.state(READING, FELT, 700 * MS)
    assert driver.pressed_in_vain_ns(700 * MS) == 700 * MS
    driver.on_force(msgspec.structs.replace(force(2), is_pressed=True), 701 * MS)
    driver.state(READING, FELT, 702 * MS)
    assert driver.pressed_in_vain_ns(702 * MS) == 0


def test_a_refusal_is_told_in_the_words_of_the_run():
    with pytest.raises(RefusedByRun, match="virtuose has the handle"):
        refusal = DeviceForce(number=0, heard=0, device_ns=0, is_taken=False, told="virtuose has the handle")
        session().on_force(refusal, 0)


def test_the_scripted_device_presses_after_it_was_seen_released_and_goes_all_ways():
    device, seen = open_device("simulated"), []
    for cycle in range(round(len(SCRIPT_STEPS) * STAYS_S * 100)):  # at 100 Hz
        seen.append(device.read(cycle * 10 * MS))
    assert not seen[100].dead_man and seen[300].dead_man
    assert [max(told.p_handle[axis] for told in seen) for axis in range(3)] == pytest.approx(
        [FAR_M] * 3, abs=1e-3
    )


def test_the_scripted_hand_takes_its_next_step_after_2_s_sharp():
    device, stays_ns = open_device("simulated"), round(STAYS_S * NS_PER_S)
    assert [device.read(at_ns).dead_man for at_ns in (0, stays_ns - 1, stays_ns)] == [False, False, True]


def test_the_scripted_hand_goes_on_by_the_time_that_went_by_but_at_most_20_ms_at_once(monkeypatch):
    device, steps = open_device("simulated"), []
    monkeypatch.setattr(device._hand, "step", lambda *_: steps.append(1))
    counts = []
    for at_ms in (0, 1, 2, 5, 1000, 1001, 1003):
        device.read(at_ms * MS)
        counts.append(len(steps))
        steps.clear()
    assert counts == [0, 1, 1, 3, 20, 2, 2]


def test_what_the_scripted_device_gives_pushes_its_hand():
    device = open_device("simulated")
    for cycle in range(1000):
        device.feel(Wrench((0.0, 0.0, 2.0), (0.0, 0.0, 0.0)))
        told = device.read(cycle * MS)
    assert told.p_handle[2] > 0.02


class Clock:
    """A clock that sleeps longer than it is told to."""

    def __init__(self, late_ns):
        self.now_ns, self.late_ns = 0, iter(late_ns)

    def read(self):
        return self.now_ns

    def sleep_until(self, at_ns):
        self.now_ns = max(self.now_ns, at_ns + next(self.late_ns))


def test_a_loop_stays_on_its_grid_and_knows_how_late_it_was():
    clock = Clock([10_000, 200_000, 0, 3_500_000, 0])
    pace = Pace(MS, clock.read, clock.sleep_until)
    began = [pace.wait() for _ in range(5)]
    assert began == [1_010_000, 2_200_000, 3_000_000, 7_500_000, 8_000_000]
    assert pace.missed == 3
    assert pace.late_us()[-1] == 3500.0 and len(pace) == 5
    assert punctuality_text(pace).endswith("3500 us at most; 3 missed")


def test_what_lay_between_two_conversations_is_no_cycle():
    clock = Clock([0, 0])
    pace = Pace(MS, clock.read, clock.sleep_until)
    pace.wait()
    clock.now_ns += NS_PER_S
    pace.skip()
    pace.wait()
    assert pace.missed == 0 and pace.late_us()[-1] == 0.0
