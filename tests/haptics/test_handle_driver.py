"""The driver of a device as a process of its own, beside the haptics role in real time."""

import signal
import socket

import pytest

from haptics.commands import handle
from haptics.devices.simulated import ScriptedDevice
from telemetry.network.door_address import write_door
from telemetry.network.launch import LOOPBACK
from tests.haptics.handle_desk import Desk
from tests.telemetry.drive.runtime_bench import PATIENCE_S, wait_for


@pytest.fixture(scope="module")
def driven(tmp_path_factory):
    """A desk, and a driver that has the handle."""
    with (
        Desk(tmp_path_factory.mktemp("desk")) as desk,
        desk.driver("--carrier", "udp", "--rate", "200") as driver,
    ):
        wait_for(lambda: desk.device.state is not None and desk.device.state.heard > 20)
        yield desk, driver
    assert not (desk.folder / "handle.json").exists()


@pytest.mark.real_time
def test_a_device_says_who_it_is_and_what_it_can_give(driven):
    hello = driven[0].device.hello
    assert (hello.name, hello.rate, hello.peak_force, hello.token) == ("simulated", 200.0, 35.0, "")


@pytest.mark.real_time
def test_a_second_driver_is_told_in_one_line_who_has_the_handle(driven):
    desk, first = driven
    with desk.driver("--carrier", "tcp") as second:
        said, _ = second.communicate(timeout=PATIENCE_S)
    line = "farhand: simulated is the second device; simulated has the handle\n"
    assert (second.returncode, said, first.poll()) == (1, line, None)


class Time:
    """Goes on when somebody sleeps."""

    def __init__(self):
        self.now_ns = 0

    def sleep_until(self, at_ns):
        self.now_ns = max(self.now_ns, at_ns)


class Taking(ScriptedDevice):
    """Takes the door away in the first pause, as a role that ends in order does."""

    door = None

    def read(self, now_ns):
        self.door.unlink(missing_ok=True)
        return super().read(now_ns)


@pytest.mark.real_time
def test_a_door_that_is_gone_for_a_while_is_looked_for_again(tmp_path, monkeypatch, capsys):
    time = Time()
    monkeypatch.setattr(handle, "be_punctual", lambda: "")
    monkeypatch.setattr(handle, "monotonic_ns", lambda: time.now_ns)
    monkeypatch.setattr(handle, "sleep_until", time.sleep_until)
    with socket.create_server((LOOPBACK, 0)) as closed:
        write_door(tmp_path, LOOPBACK, closed.getsockname()[1])
    device = Taking()
    device.door = tmp_path / "handle.json"
    handle.Driver("simulated", device, tmp_path).run("tcp", 200.0)
    told = capsys.readouterr().out
    assert "refused" in told and "handle.json" in told and time.now_ns >= handle.PATIENCE_NS


@pytest.mark.real_time
def test_ctrl_c_lets_the_handle_go_and_tells_how_punctual_the_loop_was(driven):
    driver = driven[1]
    driver.send_signal(signal.SIGINT)
    said, _ = driver.communicate(timeout=PATIENCE_S)
    assert driver.returncode == 0
    assert said.startswith("simulated is the handle of") and "cycles, late by" in said
