"""The driver of a device in virtual time: when it says what, and to whom it comes back."""

import importlib
import os
import signal

import pytest

from haptics.commands import handle
from haptics.device_driver import RefusedByRun
from haptics.devices.device import DeviceMissing, HandleReading
from haptics.forces.device_limits import SIMULATED
from telemetry.files.settings import FileError
from telemetry.messages.device import DeviceForce
from telemetry.network.door_address import DoorFile

MS, S = 1_000_000, 1000  # [ns], [ms]
NEVER = 10**9


class Bench:
    """Clock, device and run of one driver; times are milliseconds since it began."""

    limits = SIMULATED

    def __init__(self, monkeypatch, folder):
        self.now_ns, self.ends, self.stalls = 0, NEVER, {}
        self.is_open = self.answers = lambda now: True
        self.is_pressed = self.counts = lambda now: False
        self.attempts, self.said, self.told, self.read_at, self.number = [], [], [], [], 0
        for name in ("monotonic_ns", "sleep_until", "be_punctual", "read_door"):
            monkeypatch.setattr(handle, name, getattr(self, name))
        monkeypatch.setattr(handle, "DeviceClient", self.connected)
        monkeypatch.setattr(
            handle, "print", lambda text, **_: self.told.append((self.now, text)), raising=False
        )
        self.driver = handle.Driver("stick", self, folder)

    def run(self, rate_hz=200.0):
        self.driver.run("udp", rate_hz)
        return self

    @property
    def now(self):
        return self.now_ns / MS

    def monotonic_ns(self):
        return self.now_ns

    def sleep_until(self, at_ns):
        self.now_ns = max(self.now_ns, at_ns) + self.stalls.pop(at_ns // MS, 0) * MS

    def be_punctual(self):
        return "ordinary priority"

    def read_door(self, folder):
        return DoorFile(host="", port=1, token="word")

    def read(self, now_ns):
        self.read_at.append(self.now)
        if self.now >= self.ends:
            self.driver.end()
        return HandleReading(
            p_handle=(0.0, 0.0, 0.0), quat_handle=(1.0, 0.0, 0.0, 0.0),
            dead_man=self.is_pressed(self.now), left_button=False, right_button=False,
        )  # fmt: skip

    def feel(self, wrench):
        pass

    def connected(self, door, carrier):
        self.attempts.append(self.now)
        if not self.is_open(self.now):
            raise ConnectionRefusedError("refused")
        return self

    def send(self, state):
        self.said.append((self.now, state))

    def new_forces(self):
        if not self.answers(self.now):
            return []
        self.number += 1
        counts = self.counts(self.now)
        return [DeviceForce(number=self.number, heard=0, device_ns=self.now_ns - MS, is_pressed=counts)]

    def close(self):
        pass

    def told_at(self, words):
        return [now for now, text in self.told if words in text]


@pytest.fixture
def bench(monkeypatch, tmp_path):
    return Bench(monkeypatch, tmp_path)


def test_a_door_that_stays_closed_is_tried_twice_a_second_for_5_s(bench):
    bench.is_open = lambda now: False
    assert bench.run().attempts == [500.0 * k for k in range(10)]
    assert bench.told_at("refused") == bench.attempts
    assert bench.told[-1][0] == 5 * S and "stick is no more a handle; " in bench.told[-1][1]


def test_a_run_that_says_nothing_for_2_s_is_spoken_to_anew(bench):
    bench.answers = lambda now: False
    assert bench.run().attempts == [0, 2501]


def test_as_long_as_forces_come_one_conversation_goes_on_and_is_told_once(bench):
    bench.ends = 3 * S
    bench.run()
    assert (bench.attempts, bench.told_at("stick is the handle of")) == ([0], [1])
    assert bench.read_at[-1] == 3 * S


def test_whoever_was_heard_once_is_waited_for_5_s_from_then_on(bench):
    bench.answers = lambda now: now <= S
    assert bench.run().attempts == [0, S + 2001 + 500]
    assert bench.told[-1][0] > S + 5 * S - 1


def test_states_are_said_at_the_rate_and_those_of_a_pause_are_not_made_up_for(bench):
    bench.ends, bench.stalls = 90, {31: 40}
    bench.run()
    assert [now for now, _ in bench.said] == [1, 5, 10, 15, 20, 25, 30, 71, 75, 80, 85, 90]


def test_its_first_states_tell_who_it_is(bench):
    bench.ends, bench.answers = 20, lambda now: now > 12
    states = [state for _, state in bench.run().said]
    assert [state.hello is not None for state in states] == [True, True, True, False, False]
    assert (states[0].hello.name, states[0].hello.token, states[0].hello.rate) == ("stick", "word", 200.0)


def test_a_driver_that_is_ended_while_the_door_is_closed_ends_at_once(bench):
    bench.ends, bench.is_open = 700, lambda now: False
    bench.run()
    assert bench.read_at[-1] == bench.told[-1][0] == 700


def test_a_dead_man_that_is_pressed_in_vain_for_a_second_is_told_once_each_time(bench):
    bench.ends, bench.is_pressed = 5 * S, lambda now: not (now <= 100 or 2000 <= now <= 2100)
    assert bench.run(1000.0).told_at(handle.PRESS_ANEW) == [1101, 3101]


def test_whoever_comes_with_the_dead_man_pressed_is_told_at_once(bench):
    bench.now_ns, bench.ends, bench.is_pressed = 2 * S * MS, 2 * S + 10, lambda now: True
    assert bench.run().told_at(handle.PRESS_ANEW) == [2 * S + 1]


def test_a_dead_man_that_counts_is_not_pressed_in_vain(bench):
    bench.ends, bench.is_pressed = 3 * S, lambda now: now > 100
    bench.counts = bench.is_pressed
    assert bench.run(1000.0).told_at(handle.PRESS_ANEW) == []


def test_before_a_force_has_come_nobody_knows_whether_the_dead_man_counts(bench):
    bench.answers, bench.is_pressed = lambda now: False, lambda now: True
    assert bench.run().told_at(handle.PRESS_ANEW) == []


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (DeviceMissing("none"), 2),
        (FileError("handle.json", "", "is not there"), 3),
        (RefusedByRun("taken"), 1),
    ],
)
def test_what_ends_it_is_told_in_one_line_and_by_the_exit_code(bench, monkeypatch, tmp_path, error, code):
    def closed(folder):
        raise error

    monkeypatch.setattr(handle, "read_door", closed)
    monkeypatch.setattr(handle, "open_device", lambda name: bench)
    monkeypatch.setattr(signal, "signal", lambda *_: None)
    assert handle.main(["gamepad", str(tmp_path)]) == code
    assert bench.told == [(0, f"farhand: {error}")]


def test_a_signal_ends_it_in_order(bench, monkeypatch, tmp_path):
    handlers = []
    monkeypatch.setattr(handle, "open_device", lambda name: bench)
    monkeypatch.setattr(signal, "signal", lambda number, handler: handlers.append(handler))
    bench.is_pressed = lambda now: now >= 50 and handlers[0]() is not None
    assert handle.main(["gamepad", str(tmp_path)]) == handle.DONE
    assert (len(handlers), bench.read_at[-1]) == (2, 50)


@pytest.mark.parametrize(("may", "words"), [(True, "real-time priority"), (False, "ordinary priority")])
def test_who_may_not_ask_for_real_time_runs_with_ordinary_priority(monkeypatch, may, words):
    def asked(*_):
        if not may:
            raise PermissionError

    monkeypatch.setattr(os, "sched_setscheduler", asked)
    monkeypatch.setattr(handle.gc, "freeze", lambda: None)
    assert handle.be_punctual() == words


@pytest.mark.parametrize(
    ("words", "asked"),
    [
        (["handle", "gamepad"], ("haptics.commands.handle", ["gamepad"])),
        (["haptics", "launch"], ("telemetry.drive.role_process", ["haptics", "launch"])),
    ],
)
def test_the_package_is_started_as_the_driver_or_as_the_role(monkeypatch, words, asked):
    found = []

    class Chosen:
        def __init__(self, name):
            self.main = lambda arguments: found.append((name, arguments)) or 0

    monkeypatch.setattr("sys.argv", ["haptics", *words])
    monkeypatch.setattr(signal, "signal", lambda *_: None)
    monkeypatch.setattr(importlib, "import_module", Chosen)
    with pytest.raises(SystemExit):
        from haptics import __main__  # noqa: F401
    assert found == [asked]
