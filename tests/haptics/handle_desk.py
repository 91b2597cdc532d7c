"""The haptics role in a thread of the test, in real time, with its door open."""

import contextlib
import os
import subprocess
import sys
import threading

import msgspec

from telemetry.drive.runtime import Runtime
from telemetry.messages.handle import HandleSample
from telemetry.network.launch import Launch
from tests.nominal_run import nominal_run
from tests.telemetry.drive.runtime_bench import PATIENCE_S, ROOT, Bench, free_port, wait_for


class Desk:
    """A context manager; `port` is that of the door, `samples` are what planner and gate are told."""

    def __init__(self, folder, port=None):
        bench = Bench(folder, roles=("haptics",))
        launch = Launch(
            participant="haptics",
            keys=None,
            settings=msgspec.Raw(msgspec.json.encode(nominal_run())),
            addresses=msgspec.structs.replace(bench.addresses, device_port=port or free_port()),
            seed=1,
            folder=str(folder),
        )
        self.folder, self.runtime, self.samples = folder, Runtime(launch), []
        self._thread = threading.Thread(target=self.runtime.run)
        self._tick, self.runtime.role.tick = self.runtime.role.tick, self._listening

    def __enter__(self):
        self._thread.start()
        wait_for(lambda: self.samples)
        return self

    def __exit__(self, *raised):
        self.runtime.stop()
        self._thread.join(PATIENCE_S)

    def _listening(self, now_ns):
        effects = list(self._tick(now_ns))
        told = [effect.message for effect in effects]
        self.samples += [message for message in told if isinstance(message, HandleSample)]
        return effects

    @property
    def device(self):
        return self.runtime.role._device

    @contextlib.contextmanager
    def driver(self, *words):
        """Start a driver beside it; it is killed at the end if it still runs."""
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
