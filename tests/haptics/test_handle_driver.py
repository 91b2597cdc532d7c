"""The driver of a device as a process of its own, beside the haptics role in real time."""

import signal

import pytest

from tests.haptics.handle_desk import Desk
from tests.telemetry.drive.runtime_bench import PATIENCE_S, wait_for


@pytest.fixture
def desk(tmp_path):
    with Desk(tmp_path) as opened:
        yield opened
    assert not (tmp_path / "handle.json").exists()


@pytest.mark.parametrize("carrier", ["tcp", "udp"])
def test_a_device_is_driven_beside_the_run_and_let_go_at_once(desk, carrier):
    with desk.driver("--carrier", carrier, "--rate", "200") as driver:
        wait_for(lambda: desk.device.state is not None and desk.device.state.heard > 20)
        hello = desk.device.hello
        assert (hello.name, hello.rate, hello.token) == ("simulated", 200.0, "")
        driver.send_signal(signal.SIGINT)
        said, _ = driver.communicate(timeout=PATIENCE_S)
    assert driver.returncode == 0
    assert said.startswith("simulated is the handle of") and "cycles, late by" in said


def test_a_second_driver_is_told_in_one_line_who_has_the_handle(desk):
    with desk.driver() as first:
        wait_for(lambda: desk.device.state is not None)
        with desk.driver() as second:
            said, _ = second.communicate(timeout=PATIENCE_S)
        line = "farhand: simulated is the second device; simulated has the handle\n"
        assert (second.returncode, said) == (1, line)
        assert first.poll() is None
