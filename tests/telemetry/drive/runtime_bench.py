"""A small run on loopback: roles in threads of the test, or in processes of their own."""

import contextlib
import itertools
import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path

import msgspec

from ground.faults.fault_seams import encoded
from telemetry.drive.run_clock import RunClock
from telemetry.drive.runtime import Runtime
from telemetry.keys.set_folder import KeyPlace, SetOf, drawn, write_set
from telemetry.network.launch import LOOPBACK, Addresses, Launch

ROOT = Path(__file__).resolve().parents[3]
PATIENCE_S = 60.0
PROBE = "tests.telemetry.drive.probe_roles:build"
HOSTS = itertools.cycle((block, number) for block in (193, 194, 195) for number in range(1, 255))
GROUPS = (f"239.{block}.{os.getpid() % 250 + 1}.{number}" for block, number in HOSTS)

FIRST_PORT, PORTS_EACH = 10_000, 40  # another process of the tests begins elsewhere
PORTS = iter(range(FIRST_PORT + os.getpid() * PORTS_EACH % 9_000, FIRST_PORT + 9_900))


def wait_for(condition, patience_s=PATIENCE_S):
    """Poll until the condition holds; a slow machine only waits longer."""
    until_s = time.monotonic() + patience_s
    while not (found := condition()):
        assert time.monotonic() < until_s, "waited in vain"
        time.sleep(0.005)
    return found


def free_port(kind=socket.SOCK_STREAM):
    """Return a port that nobody has, below those that the system gives to outgoing connections."""
    for port in PORTS:
        with socket.socket(socket.AF_INET, kind) as probe, contextlib.suppress(OSError):
            probe.bind((LOOPBACK, port))
            return port
    raise OSError("no port is free")


class Bench:
    """Addresses and launch files of one run, which begins at once."""

    def __init__(self, folder, roles=("bridge", "gate"), run_id="", *, is_begun=True):
        self.folder = folder
        self.run_id = run_id
        self.roles = tuple(roles)
        if is_begun:
            RunClock(folder).begin()
        self.faults, self.keys = (), None
        self.own = PROBE  # what runs in everybody's place
        self.addresses = Addresses(
            hosts={},
            streams={role: free_port() for role in roles},
            link_ports={role: free_port(socket.SOCK_DGRAM) for role in ("bridge", "space_segment")},
            groups={carrier: next(GROUPS) for carrier in ("tm", "tc", "image")},
            group_ports={carrier: free_port(socket.SOCK_DGRAM) for carrier in ("tm", "tc", "image")},
        )

    def seal(self):
        """Draw keys, as a rehearsal does; from now on everything is sealed."""
        what = SetOf(scope=self.run_id, mode="rehearsal", participants=self.addresses.participants)
        write_set(self.folder / "keys", drawn(what).values())
        self.keys = KeyPlace(folder=str(self.folder / "keys"), scope=self.run_id)

    def launch(self, role, **settings):
        return Launch(
            participant=role,
            keys=self.keys,
            settings=msgspec.Raw(json.dumps(settings).encode()),
            addresses=self.addresses,
            seed=1,
            folder=str(self.folder),
            run_id=self.run_id,
            faults=encoded(self.faults),
        )

    @contextlib.contextmanager
    def in_thread(self, role, **settings):
        """Run a role in a thread of the test."""
        runtime = Runtime(self.launch(role, **settings), role=self.own)
        runtime.codes = []
        thread = threading.Thread(target=lambda: runtime.codes.append(runtime.run()))
        thread.start()
        try:
            yield runtime
        finally:
            runtime.stop()
            thread.join(PATIENCE_S)
            assert not thread.is_alive()

    @contextlib.contextmanager
    def process(self, role, **settings):
        """Run a role in a process of its own."""
        path = self.folder / f"{role}.json"
        path.write_bytes(msgspec.json.encode(self.launch(role, **settings)))
        process = Process(role, path, self.own)
        try:
            yield process
        finally:
            process.end()


class Process:
    """One process, its pipe and its log."""

    def __init__(self, role, path, own):
        self.heard, writing = os.pipe()
        os.set_blocking(self.heard, False)
        self.log_path = path.with_suffix(".log")
        with self.log_path.open("w") as log:
            told = [role, str(path), "--own", own, "--heartbeat-fd", str(writing)]
            self.child = subprocess.Popen(
                [sys.executable, "-P", "-m", "telemetry", *told],
                env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": ""},  # as on a bare machine
                pass_fds=[writing],
                stderr=log,
            )
        os.close(writing)
        self._lines = b""

    @property
    def lines(self):
        """The heartbeat so far."""
        with contextlib.suppress(BlockingIOError, OSError):
            self._lines += os.read(self.heard, 65_536)
        return self._lines.decode().split()

    @property
    def log(self):
        return self.log_path.read_text().splitlines()

    def wait_ready(self):
        wait_for(lambda: "ready" in self.lines or self.child.poll() is not None)
        assert self.child.poll() is None, self.log

    def close_pipe(self):
        os.close(self.heard)
        self.heard = None

    def signal(self, number=signal.SIGTERM):
        self.child.send_signal(number)

    def code(self):
        return self.child.wait(PATIENCE_S)

    def end(self):
        if self.child.poll() is None:
            self.child.kill()
            self.child.wait()
        if self.heard is not None:
            self.close_pipe()
