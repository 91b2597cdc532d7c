"""The driver of a device as a process of its own, beside the haptics role in real time."""

import contextlib
import os
import signal
import subprocess
import sys
import threading

import msgspec
import pytest

from telemetry.drive.launch import Launch
from telemetry.drive.runtime import Runtime
from tests.nominal_run import nominal_run
from tests.telemetry.drive.runtime_bench import PATIENCE_S, ROOT, Bench, free_port, wait_for


class Desk:
    """The haptics role in a thread of the test, with its door, and drivers beside it."""

    def __init__(self, folder):
        bench = Bench(folder, roles=("haptics",))
        launch = Launch(
            participant="haptics",
            factory="haptics.role:build",
            settings_type="telemetry.run_settings:RunSettings",
            settings=msgspec.Raw(msgspec.json.encode(nominal_run())),
            addresses=msgspec.structs.replace(bench.addresses, device_port=free_port()),
            seed=1,
            folder=str(folder),
        )
        self.folder, self.runtime = folder, Runtime(launch)

    @property
    def device(self):
        return self.runtime.role._device

    @contextlib.contextmanager
    def driver(self, *words):
        """Start a driver; it is killed at the end if it still runs."""
        process = subprocess.Popen(
            [sys.executable, "-P", "-m", "haptics", "handle", "simulated", str(self.folder), *words],
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        try:
            yield process
        finally:
            process.kill()
            process.communicate()


@pytest.fixture
def desk(tmp_path):
    opened = Desk(tmp_path)
    thread = threading.Thread(target=opened.runtime.run)
    thread.start()
    wait_for((tmp_path / "handle.json").exists)
    yield opened
    opened.runtime.stop()
    thread.join(PATIENCE_S)
    assert not (tmp_path / "handle.json").exists()


@pytest.mark.parametrize("carrier", ["tcp", "udp"])
def test_a_device_is_driven_beside_the_run_and_let_go_at_once(desk, carrier):
    with desk.driver("--carrier", carrier, "--rate", "200") as driver:
        wait_for(lambda: desk.device.state is not None and desk.device.state.heard > 20)
        assert (desk.device.hello.name, desk.device.hello.rate, desk.device.hello.token) == (
            "simulated",
            200.0,
            "",
        )
        driver.send_signal(signal.SIGINT)
        said, _ = driver.communicate(timeout=PATIENCE_S)
    assert driver.returncode == 0
    assert said.startswith("simulated is the handle of") and "cycles, late by" in said


def test_a_second_driver_is_told_in_one_line_who_has_the_handle(desk):
    with desk.driver() as first:
        wait_for(lambda: desk.device.state is not None)
        with desk.driver() as second:
            said, _ = second.communicate(timeout=PATIENCE_S)
        assert (second.returncode, said) == (
            1,
            "farhand: simulated is the second device; simulated has the handle\n",
        )
        assert first.poll() is None
