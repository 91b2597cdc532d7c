"""The console as a process of its own, and its HOLD over a real connection."""

import os
import signal
import subprocess
import sys
import threading
import time

import msgspec
import pytest
from screen_bench import ROOT, RUN

from ground.console.application import FeedThread
from ground.console.facts.handover import PROCESS_HANDOVER
from ground.console.facts.settings import ConsoleSettings
from telemetry.drive.runtime import Runtime
from telemetry.life.clock import monotonic_ns
from telemetry.life.contract import NEVER_NS
from telemetry.messages.command import HoldCommand, HoldProbe
from telemetry.network.launch import Launch
from telemetry.network.reservation import reserve

pytestmark = [pytest.mark.gl, pytest.mark.real_time]  # Qt's libraries belong to the system

LIMIT_S = 60.0
HEARD = []


class Ear:
    """A bridge that only listens."""

    due_ns = NEVER_NS

    def receive(self, message, sender, now_ns):
        if not isinstance(message, HoldProbe):
            HEARD.append(message)
        return ()

    def tick(self, now_ns):
        return ()


def build(settings: ConsoleSettings, store, rng):
    return Ear()


def launch(role, addresses, folder):
    return Launch(
        participant=role,
        keys=None,
        settings=msgspec.Raw(msgspec.json.encode(ConsoleSettings(run=RUN))),
        addresses=addresses,
        seed=1,
        folder=str(folder),
    )


def wait_for(condition):
    end_ns = monotonic_ns() + round(LIMIT_S * 1e9)
    while not condition():
        assert monotonic_ns() < end_ns, "waited too long"
        time.sleep(0.01)


@pytest.fixture
def addresses():
    with reserve(["console", "bridge"]) as reserved:
        yield reserved.addresses


def test_each_press_reaches_the_bridge_once(addresses, tmp_path):
    HEARD.clear()
    ear = Runtime(launch("bridge", addresses, tmp_path), role=f"{__name__}:build")
    listening = threading.Thread(target=ear.run, daemon=True)
    listening.start()
    feed = FeedThread(Runtime(launch("console", addresses, tmp_path)))
    feed.start()
    try:
        for presses in (1, 2, 3):
            PROCESS_HANDOVER.act("hold")
            wait_for(lambda presses=presses: len(HEARD) >= presses)
    finally:
        code = feed.stop()
        ear.stop()
        listening.join(LIMIT_S)
        PROCESS_HANDOVER.wake = lambda: None
    assert code == 0
    assert all(isinstance(message, HoldCommand) and message.actor == "console" for message in HEARD)
    assert len(HEARD) == len(set(HEARD)) == 3


@pytest.fixture
def console(addresses, tmp_path):
    file = tmp_path / "console.json"
    file.write_bytes(msgspec.json.encode(launch("console", addresses, tmp_path)))
    reading, writing = os.pipe()
    process = subprocess.Popen(
        [sys.executable, "-P", "-m", "ground", "console", str(file), "--heartbeat-fd", str(writing)],
        pass_fds=[writing],
        env={**os.environ, "PYTHONPATH": str(ROOT), "QT_QPA_PLATFORM": "offscreen"},
        stderr=subprocess.PIPE,
    )
    os.close(writing)
    pipe = os.fdopen(reading, "rb")
    yield process, pipe
    pipe.close()
    process.kill()
    process.communicate()


def test_the_process_reports_ready_beats_and_stops_cleanly(console):
    process, pipe = console
    assert pipe.readline() == b"ready\n"
    assert pipe.readline() == b"beat\n"
    process.send_signal(signal.SIGINT)  # which is the supervisor's affair
    assert pipe.readline() == b"beat\n"
    process.send_signal(signal.SIGTERM)
    assert process.wait(LIMIT_S) == 0


def test_the_process_ends_when_its_supervisor_is_gone(console):
    process, pipe = console
    assert pipe.readline() == b"ready\n"
    pipe.close()
    assert process.wait(LIMIT_S) == 0


def test_without_a_screen_the_process_says_so_in_one_line(addresses, tmp_path):
    file = tmp_path / "console.json"
    file.write_bytes(msgspec.json.encode(launch("console", addresses, tmp_path)))
    dark = {k: v for k, v in os.environ.items() if k not in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")}
    ended = subprocess.run(
        [sys.executable, "-P", "-m", "ground", "console", str(file)],
        env={**dark, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
        timeout=LIMIT_S,
    )
    assert ended.returncode == 1
    assert ended.stderr == "console: there is no screen here\n"
